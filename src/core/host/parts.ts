import type { Clock } from '../base/clock.ts';
import { AT_REST, type Engine, fastestMPerS, postured, type Trajectory } from '../physics/physics.ts';
import { endOf, NEVER, type Participant } from '../world/world.ts';
import { agrees, type Foreseen, motionThrough } from './foresight.ts';
import { Groups, Islands, squareOf } from './islands.ts';
import { FASTEST_M_PER_S } from './lookout.ts';
import { LooseParts } from './loose-parts.ts';
import type { Neighbour, Neighbourhood } from './neighbourhood.ts';
import { type Pushed, pushedAlong } from './pushed.ts';
import type { Member, Simulation } from './simulation.ts';
import { island, Squeeze } from './squeeze.ts';
import { HEAVIEST_PUSHED_KG, substanceOf } from './substance.ts';

/** So far ahead of now parts are simulated, in shared time: others know of a push before they see it. */
const LEAD_MS = 150;
/** World time may run fast: no more is simulated ahead than this. */
const LONGEST_LEAD_MS = 1000;
/** What was missed by more than this is not made up for. */
const LATE_MS = 2000;
/** What comes so near to a part takes part in its simulation. */
const NEAR_M = 0.06;
/** Until the next tick, and as far ahead as that will look. */
const GLANCE_MS = LEAD_MS + 100;
/** No more of a tick is simulated than there is time for: who owns a heap that somebody made is late with it, and not with everything else. */
const BUDGET_MS = 25;
/** So often in a tick a robot may turn out to squeeze something. */
const MOST_CUTS = 4;

/** What may move in a tick: parts, and robots of ours that come near to some of them. */
interface Met {
  readonly seeds: ReadonlySet<string>;
  readonly robots: ReadonlySet<string>;
  readonly pushed: ReadonlySet<string>;
}

/** Parts that are simulated together, and all that takes part. */
interface Island {
  readonly parts: Set<string>;
  readonly members: Map<string, Neighbour>;
}

/** The parts that a participant owns: they fall, rest, are pushed and carried, and everybody is told before they see it. */
export class Parts implements Disposable {
  readonly #world: Participant;
  readonly #clock: Clock;
  readonly #islands: Islands;
  readonly #loose: LooseParts;
  #looked: { readonly near: Neighbourhood; readonly parts: readonly Neighbour[] } | undefined;
  #generation: number | undefined;
  /** Something has become of them since the last tick: they are simulated from now on anew, and what is around them. */
  readonly #woken = new Set<string>();
  /** What changes now is what we say ourselves. */
  #isSaying = false;

  constructor(world: Participant, engine: Engine, clock: Clock) {
    this.#world = world;
    this.#clock = clock;
    this.#islands = new Islands(engine);
    this.#loose = new LooseParts(world);
  }

  [Symbol.dispose](): void {
    this.#islands[Symbol.dispose]();
  }

  /** Nothing of ours falls, or could be pushed. */
  get isAsleep(): boolean {
    return this.#islands.isEmpty && !this.#loose.areAwake;
  }

  get areAny(): boolean {
    return this.#loose.areAny;
  }

  /** It is ours, falls and is pushed: no obstacle for what is ours. */
  givesWay({ id, body }: Neighbour): boolean {
    return this.#loose.get(id) !== undefined && isLight(body.model);
  }

  /** Something became of an entity: whether parts of ours may move for it at once. */
  changed(entity: string, neighbour: Neighbour | undefined, worldMs: number): boolean {
    if (this.#isSaying) return false;
    const woken = this.#loose.changed(entity, neighbour, worldMs);
    for (const part of woken) {
      this.#islands.remove(part);
      this.#woken.add(part);
    }
    if (woken.length > 0 || this.#islands.has(entity)) return true;
    return neighbour !== undefined && endMsOf(neighbour) > worldMs && this.#loose.areNear(neighbour);
  }

  /** All that is done for parts in a tick: who takes part, up to when, and what is said of it. */
  tick(near: Neighbourhood): void {
    this.#begin(near);
    const met = this.#met(near);
    this.#gather(near, met.seeds);
    if (near.rate === 0) return;
    this.#simulate(near, met);
    this.#say();
    this.#settle(near.worldMs);
  }

  /** Our parts that one of our robots would push along from where it stands, if it moved like this. */
  pushedBy(near: Neighbourhood, planned: Trajectory): Pushed[] {
    const parts = this.#metBy(planned, near).flatMap((id) => near.get(id) ?? []);
    return parts.length === 0
      ? []
      : pushedAlong(
          near,
          planned,
          parts.filter((part) => this.givesWay(part)),
        );
  }

  /** Who of these pushes a part, through others if need be. */
  pusherOf(part: string, isRobotAtWork: (entity: string) => boolean): string | undefined {
    const simulation = this.#islands.of(part);
    return simulation && island(simulation, part).find(({ with: other }) => isRobotAtWork(other))?.with;
  }

  /** Parts of others that something of ours touches while it moves. */
  foreignTouched(near: Neighbourhood): Neighbour[] {
    const touched = [...this.#loose.all].flatMap(([part, { isAwake }]) => (isAwake ? (this.#islands.of(part)?.touchesOf(part) ?? []) : []));
    return touched.flatMap(({ with: id }) => {
      const other = near.get(id);
      return other && other.body.model.kind === 'part' && !other.view.isMine && other.parent === undefined ? [other] : [];
    });
  }

  #begin({ worldMs, generation }: Neighbourhood): void {
    const isReset = this.#generation !== undefined && this.#generation !== generation;
    if (isReset) {
      this.#loose.wakeAll();
      this.#islands.clear();
    }
    for (const simulation of this.#islands.all) if (Math.abs(worldMs - simulation.headMs) > LATE_MS) this.#islands.drop(simulation);
    this.#generation = generation;
    for (const part of this.#loose.letGo(worldMs)) this.#woken.add(part);
  }

  /** Which parts may move now: those that are awake, and those that something that moves comes near to. */
  #met(near: Neighbourhood): Met {
    const met = { seeds: new Set<string>(), robots: new Set<string>(), pushed: new Set<string>() };
    for (const [part, { isAwake }] of this.#loose.all) if (isAwake) met.seeds.add(part);
    for (const other of near.all()) {
      if (!other.body.isSolid || this.#loose.get(other.id) || !moves(near, other)) continue;
      const parts = this.#metBy(near.trajectory(other), near);
      for (const part of parts) met.seeds.add(part);
      // A belt that runs stands: it squeezes nothing, and what falls on it does not stop it.
      if (parts.length === 0 || !other.view.isMine || other.body.model.kind === 'part' || near.speedOf(other) === 0) continue;
      met.robots.add(other.id);
      for (const part of parts) met.pushed.add(part);
    }
    return met;
  }

  #metBy(mover: Trajectory, near: Neighbourhood): string[] {
    const { pose, values } = mover.at(near.worldMs);
    const wayM = NEAR_M + (Math.min(fastestMPerS(mover), FASTEST_M_PER_S) * near.rate * GLANCE_MS) / 1000;
    const reachM = mover.body.reachM + wayM;
    const inReach = this.#looseNear(near).filter((part) => awayM(part.pose, pose) < reachM + part.body.reachM);
    if (inReach.length === 0) return [];
    const pieces = postured(mover.body, pose, values).links.flat();
    const isNear = (part: Neighbour) =>
      pieces.some(({ centre: [x, y, z], convex }) => awayM({ x, y, z }, part.pose) < convex.reachM + part.body.reachM + wayM);
    return inReach.filter(isNear).map(({ id }) => id);
  }

  /** Our loose parts, looked up once for each look at the world. */
  #looseNear(near: Neighbourhood): readonly Neighbour[] {
    if (this.#looked?.near === near) return this.#looked.parts;
    const parts = [...this.#loose.all].flatMap(([part]) => near.get(part) ?? []);
    this.#looked = { near, parts };
    return parts;
  }

  /** What takes part: the seeds, and all that is near to one of them. What may touch takes part in the same simulation. */
  #gather(near: Neighbourhood, seeds: ReadonlySet<string>): void {
    const islands = this.#islandsAround(near, seeds);
    const simulations = this.#islands.arrange(
      islands.map(({ parts }) => parts),
      near.worldMs,
    );
    for (const [index, { parts, members }] of islands.entries()) {
      const simulation = simulations[index];
      if (!simulation) continue;
      for (const part of parts) simulation.isStale ||= this.#woken.has(part);
      this.#bring(near, simulation, members);
    }
    this.#woken.clear();
  }

  #bring(near: Neighbourhood, simulation: Simulation, members: ReadonlyMap<string, Neighbour>): void {
    for (const other of members.values()) {
      const kind = simulation.kindOf(other.id);
      if (kind === 'moved' || kind === 'fixed') simulation.follow(other.id, memberOf(near, other));
    }
    if (simulation.isStale && near.rate > 0) simulation.rewind(near.worldMs);
    for (const id of simulation.members()) if (!members.has(id)) simulation.remove(id);
    for (const other of members.values()) {
      const member = this.#memberOf(near, other, simulation.headMs);
      if (simulation.kindOf(other.id) === member.kind) continue;
      simulation.add(other.id, member);
      const loose = this.#loose.get(other.id);
      if (loose) loose.velocity = AT_REST;
    }
  }

  #islandsAround(near: Neighbourhood, seeds: ReadonlySet<string>): Island[] {
    const around = [...seeds].flatMap((id) => {
      const seed = near.get(id);
      return seed ? [{ seed, others: this.#around(near, seed) }] : [];
    });
    const groups = new Groups();
    for (const { seed, others } of around) {
      groups.join(squareOf(seed.pose), seed.id);
      for (const other of others) if (this.#loose.get(other.id) || moves(near, other)) groups.join(seed.id, other.id);
    }
    const islands = new Map<string, Island>();
    for (const { seed, others } of around) {
      const first = groups.first(seed.id);
      const island = islands.get(first) ?? { parts: new Set(), members: new Map() };
      islands.set(first, island);
      for (const member of [seed, ...others]) {
        island.members.set(member.id, member);
        if (this.#loose.get(member.id)) island.parts.add(member.id);
      }
    }
    return [...islands.values()];
  }

  /** What is solid and may come near to a part until the next tick. */
  #around(near: Neighbourhood, seed: Neighbour): Neighbour[] {
    const ball = { reachM: seed.body.reachM, speedMPerS: Math.min(near.speedOf(seed), FASTEST_M_PER_S) };
    return near.around(seed.pose, ball, (near.rate * GLANCE_MS) / 1000, NEAR_M).filter(({ id, body }) => body.isSolid && id !== seed.id);
  }

  #memberOf(near: Neighbourhood, other: Neighbour, headMs: number): Member {
    const loose = this.#loose.get(other.id);
    if (!loose) return memberOf(near, other);
    const { pose } = near.trajectory(other).at(headMs);
    return { kind: 'free', body: other.body, pose, velocity: loose.velocity, isAsleep: !loose.isAwake };
  }

  #untilMs({ worldMs, rate }: Neighbourhood): number {
    return worldMs + Math.min(LEAD_MS * rate, LONGEST_LEAD_MS);
  }

  #simulate(near: Neighbourhood, met: Met): void {
    const endMs = this.#clock.now() + BUDGET_MS;
    for (const simulation of this.#islands.all) this.#advance(simulation, near, met, endMs);
  }

  /** Goes on to the end of the lead. A robot that turns out to squeeze a part is stopped before it does, and what follows is simulated anew. */
  #advance(simulation: Simulation, near: Neighbourhood, { robots, pushed }: Met, endMs: number): void {
    for (let cuts = 0; cuts <= MOST_CUTS; cuts++) {
      const squeeze = new Squeeze(simulation, near, pushed, robots);
      const isEnough = () => (squeeze.look() && cuts < MOST_CUTS) || this.#clock.now() > endMs;
      simulation.advance(this.#untilMs(near), near.worldMs, isEnough);
      if (!squeeze.found || cuts === MOST_CUTS) return;
      const { robot, contact } = squeeze.found;
      this.#world.cut(robot, contact);
      const stopped = near.refresh(robot);
      if (stopped) simulation.follow(robot, memberOf(near, stopped));
      simulation.rewind(near.worldMs);
    }
  }

  #foreseen(): (readonly [part: string, foreseen: readonly Foreseen[]])[] {
    return this.#islands.all.flatMap((simulation) => [...simulation.free].map((part) => [part, simulation.foreseen(part)] as const));
  }

  /** Whoever would see a part somewhere else than where it will be is told. */
  #say(): void {
    for (const [part, foreseen] of this.#foreseen()) {
      const loose = this.#loose.get(part);
      if (!loose || agrees(loose.said, foreseen)) continue;
      const base = motionThrough(foreseen);
      if (!base) continue;
      this.#isSaying = true;
      this.#world.foresee(part, base);
      this.#isSaying = false;
      // As everybody has it: rounded.
      loose.said = this.#world.entity(part)?.motion.base ?? base;
    }
  }

  /** What has come to rest is asleep, what was touched is awake. */
  #settle(worldMs: number): void {
    for (const [part, foreseen] of this.#foreseen()) {
      const loose = this.#loose.get(part);
      if (loose) loose.isAwake = foreseen.some(({ ms, state }) => !state.isAsleep && ms >= worldMs - 10) || endOf(loose.said) > worldMs;
    }
  }
}

export const isLight = (model: Neighbour['body']['model']): boolean => substanceOf(model).massKg <= HEAVIEST_PUSHED_KG;

const endMsOf = ({ motion: { base, dofs } }: Neighbour): number =>
  Math.max(base.kind === 'ride' ? -NEVER : endOf(base), ...dofs.map(endOf));

const moves = (near: Neighbourhood, other: Neighbour): boolean =>
  endMsOf(other) > near.worldMs || (other.parent !== undefined && near.speedOf(other) > 0);

function memberOf(near: Neighbourhood, other: Neighbour): Exclude<Member, { kind: 'free' }> {
  return {
    kind: other.view.description.kind === 'static' ? 'fixed' : 'moved',
    body: other.body,
    stateHash: near.hashOf(other),
    endMs: other.parent === undefined ? endMsOf(other) : NEVER,
    at: near.trajectory(other).at,
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

const awayM = (a: Place, b: Place): number => Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2);
