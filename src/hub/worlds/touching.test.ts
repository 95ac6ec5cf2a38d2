import { describe, expect, it } from 'vitest';
import { longWall } from '../../core/robots/catalog/furniture.ts';
import { movemasterEx } from '../../core/robots/catalog/movemaster-ex.ts';
import { cubePiece } from '../../core/robots/catalog/pieces.ts';
import { pioneer3dx } from '../../core/robots/catalog/pioneer-3-dx.ts';
import { draftOf, joinWorld, planarPose, planarTwist, type World } from '../../library/manyhands.ts';
import { HubStage } from '../hub-stage.contract.ts';

const local = { host: '127.0.0.1', publicHost: undefined, db: ':memory:' };
const onError = (error: unknown): never => expect.fail(String(error));

/** A wall across the way of a robot. */
async function wallAndRobot(world: World): Promise<void> {
  await world.insert(draftOf(longWall, { pose: planarPose(1, 0, Math.PI / 2) }), 'wall');
  await world.insert(draftOf(pioneer3dx, { pose: planarPose(0, 0, 0) }), 'robot');
}

describe('a program that joined', () => {
  it('has its robots stop at walls, as the hub and pages do', async () => {
    await using stage = await HubStage.start(local);
    await using ada = await joinWorld(stage.hub.url, { name: 'Ada', onError });
    await wallAndRobot(ada);
    expect(await ada.command('robot', { kind: 'drift', twist: planarTwist(2, 0), durationMs: 1000 })).toMatchObject({ kind: 'done' });
    const robot = ada.entity('robot') ?? expect.fail('there is no robot');
    expect(robot.contact?.with).toBe('wall');
    await expect.poll(() => ada.time.worldMs - robot.endsAtMs, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(robot.posture.pose.x).toBeLessThan(0.9);
    expect(robot.posture.pose.x).toBeGreaterThan(0.3);
  });

  it('moves through them if it said so', async () => {
    await using stage = await HubStage.start(local);
    await using ada = await joinWorld(stage.hub.url, { name: 'Ada', onError, motions: 'unguarded' });
    await wallAndRobot(ada);
    await ada.command('robot', { kind: 'drift', twist: planarTwist(2, 0), durationMs: 1000 });
    expect(ada.entity('robot')?.contact).toBeUndefined();
  });

  it('knows of a model that somebody adds to the catalog, or changes there, while it is here', async () => {
    await using stage = await HubStage.start(local);
    await using ada = await joinWorld(stage.hub.url, { name: 'Ada', onError });
    expect(await ada.model('new-wall')).toBeUndefined();
    const { token } = await stage.administrator();
    for (const name of ['New wall', 'Newer wall']) {
      const put = await stage.call('PUT /api/v1/models/new-wall', { token, body: { ...longWall, id: 'new-wall', name } });
      expect(put.status).toBe(204);
      await expect.poll(async () => (await ada.model('new-wall'))?.name, { timeout: 10_000 }).toBe(name);
    }
  });

  it('grasps what is between the fingers of a robot, and lets go of it', async () => {
    await using stage = await HubStage.start(local);
    await using ada = await joinWorld(stage.hub.url, { name: 'Ada', onError });
    const draft = draftOf(movemasterEx, { pose: planarPose(0, 0, 0) });
    const down = [0, 5.9, -56.6, -39.3, 0].map((degrees) => (degrees * Math.PI) / 180);
    await ada.insert({ ...draft, initial: { ...draft.initial, values: [...down, 0.06] } }, 'arm');
    expect(await ada.grasp('arm')).toMatchObject({
      kind: 'refused',
      reason: 'there is nothing between the fingers of Mitsubishi Movemaster EX',
    });
    await ada.insert(draftOf(cubePiece, { pose: planarPose(0.35, 0, 0) }), 'cube');
    expect(await ada.grasp('arm')).toEqual({ kind: 'done', part: 'cube' });
    expect(ada.entity('cube')?.heldBy).toBe('arm');
    expect(await ada.release('arm')).toEqual({ kind: 'done', part: 'cube' });
    expect(ada.entity('cube')?.heldBy).toBeUndefined();
  });

  it('lets what it inserts in the air fall', async () => {
    await using stage = await HubStage.start(local);
    await using ada = await joinWorld(stage.hub.url, { name: 'Ada', onError });
    await ada.insert(draftOf(cubePiece, { pose: { ...planarPose(0, 0, 0), z: 0.5 } }), 'cube');
    await expect.poll(() => ada.entity('cube')?.posture.pose.z, { timeout: 15_000 }).toBeLessThan(0.002);
    await expect.poll(() => ada.time.worldMs - (ada.entity('cube')?.endsAtMs ?? 0), { timeout: 15_000 }).toBeGreaterThan(1000);
  });
});
