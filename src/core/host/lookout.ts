import {
  type CollisionBody,
  type Conflict,
  Course,
  clearanceM,
  conflictWith,
  conflictWithItself,
  type Obstacle,
  type Span,
  type Trajectory,
} from '../physics/physics.ts';
import type { WholeMotion } from '../world/world.ts';
import type { Neighbour, Neighbourhood } from './neighbourhood.ts';

export interface Way {
  /** Whose way it is; what it carries comes along. */
  readonly mover: Neighbour;
  readonly motion: WholeMotion;
  readonly span: Span;
  /** Whether something is looked at. */
  counts(other: Neighbour): boolean;
  /** Whether it is looked at if it meets itself. */
  readonly meetsItself: boolean;
}

/** How far a way was seen to be clear of something, and what both had said then. */
interface Look {
  readonly hash: number;
  readonly untilMs: number;
}

/** By each that is moved, and by who is looked at. */
type Looks = Map<string, Map<string, Look>>;

/** Nothing that moves by itself is faster: what is, was put somewhere else by its motion, and would take for ever to look at. */
export const FASTEST_M_PER_S = 20;
/** More than any clearance from what stands. */
export const NEAR_M = 0.02;
/** Between bodies of one owner, and from what never moves. */
const OWN_CLEARANCE_M = 0.002;

/** Looks along the ways of what we own for what is in the way. */
export class Lookout {
  readonly #reaction: () => { latencyMs: number; tickMs: number };
  /** Of each mover. */
  readonly #looks = new Map<string, Looks>();

  constructor(reaction: () => { latencyMs: number; tickMs: number }) {
    this.#reaction = reaction;
  }

  /** It moves no more. */
  forget(mover: string): void {
    this.#looks.delete(mover);
  }

  /** The first that is in the way. */
  conflict(near: Neighbourhood, way: Way): Conflict | undefined {
    return this.#first(near, way, undefined);
  }

  /** The same for a motion that is under way: what was looked at already, and has not changed, is not looked at again. */
  conflictAhead(near: Neighbourhood, way: Way): Conflict | undefined {
    const looks: Looks = this.#looks.get(way.mover.id) ?? new Map();
    this.#looks.set(way.mover.id, looks);
    return this.#first(near, way, looks);
  }

  /** The same for what a mover pushes along. */
  conflictOf(
    near: Neighbourhood,
    mover: Neighbour,
    pushed: readonly { readonly trajectory: Trajectory }[],
    { span, counts }: Pick<Way, 'span' | 'counts'>,
  ): Conflict | undefined {
    if (pushed.length === 0) return undefined;
    const apart = new Set(near.family(mover.id).map(({ id }) => id));
    let earliest: Conflict | undefined;
    for (const { trajectory } of pushed) {
      const course = new Course(trajectory);
      const speed = course.fastestMPerS;
      for (const other of this.#inReach(near, course, span)) {
        if (apart.has(other.id) || !counts(other)) continue;
        const obstacle = this.#obstacle(near, speed, mover, other);
        const ahead = { ...span, untilMs: earliest?.atMs ?? span.untilMs };
        earliest = (obstacle && conflictWith(course, obstacle, ahead)) ?? earliest;
      }
    }
    return earliest;
  }

  #first(near: Neighbourhood, { mover, motion, span, counts, meetsItself }: Way, looks: Looks | undefined): Conflict | undefined {
    const family = near.family(mover.id);
    const apart = new Set([...family.map(({ id }) => id), ...near.carriers(mover.id)]);
    const familyHash = family.reduce((hash, member) => (Math.imul(hash, 31) + near.hashOf(member)) | 0, 0);
    let earliest: Conflict | undefined;
    for (const member of family) {
      const course = new Course(near.planned(member, mover, motion));
      const speed = course.fastestMPerS;
      // A belt that runs goes nowhere: what comes to it is not in its way.
      if (speed === 0 || speed > FASTEST_M_PER_S) continue;
      const own = looks && (looks.get(member.id) ?? new Map<string, Look>());
      if (own) looks.set(member.id, own);
      const look = (other: string, hash: number, at: (span: Span) => Conflict | undefined) => {
        const known = own?.get(other);
        const fromMs = Math.max(span.fromMs, known?.hash === hash ? known.untilMs : span.fromMs);
        // Not for every few milliseconds anew.
        if (own && fromMs > span.fromMs + (span.untilMs - span.fromMs) / 2) return;
        const untilMs = earliest?.atMs ?? span.untilMs;
        if (untilMs > fromMs) earliest = at({ fromMs, untilMs }) ?? earliest;
        own?.set(other, { hash, untilMs });
      };
      if (meetsItself) look('', familyHash, (ahead) => conflictWithItself(course, ahead));
      for (const other of this.#inReach(near, course, span)) {
        if (apart.has(other.id) || !counts(other)) continue;
        const hash = (Math.imul(familyHash, 31) + near.hashOf(other)) | 0;
        look(other.id, hash, (ahead) => {
          const obstacle = this.#obstacle(near, speed, mover, other);
          return obstacle && conflictWith(course, obstacle, ahead);
        });
      }
    }
    return earliest;
  }

  #inReach(near: Neighbourhood, course: Course, { fromMs, untilMs }: Span): Neighbour[] {
    const { latencyMs, tickMs } = this.#reaction();
    const seconds = (untilMs - fromMs + (latencyMs + tickMs) * Math.max(near.rate, 0.1)) / 1000;
    const found = near.around(course.at(fromMs).pose, { reachM: course.body.reachM, speedMPerS: course.fastestMPerS }, seconds, NEAR_M);
    return found.filter((other) => other.body.isSolid);
  }

  /** What somebody else owns may have changed its mind already: there must be room for both to stop. */
  #obstacle(near: Neighbourhood, speed: number, mover: Neighbour, other: Neighbour): Obstacle | undefined {
    const trajectory = near.course(other);
    const speedOfOther = near.speedOf(other);
    if (speedOfOther > FASTEST_M_PER_S) return undefined;
    const isSure = other.view.description.kind === 'static' || other.view.owner === mover.view.owner || !other.view.isLive;
    const stands = speedOfOther === 0 && other.parent === undefined && isRooted(other.body);
    if (isSure || stands) return { id: other.id, trajectory, clearanceM: OWN_CLEARANCE_M };
    const closingMPerS = (speed + speedOfOther) * Math.max(near.rate, 0.1);
    return { id: other.id, trajectory, clearanceM: clearanceM(closingMPerS, this.#reaction()) };
  }
}

/** It has nothing to move with: no joint moves a body of it, no wheel or leg its base. A conveyor is such a thing. */
const isRooted = ({ model, links }: CollisionBody): boolean =>
  !['wheeled', 'legged', 'part'].includes(model.kind) && links.every(({ movedBy }) => movedBy.length === 0);
