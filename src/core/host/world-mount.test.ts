import { describe, expect, it } from 'vitest';
import { distance, ORIGIN } from '../base/pose.ts';
import type { Blackboard } from '../blackboard/blackboard.ts';
import type { Reading } from '../blackboard/reading.ts';
import { type Actor, Stage } from '../world/stage.contract.ts';
import { worldBoard } from './world-board.ts';
import { WorldMount } from './world-mount.ts';

const boardOf = (stage: Stage, { participant, bus, node }: Actor): Blackboard =>
  worldBoard(participant, {
    bus,
    clock: node.clock,
    report: (error) => void stage.reported.push(error),
    mounts: [new WorldMount(participant, { clock: node.clock })],
  });

async function setUp() {
  const stage = new Stage();
  const [, owner, other] = await stage.enter('leader', 'owner', 'other');
  await owner.insert('rover', {
    dofs: [{ name: 'Grip (left)', kind: 'translation', low: 0, high: 1, speedPerS: 1, accelerationPerS2: 1e6 }],
    initial: { pose: ORIGIN, values: [0.25] },
  });
  await stage.run(500);
  return { stage, owner, other, board: boardOf(stage, other) };
}

describe('what stands in a world, on the blackboard', () => {
  it("[K20] has its values by name, with the age of its owner's last word", async () => {
    const { stage, board } = await setUp();
    const names = ['control/holder', 'control/stopped', 'joints/0', 'joints/grip-left', 'owner', 'pose', 'twist'];
    expect(board.names('robots/rover/**')).toEqual(names.map((name) => `robots/rover/${name}`));
    expect(board.read('robots/rover/joints/grip-left')).toMatchObject({
      kind: 'value',
      value: 0.25,
      unit: 'm',
      writer: 'owner',
      isWriterHere: true,
    });
    expect(board.read('robots/rover/owner')).toMatchObject({ kind: 'value', value: 'owner' });
    const { ageMs, hops } = board.read('robots/rover/pose') as Reading;
    expect(ageMs).toBeGreaterThan(0);
    // A beat every 250 ms confirms it.
    expect(ageMs).toBeLessThan(600);
    expect(hops).toEqual([{ node: 'owner', kind: 'participant', shareMs: ageMs, basis: 'measured' }]);
    await expect(board.declare('robots/rover/goal', { type: 'pose' })).rejects.toThrow('all of robots/ is mounted');
    await stage.run(10);
  });

  it('[K20] grows older than the silence of its owner, and says that it is gone', async () => {
    const { stage, owner, board } = await setUp();
    owner.node.crash();
    const crashedMs = stage.time.now;
    const ages = await stage.watch(3000, 100, () => (board.read('robots/rover/pose').ageMs ?? 0) - (stage.time.now - crashedMs));
    for (const more of ages) expect(more).toBeGreaterThanOrEqual(0);
    expect(board.read('robots/rover/pose', 1000)).toMatchObject({
      kind: 'stale',
      isWriterHere: false,
      reason: expect.stringContaining('owner is gone'),
    });
  });

  it('[K21] is moved by writing a joint, under the rules of control, with the outcome as the answer', async () => {
    const { stage, owner, board } = await setUp();
    const told: number[] = [];
    board.bind('robots/*/joints/0', (answer) => answer.kind === 'value' && told.push(answer.value as number), { deadband: 0.1 });
    const exact: number[] = [];
    board.bind('robots/rover/joints/0', (answer) => answer.kind === 'value' && exact.push(answer.value as number), { onChange: true });
    expect(await stage.until(board.write('robots/rover/joints/0', 0.75))).toEqual({ kind: 'written' });
    await stage.run(1000);
    expect(owner.see('rover').posture.values).toEqual([0.75]);
    expect(told.length).toBeGreaterThan(3);
    expect(exact.at(-1)).toBe(0.75);
    await owner.ask('rover', { kind: 'lease', request: { kind: 'ask' } });
    expect(await stage.until(board.write('robots/rover/joints/0', 0))).toEqual({
      kind: 'refused',
      reason: 'owner has the lease; ask for it',
    });
    expect(await stage.until(board.write('robots/rover/joints/0', 'open'))).toMatchObject({
      reason: 'robots/rover/joints/0 is a number, and a text was written',
    });
    expect(await stage.until(board.write('robots/rover/owner', 'other'))).toMatchObject({
      kind: 'refused',
      reason: 'robots/rover/owner is only to be read',
    });
    expect(await stage.until(board.write('robots/nobody/joints/0', 1))).toMatchObject({ kind: 'refused' });
    expect(board.objectionToWriting('robots/rover/owner')).toBe('robots/rover/owner is only to be read');
    expect(board.objectionToWriting('robots/rover/joints/0')).toBeUndefined();
    await stage.run(200);
    expect(board.read('robots/rover/control/holder')).toMatchObject({ value: 'owner' });
    await owner.ask('rover', { kind: 'lease', request: { kind: 'release' } });
    expect(await stage.until(owner.participant.drive('rover'))).toMatchObject({ kind: 'driving' });
    await stage.run(200);
    expect(board.read('robots/rover/control/holder')).toMatchObject({ value: 'owner' });
  });

  it('[K21] is stopped and re-armed by writing its latch', async () => {
    const { stage, owner, board } = await setUp();
    expect(await stage.until(board.write('robots/rover/control/stopped', true))).toEqual({ kind: 'written' });
    expect(owner.see('rover').control.stop).toMatchObject({ by: 'other' });
    expect(await stage.until(board.write('robots/rover/twist', [1, 0, 0]))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('re-arm it first'),
    });
    expect(await stage.until(board.write('robots/rover/control/stopped', false))).toEqual({ kind: 'written' });
    expect(await stage.until(board.write('robots/rover/twist', [1, 0, 0, 1]))).toMatchObject({ kind: 'refused' });
    expect(await stage.until(board.write('robots/rover/twist', [1, 0]))).toMatchObject({ kind: 'refused' });
    expect(board.read('robots/rover/control/stopped')).toMatchObject({ value: false });
  });

  it('[K22] drives while its twist is written, and not at all by a backlog of two seconds', async () => {
    const { stage, owner, board } = await setUp();
    const drive = async (durationMs: number) => {
      const writing: Promise<unknown>[] = [];
      for (let passedMs = 0; passedMs < durationMs; passedMs += 50) {
        writing.push(board.write('robots/rover/twist', [1, 0, 0]));
        await stage.run(50);
      }
      return writing;
    };
    await stage.until(Promise.all(await drive(500)));
    await stage.run(1000);
    const { pose } = owner.see('rover').posture;
    expect(pose.x).toBeGreaterThan(0.7);
    expect(pose.x).toBeLessThan(1);

    stage.network.stall('other', 'owner', 2500);
    const backlog = await drive(2000);
    const places = await stage.watch(3000, 20, () => distance(owner.see('rover').posture.pose, pose));
    expect(Math.max(...places)).toBe(0);
    const outcomes = await stage.until(Promise.all(backlog));
    expect(outcomes).toHaveLength(40);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: expect.stringMatching(/lost|refused/) });
  });
});
