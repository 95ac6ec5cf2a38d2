import { describe, expect, it } from 'vitest';
import { between, seededRandom } from '../base/random.ts';
import { type ClockVerdict, SharedClock } from './shared-clock.ts';

/** A follower whose own clock is set by hand. */
function follower(localMs = 0) {
  const local = { ms: localMs };
  const shared = new SharedClock({ now: () => local.ms, after: () => expect.fail('a shared clock needs no timers') });
  /** An answer that took `outMs` there and `backMs` back, from a leader that is `aheadMs` ahead. */
  const ask = (outMs: number, backMs: number, aheadMs: number, leaderErrorMs = 0): ClockVerdict => {
    const sentMs = local.ms;
    const leaderMs = sentMs + outMs + aheadMs;
    local.ms += outMs + backMs;
    return shared.add({ sentMs, receivedMs: local.ms, leaderMs, leaderErrorMs });
  };
  /** The answers that make the first synchronisation. */
  const settle = (wayMs: number, aheadMs: number) => {
    for (let i = 0; i < 4; i++) ask(wayMs, wayMs, aheadMs);
  };
  return { local, shared, ask, settle };
}

describe('a shared clock', () => {
  it('[W59] knows nothing before the first answer, and says so', () => {
    const { shared } = follower();
    expect([shared.isSynced, shared.errorMs()]).toEqual([false, Number.POSITIVE_INFINITY]);
  });

  it('[W59] is off by no more than it says, however unevenly the answers travel (seed 1)', () => {
    const random = seededRandom(1);
    const { local, shared, ask } = follower(5000);
    for (let i = 0; i < 300; i++) {
      ask(between(random, 0, 80), between(random, 0, 80), 1e6);
      expect(Math.abs(shared.now() - (local.ms + 1e6))).toBeLessThanOrEqual(shared.errorMs() + 1e-6);
      local.ms += 1000;
      expect(Math.abs(shared.now() - (local.ms + 1e6))).toBeLessThanOrEqual(shared.errorMs() + 1e-6);
    }
  });

  it('[W59] learns from the fastest way there and the fastest way back, though they are of different answers', () => {
    const { shared, local, ask } = follower();
    ask(1, 90, 500);
    expect(shared.errorMs()).toBeGreaterThan(40);
    ask(80, 1, 500);
    expect(shared.errorMs()).toBeLessThan(1.1);
    expect(shared.now() - local.ms).toBeCloseTo(500, 0);
    local.ms += 20_000;
    expect(shared.errorMs()).toBeLessThan(1.1 + 20_200 * 200e-6);
  });

  it("[W59] counts half the round trip, the leader's error and 200 millionths of its age", () => {
    const { shared, local, ask } = follower();
    ask(4, 4, 500, 3);
    expect(shared.errorMs()).toBeCloseTo(7, 9);
    local.ms += 10_000;
    expect(shared.errorMs()).toBeCloseTo(9, 9);
  });

  it('[W59] forgets what is older than sixteen answers', () => {
    const { shared, ask } = follower();
    ask(0, 0, 500);
    for (let i = 0; i < 15; i++) ask(10, 10, 500);
    expect(shared.errorMs()).toBeLessThan(1);
    ask(10, 10, 500);
    expect(shared.errorMs()).toBeGreaterThan(9.9);
  });

  it('[W59] has no use for an answer that was overtaken, took a second, or came before it was asked for', () => {
    const { shared, local, ask } = follower();
    ask(1, 1, 500);
    local.ms = 1000;
    ask(1, 1, 500);
    const before = [shared.now(), shared.errorMs()];
    shared.add({ sentMs: 500, receivedMs: 1002, leaderMs: 9e9, leaderErrorMs: 0 });
    shared.add({ sentMs: 1001, receivedMs: 2002, leaderMs: 9e9, leaderErrorMs: 0 });
    shared.add({ sentMs: 1002, receivedMs: 1001, leaderMs: 9e9, leaderErrorMs: 0 });
    expect([shared.now(), shared.errorMs()]).toEqual(before);
  });

  it('[W60] steps again at the next answers, so that a stalled first one does no harm', () => {
    const { shared, local, ask } = follower();
    ask(300, 0, 500);
    expect(shared.now() - local.ms).toBeCloseTo(650, 0);
    ask(1, 1, 500);
    expect(Math.abs(shared.now() - local.ms - 500)).toBeLessThan(1.1);
  });

  it('[W60] steps at the first answer', () => {
    const { shared, local, ask } = follower(100);
    expect(ask(1, 1, 1e6)).toBe('ok');
    expect(shared.now()).toBe(local.ms + 1e6);
  });

  it.each([100, -100])('[W60] slews by a twentieth where it was off by %i ms', (offMs) => {
    const { shared, local, ask, settle } = follower();
    settle(5, 1000);
    local.ms += 1000;
    ask(0, 0, 1000 + offMs);
    const first = shared.now() - local.ms;
    local.ms += 1000;
    expect(shared.now() - local.ms - first).toBeCloseTo(Math.sign(offMs) * 50, 6);
    local.ms += 10_000;
    expect(shared.now() - local.ms).toBeCloseTo(1000 + offMs, 6);
  });

  it('[W60] never goes back and never stands, whatever the answers say (seed 2)', () => {
    const random = seededRandom(2);
    const { shared, local, ask, settle } = follower();
    settle(1, 0);
    let before = { localMs: local.ms, sharedMs: shared.now() };
    for (let i = 0; i < 500; i++) {
      ask(between(random, 0, 60), between(random, 0, 60), between(random, -10, 10));
      local.ms += between(random, 1, 300);
      const after = { localMs: local.ms, sharedMs: shared.now() };
      const rate = (after.sharedMs - before.sharedMs) / (after.localMs - before.localMs);
      expect(rate).toBeGreaterThan(0.949);
      expect(rate).toBeLessThan(1.051);
      before = after;
    }
  });

  it('[W61] is lost when it is off by more than 250 ms beyond its error, and then steps', () => {
    const { shared, local, ask } = follower();
    ask(5, 5, 1000);
    expect(ask(5, 5, 1240)).toBe('ok');
    local.ms += 60_000;
    expect(ask(5, 5, 1600)).toBe('lost');
    expect(shared.now()).toBeCloseTo(local.ms + 1600, 9);
  });

  it('[W61] is lost after a sleep too, when its first answer shows that it was off', () => {
    const { shared, local, ask } = follower();
    ask(1, 1, 1000);
    local.ms += 30_000;
    shared.distrust();
    expect([shared.isSynced, shared.errorMs()]).toEqual([false, Number.POSITIVE_INFINITY]);
    expect(ask(1, 1, 1000 - 29_000)).toBe('lost');
    expect(shared.isSynced).toBe(true);
  });

  it('[W61] is not lost after a sleep over which its clock kept right', () => {
    const { shared, local, ask } = follower();
    ask(1, 1, 1000);
    local.ms += 30_000;
    shared.distrust();
    expect(ask(1, 1, 1003)).toBe('ok');
  });

  it('[W62] goes on without a jump when it comes to lead, and has no error then', () => {
    const { shared, local, ask } = follower();
    ask(5, 5, 1000);
    local.ms += 500;
    const before = shared.now();
    shared.lead();
    expect([shared.now(), shared.errorMs(), shared.isSynced]).toEqual([before, 0, true]);
    local.ms += 5000;
    expect(shared.now()).toBe(before + 5000);
    expect(ask(1, 1, 99)).toBe('ok');
    expect(shared.errorMs()).toBe(0);
  });

  it("[W62] counts the new leader's error on top of its own, for a follower and for the former leader", () => {
    const one = follower();
    one.ask(5, 5, 1000);
    const ownMs = one.shared.errorMs();
    one.shared.follow(7);
    expect(one.shared.errorMs()).toBeCloseTo(ownMs + 7, 9);
    const leader = follower();
    leader.shared.lead();
    const sharedMs = leader.shared.now();
    leader.shared.follow(7);
    expect([leader.shared.now(), leader.shared.errorMs()]).toEqual([sharedMs, 7]);
  });

  it('[W62] knows nothing of a leader that does not follow upon the last', () => {
    const { shared, ask } = follower();
    ask(5, 5, 1000);
    shared.follow(Number.POSITIVE_INFINITY);
    expect([shared.isSynced, shared.errorMs()]).toEqual([false, Number.POSITIVE_INFINITY]);
  });

  it('[W62] of a leader that leapt says nothing any more once it leads no longer', () => {
    const { shared } = follower();
    shared.lead();
    shared.distrust();
    expect(shared.errorMs()).toBe(0);
    shared.follow(3);
    expect(shared.isSynced).toBe(false);
    shared.lead();
    shared.abdicate();
    expect([shared.isSynced, shared.errorMs()]).toEqual([false, Number.POSITIVE_INFINITY]);
  });
});
