import { describe, expect, it } from 'vitest';
import { ORIGIN } from '../base/pose.ts';
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
