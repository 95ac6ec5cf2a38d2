import { type Clock, every } from '../base/clock.ts';
import {
  type Conflict,
  clearanceM,
  conflictWith,
  conflictWithItself,
  fastestMPerS,
  type Obstacle,
  type Span,
  type Trajectory,
} from '../physics/physics.ts';
import { type Contact, endOf, type Participant, type WholeMotion } from '../world/world.ts';
import { type Models, type Neighbour, Neighbourhood } from './neighbourhood.ts';

export interface HostPorts {
  readonly clock: Clock;
  readonly models: Models;
  /** How long a word takes to the farthest other owner. */
  latencyMs(): number;
  readonly report: (error: unknown) => void;
}

const TICK_MS = 50;
/** Each tick looks so far ahead, in shared time. */
const AHEAD_MS = 500;
/** Against what never moves a whole motion is looked at, but no more of it than this: later ticks see the rest. */
const LONGEST_LOOK_MS = 20_000;
/** Nothing that moves by itself is faster: what is, was put somewhere else by its motion, and would take for ever to look at. */
const FASTEST_M_PER_S = 20;
/** Between bodies of one owner, and from what never moves. */
const OWN_CLEARANCE_M = 0.002;

/** How far ahead a motion was seen to be clear, by what it was held against. */
interface Looks {
  readonly stateHash: number;
  readonly until: Map<string, number>;
}

/** What an owner does so that what it owns does not run into things: motions are judged when they are made, and while they last. */
export class Host implements Disposable {
  readonly #world: Participant;
  readonly #ports: HostPorts;
  readonly #open: Disposable[];
  readonly #moving = new Set<string>();
  readonly #looks = new Map<string, Looks>();
  #ticking: Disposable | undefined;

  constructor(world: Participant, ports: HostPorts) {
    this.#world = world;
    this.#ports = ports;
    this.#open = [
      world.guardMotions((entity, motion) => this.#unlessBroken(() => this.#judge(entity, motion))),
      world.changes.on(({ entity }) => this.#wake(entity)),
    ];
    for (const { id } of world.entities) this.#wake(id);
  }

  [Symbol.dispose](): void {
    for (const part of this.#open) part[Symbol.dispose]();
    this.#ticking?.[Symbol.dispose]();
  }

  /** Nothing moves here: no work is done until something does. */
  get isAsleep(): boolean {
    return this.#ticking === undefined;
  }

  /** What moves is looked after until it has come to rest. */
  #wake(entity: string): void {
    const view = this.#world.entity(entity);
    if (!view?.isMine || !isUnderWay(view.motion, this.#world.time.worldMs)) return;
    // A part goes where it is pushed, carried or put: nobody stops it.
    if (this.#ports.models(view.description.model)?.kind === 'part') return;
    this.#moving.add(entity);
    this.#ticking ??= every(this.#ports.clock, TICK_MS, () => this.#tick());
  }

  /** All that a host does, twenty times a second while something moves. */
  #tick(): void {
    const near = new Neighbourhood(this.#world, this.#ports.models);
    for (const entity of [...this.#moving]) {
      const neighbour = near.get(entity);
      if (!neighbour?.view.isMine || !isUnderWay(neighbour.motion, near.worldMs)) this.#forget(entity);
      else if (near.rate > 0) this.#unlessBroken(() => this.#lookAhead(near, neighbour));
    }
    if (this.#moving.size > 0) return;
    this.#ticking?.[Symbol.dispose]();
    this.#ticking = undefined;
  }

  /** What somebody built or said that no rule foresaw must not end the process of whoever owns something beside it. */
  #unlessBroken<T>(look: () => T): T | undefined {
    try {
      return look();
    } catch (error) {
      this.#ports.report(error);
      return undefined;
    }
  }

  #forget(entity: string): void {
    this.#moving.delete(entity);
    this.#looks.delete(entity);
  }

  #lookAhead(near: Neighbourhood, mover: Neighbour): void {
    const untilMs = near.worldMs + AHEAD_MS * near.rate;
    const conflict = this.#conflict(near, mover, mover.motion, { fromMs: near.worldMs, untilMs }, () => true, this.#looksOf(mover));
    if (conflict) this.#world.cut(mover.id, contactOf(mover.id, conflict));
  }

  /** How far each pair was looked at already: what both have said since has not changed. */
  #looksOf({ id, view }: Neighbour): Looks {
    const known = this.#looks.get(id);
    const looks = known?.stateHash === view.stateHash ? known : { stateHash: view.stateHash, until: new Map() };
    this.#looks.set(id, looks);
    return looks;
  }

  /** Against what never moves to the end, against all else as far as it can be known. */
  #judge(entity: string, motion: WholeMotion): Contact | undefined {
    const near = new Neighbourhood(this.#world, this.#ports.models);
    const mover = near.get(entity);
    if (!mover || mover.body.model.kind === 'part' || !isUnderWay(motion, near.worldMs)) return undefined;
    const fromMs = near.worldMs;
    const endMs = Math.max(motion.base.kind === 'ride' ? fromMs : endOf(motion.base), ...motion.dofs.map(endOf));
    const whole = { fromMs, untilMs: Math.min(endMs, fromMs + LONGEST_LOOK_MS) };
    const atRest = this.#conflict(near, mover, motion, whole, ({ view }) => view.description.kind === 'static');
    const soon = { fromMs, untilMs: Math.min(atRest?.atMs ?? endMs, fromMs + AHEAD_MS * Math.max(near.rate, 0.1)) };
    const conflict = this.#conflict(near, mover, motion, soon, ({ view }) => view.description.kind !== 'static') ?? atRest;
    return conflict && contactOf(entity, conflict);
  }

  #conflict(
    near: Neighbourhood,
    first: Neighbour,
    motion: WholeMotion,
    span: Span,
    counts: (other: Neighbour) => boolean,
    looks?: Looks,
  ): Conflict | undefined {
    const family = near.family(first.id);
    const apart = new Set([...family.map(({ id }) => id), ...near.carriers(first.id)]);
    const isAside = (other: Neighbour) => apart.has(other.id) || !counts(other) || fastestMPerS(near.trajectory(other)) > FASTEST_M_PER_S;
    const others = [...near.all()].filter((other) => other.body.isObstacle && !isAside(other));
    let earliest: Conflict | undefined;
    for (const member of family) {
      const mover = near.planned(member, first, motion);
      if (fastestMPerS(mover) > FASTEST_M_PER_S) continue;
      const look = (other: string, hash: number, at: (span: Span) => Conflict | undefined) => {
        const key = `${member.id} ${other} ${hash}`;
        const fromMs = Math.max(span.fromMs, looks?.until.get(key) ?? span.fromMs);
        const untilMs = earliest?.atMs ?? span.untilMs;
        // Not for every few milliseconds anew.
        if (looks && fromMs > span.fromMs + (span.untilMs - span.fromMs) / 2) return;
        if (untilMs > fromMs) earliest = at({ fromMs, untilMs }) ?? earliest;
        looks?.until.set(key, untilMs);
      };
      look('', 0, (ahead) => conflictWithItself(mover, ahead));
      for (const other of others)
        look(other.id, other.view.stateHash, (ahead) => conflictWith(mover, this.#obstacle(near, mover, first, other), ahead));
    }
    return earliest;
  }

  /** What somebody else owns may have changed its mind already: there must be room for both to stop. */
  #obstacle(near: Neighbourhood, mover: Trajectory, first: Neighbour, other: Neighbour): Obstacle {
    const trajectory = near.trajectory(other);
    const isSure = other.view.description.kind === 'static' || other.view.owner === first.view.owner || !other.view.isLive;
    if (isSure) return { id: other.id, trajectory, clearanceM: OWN_CLEARANCE_M };
    const closingMPerS = (fastestMPerS(mover) + Math.min(FASTEST_M_PER_S, fastestMPerS(trajectory))) * Math.max(near.rate, 0.1);
    return { id: other.id, trajectory, clearanceM: clearanceM(closingMPerS, { latencyMs: this.#ports.latencyMs(), tickMs: TICK_MS }) };
  }
}

const isUnderWay = ({ base, dofs }: WholeMotion, worldMs: number): boolean =>
  (base.kind !== 'ride' && endOf(base) > worldMs) || dofs.some((dof) => endOf(dof) > worldMs);

const contactOf = (entity: string, { atMs, with: other, where: [x, y, z] }: Conflict): Contact => ({
  with: other === '' ? entity : other,
  x,
  y,
  z,
  // Whole milliseconds survive the codec; the next one might be one too late.
  atMs: Math.floor(atMs),
});
