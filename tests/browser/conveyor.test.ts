import { afterAll, beforeAll, expect, it } from 'vitest';
import { planarPose } from '../../src/core/base/pose.ts';
import { BELT_TOP_M, conveyor } from '../../src/core/robots/catalog/conveyor.ts';
import { movemasterEx } from '../../src/core/robots/catalog/movemaster-ex.ts';
import { cubePiece } from '../../src/core/robots/catalog/pieces.ts';
import { stand } from '../../src/core/robots/catalog/stands.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import type { World } from '../../src/library/manyhands.ts';
import type { Guest } from './guest.ts';
import { insertPatiently } from './insertion.ts';
import { Lab } from './lab.ts';
import { until } from './until.ts';

const STAND_M = 0.62;
const BELT_M_PER_S = 0.06;
/** The belt goes to and fro, so that the piece comes by again. */
const WAY_M = 0.5;
/** With which the hand is at the belt, pointing down, its fingers on both sides of where the piece comes. The shoulder goes last: it lowers the hand. */
const REACH: readonly (readonly [dof: number, label: string, value: number])[] = [
  [2, 'J3 elbow, degrees', -38.8],
  [3, 'J4 wrist pitch, degrees', -54.6],
  [4, 'J5 wrist roll, degrees', 90],
  [5, 'Gripper, millimetres', 60],
  [1, 'J2 shoulder, degrees', 3.4],
];
const isAt = (value: number, label: string, shown: number): boolean =>
  Math.abs(value - (label.endsWith('degrees') ? (shown * 180) / Math.PI : 1000 * shown)) < 0.1;

let opened: AsyncDisposableStack;
let lab: Lab;
let robot: World;
let ada: Guest;
let bob: Guest;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  lab = opened.use(await Lab.open());
  robot = opened.use(await lab.join('Robot'));
  [ada, bob] = [opened.use(await lab.enter('Ada')), opened.use(await lab.enter('Bob'))];
});
afterAll(() => opened.disposeAsync());

it('a piece is picked from the running conveyor by keyboard, and goes with the hand for everybody', async () => {
  for (const id of await ada.entities()) await ada.remove(id);
  await insertPatiently(robot, draftOf(stand, { pose: planarPose(0, 0, 0) }), 'stand');
  await insertPatiently(robot, draftOf(conveyor, { pose: planarPose(1, 0.45, 0) }), 'conveyor');
  await insertPatiently(robot, draftOf(cubePiece, { name: 'Cube', pose: { ...planarPose(-0.25, 0.38, 0), z: BELT_TOP_M } }), 'cube');
  const arm = await ada.insert(draftOf(movemasterEx, { name: 'Arm', pose: { ...planarPose(0, 0, Math.PI / 2), z: STAND_M } }));
  await ada.select('Arm');
  for (const [dof, label, value] of REACH) {
    const field = ada.inspector.getByLabel(label);
    await field.fill(String(value));
    await field.press('Enter');
    await until(`${label} is ${value}`, () => isAt(value, label, robot.entity(arm)?.posture.values[dof] ?? Number.NaN));
  }

  using belt = runToAndFro();
  const gripper = ada.inspector.getByLabel('Gripper', { exact: true });
  const grasp = gripper.getByRole('button', { name: 'Grasp' });
  const holds = gripper.getByText('Holds Cube', { exact: true });
  await until('the arm has the cube', async () => {
    await grasp.press('Enter');
    // Not before it is answered: the button becomes "Let go", and the same key would drop the cube.
    await holds.or(gripper.getByRole('alert')).waitFor();
    return holds.isVisible();
  });
  expect(belt.runs).toBe(true);
  expect(robot.entity('cube')?.owner).toBe(await ada.id);
  const shoulder = ada.inspector.getByLabel('J2 shoulder, degrees');
  await shoulder.fill('30');
  await shoulder.press('Enter');
  for (const guest of [ada, bob])
    await until(`${guest.name} sees the cube in the air`, async () => (await guest.shown('cube')).pose.z > BELT_TOP_M + 0.05);
  await holds.waitFor();
  await gripper.getByRole('button', { name: 'Let go' }).press('Enter');
  // On the belt, or on its rail.
  for (const guest of [ada, bob])
    await until(`${guest.name} sees the cube fall`, async () => (await guest.shown('cube')).pose.z < BELT_TOP_M + 0.04);
});

/** For as long as it is not disposed of. */
function runToAndFro(): Disposable & { readonly runs: boolean } {
  let isOver = false;
  const run = async (): Promise<void> => {
    for (let to = WAY_M; !isOver; to = WAY_M - to) {
      await robot.command('conveyor', { kind: 'glide', dof: 0, to, durationMs: (1000 * WAY_M) / BELT_M_PER_S, ramp: 0 });
      await until('the belt is at its end', () => isOver || robot.entity('conveyor')?.posture.values[0] === to);
    }
  };
  const running = run();
  running.catch((error) => expect.fail(String(error)));
  return {
    get runs() {
      return (robot.entity('conveyor')?.endsAtMs ?? 0) > robot.time.worldMs;
    },
    [Symbol.dispose]: () => {
      isOver = true;
    },
  };
}
