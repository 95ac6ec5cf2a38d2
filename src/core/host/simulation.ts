import type { Pose } from '../base/pose.ts';
import {
  type BodyState,
  type CollisionBody,
  conflictWith,
  type Dynamics,
  GROUND,
  nearestTo,
  type Obstacle,
  type Pace,
  type PlacedConvex,
  type PosturedBody,
  postured,
  type Vector,
  type Velocity,
} from '../physics/physics.ts';
import { entityOf, Followed, type Guided } from './followed.ts';
import type { Foreseen } from './foresight.ts';
import { type Around, CLEAR_M, carried, clearUntilMs, goesSteadily, isMet, isNear, type Ride, type Surface, staysForS } from './riding.ts';
import { substanceOf } from './substance.ts';

/** What falls and is pushed. */
interface Free {
  readonly kind: 'free';
  readonly body: CollisionBody;
  readonly pose: Pose;
  readonly velocity: Velocity;
  readonly isAsleep: boolean;
}

/** What takes part. */
export type Member = Free | Guided;

/** Two entities that touch, and how deep they are in each other. */
export interface Touching {
  readonly with: string;
  readonly depthM: number;
  readonly at: Vector;
}

/** Who takes part in which simulation. */
export interface Roll {
  joined(entity: string, simulation: Simulation): void;
  left(entity: string, simulation: Simulation): void;
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
  /** Those of the free that a belt carries steadily: the engine does not have them. */
  readonly #rides = new Map<string, Ride>();
  /** Its instant, in steps since world time began. */
  #step: number;
  /** Until then nothing comes near to what sleeps, as far as is known. */
  #quietUntilMs = Number.NEGATIVE_INFINITY;
  /** What follows its motion is not where it should be by now: nothing was near to it. */
  #isBehind = false;
  /** Somebody decided otherwise than it was simulated. */
  isStale = false;

  /** Told of who takes part from now on, and of who does no more. */
  readonly #tell: Roll | undefined;

  constructor(dynamics: Dynamics, worldMs: number, tell?: Roll) {
    this.#dynamics = dynamics;
    this.#tell = tell;
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

  /** What goes where its motion says. */
  get guided(): IterableIterator<string> {
    return this.#followed.keys();
  }

  members(): string[] {
    return [...this.#free.keys(), ...this.#followed.keys()];
  }

  kindOf(entity: string): Member['kind'] | undefined {
    return this.#free.has(entity) ? 'free' : this.#followed.get(entity)?.member.kind;
  }

  remove(entity: string): void {
    this.#quietUntilMs = Number.NEGATIVE_INFINITY;
    if (this.#free.delete(entity) && !this.#rides.delete(entity)) this.#dynamics.remove(entity);
    this.#bodies.delete(entity);
    this.#followed.get(entity)?.[Symbol.dispose]();
    this.#followed.delete(entity);
    this.#tell?.left(entity, this);
  }

  add(entity: string, member: Member): void {
    this.remove(entity);
    this.#tell?.joined(entity, this);
    if (member.kind === 'free') this.#addFree(entity, member);
    else this.#followed.set(entity, new Followed(entity, member, this.#dynamics, this.headMs));
    // It may stand in the way of what rides.
    for (const ride of this.#rides.values()) ride.clearUntilMs = Number.NEGATIVE_INFINITY;
  }

  /** Whether it goes by this state already. */
  isFollowing(entity: string, stateHash: number): boolean {
    return this.#followed.get(entity)?.member.stateHash === stateHash;
  }

  /** What takes part follows this state now: what was simulated already may differ from it. */
  follow(entity: string, member: Guided): void {
    const isSame = this.isFollowing(entity, member.stateHash);
    const isElsewhere = this.#followed.get(entity)?.follow(member, this.headMs) === true;
    if (isSame) return;
    this.#quietUntilMs = Number.NEGATIVE_INFINITY;
    // Where its bodies were left while all slept does not tell: it may come near to what sleeps before the instant that was reached.
    this.isStale ||= isElsewhere || this.#isBehind;
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
    this.#quietUntilMs = Number.NEGATIVE_INFINITY;
    for (const [entity, states] of this.#free) {
      const kept = states.filter(({ ms }) => ms <= this.headMs);
      const last = kept.at(-1) ?? states[0];
      if (!last) continue;
      const ride = this.#rides.get(entity);
      const isCarried = ride !== undefined && ride.fromMs <= this.headMs;
      this.#free.set(entity, [{ ms: this.headMs, state: isCarried ? carried(ride, this.headMs) : last.state }]);
      if (ride && !isCarried) this.#alight(entity);
      else if (!ride) this.#putFree(entity, last.state);
    }
    for (const followed of this.#followed.values()) {
      if (followed.isThere && followed.member.endMs < this.headMs) continue;
      followed.isThere = false;
      followed.put(this.headMs);
    }
    this.#isBehind = false;
  }

  /** Steps until an instant, and forgets how all stood before another. Stops early when `watch` says so. */
  advance(untilMs: number, forgetBeforeMs: number, watch: () => boolean): void {
    this.#letAlight(untilMs);
    this.#sleepUntil(this.#quietUntil(untilMs));
    while (this.headMs + this.#dynamics.stepMs <= untilMs) {
      this.#catchUp();
      this.#quietUntilMs = Number.NEGATIVE_INFINITY;
      this.#step++;
      for (const [entity, followed] of this.#followed) if (!followed.move(this.headMs)) this.remove(entity);
      this.#dynamics.step();
      for (const [entity, states] of this.#free) states.push({ ms: this.headMs, state: this.#stateOf(entity) });
      if (watch()) return;
    }
    this.#board();
    for (const states of this.#free.values()) {
      const next = states.findIndex(({ ms }) => ms > forgetBeforeMs);
      const first = (next < 0 ? states.length : next) - 1;
      if (first > 0) states.splice(0, first);
    }
  }

  #stateOf(entity: string): BodyState {
    const ride = this.#rides.get(entity);
    return ride ? carried(ride, this.headMs) : this.#dynamics.stateOf(entity);
  }

  /** Until when all that the engine has sleeps, and nothing comes near to it. */
  #quietUntil(untilMs: number): number {
    if (untilMs <= this.#quietUntilMs) return untilMs;
    const asleep: { readonly part: PosturedBody; readonly obstacle: Obstacle }[] = [];
    for (const [entity, states] of this.#free) {
      const [body, state] = [this.#bodies.get(entity), states.at(-1)?.state];
      if (this.#rides.has(entity) || !body || !state) continue;
      if (!state.isAsleep) return this.headMs;
      const trajectory = { body, pace: STANDING, at: () => ({ pose: state.pose, values: [] }) };
      asleep.push({ part: postured(body, state.pose, []), obstacle: { id: entity, trajectory, clearanceM: CLEAR_M } });
    }
    let quietMs = this.headMs + LONGEST_QUIET_MS;
    for (const followed of this.#followed.values()) {
      const { isThere, member } = followed;
      if (isThere || member.kind === 'fixed') continue;
      const pieces = followed.moving(this.headMs);
      const mover = { body: member.body, pace: { ...STANDING, baseMPerS: member.speedMPerS }, at: member.at };
      for (const { part, obstacle } of asleep) {
        // What is so near may lean on it, or lie on it, and must go along.
        if (!isFarther(pieces, part, CLEAR_M)) return this.headMs;
        if (isFarther(pieces, part, CLEAR_M + (member.speedMPerS * (quietMs - this.headMs)) / 1000)) continue;
        quietMs = conflictWith(mover, obstacle, { fromMs: this.headMs, untilMs: quietMs })?.atMs ?? quietMs;
      }
    }
    this.#quietUntilMs = quietMs;
    return Math.min(untilMs, quietMs);
  }

  #sleepUntil(untilMs: number): void {
    const step = Math.floor(untilMs / this.#dynamics.stepMs);
    if (step <= this.#step) return;
    const before = this.#step;
    this.#step = step;
    this.#isBehind = true;
    for (const [entity, states] of this.#free) {
      const ride = this.#rides.get(entity);
      const last = states.at(-1);
      if (!ride && last) states.push({ ms: this.headMs, state: last.state });
      for (let at = before + 1; ride && at <= step; at++) {
        const ms = at * this.#dynamics.stepMs;
        states.push({ ms, state: carried(ride, ms) });
      }
    }
  }

  /** What follows its motion is put to where it is by now. */
  #catchUp(): void {
    if (!this.#isBehind) return;
    this.#isBehind = false;
    for (const followed of this.#followed.values()) {
      if (followed.isThere) continue;
      followed.put(this.headMs);
      followed.isThere = followed.member.endMs <= this.headMs;
    }
  }

  /** What has gone steadily on a belt for a while, and touches nothing else, is carried from now on. */
  #board(): void {
    if (this.#rides.size === this.#free.size) return;
    const surfaces = this.#surfaces(this.headMs - this.#dynamics.stepMs, this.headMs);
    if (surfaces.length === 0) return;
    for (const [entity, states] of this.#free) {
      const body = this.#bodies.get(entity);
      const last = states.at(-1);
      if (this.#rides.has(entity) || !body || !last) continue;
      const surface = surfaces.find(({ velocity }) => goesSteadily(states, velocity));
      const forS = surface && staysForS(surface, body, last.state.pose);
      if (!surface || forS === undefined || this.#dynamics.touchesOf(entity).some((touch) => touch.with !== surface.id)) continue;
      const { velocity } = surface;
      const from = { pose: last.state.pose, velocity: { linear: velocity, angular: [0, 0, 0] as const }, isAsleep: false };
      const ride = { on: surface.id, fromMs: this.headMs, from, velocity, endMs: this.headMs + 1000 * forS, clearUntilMs: this.headMs };
      const untilMs = this.headMs + BOARDS_FOR_MS;
      if (this.#isDisturbed(entity, ride, untilMs, this.#around(untilMs))) continue;
      this.#rides.set(entity, ride);
      this.#dynamics.remove(entity);
    }
  }

  #surfaces(fromMs: number, untilMs: number): Surface[] {
    return [...this.#followed.values()].flatMap((followed) => followed.surfaces(fromMs, untilMs));
  }

  /** What comes near to something until an instant, or to the end of its belt, or whose belt does not go on like this, is simulated again. */
  #letAlight(untilMs: number): void {
    if (this.#rides.size === 0 || untilMs <= this.headMs) return;
    const around = this.#around(untilMs);
    const alighting = [...this.#rides].filter(([entity, ride]) => this.#isDisturbed(entity, ride, untilMs, around));
    for (const [entity] of alighting) this.#alight(entity);
  }

  /** All that might disturb what rides until an instant. */
  #around(untilMs: number): Around {
    const seconds = (untilMs - this.headMs) / 1000;
    const movers = [...this.#followed.values()].flatMap((followed) => {
      if (followed.isThere || followed.member.speedMPerS === 0) return [];
      return [{ pieces: followed.moving(this.headMs), wayM: followed.member.speedMPerS * seconds }];
    });
    const loose = [...this.#free].flatMap(([entity, states]) => {
      const state = states.at(-1)?.state;
      if (!state || this.#rides.has(entity)) return [];
      return [{ entity, at: state.pose, reachM: this.#bodies.get(entity)?.reachM ?? 0, velocity: state.velocity.linear }];
    });
    return { seconds, movers, loose, surfaces: this.#surfaces(this.headMs, untilMs) };
  }

  #isDisturbed(entity: string, ride: Ride, untilMs: number, around: Around): boolean {
    const body = this.#bodies.get(entity);
    const others = { ...around, loose: around.loose.filter((other) => other.entity !== entity) };
    if (!body || ride.endMs < untilMs || isMet(ride, body, this.headMs, others)) return true;
    if (ride.clearUntilMs < untilMs) ride.clearUntilMs = clearUntilMs(ride, body, this.#standing(), this.headMs);
    return ride.clearUntilMs < untilMs;
  }

  #standing(): PlacedConvex[] {
    return [...this.#followed.values()].flatMap((followed) =>
      followed.isThere || followed.member.speedMPerS === 0 ? followed.standing() : [],
    );
  }

  #alight(entity: string): void {
    const body = this.#bodies.get(entity);
    const state = this.#free.get(entity)?.at(-1)?.state;
    this.#quietUntilMs = Number.NEGATIVE_INFINITY;
    if (this.#rides.delete(entity) && body && state) this.#addToEngine(entity, body, state);
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
    const ride = this.#rides.get(entity);
    if (ride) {
      const { x, y, z } = carried(ride, this.headMs).pose;
      return [{ with: entityOf(ride.on), depthM: 0, at: [x, y, z] }];
    }
    const deepest = new Map<string, Touching>();
    for (const { with: body, depthM, at } of this.#dynamics.touchesOf(entity)) {
      const other = body === GROUND ? GROUND : entityOf(body);
      if (depthM > (deepest.get(other)?.depthM ?? Number.NEGATIVE_INFINITY)) deepest.set(other, { with: other, depthM, at });
    }
    return [...deepest.values()];
  }

  #addFree(entity: string, { body, pose, velocity, isAsleep }: Free): void {
    const state = { pose, velocity, isAsleep };
    this.#bodies.set(entity, body);
    this.#addToEngine(entity, body, state);
    this.#free.set(entity, [{ ms: this.headMs, state }]);
  }

  #addToEngine(entity: string, body: CollisionBody, state: BodyState): void {
    const pieces = body.links[0]?.convexes ?? [];
    this.#dynamics.add(entity, { kind: 'free', pieces, ...state, ...substanceOf(body.model) });
  }

  #putFree(entity: string, { pose, velocity, isAsleep }: BodyState): void {
    this.#dynamics.put(entity, pose, velocity);
    if (isAsleep) this.#dynamics.sleep(entity);
  }
}

/** Who could not be carried for so long is simulated rather. */
const BOARDS_FOR_MS = 100;
/** For so long it is known at most that nothing comes near. */
const LONGEST_QUIET_MS = 500;
const STANDING: Pace = { baseMPerS: 0, baseRadPerS: 0, ratesPerS: [] };

/** Whether some pieces are farther than this from a body: exactly where the ball round it does not tell. */
const isFarther = (pieces: readonly PlacedConvex[], { body, links, pose: { x, y, z } }: PosturedBody, thanM: number): boolean =>
  !isNear(pieces, [x, y, z], body.reachM + thanM) || nearestTo(pieces, links.flat(), thanM) === undefined;
