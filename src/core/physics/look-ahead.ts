import { compose, ORIGIN, type Pose } from '../base/pose.ts';
import { linkPoses } from '../robots/robots.ts';
import { type CollisionBody, nearestOfPairs, pairsWithin } from './collision-body.ts';
import { allPlaced, type PlacedConvex } from './convex.ts';
import type { Vector } from './vector.ts';

/** How fast a body moves at most, while it is looked at. */
export interface Pace {
  /** Of its base, m/s and rad/s. */
  readonly baseMPerS: number;
  readonly baseRadPerS: number;
  /** Of each degree of freedom, rad/s or m/s. */
  readonly ratesPerS: readonly number[];
}

/** Where a body goes, as a function of time in milliseconds. */
export interface Trajectory {
  readonly body: CollisionBody;
  readonly pace: Pace;
  at(ms: number): { readonly pose: Pose; readonly values: readonly number[] };
}

export interface Obstacle {
  readonly id: string;
  readonly trajectory: Trajectory;
  /** So much room must stay between the two. */
  readonly clearanceM: number;
}

export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface Conflict {
  /** The last instant at which all is still clear. */
  readonly atMs: number;
  /** The obstacle; the body itself when two of its links would meet. */
  readonly with: string;
  readonly where: Vector;
}

/** A motion goes on at least so far between two looks: what is thinner, and hit in passing, may be missed by no more than this. */
const LEAST_STEP_M = 0.004;
/** What came too near by less than this was rounded. What is nearer comes no nearer, but for the second: who says again and again that it goes on would creep in. */
const GIVE_M = 0.0002;
const SAME_M = 1e-6;
/** What overlaps by more is not stopped. */
const DEEP_M = -0.005;
const MOST_LOOKS = 500;

/** Room to keep from a body whose next motion is not known here yet: what both can go in the time a word takes. */
export const clearanceM = (closingMPerS: number, { latencyMs, tickMs }: { latencyMs: number; tickMs: number }): number =>
  0.01 + (closingMPerS * (latencyMs + tickMs)) / 1000;

/** How fast any point of a body moves at most, m/s. */
export function fastestMPerS(moving: Pick<Trajectory, 'body' | 'pace'>): number {
  return Math.max(0, ...moving.body.links.map((_, link) => linkSpeed(moving, link)));
}

/** Of one link. */
function linkSpeed({ body, pace }: Pick<Trajectory, 'body' | 'pace'>, link: number): number {
  return dofSpeed({ body, pace }, link, () => true) + pace.baseMPerS + pace.baseRadPerS * body.reachM;
}

/** By some of the degrees of freedom that move it. */
function dofSpeed({ body, pace }: Pick<Trajectory, 'body' | 'pace'>, link: number, counts: (dof: number) => boolean): number {
  let sum = 0;
  for (const [dof, lever] of body.links[link]?.leverM ?? []) if (counts(dof)) sum += lever * Math.abs(pace.ratesPerS[dof] ?? 0);
  return sum;
}

/** The first of all conflicts on the way, or undefined when the way is clear. */
export function firstConflict(mover: Trajectory, obstacles: readonly Obstacle[], span: Span): Conflict | undefined {
  let first = conflictWithItself(mover, span);
  for (const obstacle of obstacles) first = conflictWith(mover, obstacle, { ...span, untilMs: first?.atMs ?? span.untilMs }) ?? first;
  return first;
}

export const conflictWithItself = (mover: Trajectory, span: Span): Conflict | undefined => earliest(withItself(mover), span);

export const conflictWith = (mover: Trajectory, obstacle: Obstacle, span: Span): Conflict | undefined =>
  earliest(encounters(mover, obstacle, span), span);

function earliest(encountered: readonly Encounter[], span: Span): Conflict | undefined {
  let first: Conflict | undefined;
  for (const encounter of encountered) first = meeting(encounter, { ...span, untilMs: first?.atMs ?? span.untilMs }) ?? first;
  return first;
}

/** Some convex bodies that could meet others, and how fast they can come together. */
interface Encounter {
  /** Undefined: the mover itself. */
  readonly with: string | undefined;
  readonly clearanceM: number;
  readonly closingMPerS: number;
  pieces(ms: number): readonly PlacedConvex[];
  others(ms: number): readonly PlacedConvex[];
}

/** Two links of one body come together only by the degrees of freedom that move one of them and not the other. */
function withItself(mover: Trajectory): Encounter[] {
  const { body } = mover;
  if (!body.meetsItself) return [];
  const count = body.links.length;
  const places = placing(mover);
  const found: Encounter[] = [];
  for (let first = 0; first < count; first++) {
    for (let second = first + 1; second < count; second++) {
      if (body.mayTouch.has(first * count + second)) continue;
      const [byFirst, bySecond] = [body.links[first]?.movedBy ?? [], body.links[second]?.movedBy ?? []];
      const closingMPerS =
        dofSpeed(mover, first, (dof) => !bySecond.includes(dof)) + dofSpeed(mover, second, (dof) => !byFirst.includes(dof));
      if (closingMPerS === 0) continue;
      const place = (link: number) => (ms: number) => places.link(link, ms);
      found.push({ with: undefined, clearanceM: 0, closingMPerS, pieces: place(first), others: place(second) });
    }
  }
  return found;
}

function encounters(mover: Trajectory, { id, trajectory, clearanceM: clearance }: Obstacle, span: Span): Encounter[] {
  const [own, others] = [fastestMPerS(mover), fastestMPerS(trajectory)];
  if (own === 0 && others === 0) return [];
  const [here, there] = [mover.at(span.fromMs).pose, trajectory.at(span.fromMs).pose];
  const wayM = ((own + others) * (span.untilMs - span.fromMs)) / 1000;
  if (between(here, there) - mover.body.reachM - trajectory.body.reachM - wayM > clearance) return [];
  const [places, obstacles] = [placing(mover), placing(trajectory)];
  const standing = others === 0 ? obstacles.all(span.fromMs) : undefined;
  return mover.body.links.flatMap(({ convexes }, link): Encounter[] => {
    const closingMPerS = linkSpeed(mover, link) + others;
    // A link that this motion does not move, and nothing comes towards, need not be looked at.
    if (convexes.length === 0 || closingMPerS === 0) return [];
    return [
      {
        with: id,
        clearanceM: clearance,
        closingMPerS,
        pieces: (ms) => places.link(link, ms),
        others: (ms) => standing ?? obstacles.all(ms),
      },
    ];
  });
}

/** Conservative advancement: the next look is no later than the two could meet. */
function meeting({ with: other, clearanceM: clearance, closingMPerS, pieces, others }: Encounter, span: Span): Conflict | undefined {
  const wayM = (closingMPerS * (span.untilMs - span.fromMs)) / 1000;
  const pairs = pairsWithin(pieces(span.fromMs), others(span.fromMs), clearance + GIVE_M + wayM);
  if (pairs.length === 0) return undefined;
  let least = clearance;
  let clearMs = span.fromMs;
  let where: Vector = [0, 0, 0];
  for (let look = 0, ms = span.fromMs; look < MOST_LOOKS; look++) {
    const withinM = clearance + GIVE_M + LEAST_STEP_M + (closingMPerS * (span.untilMs - ms)) / 1000;
    const near = nearestOfPairs(pieces(ms), others(ms), pairs, withinM);
    if (!near) return undefined;
    const { distanceM } = near;
    where = near.at;
    // How deep two bodies are in each other is only estimated: who was placed into something must get out, whichever way.
    if (look === 0 && other !== undefined && distanceM < DEEP_M) return undefined;
    if (look === 0 && distanceM < clearance) least = Math.min(clearance - GIVE_M, distanceM - SAME_M);
    if (distanceM < least) return { atMs: clearMs, with: other ?? '', where };
    clearMs = ms;
    if (ms >= span.untilMs) return undefined;
    ms = Math.min(span.untilMs, ms + (1000 * Math.max(distanceM - least - LEAST_STEP_M / 2, LEAST_STEP_M)) / closingMPerS);
  }
  // So much grazing is not worth more looks: the motion ends where it was still seen to be clear.
  return { atMs: clearMs, with: other ?? '', where };
}

/** Where the pieces of a body are at an instant. */
interface Placing {
  link(link: number, ms: number): readonly PlacedConvex[];
  all(ms: number): readonly PlacedConvex[];
}

/** Each instant is reckoned once, for all that look at it: the first is looked at by all. */
function placing({ body, at }: Trajectory): Placing {
  const frames = new Map<number, readonly Pose[]>();
  const links = body.links.map(() => new Map<number, readonly PlacedConvex[]>());
  const framesAt = (ms: number): readonly Pose[] => {
    const known = frames.get(ms);
    if (known) return known;
    const { pose, values } = at(ms);
    const found = linkPoses(body.model, values).map((link) => compose(pose, link));
    frames.set(ms, found);
    return found;
  };
  const link = (index: number, ms: number): readonly PlacedConvex[] => {
    const known = links[index]?.get(ms);
    if (known) return known;
    const found = allPlaced(body.links[index]?.convexes ?? [], framesAt(ms)[index] ?? ORIGIN);
    links[index]?.set(ms, found);
    return found;
  };
  return { link, all: (ms) => body.links.flatMap((_, index) => link(index, ms)) };
}

const between = (a: Pose, b: Pose): number => Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2);
