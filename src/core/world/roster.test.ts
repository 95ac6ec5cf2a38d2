import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { VirtualTime } from '../base/virtual-time.ts';
import { SimulatedNetwork } from '../bus/simulated.ts';
import type { Presence } from './beat.ts';
import { Roster } from './roster.ts';
import { SharedClock } from './shared-clock.ts';

/** The roster of a participant whose clock leads. */
function rosterOf() {
  const time = new VirtualTime();
  const report = (error: unknown) => expect.fail(`${error}`);
  const random = seededRandom(1);
  const clock = time.clock();
  const shared = new SharedClock(clock);
  shared.lead();
  const bus = new SimulatedNetwork({ time, random, report }).node('me').connect();
  const roster = new Roster({ world: 'stage', bus, clock, shared, random, report });
  const beat = (id: string, more: Partial<Presence> = {}, spokesman = id) =>
    roster.hear(
      {
        id,
        name: id,
        goodUntilMs: time.now + 1000,
        clockErrorMs: 1,
        leaving: false,
        mayLead: true,
        holdsAll: true,
        confirmedMs: 0,
        pace: 'working',
        term: 0,
        digest: 0,
        ...more,
      },
      spokesman,
    );
  return { time, roster, beat, shared };
}

describe('the roster', () => {
  it('[W2] has who promised to be there, up to the end of the promise', async () => {
    const { time, roster, beat } = rosterOf();
    beat('ann');
    await time.run(1000);
    expect(roster.isLive('ann')).toBe(true);
    await time.run(1000.1);
    expect([roster.isLive('ann'), roster.here()]).toEqual([false, []]);
    expect([roster.goodUntilMs('ann'), roster.goodUntilMs('nobody')]).toEqual([1000, Number.NEGATIVE_INFINITY]);
  });

  it('[W3] keeps the longest promise, in whatever order they come', async () => {
    const { time, roster, beat } = rosterOf();
    await time.run(500);
    beat('ann');
    beat('ann', { goodUntilMs: 1000 });
    expect(roster.goodUntilMs('ann')).toBe(1500);
  });

  it('[W3] believes no promise that reaches more than 1.3 s ahead', () => {
    const { roster, beat } = rosterOf();
    beat('leapt', { goodUntilMs: 1e9 });
    expect(roster.goodUntilMs('leapt')).toBe(1300);
    roster.inherit('gone', 1e9);
    expect(roster.goodUntilMs('gone')).toBe(1300);
  });

  it('[W61] believes nobody for longer than a beat that comes now could ask for, once its own clock was set back', async () => {
    const { time, roster, beat, shared } = rosterOf();
    await time.run(10_000);
    beat('ann');
    beat('bob', { pace: 'resting', goodUntilMs: time.now + 5000 });
    // Another leader's clock is the one that counts from now on.
    const now = time.now;
    shared.follow(0);
    expect(shared.add({ sentMs: now, receivedMs: now, leaderMs: now - 8000, leaderErrorMs: 0 })).toBe('lost');
    roster.clockWasSet();
    expect([roster.goodUntilMs('ann'), roster.hereUntilMs('bob')]).toEqual([3300, 7300]);
  });

  it('[W4] knows at once who left, though a late beat of theirs comes after', async () => {
    const { time, roster, beat } = rosterOf();
    beat('ann');
    await time.run(200);
    beat('ann', { leaving: true, goodUntilMs: 200 });
    beat('ann', { goodUntilMs: 900 });
    expect(roster.isLive('ann')).toBe(false);
    expect(roster.goodUntilMs('ann')).toBe(1000);
  });

  it('[W5] knows who last spoke for each: the hub where it is now', async () => {
    const { time, roster, beat } = rosterOf();
    beat('ann', {}, 'hub-one');
    beat('robot');
    await time.run(100);
    beat('ann', {}, 'hub-two');
    // What the first hub said before, and what came late.
    beat('ann', { goodUntilMs: 1000 }, 'hub-one');
    roster.inherit('gone', -5000);
    expect(['ann', 'robot', 'gone'].map((id) => roster.get(id)?.spokesman)).toEqual(['hub-two', 'robot', undefined]);
  });

  it('[W35] learns from others when the gone froze', () => {
    const { roster } = rosterOf();
    roster.inherit('gone', -5000);
    roster.inherit('gone', -7000);
    expect([roster.goodUntilMs('gone'), roster.isLive('gone')]).toEqual([-5000, false]);
  });

  it('[W62] knows whether another clock could lead', () => {
    const { roster, beat } = rosterOf();
    beat('me');
    beat('guest', { mayLead: false });
    expect(roster.hasOtherLeader(0)).toBe(false);
    beat('keeper');
    expect([0, 1000, 1001].map((sharedMs) => roster.hasOtherLeader(sharedMs))).toEqual([true, true, false]);
    beat('keeper', { leaving: true });
    expect(roster.hasOtherLeader(0)).toBe(false);
  });

  it('forgets the long gone, unless they left something behind', async () => {
    const { time, roster, beat } = rosterOf();
    beat('ann');
    beat('bob');
    await time.run(70_000);
    roster.forget(new Set(['bob']));
    expect([roster.get('ann'), roster.get('bob')?.name]).toEqual([undefined, 'bob']);
  });
});
