import { describe, expect, it } from 'vitest';
import { ORIGIN, planarPose } from '../base/pose.ts';
import { collisionBodyOf } from '../physics/physics.ts';
import { puma560 } from '../robots/catalog/puma-560.ts';
import { Stage } from '../world/stage.contract.ts';
import { hosted, models, put } from './bodies.contract.ts';

describe('a robot that may meet itself', () => {
  it('[P8] is looked at once for a motion: when that is made, to its end', async () => {
    const stage = new Stage();
    const [owner] = await stage.enter('owner');
    // A model of its own has a body of its own.
    const arm = { ...puma560, id: 'arm' };
    const asked = lookedAt(arm);
    await hosted(owner, (id) => (id === 'arm' ? arm : models(id)));
    await put(owner, 'robot', arm, ORIGIN);
    // Their ends are no whole milliseconds.
    for (const to of [0.1, 0.2234, 0.3345, 0.1]) {
      const before = asked();
      await owner.ask('robot', { kind: 'glide', dof: 0, to, speedPerS: 0.137 });
      const whenMade = asked();
      expect(whenMade).toBeGreaterThan(before);
      await stage.run(2000);
      expect(asked()).toBe(whenMade);
    }
  });

  it('[P8] is not looked at again for a motion that was found clear, whichever robot of the model makes it and when; for any other it is', async () => {
    const stage = new Stage();
    const [owner] = await stage.enter('owner');
    const arm = { ...puma560, id: 'arm' };
    const asked = lookedAt(arm);
    await hosted(owner, (id) => (id === 'arm' ? arm : models(id)));
    for (const [id, y] of Object.entries({ one: 0, other: 5 })) await put(owner, id, arm, planarPose(0, y, 1));
    const looksFor = async (robot: string, dof: number, to: number): Promise<number> => {
      const before = asked();
      expect((await owner.ask(robot, { kind: 'glide', dof, to })).kind).toBe('done');
      await stage.run(5000);
      return asked() - before;
    };
    const there = await looksFor('one', 0, 0.5);
    expect(there).toBeGreaterThan(0);
    expect(await looksFor('other', 0, 0.5)).toBe(0);
    expect(await looksFor('one', 0, 0)).toBe(there);
    expect(await looksFor('one', 0, 0.5)).toBe(0);
    // With another joint elsewhere it is another way.
    expect(await looksFor('one', 1, 0.3)).toBe(there);
    expect(await looksFor('one', 0, 0)).toBe(there);
  });

  it('[P8] is stopped each time before it would, however often that is tried', async () => {
    const stage = new Stage();
    const [owner] = await stage.enter('owner');
    await hosted(owner);
    await put(owner, 'robot', puma560, ORIGIN);
    await owner.ask('robot', { kind: 'glide', dof: 1, to: -0.6 });
    await stage.run(5000);
    for (let time = 0; time < 3; time++) {
      await owner.ask('robot', { kind: 'glide', dof: 2, to: -3.9 });
      await stage.run(8000);
      expect(owner.see('robot').contact?.with).toBe('robot');
      await owner.ask('robot', { kind: 'glide', dof: 2, to: 0 });
      await stage.run(8000);
      expect(owner.see('robot').contact).toBeUndefined();
    }
  });
});

/** How often somebody has asked which links of it may meet. */
function lookedAt(model: typeof puma560): () => number {
  const body = collisionBodyOf(model);
  const { meetings } = body;
  let times = 0;
  Object.defineProperty(body, 'meetings', {
    get: () => {
      times++;
      return meetings;
    },
  });
  return () => times;
}
