import { describe, expect, it } from 'vitest';
import { collisionBodyOf } from '../../core/physics/physics.ts';
import { catalog } from '../../core/robots/catalog/catalog.ts';
import type { Model } from '../../core/robots/model.ts';
import { chainOf } from './chain.ts';
import { collisionGeometries } from './collision-geometry.ts';

const model = (id: string): Model => {
  const found = catalog.find((each) => each.id === id);
  if (!found) throw new Error(`the catalog has no ${id}`);
  return found;
};
const geometriesOf = (of: Model) => collisionGeometries(of, chainOf(of));

describe('what stands for a body', () => {
  it.each(catalog.map((each) => [each.name, each] as const))(
    'is drawn where something can touch it, and within its reach: %s',
    (_, each) => {
      const { isSolid, links, reachM } = collisionBodyOf(each);
      const isThere = isSolid && links.some(({ convexes }) => convexes.length > 0);
      const drawn = geometriesOf(each).filter((geometry) => geometry !== undefined);
      expect(drawn.length > 0).toBe(isThere);
      for (const geometry of drawn) {
        geometry.computeBoundingSphere();
        expect(geometry.boundingSphere?.radius).toBeLessThanOrEqual(reachM * 1.01);
      }
    },
  );

  it('has an edge where faces meet, and none across a flat face', () => {
    const [cube] = geometriesOf(model('piece-cube'));
    const positions = cube?.getAttribute('position');
    const rim = cube?.getAttribute('rim');
    if (!positions || !rim) throw new Error('nothing stands for the cube');
    let edges = 0;
    for (let triangle = 0; triangle < positions.count; triangle += 3) {
      for (let side = 0; side < 3; side++) {
        const isEdge = [0, 1, 2].some((corner) => rim.getComponent(triangle + corner, side) === 0);
        if (!isEdge) continue;
        edges++;
        const ends = [1, 2].map((step) => triangle + ((side + step) % 3));
        const apart = [0, 1, 2].filter((axis) => {
          const [from = 0, to = 0] = ends.map((end) => positions.getComponent(end, axis));
          return Math.abs(from - to) > 1e-6;
        });
        // Along one axis only: a diagonal of a face is none.
        expect(apart).toHaveLength(1);
      }
    }
    // Each of twelve, seen from both of its faces.
    expect(edges).toBe(24);
  });
});
