import { ORIGIN, type Pose } from '../../core/base/pose.ts';
import type { Part } from '../../core/geometry/shape.ts';
import type { Model } from '../../core/robots/model.ts';

const SIDE_M = 0.36;
const EDGE_M = 0.014;
const AMBER = '#DB9200';

/** What stands for a model that is not there: a grey box with an amber edge. Its label says the entity's name. */
export const placeholderModel: Model = {
  id: 'placeholder',
  name: 'Missing model',
  kind: 'equipment',
  summary: 'The model of this entity has not been found',
  links: [{ name: 'box', parent: -1, origin: { ...ORIGIN, z: SIDE_M / 2 }, parts: [box(), ...edges()] }],
  dofs: [],
  extent: { radiusM: SIDE_M / 2, heightM: SIDE_M },
};

function box(): Part {
  return { shape: { kind: 'box', sizeM: [SIDE_M, SIDE_M, SIDE_M], edgeM: EDGE_M / 2 }, at: ORIGIN, paint: '#A9B2B0' };
}

function edges(): Part[] {
  const half = SIDE_M / 2 - EDGE_M / 3;
  const sizeM = [EDGE_M, EDGE_M, SIDE_M + EDGE_M / 3] as const;
  const along: readonly ((a: number, b: number) => Pose)[] = [
    (a, b) => ({ ...ORIGIN, x: a, y: b }),
    (a, b) => ({ ...ORIGIN, y: a, z: b, qy: Math.SQRT1_2, qw: Math.SQRT1_2 }),
    (a, b) => ({ ...ORIGIN, x: a, z: b, qx: Math.SQRT1_2, qw: Math.SQRT1_2 }),
  ];
  return along.flatMap((place) =>
    [-half, half].flatMap((a) => [-half, half].map((b): Part => ({ shape: { kind: 'box', sizeM }, at: place(a, b), paint: AMBER }))),
  );
}
