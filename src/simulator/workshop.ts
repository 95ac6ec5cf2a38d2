import { ORIGIN, type Pose, planarPose } from '../core/base/pose.ts';
import { box } from '../core/geometry/parts.ts';
import { at } from '../core/geometry/placement.ts';
import { jupiterXl } from '../core/robots/catalog/jupiter-xl.ts';
import { cubePiece } from '../core/robots/catalog/pieces.ts';
import { lowStand } from '../core/robots/catalog/stands.ts';
import { thing } from '../core/robots/catalog/thing.ts';
import type { Model } from '../core/robots/robots.ts';
import { toolPose } from '../core/robots/robots.ts';

/** Long enough for two grippers at once, one at each end. */
const bar: Model = thing(
  { id: 'bar', name: 'Bar', kind: 'part', summary: 'Piece, 300 mm long', extent: { radiusM: 0.16, heightM: 0.036 } },
  [box('own', [0.3, 0.036, 0.036], at(0, 0, 0.018))],
);

export const models: (id: string) => Model | undefined = (id) => [jupiterXl, cubePiece, bar, lowStand].find((model) => model.id === id);

/** Something of the workshop, and where a reset puts it. */
export interface Piece {
  readonly id: string;
  readonly model: Model;
  readonly pose: Pose;
}

/** An arm, and where on the table its finger tips are for each of the angles that its waist is turned to. */
export interface Arm extends Piece {
  readonly spots: readonly { readonly waistRad: number; readonly pose: Pose }[];
}

/** Where four cells meet: what is carried over the table changes its region. */
const CENTRE = { x: 4, y: 4 };
const TABLE_M = 0.42;
/** Between the tips of two arms that reach for the same bar. */
const TIPS_APART_M = 0.26;
/** The finger tips are this high above the table: lower than any part is. */
const TIPS_ABOVE_M = 0.03;
/** Over the middle of the table, over its side, and where there is only the floor below. */
const WAISTS_RAD = [0, 0.5, 1.4];

const home = jupiterXl.dofs.map((dof) => dof.home);
const tip = toolPose(jupiterXl, home) ?? ORIGIN;

function arm(id: string, side: 1 | -1): Arm {
  const reachM = tip.x;
  const x = CENTRE.x + side * (reachM + TIPS_APART_M / 2);
  const yawRad = side > 0 ? Math.PI : 0;
  const spots = WAISTS_RAD.map((waistRad) => ({
    waistRad,
    pose: {
      ...planarPose(x + reachM * Math.cos(yawRad + waistRad), CENTRE.y + reachM * Math.sin(yawRad + waistRad), 0),
      z: TABLE_M,
    },
  }));
  return { id, model: jupiterXl, pose: { ...planarPose(x, CENTRE.y, yawRad), z: TABLE_M + TIPS_ABOVE_M - tip.z }, spots };
}

export const table: Piece = { id: 'table', model: lowStand, pose: planarPose(CENTRE.x, CENTRE.y, 0) };
export const arms: readonly [Arm, Arm] = [arm('left', -1), arm('right', 1)];
/** Within reach of both arms at once. */
export const sharedPart: Piece = { id: 'bar', model: bar, pose: { ...planarPose(CENTRE.x, CENTRE.y, 0), z: TABLE_M } };
export const parts: readonly Piece[] = [
  sharedPart,
  ...arms.map(({ id, spots }) => ({ id: `cube-${id}`, model: cubePiece, pose: spots[1]?.pose ?? ORIGIN })),
];
export const pieces: readonly Piece[] = [table, ...arms, ...parts];
