import { expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import type { Actor } from '../world/stage.contract.ts';
import { type Base, baseOf } from './base.ts';
import { Errand } from './errand.ts';
import { type House, house, on, putRobot } from './house.contract.ts';
import { RightOfWay } from './right-of-way.ts';
import type { TimedWay } from './timed-way.ts';
import { waysOf } from './world-ways.ts';

const base: Base = baseOf(pioneer3dx) ?? expect.fail('a robot without a base');

/** What somebody says of a robot on the record of its floor. */
function rightOf({ paths }: House, { participant, bus, node }: Actor, robot: string): { right: RightOfWay; errand: Errand } {
  const ports = { bus, clock: node.clock, random: seededRandom(3), report: (error: unknown) => expect.fail(String(error)) };
  const ways = waysOf(participant, ports);
  onTestFinished(() => ways[Symbol.dispose]());
  const errand = new Errand(robot, base, { ...ports, world: participant, models: () => pioneer3dx, paths, ways });
  return { right: new RightOfWay(errand), errand };
}

/** Ann's robot is on the left of the ground floor, Bob's on the right of it. */
async function twoRobots() {
  const scene = await house();
  await putRobot(scene.ann, 'first', on(0, 1, 1));
  await putRobot(scene.bob, 'second', on(0, 1, 5));
  return { scene, ann: rightOf(scene, scene.ann, 'first'), bob: rightOf(scene, scene.bob, 'second') };
}

const straight = (fromMs: number, [ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): TimedWay => [
  [fromMs, ax, ay],
  [fromMs + 6000, bx, by],
];
const taking = { isLast: true, aside: false, base };

it('[J16] of two who would set off at once on ways that cross one is refused', async () => {
  const { scene, ann, bob } = await twoRobots();
  const nowMs = Math.round(ann.errand.nowMs);
  const taken = [ann.right.take(straight(nowMs, [1, 1], [3, 5]), taking), bob.right.take(straight(nowMs, [1, 5], [3, 1]), taking)];
  expect((await scene.stage.until(Promise.all(taken))).toSorted()).toEqual([false, true]);
});

it('[J16] of two on ways that are apart both set off', async () => {
  const { scene, ann, bob } = await twoRobots();
  const nowMs = Math.round(ann.errand.nowMs);
  const taken = [ann.right.take(straight(nowMs, [1, 1], [3, 1]), taking), bob.right.take(straight(nowMs, [1, 5], [3, 5]), taking)];
  expect(await scene.stage.until(Promise.all(taken))).toEqual([true, true]);
});

it('[J19] who has wished for long is let by: nobody less urgent crosses its wish, but who makes way', async () => {
  const { scene, ann, bob } = await twoRobots();
  const { stage } = scene;
  expect(
    await stage.until(
      ann.right.wish([
        [1, 1],
        [3, 5],
      ]),
    ),
  ).toBe(true);
  const crossing = () => straight(Math.round(bob.errand.nowMs), [1, 5], [3, 1]);
  await stage.run(7000);
  expect(await stage.until(bob.right.take(crossing(), taking))).toBe(false);
  expect(await stage.until(bob.right.take(crossing(), { ...taking, aside: true }))).toBe(true);
});

it('[J19] who has only begun to wish is not let by', async () => {
  const { scene, ann, bob } = await twoRobots();
  const { stage } = scene;
  expect(
    await stage.until(
      ann.right.wish([
        [1, 1],
        [3, 5],
      ]),
    ),
  ).toBe(true);
  await stage.run(1000);
  expect(await stage.until(bob.right.take(straight(Math.round(bob.errand.nowMs), [1, 5], [3, 1]), taking))).toBe(true);
});

it('[J11] leaves others more of the world’s time to be early or late, the faster that goes', async () => {
  const { scene, ann } = await twoRobots();
  expect(ann.right.slackMs).toBe(1000);
  await scene.stage.until(scene.ann.participant.changeTime({ kind: 'run', rate: 4 }));
  await scene.stage.run(500);
  expect(ann.right.slackMs).toBe(4000);
});

it('[J14] what was run into is planned round for a minute, and then tried again', async () => {
  const { scene, ann } = await twoRobots();
  ann.errand.bump([1.5, 1]);
  await scene.stage.run(50_000);
  expect(ann.errand.bumps).toHaveLength(1);
  await scene.stage.run(11_000);
  expect(ann.errand.bumps).toEqual([]);
});
