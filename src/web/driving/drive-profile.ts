import type { EntityDescription } from '../../core/api/messages.ts';
import { planarTwist } from '../../core/base/pose.ts';
import type { Model } from '../../core/robots/model.ts';
import type { Axes } from './axes.ts';

/** What axes mean for a robot, and how fast it may go. */
export type DriveProfile =
  | { readonly kind: 'base'; readonly speedMPerS: number; readonly turnRadPerS: number }
  /** Joints jogged by their rates: `forward` and `left` say which ones the two axes move. */
  | { readonly kind: 'joints'; readonly speedsPerS: readonly number[]; readonly forward: number; readonly left: number | undefined };

/** As a Stick takes it. */
export interface StickPosition {
  readonly twist: ReturnType<typeof planarTwist>;
  readonly rates: readonly (readonly [number, number])[];
}

/** A trot at rest takes so long for one step of every leg. */
const STEP_S = 0.6;
/** For a body that can be driven, of whose model nothing is known. */
const CAUTIOUS: DriveProfile = { kind: 'base', speedMPerS: 0.5, turnRadPerS: 1 };

/** Undefined for what nobody drives. */
export function driveProfile(model: Model | undefined, { kind, dofs }: Pick<EntityDescription, 'kind' | 'dofs'>): DriveProfile | undefined {
  if (kind === 'static') return undefined;
  if (model?.drive) return { kind: 'base', speedMPerS: model.drive.speedMPerS, turnRadPerS: model.drive.turnRadPerS };
  if (model?.gait) {
    const speedMPerS = model.gait.strideM / STEP_S;
    return { kind: 'base', speedMPerS, turnRadPerS: speedMPerS / model.gait.turnRadiusM };
  }
  if (dofs.length > 0) {
    return {
      kind: 'joints',
      speedsPerS: dofs.map(({ speedPerS }) => speedPerS),
      forward: Math.min(1, dofs.length - 1),
      left: dofs.length > 1 ? 0 : undefined,
    };
  }
  return model ? undefined : CAUTIOUS;
}

/** Finer than this nobody can hold a stick, and every change of it is a message. */
const STEPS = 100;
const inSteps = (value: number): number => Math.round(value * STEPS) / STEPS;

/** `share` of the model's speed, from 0 to 1. `jogs`: joints held by buttons, -1 to 1 each. */
export function positionOf(profile: DriveProfile, axes: Axes, jogs: ReadonlyMap<number, number>, share: number): StickPosition {
  const forward = inSteps(axes.forward) * share;
  const left = inSteps(axes.left) * share;
  if (profile.kind === 'base') return { twist: planarTwist(forward * profile.speedMPerS, left * profile.turnRadPerS), rates: [] };
  const asked = new Map<number, number>();
  const add = (dof: number | undefined, value: number) => {
    if (dof !== undefined && value !== 0) asked.set(dof, (asked.get(dof) ?? 0) + value);
  };
  add(profile.forward, forward);
  add(profile.left, left);
  for (const [dof, direction] of jogs) add(dof, inSteps(direction) * share);
  const rates = [...asked].map(([dof, value]): [number, number] => {
    const speedPerS = profile.speedsPerS[dof] ?? 0;
    return [dof, Math.max(-1, Math.min(1, value)) * speedPerS];
  });
  return { twist: planarTwist(0, 0), rates };
}
