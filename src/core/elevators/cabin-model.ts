import { ORIGIN } from '../base/pose.ts';
import { box } from '../geometry/parts.ts';
import { at } from '../geometry/placement.ts';
import type { Model } from '../robots/robots.ts';
import { DOOR_INSIDE_M, INSIDE_M } from './shaft-model.ts';

/** From the plate to the walls of the shaft. */
const GAP_M = 0.02;
/** It passes behind the doors. */
const FRONT_M: number = DOOR_INSIDE_M - GAP_M;
const DEEP_M: number = FRONT_M + INSIDE_M / 2 - GAP_M;
const THICK_M = 0.06;
/** Above the floor it stops at, so that the two do not flicker. */
const OVER_M = 0.006;
const LINE_M = 0.05;
const LINE_THICK_M = 0.002;

/** How far from its middle something may stand and still be on it. */
export const CABIN_REACH_M: number = INSIDE_M / 2;

/** What goes up and down: a plate to stand on, in nobody's way, between the walls of the shaft. */
export const cabinModel: Omit<Model, 'id'> = {
  name: 'Cabin',
  kind: 'cabin',
  summary: 'Cabin of an elevator',
  links: [
    {
      name: 'Plate',
      parent: -1,
      origin: ORIGIN,
      parts: [
        box('graphite', [DEEP_M, INSIDE_M - 2 * GAP_M, THICK_M], at(FRONT_M - DEEP_M / 2, 0, OVER_M - THICK_M / 2), 0.004),
        box('#E3AE1F', [LINE_M, INSIDE_M - 0.2, LINE_THICK_M], at(FRONT_M - 0.08, 0, OVER_M + LINE_THICK_M / 2), 0),
      ],
    },
  ],
  dofs: [],
  extent: { radiusM: INSIDE_M / 2, heightM: OVER_M + LINE_THICK_M },
};
