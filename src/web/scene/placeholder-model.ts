import { ORIGIN, type Pose } from '../../core/base/pose.ts';
import type { Paint, Part, Shape } from '../../core/geometry/shape.ts';
import type { Model } from '../../core/robots/model.ts';

const SIDE_M = 0.36;
const EDGE_M = 0.014;
export const AMBER: Paint = '#DB9200';
export const GREY: Paint = '#A9B2B0';

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
  return { shape: { kind: 'box', sizeM: [SIDE_M, SIDE_M, SIDE_M], edgeM: EDGE_M / 2 }, at: ORIGIN, paint: GREY };
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

type Corner = readonly [number, number, number];

/** Bars along the twelve edges of a box. */
export function boxEdges(low: Corner, high: Corner): (Shape & { kind: 'tube' })[] {
  const radiusM = Math.max(0.0005, 0.012 * Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]));
  const sides = [low, high] as const;
  const corner = (x: 0 | 1, y: 0 | 1, z: 0 | 1): Corner => [sides[x][0], sides[y][1], sides[z][2]];
  const ends = ([0, 1] as const).flatMap((a) =>
    ([0, 1] as const).flatMap((b) => [
      [corner(0, a, b), corner(1, a, b)],
      [corner(a, 0, b), corner(a, 1, b)],
      [corner(a, b, 0), corner(a, b, 1)],
    ]),
  );
  return ends.map((points) => ({ kind: 'tube', points, radiusM: radiusM / 2 }));
}
