import { compose, inverse, type Pose, yawOf } from '../base/pose.ts';
import type { DegreeOfFreedom, DifferentialDrive, Gait, Leg, Model } from './model.ts';

/** How a base has travelled since it was first seen: sums over its small movements. */
export interface Travel {
  /** Backward counts negative. */
  readonly forwardM: number;
  /** Left counts positive. */
  readonly turnedRad: number;
  /** 0 while it stands, 1 while it goes; between the two, legs blend from standing to walking. */
  readonly effort: number;
}

export const NO_TRAVEL: Travel = { forwardM: 0, turnedRad: 0, effort: 0 };

/** How a base came from one pose to a near one. */
export function travelBetween(before: Pose, after: Pose): { forwardM: number; turnedRad: number } {
  const step = compose(inverse(before), after);
  return { forwardM: step.x, turnedRad: yawOf(step) };
}

/** What an entity of this model has values for. The wheels are not among them: they follow from how its base travels. */
export const drivenDofs = (model: Model): readonly DegreeOfFreedom[] =>
  model.drive ? model.dofs.slice(0, Math.min(...model.drive.wheels)) : model.dofs;

/** One value a degree of freedom, as the model is to be drawn: an entity's own values, with wheels that roll and legs that walk. */
export function shownValues(model: Model, values: readonly number[], travel: Travel): number[] {
  const shown = model.dofs.map(({ home }, index) => values[index] ?? home);
  if (model.drive) {
    const [left, right] = model.drive.wheels;
    [shown[left], shown[right]] = wheelAngles(model.drive, travel);
  }
  if (model.gait && travel.effort > 0) {
    for (const [dof, walking] of walkingValues(model.gait, travel)) {
      const standing = shown[dof] ?? 0;
      shown[dof] = standing + (walking - standing) * Math.min(1, travel.effort);
    }
  }
  return shown;
}

/** How far the left and the right wheel have rolled, in radians. */
export function wheelAngles(
  { wheelRadiusM, trackM }: DifferentialDrive,
  { forwardM, turnedRad }: Pick<Travel, 'forwardM' | 'turnedRad'>,
): [left: number, right: number] {
  const outwards = (turnedRad * trackM) / 2;
  return [(forwardM - outwards) / wheelRadiusM, (forwardM + outwards) / wheelRadiusM];
}

/** Each foot is on the ground for this share of its step: diagonal legs take turns, as in a trot. */
const STANCE = 0.5;

/** The values of hips and knees, after so much walking: pairs of degree of freedom and radians. */
export function walkingValues(gait: Gait, { forwardM, turnedRad }: Pick<Travel, 'forwardM' | 'turnedRad'>): [dof: number, value: number][] {
  const cycles = (forwardM + Math.abs(turnedRad) * gait.turnRadiusM) / gait.strideM;
  return gait.legs.flatMap((leg): [number, number][] => {
    const foot = footAt(gait, cycles + leg.phase);
    const [hip, knee] = reach(leg, foot);
    return [
      [leg.hipDof, hip],
      [leg.kneeDof, knee],
    ];
  });
}

/** Where a foot is under its hip, so many cycles on: standing it goes straight back, then it swings to the front in an arc. */
export function footAt({ strideM, liftM, heightM }: Gait, cycles: number): { forwardM: number; downM: number } {
  const phase = cycles - Math.floor(cycles);
  const reachM = (strideM * STANCE) / 2;
  if (phase < STANCE) return { forwardM: reachM - strideM * phase, downM: heightM };
  const swing = (phase - STANCE) / (1 - STANCE);
  return { forwardM: -reachM * Math.cos(swing * Math.PI), downM: heightM - liftM * Math.sin(swing * Math.PI) };
}

/** The hip and knee that put the foot there; as near as the leg reaches. */
export function reach(
  { upperM, lowerM, bend }: Pick<Leg, 'upperM' | 'lowerM' | 'bend'>,
  { forwardM, downM }: { forwardM: number; downM: number },
): [hip: number, knee: number] {
  const reachM = Math.min(Math.hypot(forwardM, downM), upperM + lowerM);
  const kneeCosine = (reachM ** 2 - upperM ** 2 - lowerM ** 2) / (2 * upperM * lowerM);
  const knee = bend * Math.acos(Math.max(-1, Math.min(1, kneeCosine)));
  const hip = Math.atan2(forwardM, downM) - Math.atan2(lowerM * Math.sin(knee), upperM + lowerM * Math.cos(knee));
  return [hip, knee];
}
