import type { Place } from '../maps/maps.ts';
import type { Model } from '../robots/robots.ts';
import { type EntityView, type Participant, poseAt } from '../world/world.ts';
import { type Base, baseOf, planarRadius } from './base.ts';
import type { Avoided } from './path-messages.ts';
import { distanceTo } from './polyline.ts';
import { conflictMs, endMsOf, endOf, type Mover, passingM, placeAt, roomM, standing, type TimedPlace, type TimedWay } from './timed-way.ts';
import type { Claim } from './ways.ts';

export type Models = (id: string) => Model | undefined;

/** Something that stands or goes about on the floor, other than the robot that is sent. */
export interface Body {
  readonly id: string;
  readonly radiusM: number;
  readonly speedMPerS: number;
  /** As its owner says that it goes. */
  readonly way: TimedWay;
  /** What who sends it about says of it; undefined for what nobody sends. */
  readonly claim: Claim | undefined;
}

/** Of what is held by a stick or pushed not more is believed than this. */
const LONGEST_LOOK_MS = 10_000;
const LOOK_EVERY_MS = 250;
/** Higher above the floor it is in nobody's way; it is another floor beyond the second. */
const PART_ABOVE_M = 0.3;
const OTHER_FLOOR_M = 1.5;
/** Planned round by so much more than is needed to pass, so that a way that was planned may also be gone. */
const SPARE_M = 0.03;
const LEAST_DISC_M = 0.02;
const LEEWAY_M = 0.01;
/** Planners draw discs with corners, which may stick out by this factor. */
const CORNERS = 1.06;
/** Who wishes to pass is given more room than it needs: what is planned round others is planned with some to spare. */
const WISHED_M = 0.15;

/** All bodies near the height of a robot that it has to share its floor with. What a building and its furniture are made of stands in the map that is planned on. */
export function bodiesAround(world: Participant, models: Models, robot: EntityView, claims: readonly Claim[]): Body[] {
  const { worldMs } = world.time;
  const { z } = robot.posture.pose;
  const claimed = new Map(claims.map((claim) => [claim.robot, claim]));
  return world.entities.flatMap((view): Body[] => {
    const model = models(view.description.model);
    if (!model || view.id === robot.id || view.isElsewhere || view.description.kind === 'static' || view.heldBy !== undefined) return [];
    const base = baseOf(model);
    const aboveM = Math.abs(view.posture.pose.z - z);
    if (aboveM > (base ? OTHER_FLOOR_M : PART_ABOVE_M) || (!base && model.kind !== 'part')) return [];
    const way = wayOf(view, worldMs);
    const speedMPerS = way.length > 1 ? (base?.fastestMPerS ?? 0) : 0;
    return [{ id: view.id, radiusM: base?.radiusM ?? planarRadius(model), speedMPerS, way, claim: claimed.get(view.id) }];
  });
}

/** Where something will be, as far as its state tells. */
export function wayOf(view: EntityView, nowMs: number): TimedWay {
  const { base, pose } = view.postureNow;
  const here: TimedPlace = [nowMs, pose.x, pose.y];
  if (!view.isLive || view.endsAtMs <= nowMs) return [here];
  switch (base.kind) {
    case 'still':
    case 'ride':
      return [here];
    case 'path':
      return [here, ...base.knots.filter(({ t }) => t > nowMs).map(({ t, pose: at }): TimedPlace => [t, at.x, at.y])];
    case 'drift': {
      const way = [here];
      for (let ms = nowMs; ms < Math.min(base.t1, nowMs + LONGEST_LOOK_MS); ) {
        ms = Math.min(ms + LOOK_EVERY_MS, base.t1);
        const at = poseAt(base, ms, () => undefined);
        if (at) way.push([ms, at.x, at.y]);
      }
      return way;
    }
  }
}

/** What stays where it is, or where it goes to: nobody sends it on. */
export const isForGood = ({ claim }: Body): boolean => claim === undefined || (claim.isLast && claim.way.length > 1);

/** Of a robot that is planned for: how large, and from where. */
export interface Planned {
  readonly mover: Mover;
  /** Its own, and what it is planned with beyond that. */
  readonly radiusM: number;
  readonly from: Place;
  readonly floor: string | undefined;
}

/** A disc to be planned round. Who stands nearer already is not shut in by that. */
export function discAt([x, y]: Place, wantedM: number, { from, radiusM, floor }: Planned): Avoided {
  const leftM = (Math.hypot(x - from[0], y - from[1]) - radiusM - LEEWAY_M) / CORNERS;
  return { x, y, ...(floor !== undefined && { floor }), radiusM: Math.max(LEAST_DISC_M, Math.min(wantedM, leftM)) };
}

/** All that is to be planned round: where others stand, or will. */
export function avoided(bodies: readonly Body[], planned: Planned): Avoided[] {
  const { mover } = planned;
  return bodies.flatMap(({ way, claim, radiusM }) => {
    const [first, ...more] = [endOf(way), ...(claim ? [endOf(claim.way)] : [])];
    const ends = [first, ...more.filter(([x, y]) => Math.hypot(x - first[0], y - first[1]) > SPARE_M)];
    return ends.map((end) => discAt(end, passingM(mover, radiusM) - mover.radiusM + SPARE_M, planned));
  });
}

/** Who is met first on a way, and when. `slackMs`: others may be early or late by so much. */
export function firstMet(
  bodies: readonly Body[],
  mover: Mover,
  fromMs: number,
  options: { readonly slackMs: number; readonly untilMs?: number },
): { readonly body: Body; readonly atMs: number } | undefined {
  let first: { body: Body; atMs: number } | undefined;
  for (const body of bodies) {
    for (const other of moversOf(body)) {
      const atMs = conflictMs(mover, other, fromMs, options);
      if (atMs !== undefined && (!first || atMs < first.atMs)) first = { body, atMs };
    }
  }
  return first;
}

/** As its state says it, and as its claim does: the one may not have heard of the other yet. */
function moversOf({ way, claim, radiusM, speedMPerS }: Body): Mover[] {
  const actual: Mover = { way, radiusM, speedMPerS };
  return claim && claim.way.length > 1 ? [actual, { way: claim.way, radiusM, speedMPerS: claim.speedMPerS }] : [actual];
}

export const claimMover = ({ way, radiusM, speedMPerS }: Claim): Mover => ({ way, radiusM, speedMPerS });

/** Whether a disc that stands there is in the way of what somebody wishes to go. */
export const isInWish = (at: Place, radiusM: number, { wish, radiusM: wishedM, speedMPerS }: Claim): boolean =>
  wish.length > 0 && distanceTo(at, wish) < radiusM + wishedM + roomM(speedMPerS, 0) + WISHED_M;

/** Whether a way leads over what somebody wishes to go. */
export function crossesWish({ way, radiusM }: Mover, claim: Claim): boolean {
  const endMs = endMsOf(way);
  for (let ms = way[0]?.[0] ?? 0; ms <= endMs + LOOK_EVERY_MS; ms += LOOK_EVERY_MS) {
    if (isInWish(placeAt(way, ms), radiusM, claim)) return true;
  }
  return false;
}

export const moverOf = ({ radiusM, fastestMPerS }: Base, way: TimedWay): Mover => ({ way, radiusM, speedMPerS: fastestMPerS });
export const standingMover = (base: Base, at: Place): Mover => moverOf(base, standing(at));
