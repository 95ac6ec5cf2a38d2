import { compose, distance, ORIGIN, type Pose } from '../base/pose.ts';
import { type CollisionBody, type Dynamics, type PlacedConvex, postured, type Vector } from '../physics/physics.ts';
import type { Carrier } from '../world/world.ts';
import type { Surface } from './riding.ts';
import { framesOf, type RigidLinks, rigidLinksOf } from './rigid-links.ts';
import { BELT_FRICTION, substanceOf } from './substance.ts';

/** What goes where its motion says, whatever it meets. */
export interface Guided {
  readonly kind: 'moved' | 'fixed';
  readonly body: CollisionBody;
  /** Of the state that it follows. */
  readonly stateHash: number;
  /** From then on it stands, in world time. */
  readonly endMs: number;
  /** How fast any point of it goes at most until then. */
  readonly speedMPerS: number;
  at(worldMs: number): Carrier;
}

/** What goes farther in a step was put somewhere else while nobody simulated it: it would throw what it meets. It takes part anew from there. */
const LEAP_M = 0.05;
/** Nearer than what matters to anything it touches. */
const SAME = 1e-5;

/** The bodies of something that follows its motion, in a simulation. */
export class Followed implements Disposable {
  member: Guided;
  /** Its bodies are where its motion ends, and have come to rest there. */
  isThere: boolean;
  readonly #dynamics: Dynamics;
  readonly #rigid: readonly RigidLinks[];
  /** Of each of the rigid links. */
  readonly #ids: readonly string[];
  /** Where its bodies are: its motion may be another one by now. */
  #place: Carrier;
  /** The instant of that, unless it was that of another state. */
  #placedMs: number | undefined;
  #frames: readonly Pose[];

  constructor(entity: string, member: Guided, dynamics: Dynamics, worldMs: number) {
    const { body } = member;
    const { friction } = substanceOf(body.model);
    this.member = member;
    this.isThere = member.endMs <= worldMs;
    this.#dynamics = dynamics;
    this.#rigid = rigidLinksOf(body);
    this.#ids = this.#rigid.map(({ link }) => bodyId(entity, link));
    this.#place = member.at(worldMs);
    this.#placedMs = worldMs;
    this.#frames = framesOf(body.model, this.#rigid, this.#place.pose, this.#place.values);
    for (const [index, { pieces }] of this.#rigid.entries()) {
      const isBelt = this.#beltOn(index) !== undefined;
      dynamics.add(this.#ids[index] ?? entity, {
        kind: isBelt ? 'belt' : member.kind,
        pieces,
        pose: this.#frames[index] ?? ORIGIN,
        friction: isBelt ? BELT_FRICTION : friction,
      });
    }
  }

  [Symbol.dispose](): void {
    for (const id of this.#ids) this.#dynamics.remove(id);
  }

  /** It follows another state now: whether that is somewhere else at an instant than where its bodies are. */
  follow(member: Guided, worldMs: number): boolean {
    const isSame = this.member.stateHash === member.stateHash;
    this.member = member;
    if (isSame) return false;
    this.isThere = false;
    this.#placedMs = undefined;
    return !isSamePlace(this.#place, member.at(worldMs));
  }

  /** Sets its bodies to where they are at an instant, pushing nothing. What lies on those that stay where they are lies on undisturbed. */
  put(worldMs: number): void {
    const before = this.#frames;
    this.#place = this.member.at(worldMs);
    this.#placedMs = worldMs;
    this.#frames = framesOf(this.member.body.model, this.#rigid, this.#place.pose, this.#place.values);
    for (const [index, id] of this.#ids.entries()) {
      const frame = this.#frames[index] ?? ORIGIN;
      if (!isSamePose(before[index], frame)) this.#dynamics.put(id, frame);
    }
  }

  /** Moves them there in the next step. False when that is a leap. */
  move(worldMs: number): boolean {
    const { member } = this;
    if (this.isThere) return true;
    const after = member.at(worldMs);
    if (distance(this.#place.pose, after.pose) > LEAP_M) return false;
    const stepMs = this.#dynamics.stepMs;
    const values = this.#placedMs === worldMs - stepMs ? this.#place.values : undefined;
    this.#place = after;
    this.#placedMs = worldMs;
    const before = this.#frames;
    this.#frames = framesOf(member.body.model, this.#rigid, after.pose, after.values);
    for (const [index, id] of this.#ids.entries()) {
      const frame = this.#frames[index] ?? ORIGIN;
      const isBelt = this.#beltOn(index) !== undefined;
      // What stands is left alone: the frame of a conveyor has many pieces, and only its belt runs.
      if (!isSamePose(before[index], frame)) {
        if (this.#rigid[index]?.belt === undefined && member.kind === 'moved') this.#dynamics.move(id, frame);
        else this.#dynamics.put(id, frame);
      }
      if (isBelt) this.#dynamics.run(id, this.#velocityOf(index, values ?? member.at(worldMs - stepMs).values, after.values, stepMs));
    }
    this.isThere = member.endMs <= worldMs - stepMs;
    return true;
  }

  /** Where its pieces are at an instant that may come nearer to something: when it stands these are its belts, if any. */
  moving(worldMs: number): PlacedConvex[] {
    const { pose, values } = this.member.at(worldMs);
    const { links } = postured(this.member.body, pose, values);
    return this.member.speedMPerS > 0
      ? links.flat()
      : this.#rigid.flatMap(({ link, belt }) => (belt === undefined ? [] : (links[link] ?? [])));
  }

  /** Where its pieces are that carry nothing. */
  standing(): PlacedConvex[] {
    const { links } = postured(this.member.body, this.#place.pose, this.#place.values);
    const belts = new Set(this.#rigid.flatMap(({ link, belt }) => (belt === undefined ? [] : [link])));
    return links.flatMap((pieces, link) => (belts.has(link) ? [] : pieces));
  }

  /** Its belts, while it stands itself, as they run on the way between two instants. */
  surfaces(fromMs: number, untilMs: number): Surface[] {
    if (this.member.speedMPerS > 0 || !this.#rigid.some(({ belt }) => belt !== undefined)) return [];
    const [before, after] = [this.member.at(fromMs).values, this.member.at(untilMs).values];
    return this.#rigid.flatMap(({ pieces }, index) => {
      const [id, frame] = [this.#ids[index], this.#frames[index]];
      if (this.#beltOn(index) === undefined || id === undefined || !frame) return [];
      return [{ id, pieces, frame, velocity: this.#velocityOf(index, before, after, untilMs - fromMs) }];
    });
  }

  /** A belt does not go away: what runs is its surface, as fast as the value that counts its way. */
  #velocityOf(index: number, before: readonly number[], after: readonly number[], forMs: number): Vector {
    const belt = this.#beltOn(index) ?? -1;
    const frame = this.#frames[index] ?? ORIGIN;
    const { axis } = this.member.body.model.dofs[belt] ?? { axis: [0, 0, 0] as const };
    const wayM = (after[belt] ?? 0) - (before[belt] ?? 0);
    const speed = wayM / (forMs / 1000);
    const tip = compose(frame, { ...ORIGIN, x: axis[0] * speed, y: axis[1] * speed, z: axis[2] * speed });
    return [tip.x - frame.x, tip.y - frame.y, tip.z - frame.z];
  }

  /** The degree of freedom that counts the way of the belt on one of the rigid links. */
  #beltOn(index: number): number | undefined {
    return this.member.kind === 'moved' ? this.#rigid[index]?.belt : undefined;
  }
}

const bodyId = (entity: string, link: number): string => `${entity}/${link}`;
/** Whose body it is. */
export const entityOf = (body: string): string => body.split('/')[0] ?? body;

const keys = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'] as const;

const isSamePose = (a: Pose | undefined, b: Pose): boolean => a !== undefined && keys.every((key) => a[key] === b[key]);

function isSamePlace(a: Carrier, b: Carrier): boolean {
  return (
    keys.every((key) => Math.abs(a.pose[key] - b.pose[key]) < SAME) &&
    a.values.every((value, i) => Math.abs(value - (b.values[i] ?? 0)) < SAME)
  );
}
