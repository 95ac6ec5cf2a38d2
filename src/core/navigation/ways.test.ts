import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { VirtualTime } from '../base/virtual-time.ts';
import { SimulatedNetwork } from '../bus/simulated.ts';
import { type Claim, GOOD_MS, Ways } from './ways.ts';

function scene() {
  const time = new VirtualTime();
  const gone = new Set<string>();
  const report = (error: unknown) => expect.fail(String(error));
  const network = new SimulatedNetwork({ time, random: seededRandom(1), report });
  const ways = (id: string) => {
    const node = network.node(id);
    const ports = { bus: node.connect(), clock: node.clock, random: seededRandom(id.length), report };
    return new Ways('w', { ...ports, sharedMs: () => time.now, isHere: (participant) => !gone.has(participant) });
  };
  return { time, gone, ways };
}

const claimOf = (holder: string, robot: string, rank: number, goodUntilMs: number): Claim => ({
  ...{ holder, robot, rank, urgency: rank, goodUntilMs, radiusM: 0.3, speedMPerS: 1, isLast: false, wish: [], wishedSinceMs: 0 },
  way: [[0, 1, 1]],
});

describe('the record of a floor', () => {
  it('[J16] is changed by one at a time: each sees all that were there before it', async () => {
    const { time, ways } = scene();
    const holders = ['ann', 'bob', 'cleo', 'dan', 'eva'];
    const ranks: number[] = [];
    await time.until(
      Promise.all(
        holders.map((holder) =>
          ways(holder).claim('ground', `${holder}-robot`, (others) => {
            const rank = 1 + others.reduce((most, claim) => Math.max(most, claim.rank), 0);
            return claimOf(holder, `${holder}-robot`, rank, time.now + GOOD_MS);
          }),
        ),
      ),
    );
    const last = ways('watcher');
    await time.until(last.synced);
    for (const { rank } of last.claims('ground')) ranks.push(rank);
    expect(ranks.sort()).toEqual([1, 2, 3, 4, 5]);
    expect(last.claims('first')).toEqual([]);
  });

  it('[J16] forgets who is not here any more, and what is not renewed', async () => {
    const { time, gone, ways } = scene();
    const [ann, bob] = [ways('ann'), ways('bob')];
    await time.until(ann.claim(undefined, 'a', () => claimOf('ann', 'a', 1, time.now + GOOD_MS)));
    await time.run(time.now + 1000);
    expect(bob.claims(undefined).map(({ robot }) => robot)).toEqual(['a']);
    await time.run(time.now + GOOD_MS);
    expect(bob.claims(undefined)).toEqual([]);
    await time.until(ann.claim(undefined, 'a', () => claimOf('ann', 'a', 1, time.now + GOOD_MS)));
    await time.run(time.now + 500);
    gone.add('ann');
    expect(bob.claims(undefined)).toEqual([]);
    await time.until(bob.claim(undefined, 'b', (others) => claimOf('bob', 'b', 1 + others.length, time.now + GOOD_MS)));
    gone.clear();
    await time.run(time.now + 500);
    // Struck out for good by who came next.
    expect(bob.claims(undefined).map(({ robot, rank }) => [robot, rank])).toEqual([['b', 1]]);
  });

  it('[J16] is left as it was where who asks decides so, and by who leaves', async () => {
    const { time, ways } = scene();
    const ann = ways('ann');
    expect(await time.until(ann.claim(undefined, 'a', () => undefined))).toBe(false);
    await time.until(ann.claim(undefined, 'a', () => claimOf('ann', 'a', 1, time.now + GOOD_MS)));
    await time.until(ann.withdraw(undefined, 'a'));
    await time.run(time.now + 500);
    expect(ann.claims(undefined)).toEqual([]);
  });
});

describe('the queue of an elevator', () => {
  it('[J18] is first come, first served; who goes, or dies, lets the next one go', async () => {
    const { time, gone, ways } = scene();
    const [ann, bob, cleo] = [ways('ann'), ways('bob'), ways('cleo')];
    for (const [holder, who] of [
      ['ann', ann],
      ['bob', bob],
      ['cleo', cleo],
      ['ann', ann],
    ] as const) {
      await time.until(who.enqueue('lift', `${holder}-robot`, holder));
      await time.run(time.now + 100);
    }
    const order = () => cleo.queue('lift').map(({ robot }) => robot);
    expect(order()).toEqual(['ann-robot', 'bob-robot', 'cleo-robot']);
    await time.until(ann.dequeue('lift', 'ann-robot'));
    await time.run(time.now + 100);
    expect(order()).toEqual(['bob-robot', 'cleo-robot']);
    gone.add('bob');
    expect(order()).toEqual(['cleo-robot']);
  });
});
