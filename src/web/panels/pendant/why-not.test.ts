import { describe, expect, it } from 'vitest';
import type { LeaseState } from '../../driving/driving.ts';
import type { Person } from '../../link/world-link.ts';
import { type Standing, whyNotGone, whyNotMoved } from './why-not.ts';

const people = [{ id: 'k', name: 'Kenji Sato' } as Person];
const FREE: Standing = {
  ...{ name: 'Puma', mayOperate: true, isConnected: true, stop: undefined, lease: { kind: 'free' }, people, obstacle: undefined },
};
const mine: LeaseState = { kind: 'mine', by: 'lease', sinceMs: 0, asking: [], forcedFor: undefined };
const LOOK_ONLY = 'Your link lets you look only. Ask for one that lets you drive.';
const IN_HAND = 'Kenji has Puma in hand. Ask for it, or wait.';

describe('why a robot cannot be moved', () => {
  it('is nothing where it is free, or mine', () => {
    expect(whyNotMoved(FREE)).toBeUndefined();
    expect(whyNotMoved({ ...FREE, lease: mine })).toBeUndefined();
  });

  it.each<[string, Partial<Standing>]>([
    [LOOK_ONLY, { mayOperate: false }],
    ['No connection. Nothing moves until it is back.', { isConnected: false }],
    ['Puma was stopped by Kenji Sato. Re-arm it to go on.', { stop: { by: 'k' } }],
    ['Puma was stopped by somebody. Re-arm it to go on.', { stop: { by: 'somebody' }, lease: mine }],
    [IN_HAND, { lease: { kind: 'theirs', holder: 'k', by: 'stick', forcedFor: undefined } }],
    [IN_HAND, { lease: { kind: 'asked', holder: 'k', sinceMs: 0, ahead: 0, isCancelled: false } }],
    [IN_HAND, { lease: { kind: 'refused', holder: 'k' } }],
    [IN_HAND, { lease: { kind: 'taken', holder: 'k', reason: 'a lesson' } }],
    ['The way to the hub takes 900 ms.', { obstacle: 'The way to the hub takes 900 ms.', lease: mine }],
  ])('%s', (reason, standing) => {
    expect(whyNotMoved({ ...FREE, ...standing })).toBe(reason);
  });

  it('is what has to be dealt with first', () => {
    const all: Standing = {
      ...{ ...FREE, mayOperate: false, isConnected: false, stop: { by: 'k' }, obstacle: 'slow' },
      lease: { kind: 'refused', holder: 'k' },
    };
    expect(whyNotMoved(all)).toBe(LOOK_ONLY);
    expect(whyNotMoved({ ...all, mayOperate: true })).toContain('No connection');
    expect(whyNotMoved({ ...all, mayOperate: true, isConnected: true })).toContain('stopped');
    expect(whyNotMoved({ ...all, mayOperate: true, isConnected: true, stop: undefined })).toBe(IN_HAND);
  });
});

describe('why it cannot go to a position', () => {
  it('is that none is selected, or why it cannot be moved at all', () => {
    expect(whyNotGone(undefined, undefined)).toBe('Select a position first.');
    expect(whyNotGone({ name: 'p1' }, LOOK_ONLY)).toBe(LOOK_ONLY);
    expect(whyNotGone({ name: 'p1' }, undefined)).toBeUndefined();
  });
});
