import { planarPose } from '../core/base/pose.ts';
import { cardboardBox, smallCardboardBox } from '../core/robots/catalog/boxes.ts';
import { shortWall } from '../core/robots/catalog/furniture.ts';
import { pioneer3dx } from '../core/robots/catalog/pioneer-3-dx.ts';
import type { Model } from '../core/robots/robots.ts';
import type { Piece } from './workshop.ts';

/** Where four cells meet: what is pushed about changes its region. */
export const CENTRE = { x: 4, y: 4 };

const around = (id: string, model: Model, x: number, y: number, yawRad: number): Piece => ({
  id,
  model,
  pose: planarPose(CENTRE.x + x, CENTRE.y + y, yawRad),
});

export const carts: readonly [Piece, Piece] = [
  around('cart-a', pioneer3dx, -0.9, 0.1, 0),
  around('cart-b', pioneer3dx, 0.1, -1.1, Math.PI / 2),
];
/** Near enough to each other that one is pushed against the other. */
export const boxes: readonly [Piece, Piece] = [
  around('box-a', smallCardboardBox, 0, 0, 0.2),
  around('box-b', cardboardBox, 0.55, 0.15, -0.4),
];
export const yard: readonly Piece[] = [around('wall', shortWall, 0, 1.5, 0), ...carts, ...boxes];

export const yardModels: (id: string) => Model | undefined = (id) =>
  [pioneer3dx, smallCardboardBox, cardboardBox, shortWall].find((model) => model.id === id);
