import { describe, expect, it } from 'vitest';
import { longWall } from '../../core/robots/catalog/furniture.ts';
import { pioneer3dx } from '../../core/robots/catalog/pioneer-3-dx.ts';
import { type Answer, draftOf, joinWorld, planarPose } from '../../library/manyhands.ts';
import { HubStage } from '../hub-stage.contract.ts';

const local = { host: '127.0.0.1', publicHost: undefined, db: ':memory:' };
const onError = (error: unknown): never => expect.fail(String(error));
const PATIENCE = { timeout: 15_000 };
const LASER = 'sensors/robot/laser';

/** However old: this machine may be busy. */
const toldBy = (answer: Answer | undefined) => (answer?.kind === 'value' ? answer.value : answer?.last);

/** A hub, whoever owns a robot that stands before a wall, and somebody else. */
async function lab() {
  const stage = await HubStage.start(local);
  const ada = await joinWorld(stage.hub.url, { name: 'Ada', onError });
  await ada.insert(draftOf(longWall, { pose: planarPose(3, 0, Math.PI / 2) }), 'wall');
  await ada.insert(draftOf(pioneer3dx, { pose: planarPose(0, 0, 0) }), 'robot');
  const refused: unknown[] = [];
  const bob = await joinWorld(stage.hub.url, { name: 'Bob', onError: (error) => void refused.push(error) });
  await bob.board.ready;
  return {
    ...{ stage, ada, bob, refused },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([ada.leave(), bob.leave()]);
      await stage[Symbol.asyncDispose]();
    },
  };
}

describe('sensors of robots in a world of a hub', { timeout: 60_000 }, () => {
  it('[RS11] [RS14] reach whoever binds to them, from whatever program owns the robot, and can be asked for anywhere', async () => {
    await using place = await lab();
    const { ada, bob } = place;
    const told: Answer[] = [];
    bob.board.bind(LASER, (answer) => told.push(answer));
    await expect.poll(() => told.length, PATIENCE).toBeGreaterThan(3);
    const metres = toldBy(told.at(-1)) as number[];
    expect(metres).toHaveLength(181);
    // Ahead the wall is, some millimetres of noise away; to the side there is nothing.
    expect(metres[90]).toBeGreaterThan(2.8);
    expect(metres[90]).toBeLessThan(3);
    expect(metres[0]).toBe(8);
    expect(told.at(-1)?.writer).toBe(ada.id);
    const answer = await bob.sense({ kind: 'laser', robot: planarPose(1, 0, 0), sensor: { ...planarPose(0, 0, 0), z: 0.3 }, beams: 3 });
    if (answer.kind !== 'sensed') throw new Error(answer.reason);
    expect(answer.metres[1]).toBeGreaterThan(1.8);
    expect(answer.metres[1]).toBeLessThan(2);
    expect(answer.metres[0]).toBe(8);
  });

  it('[RS11] [RS13] are measured by the hub for what it owns, read by who only reads, and written by nobody else', async () => {
    await using place = await lab();
    const { ada, bob, refused } = place;
    const hub = ada.participants.find(({ id }) => id !== ada.id && id !== bob.id)?.id ?? '';
    expect(await ada.handOver('robot', hub)).toMatchObject({ kind: 'done' });
    await expect.poll(() => toldBy(bob.board.read('sensors/robot/sonar')), PATIENCE).toHaveLength(16);
    expect(bob.board.read('sensors/robot/sonar').writer).toBe(hub);

    await bob.board.write('sensors/robot/sonar', [1, 2, 3]);
    await expect.poll(() => refused.map(String).join(), PATIENCE).toMatch(/only who owns the robot may write sensors\/robot\/sonar/);
    // What is no robot's is everybody's, as ever.
    await bob.board.declare('sensors/yair/ir', { type: 'number' });
    await bob.board.write('sensors/yair/ir', 0.4);
    await ada.board.ready;
    await expect.poll(() => toldBy(ada.board.peek('sensors/yair/ir')), PATIENCE).toBe(0.4);
  });
});
