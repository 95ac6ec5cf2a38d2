import { collisionBodyOf } from '../physics/physics.ts';
import type { Model } from '../robots/robots.ts';

/** What a body is made of, as far as pushing it goes. */
export interface Substance {
  readonly massKg: number;
  readonly friction: number;
}

/** Of a box round a part of which nobody said what it weighs: between a full carton and plastic. */
const DENSITY_KG_PER_M3 = 300;
const LIGHTEST_KG = 0.01;
const FRICTION = 0.5;
export const BELT_FRICTION = 0.9;

/** More than this a robot of the catalog cannot push: it stops before it as before a wall. */
export const HEAVIEST_PUSHED_KG = 25;

const known = new WeakMap<Model, Substance>();

/** As the model says, or as its size makes likely; reckoned once for each model. */
export function substanceOf(model: Model): Substance {
  const substance = known.get(model) ?? {
    massKg: model.massKg ?? Math.max(LIGHTEST_KG, DENSITY_KG_PER_M3 * volumeOf(model)),
    friction: model.friction ?? FRICTION,
  };
  known.set(model, substance);
  return substance;
}

/** Of the boxes round its pieces. */
function volumeOf(model: Model): number {
  let volume = 0;
  for (const { convexes } of collisionBodyOf(model).links) {
    for (const { low, high, radiusM } of convexes) {
      const widthM = (axis: 0 | 1 | 2) => high[axis] - low[axis] + 2 * radiusM;
      volume += widthM(0) * widthM(1) * widthM(2);
    }
  }
  return volume;
}
