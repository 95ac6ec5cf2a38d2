/** How quickly a speed may change, where nobody said so. */

/** What has no acceleration of its own reaches its full speed in this time. */
const UNTIL_FULL_SPEED_S = 0.5;

export interface MovedAxis {
  readonly speedPerS: number;
  readonly accelerationPerS2?: number | undefined;
}

/** Of a degree of freedom: radians or metres per second, each second. */
export const accelerationOf = ({ speedPerS, accelerationPerS2 }: MovedAxis): number => accelerationPerS2 ?? speedPerS / UNTIL_FULL_SPEED_S;

/** Of a base that is driven. */
export interface BaseAcceleration {
  readonly accelerationMPerS2: number;
  readonly turnRadPerS2: number;
}

/** Brisk, and still slow enough to be seen: more than three times what the Pioneer 3-DX is set to when it is delivered. */
export const USUAL_BASE_ACCELERATION: BaseAcceleration = { accelerationMPerS2: 1, turnRadPerS2: 5 };
