import { advance, type Pose, planarTwist } from '../base/pose.ts';
import { type BaseAcceleration, type Model, USUAL_BASE_ACCELERATION } from '../robots/robots.ts';

/** Straight, on the spot, or both at once: an arc. */
export interface Leg {
  readonly forwardM: number;
  readonly turnRad: number;
}

export interface Knot {
  readonly afterMs: number;
  readonly pose: Pose;
}

/** Between two knots everybody goes straight on: so a curve, and a change of speed, needs several. */
const KNOTS_OF_RAMP = 6;
const TURN_A_KNOT_RAD = Math.PI / 12;
const MOST_KNOTS_OF_LEG = 120;
const MOST_TURNS = 10;
const FARTHEST_M = 1000;
const STRIDES_PER_S = 2;
/** Metres or radians: what is left of a sum. */
const NOTHING = 1e-6;

interface Pace extends BaseAcceleration {
  readonly speedMPerS: number;
  readonly turnRadPerS: number;
}

/** Of wheels as the model says; of legs by their strides. */
function paceOf({ drive, gait }: Model): Pace {
  const strideMPerS = (gait?.strideM ?? 0.1) * STRIDES_PER_S;
  return {
    speedMPerS: drive?.speedMPerS ?? strideMPerS,
    turnRadPerS: drive?.turnRadPerS ?? strideMPerS / (gait?.turnRadiusM ?? 0.1),
    accelerationMPerS2: drive?.accelerationMPerS2 ?? USUAL_BASE_ACCELERATION.accelerationMPerS2,
    turnRadPerS2: drive?.turnRadPerS2 ?? USUAL_BASE_ACCELERATION.turnRadPerS2,
  };
}

/** One leg after the other; between two the base stands. */
export function wayOf(
  from: Pose,
  legs: readonly Leg[],
  model: Model,
  share: number,
): { readonly knots: Knot[] } | { readonly reason: string } {
  const pace = paceOf(model);
  const knots: Knot[] = [];
  let [pose, atMs] = [from, 0];
  for (const leg of legs) {
    if (Math.abs(leg.forwardM) > FARTHEST_M) return { reason: `${(leg.forwardM / 1000).toFixed(1)} km are too far at once` };
    if (Math.abs(leg.turnRad) > MOST_TURNS * 2 * Math.PI) return { reason: `more than ${MOST_TURNS} turns are too many at once` };
    if (Math.abs(leg.forwardM) < NOTHING && Math.abs(leg.turnRad) < NOTHING) continue;
    const made = knotsOf(pose, leg, pace, share, atMs);
    knots.push(...made);
    const last = made.at(-1);
    if (last) [pose, atMs] = [last.pose, last.afterMs];
  }
  return { knots };
}

/** Speeds up, goes on, slows down. All is counted in shares of the whole leg. */
function knotsOf(from: Pose, { forwardM, turnRad }: Leg, pace: Pace, share: number, startMs: number): Knot[] {
  const least = (forward: number, turn: number) => Math.min(forward / Math.abs(forwardM), turn / Math.abs(turnRad));
  const acceleration = least(pace.accelerationMPerS2, pace.turnRadPerS2);
  const rampS = Math.min((least(pace.speedMPerS, pace.turnRadPerS) * share) / acceleration, Math.sqrt(1 / acceleration));
  const speed = acceleration * rampS;
  const ramp = (acceleration * rampS ** 2) / 2;
  const cruiseS = (1 - 2 * ramp) / speed;
  const cruises = Math.max(1, Math.min(MOST_KNOTS_OF_LEG, Math.ceil((Math.abs(turnRad) * (1 - 2 * ramp)) / TURN_A_KNOT_RAD)));
  const twist = planarTwist(forwardM, turnRad);
  const knot = (afterS: number, part: number): Knot => ({ afterMs: startMs + Math.round(afterS * 1000), pose: advance(from, twist, part) });
  const knots: Knot[] = [];
  for (let step = 1; step <= KNOTS_OF_RAMP; step++) {
    const part = step / KNOTS_OF_RAMP;
    knots.push(knot(rampS * part, ramp * part ** 2));
  }
  for (let step = 1; step <= cruises; step++) {
    const part = step / cruises;
    knots.push(knot(rampS + cruiseS * part, ramp + (1 - 2 * ramp) * part));
  }
  for (let step = 1; step <= KNOTS_OF_RAMP; step++) {
    const part = step / KNOTS_OF_RAMP;
    knots.push(knot(rampS + cruiseS + rampS * part, 1 - ramp * (1 - part) ** 2));
  }
  return knots;
}
