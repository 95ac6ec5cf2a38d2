import { describe, expect, it } from 'vitest';
import { levelsOf } from './hub-levels.ts';

const QUIET = { participants: 3, room: 10, cpuShare: 0.1, figures: { loopMostMs: 5 } };

describe('how much a hub has to do', () => {
  it('is fine while there is room, and all is quick', () => {
    expect(levelsOf(QUIET)).toEqual({ participants: 'fine', cpu: 'fine', loop: 'fine' });
    expect(levelsOf({ ...QUIET, participants: 9, figures: undefined })).toEqual({ participants: 'fine', cpu: 'fine', loop: 'fine' });
  });

  it.each([
    [{ participants: 10 }, { participants: 'bad' }],
    [{ participants: 11 }, { participants: 'bad' }],
    [{ cpuShare: 0.69 }, { cpu: 'fine' }],
    [{ cpuShare: 0.7 }, { cpu: 'warn' }],
    [{ cpuShare: 0.9 }, { cpu: 'bad' }],
    [{ figures: { loopMostMs: 99 } }, { loop: 'fine' }],
    [{ figures: { loopMostMs: 100 } }, { loop: 'warn' }],
    [{ figures: { loopMostMs: 400 } }, { loop: 'bad' }],
  ] as const)('with %j is %j', (change, expected) => {
    expect(levelsOf({ ...QUIET, ...change })).toEqual({ participants: 'fine', cpu: 'fine', loop: 'fine', ...expected });
  });
});
