import { describe, expect, it } from 'vitest';
import { hashNumber } from '../core/base/hash.ts';
import { chance, integerBelow, pick, seededRandom } from '../core/base/random.ts';
import { type Evidence, judge, type Swap } from './register.ts';

const swap = (called: number, answered: number, expected: string | undefined, outcome: Swap['outcome']): Swap => ({
  ...{ by: `p${called}`, called, answered, expected, outcome },
});
const applied = (revision: string | undefined): Swap['outcome'] => ({ kind: 'applied', revision });
const unknown = (revision: string | undefined): Swap['outcome'] => ({ kind: 'unknown', revision });
const CONFLICT: Swap['outcome'] = { kind: 'conflict' };
const NEVER = Number.POSITIVE_INFINITY;

const orderOf = (swaps: readonly Swap[], evidence: Evidence = {}) => {
  const judged = judge(swaps, evidence);
  return judged.kind === 'linearizable'
    ? judged.order.map(({ by }) => by)
    : `stuck at ${'by' in judged.stuck ? judged.stuck.by : judged.stuck.seen}`;
};

describe('the checker of records', () => {
  it('accepts swaps one after the other, and finds the order of those that overlap', () => {
    expect(orderOf([])).toEqual([]);
    expect(orderOf([swap(1, 2, undefined, applied('a')), swap(3, 4, 'a', applied('b')), swap(5, 6, 'a', CONFLICT)])).toEqual(['p1', 'p3']);
    // The second was called first.
    expect(orderOf([swap(1, 9, 'a', applied('b')), swap(2, 8, undefined, applied('a'))])).toEqual(['p2', 'p1']);
    // A conflict may have come before or behind what it overlaps.
    expect(orderOf([swap(1, 4, undefined, applied('a')), swap(2, 3, 'z', CONFLICT), swap(5, 6, undefined, CONFLICT)])).toEqual(['p1']);
  });

  it('takes a deleted record for one that was never made', () => {
    const history = [swap(1, 2, undefined, applied('a')), swap(3, 4, 'a', applied(undefined)), swap(5, 6, undefined, applied('c'))];
    expect(orderOf(history)).toEqual(['p1', 'p3', 'p5']);
    expect(orderOf([...history, swap(7, 8, 'a', applied('d'))])).toBe('stuck at p7');
  });

  it('lets what nobody answered take effect, at any later time, once, or never', () => {
    const made = swap(1, 2, undefined, applied('a'));
    const lost = swap(3, NEVER, 'a', unknown('b'));
    expect(orderOf([made, lost, swap(5, 6, 'a', CONFLICT), swap(7, 8, 'b', applied('c'))])).toEqual(['p1', 'p3', 'p7']);
    expect(orderOf([made, lost, swap(5, 6, 'a', applied('c'))])).toEqual(['p1', 'p5']);
    expect(orderOf([made, lost, swap(5, 6, 'b', applied('a2')), swap(7, 8, 'b', applied('c'))])).toBe('stuck at p7');
    // Before it was called it had no effect.
    expect(orderOf([made, swap(2.5, 2.7, 'b', applied('c')), lost])).toBe('stuck at p2.5');
  });

  it('rejects a lost update: two swaps of one revision were both applied', () => {
    const made = swap(1, 2, undefined, applied('a'));
    expect(orderOf([made, swap(3, 5, 'a', applied('b')), swap(4, 6, 'a', applied('c'))])).toBe('stuck at p4');
    expect(orderOf([swap(1, 3, undefined, applied('a')), swap(2, 4, undefined, applied('b'))])).toBe('stuck at p2');
  });

  it('rejects a swap that was applied twice: what came between expects what was there before and behind it', () => {
    const history = [
      swap(1, 2, undefined, applied('a')),
      swap(3, 4, 'a', applied('b')),
      swap(5, 6, 'b', applied('a')),
      swap(7, 8, 'b', applied('c')),
    ];
    expect(orderOf(history)).toBe('stuck at p7');
  });

  it('rejects a swap that was applied against an old revision', () => {
    const history = [swap(1, 2, undefined, applied('a')), swap(3, 4, 'a', applied('b')), swap(5, 6, 'a', applied('c'))];
    expect(orderOf(history)).toBe('stuck at p5');
  });

  it('rejects a conflict with nothing, unless conflicts may be spurious', () => {
    const history = [swap(1, 2, undefined, applied('a')), swap(3, 4, 'a', CONFLICT)];
    expect(judge(history)).toMatchObject({ kind: 'violated', stuck: { by: 'p3' }, present: 'a' });
    expect(judge(history, { conflicts: 'may be spurious' }).kind).toBe('linearizable');
  });

  it('respects real time: what was answered before another was called comes before it', () => {
    const early = swap(1, 2, 'b', applied('c'));
    expect(orderOf([early, swap(3, 4, undefined, applied('b'))])).toBe('stuck at p1');
    expect(orderOf([{ ...early, answered: 5 }, swap(3, 4, undefined, applied('b'))])).toEqual(['p3', 'p1']);
  });

  it('demands that what was seen was there before', () => {
    const made = swap(1, 2, undefined, applied('a'));
    const lost = swap(3, NEVER, 'a', unknown('b'));
    expect(orderOf([made, lost])).toEqual(['p1']);
    expect(orderOf([made, lost], { sights: [{ seen: 'b', at: 5 }] })).toEqual(['p1', 'p3']);
    expect(orderOf([made, lost], { sights: [{ seen: 'b', at: 2.5 }] })).toBe('stuck at b');
    expect(orderOf([made], { sights: [{ seen: 'z', at: 5 }] })).toBe('stuck at z');
  });

  const SEEDS = Array.from({ length: 200 }, (_, seed) => seed + 1);
  it('accepts what a real register answered, and rejects it with one answer changed (200 seeds)', () => {
    let rejected = 0;
    for (const seed of SEEDS) {
      const history = historyOf(seed);
      expect(judge(history).kind, `seed ${seed}`).toBe('linearizable');
      const index = history.findLastIndex(({ outcome }) => outcome.kind === 'conflict');
      const changed = history.map((each, at) => (at === index ? { ...each, outcome: applied('forged') } : each));
      // A conflict called applied leaves no room for what was applied in its place, if anything was.
      if (index >= 0 && judge(changed).kind === 'violated') rejected++;
    }
    expect(rejected).toBeGreaterThan(150);
  });
});

/** Several callers at once, on a register that decides at some instant between call and answer; some answers are lost. */
function historyOf(seed: number): Swap[] {
  const random = seededRandom(hashNumber(seed, 1));
  const history: Swap[] = [];
  let present: string | undefined;
  const revisions: { readonly revision: string | undefined }[] = [{ revision: undefined }];
  let underWay: { called: number; expected: string | undefined; outcome?: Swap['outcome']; isLost: boolean }[] = [];
  for (let now = 1; now <= 160; now++) {
    const call = pick(random, [0, 1, 2, 3]);
    const one = underWay[call];
    if (!one) underWay.push({ called: now, expected: pick(random, revisions.slice(-2)).revision, isLost: chance(random, 0.1) });
    else if (!one.outcome) {
      const isApplied = one.expected === present;
      const revision = chance(random, 0.05) ? undefined : `r${now}`;
      if (isApplied) {
        present = revision;
        revisions.push({ revision });
      }
      one.outcome = isApplied ? applied(revision) : CONFLICT;
    } else {
      underWay = underWay.filter((other) => other !== one);
      const { called, expected, outcome, isLost } = one;
      if (!isLost) history.push(swap(called, now, expected, outcome));
      else if (outcome.kind === 'applied') history.push(swap(called, NEVER, expected, unknown(outcome.revision)));
    }
    if (integerBelow(random, 50) === 0) revisions.push({ revision: present });
  }
  for (const { called, expected, outcome } of underWay)
    if (outcome?.kind === 'applied') history.push(swap(called, NEVER, expected, unknown(outcome.revision)));
  return history;
}
