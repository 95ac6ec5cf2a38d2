import { compose, distance, ORIGIN, type Pose } from '../base/pose.ts';
import {
  type BodyState,
  type CollisionBody,
  type Dynamics,
  GROUND,
  leastFromM,
  type PosturedBody,
  postured,
  type Vector,
  type Velocity,
} from '../physics/physics.ts';
import type { Carrier } from '../world/world.ts';
import type { Foreseen } from './foresight.ts';
import { framesOf, type RigidLinks, rigidLinksOf } from './rigid-links.ts';
import { BELT_FRICTION, substanceOf } from './substance.ts';

/** What takes part: `free` is what falls and is pushed, all else goes where its motion says. */
export type Member =
  | { readonly kind: 'free'; readonly body: CollisionBody; readonly pose: Pose; readonly velocity: Velocity; readonly isAsleep: boolean }
  | {
      readonly kind: 'moved' | 'fixed';
      readonly body: CollisionBody;
      /** Of the state that it follows. */
      readonly stateHash: number;
      /** From then on it stands, in world time. */
      readonly endMs: number;
      /** How fast any point of it goes at most until then. */
      readonly speedMPerS: number;
      at(worldMs: number): Carrier;
    };

/** Two entities that touch, and how deep they are in each other. */
export interface Touching {
  readonly with: string;
  readonly depthM: number;
  readonly at: Vector;
}

interface Followed {
  member: Exclude<Member, { kind: 'free' }>;
  readonly rigid: readonly RigidLinks[];
  /** Where its bodies are: its motion may be another one by now. */
  place: Carrier;
  frames: readonly Pose[];
  /** Its bodies are where its motion ends, and have come to rest there. */
  isThere: boolean;
}

/**
 * Some entities of a world as rigid bodies, up to an instant in the near future. It can be taken back to an earlier instant when somebody
 * decides otherwise, as far as it is remembered.
 */
export class Simulation implements Disposable {
  readonly #dynamics: Dynamics;
  readonly #free = new Map<string, Foreseen[]>();
  /** Of the free. */
  readonly #bodies = new Map<string, CollisionBody>();
  readonly #followed = new Map<string, Followed>();
  /** Its instant, in steps since world time began. */
  #step: number;
  /** Somebody decided otherwise than it was simulated. */
  isStale = false;

  constructor(dynamics: Dynamics, worldMs: number) {
    this.#dynamics = dynamics;
    this.#step = Math.floor(worldMs / dynamics.stepMs);
  }

  [Symbol.dispose](): void {
    this.#dynamics[Symbol.dispose]();
  }

  get headMs(): number {
    return this.#step * this.#dynamics.stepMs;
  }

  get isEmpty(): boolean {
    return this.#free.size === 0;
  }

  get free(): IterableIterator<string> {
    return this.#free.keys();
  }

  members(): string[] {
    return [...this.#free.keys(), ...this.#followed.keys()];
  }

  kindOf(entity: string): Member['kind'] | undefined {
    return this.#free.has(entity) ? 'free' : this.#followed.get(entity)?.member.kind;
  }

  remove(entity: string): void {
    if (this.#free.delete(entity)) this.#dynamics.remove(entity);
    this.#bodies.delete(entity);
    for (const { link } of this.#followed.get(entity)?.rigid ?? []) this.#dynamics.remove(bodyId(entity, link));
    this.#followed.delete(entity);
  }

  add(entity: string, member: Member): void {
    this.remove(entity);
    if (member.kind === 'free') this.#addFree(entity, member);
    else this.#addFollowed(entity, member);
  }

  /** What takes part follows this state now: what was simulated already may differ from it. */
  follow(entity: string, member: Exclude<Member, { kind: 'free' }>): void {
    const followed = this.#followed.get(entity);
    if (!followed) return;
    const isSame = followed.member.stateHash === member.stateHash;
    followed.member = member;
    if (isSame) return;
    followed.isThere = false;
    this.isStale ||= !isSamePlace(followed.place, member.at(this.headMs));
  }

  /** A free one goes over to another simulation, with what is remembered of it. */
  handOver(entity: string, to: Simulation): void {
    const body = this.#bodies.get(entity);
    const states = this.#free.get(entity) ?? [];
    this.remove(entity);
    if (this.#step < to.#step) to.#backTo(this.#step);
    const kept = states.filter(({ ms }) => ms <= to.headMs);
    const last = kept.at(-1) ?? states[0];
    if (!body || !last) return;
    to.add(entity, { kind: 'free', body, ...last.state });
    to.#free.set(entity, kept.length > 0 ? kept : [{ ms: to.headMs, state: last.state }]);
    to.isStale ||= this.isStale;
  }

  /** Back to an instant that is remembered; what came later is forgotten. */
  rewind(worldMs: number): void {
    this.isStale = false;
    const step = Math.floor(worldMs / this.#dynamics.stepMs);
    if (step < this.#step) this.#backTo(step);
  }

  #backTo(step: number): void {
    this.#step = step;
    for (const [entity, states] of this.#free) {
      const kept = states.filter(({ ms }) => ms <= this.headMs);
      const last = kept.at(-1) ?? states[0];
      if (!last) continue;
      this.#free.set(entity, [{ ms: this.headMs, state: last.state }]);
      this.#putFree(entity, last.state);
    }
    for (const [entity, followed] of this.#followed) {
      if (followed.isThere && followed.member.endMs < this.headMs) continue;
      followed.isThere = false;
      this.#placeFollowed(entity, followed);
    }
  }

  /** Steps until an instant, and forgets how all stood before another. Stops early when `watch` says so. */
  advance(untilMs: number, forgetBeforeMs: number, watch: () => boolean): void {
    if (this.#isUndisturbed(untilMs)) this.#sleepUntil(untilMs);
    while (this.headMs + this.#dynamics.stepMs <= untilMs) {
      this.#step++;
      for (const [entity, followed] of this.#followed) this.#moveFollowed(entity, followed);
      this.#dynamics.step();
      for (const [entity, states] of this.#free) states.push({ ms: this.headMs, state: this.#dynamics.stateOf(entity) });
      if (watch()) return;
    }
    for (const states of this.#free.values()) {
      const first = states.findLastIndex(({ ms }) => ms <= forgetBeforeMs);
      if (first > 0) states.splice(0, first);
    }
  }

  /** All that is free sleeps, and nothing comes near to it until an instant. */
  #isUndisturbed(untilMs: number): boolean {
    const asleep = [...this.#free].map(([entity, states]) => ({ body: this.#bodies.get(entity), state: states.at(-1)?.state }));
    if (!asleep.every(({ state }) => state?.isAsleep)) return false;
    const seconds = (untilMs - this.headMs) / 1000;
    for (const { member, rigid, place, isThere } of this.#followed.values()) {
      if (isThere || member.kind === 'fixed') continue;
      if (rigid.some(({ belt }) => belt !== undefined)) return false;
      const pieces = postured(member.body, place.pose, place.values).links.flat();
      const wayM = member.speedMPerS * seconds + CLEAR_M;
      const isMet = ({ body, state }: (typeof asleep)[number]) =>
        body && state && pieces.some((piece) => leastFromM(piece, [state.pose.x, state.pose.y, state.pose.z]) < body.reachM + wayM);
      if (asleep.some(isMet)) return false;
    }
    return true;
  }

  #sleepUntil(untilMs: number): void {
    const step = Math.floor(untilMs / this.#dynamics.stepMs);
    if (step <= this.#step) return;
    this.#step = step;
    for (const [entity, followed] of this.#followed) {
      if (followed.isThere) continue;
      this.#placeFollowed(entity, followed);
      followed.isThere = followed.member.endMs <= this.headMs;
    }
    for (const states of this.#free.values()) {
      const last = states.at(-1);
      if (last) states.push({ ms: this.headMs, state: last.state });
    }
  }

  /** What was simulated of a free one, oldest first. */
  foreseen(entity: string): readonly Foreseen[] {
    return this.#free.get(entity) ?? [];
  }

  /** How something that takes part stands at an instant. */
  bodyAt(entity: string, worldMs: number): PosturedBody | undefined {
    const followed = this.#followed.get(entity)?.member;
    if (followed) {
      const { pose, values } = followed.at(worldMs);
      return postured(followed.body, pose, values);
    }
    const body = this.#bodies.get(entity);
    const state = this.#free.get(entity)?.findLast(({ ms }) => ms <= worldMs)?.state;
    return body && state && postured(body, state.pose, []);
  }

  /** Of a free one, at the instant of the simulation. */
  touchesOf(entity: string): Touching[] {
    if (!this.#free.has(entity)) return [];
    const deepest = new Map<string, Touching>();
    for (const { with: body, depthM, at } of this.#dynamics.touchesOf(entity)) {
      const other = body === GROUND ? GROUND : entityOf(body);
      if (depthM > (deepest.get(other)?.depthM ?? Number.NEGATIVE_INFINITY)) deepest.set(other, { with: other, depthM, at });
    }
    return [...deepest.values()];
  }

  #addFree(entity: string, { body, pose, velocity, isAsleep }: Extract<Member, { kind: 'free' }>): void {
    const pieces = body.links[0]?.convexes ?? [];
    this.#bodies.set(entity, body);
    this.#dynamics.add(entity, { kind: 'free', pieces, pose, velocity, isAsleep, ...substanceOf(body.model) });
    this.#free.set(entity, [{ ms: this.headMs, state: { pose, velocity, isAsleep } }]);
  }

  #putFree(entity: string, { pose, velocity, isAsleep }: BodyState): void {
    this.#dynamics.put(entity, pose, velocity);
    if (isAsleep) this.#dynamics.sleep(entity);
  }

  #addFollowed(entity: string, member: Exclude<Member, { kind: 'free' }>): void {
    const { body } = member;
    const { friction } = substanceOf(body.model);
    const place = member.at(this.headMs);
    const rigid = rigidLinksOf(body);
    const frames = framesOf(body.model, rigid, place.pose, place.values);
    for (const [index, { link, pieces, belt }] of rigid.entries()) {
      const isBelt = member.kind === 'moved' && belt !== undefined;
      this.#dynamics.add(bodyId(entity, link), {
        kind: isBelt ? 'belt' : member.kind,
        pieces,
        pose: frames[index] ?? ORIGIN,
        friction: isBelt ? BELT_FRICTION : friction,
      });
    }
    this.#followed.set(entity, { member, rigid, place, frames, isThere: member.endMs <= this.headMs });
  }

  #placeFollowed(entity: string, followed: Followed): void {
    const { member, rigid } = followed;
    followed.place = member.at(this.headMs);
    const frames = framesOf(member.body.model, rigid, followed.place.pose, followed.place.values);
    followed.frames = frames;
    for (const [index, { link }] of rigid.entries()) this.#dynamics.put(bodyId(entity, link), frames[index] ?? ORIGIN);
  }

  #moveFollowed(entity: string, followed: Followed): void {
    const { member, rigid } = followed;
    if (followed.isThere) return;
    const after = member.at(this.headMs);
    if (distance(followed.place.pose, after.pose) > LEAP_M) {
      this.remove(entity);
      return;
    }
    followed.place = after;
    const before = followed.frames;
    followed.frames = framesOf(member.body.model, rigid, after.pose, after.values);
    for (const [index, { link, belt }] of rigid.entries()) {
      const frame = followed.frames[index] ?? ORIGIN;
      // What stands is left alone: the frame of a conveyor has many pieces, and only its belt runs.
      if (!isSamePose(before[index], frame)) {
        if (belt === undefined && member.kind === 'moved') this.#dynamics.move(bodyId(entity, link), frame);
        else this.#dynamics.put(bodyId(entity, link), frame);
      }
      if (belt !== undefined && member.kind === 'moved')
        this.#runBelt(bodyId(entity, link), frame, member, { belt, atM: after.values[belt] ?? 0 });
    }
    followed.isThere = member.endMs <= this.headMs - this.#dynamics.stepMs;
  }

  /** A belt does not go away: what runs is its surface, as fast as the value that counts its way. */
  #runBelt(body: string, frame: Pose, { body: { model }, at }: Followed['member'], { belt, atM }: { belt: number; atM: number }): void {
    const { axis } = model.dofs[belt] ?? { axis: [0, 0, 0] as const };
    const wayM = atM - (at(this.headMs - this.#dynamics.stepMs).values[belt] ?? 0);
    const speed = wayM / (this.#dynamics.stepMs / 1000);
    const tip = compose(frame, { ...ORIGIN, x: axis[0] * speed, y: axis[1] * speed, z: axis[2] * speed });
    this.#dynamics.run(body, [tip.x - frame.x, tip.y - frame.y, tip.z - frame.z]);
  }
}

const bodyId = (entity: string, link: number): string => `${entity}/${link}`;
const entityOf = (body: string): string => body.split('/')[0] ?? body;

/** What goes farther in a step was put somewhere else while nobody simulated it: it would throw what it meets. It takes part anew from there. */
const LEAP_M = 0.05;
/** Who is farther away wakes nothing. */
const CLEAR_M = 0.05;
/** Nearer than what matters to anything it touches. */
const SAME = 1e-5;

const keys = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'] as const;

const isSamePose = (a: Pose | undefined, b: Pose): boolean => a !== undefined && keys.every((key) => a[key] === b[key]);

function isSamePlace(a: Carrier, b: Carrier): boolean {
  return (
    keys.every((key) => Math.abs(a.pose[key] - b.pose[key]) < SAME) &&
    a.values.every((value, i) => Math.abs(value - (b.values[i] ?? 0)) < SAME)
  );
}
