import { describe, expect, it } from 'vitest';
import type { Control } from '../../core/world/world.ts';
import { FREE, type LeaseEvent, type LeaseState, nextLease } from './lease.ts';

const IDLE: Control = { stop: undefined, lease: undefined, leaseEpoch: 0, asking: [], driver: undefined };
const held = (holder: string, asking: string[] = [], reason = ''): Control => ({ ...IDLE, lease: { holder, reason }, asking });

/** What Ada's page shows after all this, a second apart. */
function check(...events: (Control | Exclude<LeaseEvent, { kind: 'seen' }>)[]): LeaseState {
  let state = FREE;
  let nowMs = 0;
  for (const event of events) {
    nowMs += 1000;
    state = nextLease(state, 'ada', 'kind' in event ? event : { kind: 'seen', control: event, nowMs });
  }
  return state;
}

describe('how it stands with a robot', () => {
  it('is free while nobody has it', () => {
    expect(check(IDLE)).toEqual({ kind: 'free' });
  });

  it('is mine by the stick, then by a lease, since I have had it', () => {
    expect(check({ ...IDLE, driver: 'ada' })).toMatchObject({ kind: 'mine', by: 'stick', sinceMs: 1000 });
    expect(check({ ...IDLE, driver: 'ada' }, held('ada', ['kenji']))).toMatchObject({
      kind: 'mine',
      by: 'lease',
      sinceMs: 1000,
      asking: ['kenji'],
    });
  });

  it("is another's, and says why when it was forced", () => {
    expect(check({ ...IDLE, driver: 'kenji' })).toMatchObject({ kind: 'theirs', holder: 'kenji', by: 'stick' });
    expect(check(held('kenji', [], 'a demonstration'))).toMatchObject({ kind: 'theirs', holder: 'kenji', forcedFor: 'a demonstration' });
  });

  it('is asked for since I asked, and says how many are before me', () => {
    expect(check(held('kenji', ['ines', 'ada']), held('kenji', ['ada']))).toEqual({
      kind: 'asked',
      holder: 'kenji',
      sinceMs: 1000,
      ahead: 0,
      isCancelled: false,
    });
  });

  it('is refused when my question goes and the holder stays, until I have read it', () => {
    const refused = [held('kenji', ['ada']), held('kenji')] as const;
    expect(check(...refused)).toEqual({ kind: 'refused', holder: 'kenji' });
    expect(check(...refused, held('kenji'))).toEqual({ kind: 'refused', holder: 'kenji' });
    expect(check(...refused, { kind: 'dismissed' }, held('kenji'))).toMatchObject({ kind: 'theirs', holder: 'kenji' });
  });

  it('is not refused when I took the question back, whichever is seen first', () => {
    expect(check(held('kenji', ['ada']), { kind: 'cancelled' }, held('kenji', ['ada']), held('kenji'))).toMatchObject({ kind: 'theirs' });
  });

  it('is not refused when somebody else has it next, or when I have', () => {
    expect(check(held('kenji', ['ines', 'ada']), held('ines', ['ada']))).toMatchObject({ kind: 'asked', holder: 'ines' });
    expect(check(held('kenji', ['ada']), held('ada'))).toMatchObject({ kind: 'mine', by: 'lease', sinceMs: 2000 });
  });

  it('was taken from me, with the reason, until I have read it', () => {
    const taken = [held('ada'), held('kenji', [], 'it smokes')] as const;
    expect(check(...taken)).toEqual({ kind: 'taken', holder: 'kenji', reason: 'it smokes' });
    expect(check(...taken, { kind: 'dismissed' })).toMatchObject({ kind: 'theirs', forcedFor: 'it smokes' });
    expect(check(...taken, IDLE)).toEqual({ kind: 'free' });
  });

  it('stays the same object while nothing changes', () => {
    const first = check(held('ada'));
    expect(nextLease(first, 'ada', { kind: 'seen', control: held('ada'), nowMs: 9000 })).toBe(first);
  });
});
