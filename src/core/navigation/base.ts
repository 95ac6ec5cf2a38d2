import { ORIGIN } from '../base/pose.ts';
import { collisionBodyOf, postured, support } from '../physics/physics.ts';
import { drivenDofs, type Model, USUAL_BASE_ACCELERATION } from '../robots/robots.ts';

/** How a robot's base goes, and how large it is as a disc about the point it turns on. */
export interface Base {
  /** `turning`: on the spot, then ahead, as two wheels and legs do. `sliding`: to any side, as it is turned. */
  readonly kind: 'turning' | 'sliding';
  readonly speedMPerS: number;
  readonly turnRadPerS: number;
  readonly accelerationMPerS2: number;
  readonly turnRadPerS2: number;
  readonly radiusM: number;
  /** From the point it turns on to the farthest of it, upwards too. */
  readonly reachM: number;
  /** No point of it goes faster. */
  readonly fastestMPerS: number;
}

/** A trot at rest takes so long for one step of every leg. */
const STEP_S = 0.6;
/** Of what a model could do: there are others about, and the faster one is the more room all need. */
const CALM = 0.6;
const CALM_TURN_RAD_PER_S = 1.5;
/** Of whose base nothing is told. */
const CAUTIOUS = { speedMPerS: 0.5, turnRadPerS: 1 };
/** Round the body in so many directions; between two of them it sticks out by less than a hundredth. */
const DIRECTIONS = 48;

const radii = new WeakMap<Model, number>();

/** From the point a body turns on to the farthest of it, seen from above, as its joints stand at home. */
export function planarRadius(model: Model): number {
  const known = radii.get(model);
  if (known !== undefined) return known;
  const body = postured(
    collisionBodyOf(model),
    ORIGIN,
    drivenDofs(model).map(({ home }) => home),
  );
  let radiusM = 0;
  for (const piece of body.links.flat()) {
    for (let index = 0; index < DIRECTIONS; index++) {
      const angle = (2 * Math.PI * index) / DIRECTIONS;
      const [x, y] = support(piece, [Math.cos(angle), Math.sin(angle), 0]);
      radiusM = Math.max(radiusM, Math.hypot(x, y) + piece.convex.radiusM);
    }
  }
  radii.set(model, radiusM);
  return radiusM;
}

/** Undefined for what does not go by itself. */
export function baseOf(model: Model, { speedMPerS }: { readonly speedMPerS?: number | undefined } = {}): Base | undefined {
  if (model.kind !== 'wheeled' && model.kind !== 'legged') return undefined;
  const { drive, gait } = model;
  const walkMPerS = gait && gait.strideM / STEP_S;
  const most = drive ?? (gait && walkMPerS !== undefined ? { speedMPerS: walkMPerS, turnRadPerS: walkMPerS / gait.turnRadiusM } : CAUTIOUS);
  const topMPerS = Math.min(most.speedMPerS, speedMPerS ?? CALM * most.speedMPerS);
  const turnRadPerS = Math.min(most.turnRadPerS, CALM_TURN_RAD_PER_S);
  return {
    kind: drive || gait ? 'turning' : 'sliding',
    speedMPerS: topMPerS,
    turnRadPerS,
    accelerationMPerS2: drive?.accelerationMPerS2 ?? USUAL_BASE_ACCELERATION.accelerationMPerS2,
    turnRadPerS2: drive?.turnRadPerS2 ?? USUAL_BASE_ACCELERATION.turnRadPerS2,
    radiusM: planarRadius(model),
    reachM: collisionBodyOf(model).reachM,
    fastestMPerS: topMPerS + turnRadPerS * collisionBodyOf(model).reachM,
  };
}

/** The same, no faster than this. */
export function slowed(base: Base, most: { readonly speedMPerS: number; readonly turnRadPerS: number }): Base {
  const speedMPerS = Math.min(base.speedMPerS, most.speedMPerS);
  const turnRadPerS = Math.min(base.turnRadPerS, most.turnRadPerS);
  return { ...base, speedMPerS, turnRadPerS, fastestMPerS: speedMPerS + turnRadPerS * base.reachM };
}
