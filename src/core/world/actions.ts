import { type Action, type EntityDescription, LONGEST_MOTION_MS } from '../api/messages.ts';
import { compose, inverse, type Pose } from '../base/pose.ts';
import { glideFrom } from './glide.ts';
import { type BaseMotion, type Carrier, carryingFrame, DEEPEST_RIDE, type DofMotion, endOf, rateAt } from './motion.ts';

/** How an entity moves, and where that puts it at the instant of planning. */
export interface Posture {
  readonly base: BaseMotion;
  readonly dofs: readonly DofMotion[];
  readonly pose: Pose;
  readonly values: readonly number[];
}

export interface Planning {
  readonly self: string;
  readonly description: EntityDescription;
  readonly posture: Posture;
  readonly worldMs: number;
  /** Where another entity is now; undefined when it is not known here. */
  readonly carrierOf: (entity: string) => Carrier | undefined;
  /** What another entity rides on. */
  readonly parentOf: (entity: string) => string | undefined;
  /** How high others are stacked on this entity. */
  readonly towerOn: () => number;
  /** Why this entity may not be put into the gripper of another. */
  readonly refusalBy: (gripper: string) => string | undefined;
}

export type MotionAction = Extract<Action, { kind: 'glide' | 'assume' | 'follow' | 'drift' | 'place' | 'ride' | 'halt' }>;

export type Plan =
  | { readonly kind: 'motion'; readonly base: BaseMotion; readonly dofs: readonly DofMotion[] }
  | { readonly kind: 'refused'; readonly reason: string };

const refused = (reason: string): Plan => ({ kind: 'refused', reason });

/** The motion that carries out an action, or why it cannot be. */
export function plan(action: MotionAction, planning: Planning): Plan {
  const { description, posture } = planning;
  if (description.kind === 'static' && action.kind !== 'place') return refused(`${description.name} is static; only 'place' moves it`);
  switch (action.kind) {
    case 'glide':
      return planGlide(action, planning);
    case 'assume':
      return planPosture(action, planning);
    case 'follow':
      return planPath(action, planning);
    case 'drift': {
      const base = {
        kind: 'drift',
        from: posture.pose,
        twist: action.twist,
        t0: planning.worldMs,
        t1: planning.worldMs + action.durationMs,
      } as const;
      return { kind: 'motion', base, dofs: posture.dofs };
    }
    case 'place':
      return { kind: 'motion', base: { kind: 'still', pose: action.pose }, dofs: posture.dofs };
    case 'ride':
      return planRide(action, planning);
    case 'halt':
      return { kind: 'motion', ...halted(posture) };
  }
}

export const halted = (posture: Posture): { base: BaseMotion; dofs: DofMotion[] } => ({
  base: { kind: 'still', pose: posture.pose },
  dofs: posture.values.map((value) => ({ kind: 'still', value })),
});

/** As it is left by an owner that goes: what rides, or is in a gripper, needs nobody to stay there. */
export const atRest = (posture: Posture): { base: BaseMotion; dofs: DofMotion[] } => ({
  ...halted(posture),
  ...(posture.base.kind === 'ride' && { base: posture.base }),
});

function planGlide(action: Extract<Action, { kind: 'glide' }>, { description, posture, worldMs }: Planning): Plan {
  const dof = description.dofs[action.dof];
  const from = posture.values[action.dof];
  if (!dof || from === undefined) {
    return refused(`${description.name} has ${description.dofs.length} degrees of freedom; there is no number ${action.dof}`);
  }
  if (action.to < dof.low || action.to > dof.high)
    return refused(`${dof.name} goes from ${dof.low} to ${dof.high}; ${action.to} is outside`);
  const motion = posture.dofs[action.dof];
  const start = { value: from, ratePerS: motion ? rateAt(motion, worldMs) : 0, worldMs };
  const glide = glideFrom(start, action, dof);
  const lastsMs = glide.t1 - worldMs;
  if (lastsMs > LONGEST_MOTION_MS)
    return refused(`at that speed it would take ${(lastsMs / 3_600_000).toPrecision(3)} h; a day is the most`);
  return { kind: 'motion', base: posture.base, dofs: posture.dofs.with(action.dof, glide) };
}

/** Whatever needs longest gives the time for all. */
function planPosture({ values, durationMs, ramp }: Extract<Action, { kind: 'assume' }>, planning: Planning): Plan {
  const glides = values.flatMap((to, dof) => (to === null ? [] : [{ kind: 'glide', dof, to, ramp } as const]));
  let lastsMs = durationMs ?? 0;
  for (const glide of glides) {
    const alone = planGlide({ ...glide, durationMs: 0 }, planning);
    if (alone.kind === 'refused') return alone;
    lastsMs = Math.max(lastsMs, endOf(alone.dofs[glide.dof] as DofMotion) - planning.worldMs);
  }
  let together: Plan = { kind: 'motion', base: planning.posture.base, dofs: planning.posture.dofs };
  for (const glide of glides) {
    const posture = { ...planning.posture, dofs: together.dofs };
    together = planGlide({ ...glide, durationMs: lastsMs }, { ...planning, posture });
    if (together.kind === 'refused') return together;
  }
  return together;
}

function planPath(action: Extract<Action, { kind: 'follow' }>, { posture, worldMs }: Planning): Plan {
  const knots = [{ t: worldMs, pose: posture.pose }];
  let previousMs = 0;
  for (const [i, knot] of action.knots.entries()) {
    if (knot.afterMs < previousMs) return refused(`knot ${i} of the path is ${previousMs - knot.afterMs} ms before the one it follows`);
    previousMs = knot.afterMs;
    knots.push({ t: worldMs + knot.afterMs, pose: knot.pose });
  }
  return { kind: 'motion', base: { kind: 'path', knots }, dofs: posture.dofs };
}

/** What rides on a link of something, and not on its base, is in its gripper. */
export const gripperOf = (base: BaseMotion): string | undefined => (base.kind === 'ride' && base.through ? base.parent : undefined);

/** What is in a gripper is given to no other. */
export function refusalOfGripper(base: BaseMotion): { readonly kind: 'refused'; readonly reason: string } | undefined {
  const holder = gripperOf(base);
  return holder === undefined ? undefined : { kind: 'refused', reason: `${holder} has it in its gripper` };
}

function planRide(action: Extract<Action, { kind: 'ride' }>, planning: Planning): Plan {
  const { self, posture, carrierOf, parentOf, towerOn } = planning;
  const towerHeight = towerOn();
  let ancestor: string | undefined = action.parent;
  for (let depth = 0; ancestor !== undefined; depth++) {
    if (ancestor === self) return refused(`${action.parent} rides on ${self} already`);
    if (depth + towerHeight >= DEEPEST_RIDE) return refused(`at most ${DEEPEST_RIDE} entities may ride on one another`);
    ancestor = parentOf(ancestor);
  }
  const holder = gripperOf(posture.base);
  const held = holder !== undefined && holder !== action.parent && carrierOf(holder) ? refusalOfGripper(posture.base) : undefined;
  if (held) return held;
  const carrier = carrierOf(action.parent);
  if (!carrier) return refused(`${action.parent} is not here to ride on`);
  const { through } = action;
  const reason = through && planning.refusalBy(action.parent);
  if (reason !== undefined) return refused(reason);
  const offset = action.offset ?? compose(inverse(carryingFrame(carrier, through)), posture.pose);
  return { kind: 'motion', base: { kind: 'ride', parent: action.parent, offset, ...(through && { through }) }, dofs: posture.dofs };
}
