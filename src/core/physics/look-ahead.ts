import type { Pose } from '../base/pose.ts';
import { nearestOfPairs, type Pair } from './collision-body.ts';
import type { PlacedConvex } from './convex.ts';
import { Course, type MovingLink, speedBy, type Trajectory } from './course.ts';
import { leastByBoxesM, leastDistanceM, type Separation, separation } from './separation.ts';
import { lengthOf, minus, type Vector } from './vector.ts';

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
const DEEP_M = -0.01;
const MOST_LOOKS = 500;

/** Room to keep from a body whose next motion is not known here yet: what both can go in the time a word takes. */
export const clearanceM = (closingMPerS: number, { latencyMs, tickMs }: { latencyMs: number; tickMs: number }): number =>
  0.01 + (closingMPerS * (latencyMs + tickMs)) / 1000;

/** The first of all conflicts on the way, or undefined when the way is clear. */
export function firstConflict(mover: Trajectory, obstacles: readonly Obstacle[], span: Span): Conflict | undefined {
  const course = Course.of(mover);
  let first = conflictWithItself(course, span);
  for (const obstacle of obstacles) first = conflictWith(course, obstacle, { ...span, untilMs: first?.atMs ?? span.untilMs }) ?? first;
  return first;
}

export const conflictWithItself = (mover: Trajectory, span: Span): Conflict | undefined => earliest(withItself(Course.of(mover)), span);

export const conflictWith = (mover: Trajectory, obstacle: Obstacle, span: Span): Conflict | undefined =>
  earliest(encounters(Course.of(mover), obstacle, span), span);

function earliest(encountered: readonly Encounter[], span: Span): Conflict | undefined {
  let first: Conflict | undefined;
  for (const encounter of encountered) first = meeting(encounter, { ...span, untilMs: first?.atMs ?? span.untilMs }) ?? first;
  return first;
}

/** Some convex bodies that could meet others, and how fast each of them can come towards the other. */
interface Encounter {
  /** Undefined: the mover itself. */
  readonly with: string | undefined;
  readonly clearanceM: number;
  readonly speeds: readonly number[];
  readonly speedsOfOthers: readonly number[];
  pieces(ms: number): readonly PlacedConvex[];
  others(ms: number): readonly PlacedConvex[];
}

/** Two links of one body come together only by the degrees of freedom that move one of them and not the other. */
function withItself(mover: Course): Encounter[] {
  const { ratesPerS } = mover.pace;
  const found: Encounter[] = [];
  for (const { first, second, leversM, leversOfOtherM, dofs } of mover.body.meetings) {
    if (!dofs.some((dof) => (ratesPerS[dof] ?? 0) !== 0)) continue;
    const speeds = leversM.map((levers) => speedBy(levers, ratesPerS));
    const speedsOfOthers = leversOfOtherM.map((levers) => speedBy(levers, ratesPerS));
    const place = (link: number) => (ms: number) => mover.piecesAt(link, ms);
    found.push({ with: undefined, clearanceM: 0, speeds, speedsOfOthers, pieces: place(first), others: place(second) });
  }
  return found;
}

function encounters(mover: Course, { id, trajectory, clearanceM: clearance }: Obstacle, span: Span): Encounter[] {
  const obstacle = Course.of(trajectory);
  const [own, others] = [mover.fastestMPerS, obstacle.fastestMPerS];
  if (own === 0 && others === 0) return [];
  const [here, there] = [mover.at(span.fromMs).pose, obstacle.at(span.fromMs).pose];
  const wayM = ((own + others) * (span.untilMs - span.fromMs)) / 1000;
  if (between(here, there) - mover.body.reachM - obstacle.body.reachM - wayM > clearance) return [];
  const theirs = obstacle.linksAt(span.fromMs);
  return mover.linksAt(span.fromMs).flatMap((link): Encounter[] => {
    const inReach = theirs.filter(({ centre, radiusM, fastestMPerS: theirSpeed }) => {
      const closingMPerS = link.fastestMPerS + theirSpeed;
      const farM = clearance + GIVE_M + link.radiusM + radiusM + (closingMPerS * (span.untilMs - span.fromMs)) / 1000;
      // A link that this motion does not move, and that does not come towards it, need not be looked at.
      return closingMPerS > 0 && lengthOf(minus(centre, link.centre)) < farM;
    });
    if (inReach.length === 0) return [];
    const standing = inReach.every(({ fastestMPerS: theirSpeed }) => theirSpeed === 0)
      ? piecesOf(inReach, obstacle, span.fromMs)
      : undefined;
    return [
      {
        with: id,
        clearanceM: clearance,
        speeds: link.speeds,
        speedsOfOthers: inReach.flatMap(({ speeds }) => speeds),
        pieces: (ms) => mover.piecesAt(link.index, ms),
        others: (ms) => standing ?? piecesOf(inReach, obstacle, ms),
      },
    ];
  });
}

const piecesOf = (links: readonly MovingLink[], course: Course, ms: number): PlacedConvex[] =>
  links.flatMap(({ index }) => course.piecesAt(index, ms));

/** Two pieces that could meet. */
interface Approach {
  readonly piece: number;
  readonly other: number;
  readonly closingMPerS: number;
  /** No sooner they could. */
  readonly afterS: number;
}

/** Conservative advancement: the next look is no later than any two pieces could meet. */
function meeting(encounter: Encounter, span: Span): Conflict | undefined {
  const { with: other, clearanceM: clearance, pieces, others } = encounter;
  const [first, firstOthers] = [pieces(span.fromMs), others(span.fromMs)];
  let approaches = approachesOf(encounter, first, firstOthers, clearance + GIVE_M, span);
  if (approaches.length === 0) return undefined;
  const nearest = nearestOf(first, firstOthers, approaches, clearance);
  // How deep two bodies are in each other is only estimated: who was placed into something must get out, whichever way.
  if (nearest && other !== undefined && nearest.distanceM < DEEP_M) return undefined;
  const least = nearest ? Math.min(clearance - GIVE_M, nearest.distanceM - SAME_M) : clearance;
  let clearMs = span.fromMs;
  for (let look = 0, ms = span.fromMs; look < MOST_LOOKS; look++) {
    const next = lookAt(pieces(ms), others(ms), approaches, least, (span.untilMs - ms) / 1000);
    if ('where' in next) return { atMs: clearMs, with: other ?? '', where: next.where };
    clearMs = ms;
    approaches = next.left;
    if (approaches.length === 0 || ms >= span.untilMs) return undefined;
    ms = Math.min(span.untilMs, ms + 1000 * next.clearS);
  }
  // So much grazing is not worth more looks: the motion ends where it was still seen to be clear.
  const last = approaches[0];
  return { atMs: clearMs, with: other ?? '', where: pieces(clearMs)[last?.piece ?? 0]?.centre ?? [0, 0, 0] };
}

/** Those that could come so near to each other until the end of a span, first those that could first. */
function approachesOf(
  { speeds, speedsOfOthers }: Encounter,
  pieces: readonly PlacedConvex[],
  others: readonly PlacedConvex[],
  withinM: number,
  { fromMs, untilMs }: Span,
): Approach[] {
  const found: Approach[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] as PlacedConvex;
    for (let j = 0; j < others.length; j++) {
      const other = others[j] as PlacedConvex;
      const closingMPerS = (speeds[i] ?? 0) + (speedsOfOthers[j] ?? 0);
      if (closingMPerS === 0) continue;
      const farM = withinM + (closingMPerS * (untilMs - fromMs)) / 1000;
      if (leastDistanceM(piece, other) >= farM) continue;
      const distanceM = leastByBoxesM(piece, other);
      if (distanceM < farM) found.push({ piece: i, other: j, closingMPerS, afterS: (distanceM - withinM) / closingMPerS });
    }
  }
  return found.sort((a, b) => a.afterS - b.afterS);
}

/** The nearest of these, if it is nearer than `withinM`. */
function nearestOf(
  pieces: readonly PlacedConvex[],
  others: readonly PlacedConvex[],
  approaches: readonly Approach[],
  withinM: number,
): Separation | undefined {
  const pairs = approaches.map(({ piece, other }): Pair => [piece, other]);
  return nearestOfPairs(pieces, others, pairs, withinM);
}

/** Either where two are nearer than they may be, or for how long nobody can be, and who still could be until the end. */
function lookAt(
  pieces: readonly PlacedConvex[],
  others: readonly PlacedConvex[],
  approaches: readonly Approach[],
  leastM: number,
  seconds: number,
): { readonly where: Vector } | { readonly clearS: number; readonly left: Approach[] } {
  let clearS = seconds;
  const left: Approach[] = [];
  for (const approach of approaches) {
    const { closingMPerS } = approach;
    const [piece, other] = [pieces[approach.piece], others[approach.other]];
    if (!piece || !other) continue;
    const reachM = closingMPerS * seconds;
    const boundM = Math.max(leastDistanceM(piece, other), leastByBoxesM(piece, other));
    if (boundM - leastM > reachM) continue;
    left.push(approach);
    if (boundM >= leastM && clearFor(boundM - leastM, closingMPerS) >= clearS) continue;
    const { distanceM, at } = separation(piece, other);
    if (distanceM < leastM) return { where: at };
    if (distanceM - leastM > reachM) left.pop();
    else clearS = Math.min(clearS, clearFor(distanceM - leastM, closingMPerS));
  }
  return { clearS, left };
}

/** Seconds until two that are so far apart are looked at again. */
const clearFor = (apartM: number, closingMPerS: number): number => Math.max(apartM - LEAST_STEP_M / 2, LEAST_STEP_M) / closingMPerS;

const between = (a: Pose, b: Pose): number => Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2);
