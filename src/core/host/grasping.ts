import type { Action } from '../api/messages.ts';
import { compose, ORIGIN } from '../base/pose.ts';
import { collisionBodyOf, convexOf, nearestTo, placed, postured } from '../physics/physics.ts';
import { type GripperFacts, type Model, toolPose } from '../robots/robots.ts';
import type { EntityView, Outcome, Participant, RideJoint } from '../world/world.ts';
import { type Models, Neighbourhood } from './neighbourhood.ts';

/** What became of a try to grasp or to let go; `part` is what it was about. */
export type GraspOutcome = { readonly kind: 'done'; readonly part: string } | Exclude<Outcome, { kind: 'done' }>;

/** What is this near to the point between the finger tips can be grasped. */
const WITHIN_REACH_M = 0.015;
/** What is shown of a part is no farther from where its newest state has it. */
const SHOWN_WITHIN_M = 0.5;
const FINGER_SPEED_M_PER_S = 0.12;
/** How often a part is asked for that others ask for, too. */
const TRIES = 3;
/** So much wider than the part the fingers open when they let go. */
const OPENING_M = 0.03;

type Refusal = Exclude<Outcome, { kind: 'done' }>;

export type FingerMotion = Extract<Action, { kind: 'glide' }>;

/** As for any glide that says none. */
const RAMP = 0.25;

const refused = (reason: string): Refusal => ({ kind: 'refused', reason });

/**
 * Closes the gripper of a robot on the part between its fingers. First the part is handed to who owns the robot, then it rides on the tool's
 * link: of several who try, its owner gives it to the first.
 */
export async function grasp(world: Participant, models: Models, robot: string): Promise<GraspOutcome> {
  const hand = handOf(world, models, robot);
  if ('reason' in hand) return hand;
  const objection = objectionTo(hand.view, world);
  if (objection) return objection;
  const part = graspable(world, models, hand);
  if ('reason' in part) return part;
  const taken = await take(world, part, { view: hand.view, through: toolOf(hand) });
  if (taken.kind !== 'done') return taken;
  await world.command(robot, closingOn(part.view, models, hand));
  return taken;
}

/** The part between the fingers of a robot; or why it cannot be grasped. */
export function graspable(world: Participant, models: Models, { view, gripper, model }: Hand): GraspedPart | Refusal {
  const near = new Neighbourhood(world, models);
  const held = heldIn(near, view.id);
  if (held) return refused(`${view.id} holds ${held.view.name} already`);
  const part = partBetween(near, model, view);
  if (!part) return refused(`there is nothing between the fingers of ${view.name}`);
  if (part.view.heldBy !== undefined) return refused(`${part.view.heldBy} has ${part.view.name} in its gripper`);
  const widthM = widthOf(part.view, models);
  if (widthM > gripper.widestM)
    return refused(
      `${part.view.name} is ${(1000 * widthM).toFixed(0)} mm wide; ${view.name} opens ${(1000 * gripper.widestM).toFixed(0)} mm`,
    );
  return part;
}

/** What is in the gripper of a robot. */
export const heldBy = (world: Participant, models: Models, robot: string): GraspedPart | undefined =>
  heldIn(new Neighbourhood(world, models), robot);

const heldIn = (near: Neighbourhood, robot: string) => near.family(robot).find(({ view }) => view.heldBy === robot);

/** From the base of a robot to the link that its gripper is on. */
export const toolOf = ({ model }: Hand): RideJoint[] => jointsTo(model, model.tool?.link ?? 0);

export const closingOn = (part: EntityView, models: Models, { gripper }: Hand): FingerMotion => ({
  ...{ kind: 'glide', dof: gripper.dof, to: widthOf(part, models), speedPerS: FINGER_SPEED_M_PER_S, ramp: RAMP },
});

export const opening = ({ view, gripper }: Hand): FingerMotion => ({
  ...{ kind: 'glide', dof: gripper.dof, speedPerS: FINGER_SPEED_M_PER_S, ramp: RAMP },
  to: Math.min(gripper.widestM, (view.posture.values[gripper.dof] ?? 0) + OPENING_M),
});

/** Lets a part ride on a robot's link. It may go to somebody else just when the robot's owner was given it: then it is asked for again. */
async function take(
  world: Participant,
  part: { readonly id: string; readonly view: EntityView },
  robot: { readonly view: EntityView; readonly through: RideJoint[] },
): Promise<GraspOutcome> {
  const isApart = () => robot.view.owner !== undefined && robot.view.isLive && part.view.owner !== robot.view.owner;
  for (let tries = 1; ; tries++) {
    const { owner } = robot.view;
    const given = isApart() && owner !== undefined ? await world.command(part.id, { kind: 'handover', to: owner }) : undefined;
    if (given && given.kind !== 'done') return given;
    const taken = await world.command(part.id, { kind: 'ride', parent: robot.view.id, through: robot.through });
    // Of an answer that was lost the part itself tells.
    if (taken.kind === 'done' || (taken.kind === 'lost' && part.view.heldBy === robot.view.id)) return { kind: 'done', part: part.id };
    if (taken.kind !== 'refused' || !isApart() || tries >= TRIES) return taken;
  }
}

/** Opens the gripper: what was in it is let go, and falls if nothing is below it. */
export async function release(world: Participant, models: Models, robot: string): Promise<GraspOutcome> {
  const hand = handOf(world, models, robot);
  if ('reason' in hand) return hand;
  const objection = objectionTo(hand.view, world);
  if (objection) return objection;
  const held = heldBy(world, models, robot);
  if (!held) return refused(`${hand.view.name} holds nothing`);
  const opened = await world.command(robot, opening(hand));
  if (opened.kind === 'refused') return opened;
  const dropped = await world.command(held.id, { kind: 'halt' });
  return dropped.kind === 'done' ? { kind: 'done', part: held.id } : dropped;
}

export interface GraspedPart {
  readonly id: string;
  readonly view: EntityView;
}

/** A robot that has a gripper. */
export interface Hand {
  readonly view: EntityView;
  readonly model: Model;
  readonly gripper: GripperFacts;
}

export function handOf(world: Participant, models: Models, robot: string): Hand | Refusal {
  const view = world.entity(robot);
  const model = view && models(view.description.model);
  if (!view || !model) return refused(`there is no robot ${robot}`);
  const gripper = model.tool?.gripper;
  if (!gripper) return refused(`${view.name} has no gripper`);
  return { view, model, gripper };
}

function objectionTo({ name, control: { stop, lease } }: EntityView, world: Participant): Refusal | undefined {
  if (stop) return refused(`${name} is stopped: ${stop.reason}`);
  return lease && lease.holder !== world.id ? refused(`${lease.holder} has control of ${name}`) : undefined;
}

/** The part that is nearest to the point between the finger tips. */
function partBetween(near: Neighbourhood, model: Model, { posture }: EntityView): { id: string; view: EntityView } | undefined {
  const tool = compose(posture.pose, toolPose(model, posture.values) ?? ORIGIN);
  const tip = [placed(convexOf([[0, 0, 0]], 0), tool)];
  let found: { id: string; view: EntityView } | undefined;
  let least = WITHIN_REACH_M;
  for (const { id, view, body } of near.around(tool, { reachM: 0, speedMPerS: 0 }, 0, SHOWN_WITHIN_M)) {
    if (body.model.kind !== 'part') continue;
    const distanceM = nearestTo(tip, postured(body, view.posture.pose, view.posture.values).links.flat(), least)?.distanceM;
    if (distanceM === undefined) continue;
    least = distanceM;
    found = { id, view };
  }
  return found;
}

/** How far the fingers stay apart: the narrower side of the part, seen from above. */
function widthOf({ description }: EntityView, models: Models): number {
  const model = models(description.model);
  if (!model) return 0;
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as [number, number];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY] as [number, number];
  for (const { convexes } of collisionBodyOf(model).links) {
    for (const { low: from, high: to, radiusM } of convexes) {
      low[0] = Math.min(low[0], from[0] - radiusM);
      low[1] = Math.min(low[1], from[1] - radiusM);
      high[0] = Math.max(high[0], to[0] + radiusM);
      high[1] = Math.max(high[1], to[1] + radiusM);
    }
  }
  return Math.max(0, Math.min(high[0] - low[0], high[1] - low[1]));
}

/** From a model's base to one of its links. */
export function jointsTo(model: Model, link: number): RideJoint[] {
  const joints: RideJoint[] = [];
  for (let index = link; index >= 0; index = model.links[index]?.parent ?? -1) {
    const { dof: moved, factor = 1, origin } = model.links[index] ?? { origin: ORIGIN };
    const dof = moved === undefined ? undefined : model.dofs[moved];
    joints.unshift(
      moved === undefined || !dof
        ? { dof: -1, kind: 'rotation', pivot: [0, 0, 0], axis: [0, 0, 1], factor: 0, origin }
        : { dof: moved, kind: dof.kind, pivot: [...dof.pivot], axis: [...dof.axis], factor, origin },
    );
  }
  return joints;
}
