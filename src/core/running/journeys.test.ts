import { expect, it } from 'vitest';
import { delay } from '../base/clock.ts';
import { ORIGIN } from '../base/pose.ts';
import { put } from '../host/bodies.contract.ts';
import type { PathAsking } from '../navigation/path-service.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { isOver, type Operator, RunningStage } from './running-stage.contract.ts';

interface Scene {
  readonly stage: RunningStage;
  readonly ann: Operator;
  robotX(): number;
}

/** A program sends its robot to the only place of a map, with nothing in the way. The way there is found after so long. */
async function onItsWay({ foundAfterMs }: { readonly foundAfterMs: number }): Promise<Scene> {
  const stage = new RunningStage();
  const toTheGate: PathAsking = {
    ask: async ({ start: { x, y } }) => {
      await delay(owner.actor.node.clock, foundAfterMs);
      return {
        ...{ kind: 'path', nodes: ['gate'], lengthM: 4 - x, planner: 'straight', ms: 0 },
        legs: [{ kind: 'drive', lengthM: 4 - x, points: [[x, y] as const, [4, 0] as const] }],
      };
    },
  };
  const owner: Operator = await stage.operator('owner', {}, toTheGate);
  const ann = await stage.operator('ann');
  await put(owner.actor, 'rover', pioneer3dx, ORIGIN);
  await stage.run(500);
  expect(await stage.start(ann, 'rover', 'goto("gate"); print("there");')).toMatchObject({ kind: 'done' });
  return { stage, ann, robotX: () => ann.actor.see('rover').posture.pose.x };
}

async function expectArrival({ stage, ann, robotX }: Scene): Promise<void> {
  await stage.until(ann.programs.runs.resume('rover'));
  expect(await stage.awaitRun(ann, 'rover', isOver)).toMatchObject({ phase: 'finished', printed: [{ text: 'there' }] });
  expect(robotX()).toBeCloseTo(4, 1);
}

it('[RN11] a pause ends the journey that a program is on, and the robot stands until it is resumed', async () => {
  const scene = await onItsWay({ foundAfterMs: 10 });
  const { stage, ann, robotX } = scene;
  for (let passedMs = 0; passedMs < 30_000 && robotX() < 1; passedMs += 100) await stage.run(100);
  expect(robotX()).toBeGreaterThan(1);
  expect(await stage.until(ann.programs.runs.pause('rover'))).toMatchObject({ kind: 'done' });
  await stage.run(1000);
  const stoodX = robotX();
  expect(stoodX).toBeLessThan(3);
  await stage.run(20_000);
  expect(robotX()).toBe(stoodX);
  await expectArrival(scene);
});

it('[RN11] a pause ends a journey that has not set off yet', async () => {
  const scene = await onItsWay({ foundAfterMs: 2000 });
  const { stage, ann, robotX } = scene;
  await stage.run(1000);
  expect(await stage.until(ann.programs.runs.pause('rover'))).toMatchObject({ kind: 'done' });
  await stage.run(10_000);
  expect(robotX()).toBe(0);
  await expectArrival(scene);
});
