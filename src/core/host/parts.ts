import type { Clock } from '../base/clock.ts';
import { AT_REST, type Conflict, type Engine, type Trajectory } from '../physics/physics.ts';
import { type BaseMotion, endOf, type Participant } from '../world/world.ts';
import { agrees, motionThrough } from './foresight.ts';
import { Groups, Islands } from './islands.ts';
import { type Loose, LooseParts } from './loose-parts.ts';
import { isLight, memberOf, moves, partsFirst } from './members.ts';
import type { Neighbour, Neighbourhood } from './neighbourhood.ts';
import { endMsOf } from './pace.ts';
import { Presses } from './presses.ts';
import { type Pushed, pushedAlong } from './pushed.ts';
import type { Member, Simulation } from './simulation.ts';
import { island, Squeeze } from './squeeze.ts';
import { Turns } from './turns.ts';
import { aroundPart, decidedSince, isPressed, isStoodIn, LEAD_MS, partsAhead, standsIn } from './vicinity.ts';

/** World time may run fast: no more is simulated ahead than this. */
const LONGEST_LEAD_MS = 1000;
/** What was missed by more than this is not made up for. */
const LATE_MS = 2000;
/** So late a tick may be without anything being missed. */
const MISSED_MS = 50;
/** No more of a tick is simulated than there is time for: who owns a heap that somebody made is late with it, and not with everything else. */
const BUDGET_MS = 25;
/** In so many ticks everything is asked once what it comes near to. */
const ASKED_EVERY_TICKS = 3;
/** So often in a tick a robot may turn out to squeeze something. */
const MOST_CUTS = 4;

/** What may move in a tick: parts, and robots of ours that come near to some of them. */
interface Met {
  readonly seeds: ReadonlySet<string>;
  readonly robots: ReadonlySet<string>;
  readonly pushed: ReadonlySet<string>;
}

/** Our robots that may push some of the parts that are simulated together with them. */
interface Pushing {
  readonly robots: ReadonlySet<string>;
  readonly parts: readonly string[];
}

const NOBODY: Pushing = { robots: new Set(), parts: [] };

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
  readonly #pushing = new WeakMap<Simulation, Pushing>();
  readonly #presses = new Presses();
  #generation: number | undefined;
  readonly #turns = new Turns(ASKED_EVERY_TICKS);
  /** Of world time, in the last tick. */
  #rate: number | undefined;
  /** Something has become of them since the last tick: they are simulated from now on anew, and what is around them. */
  readonly #woken = new Set<string>();
  /** Somebody stands in them: until they are apart they stay where they are, cost nothing, and give way to nobody else. */
  readonly #stoodIn = new Set<string>();
  /** What changes now is what we say ourselves. */
  #isSaying = false;
  /** A robot is cut short for what is simulated right now: nothing may be taken out of that. */
  #isCutting = false;

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
  givesWay(near: Neighbourhood, part: Neighbour): boolean {
    if (this.#loose.get(part.id) === undefined || !isLight(part.body.model)) return false;
    return !this.#stoodIn.has(part.id) || !this.#isLeftOut(near, part, aroundPart(near, part));
  }

  /** Parts that somebody stands in. */
  get stoodIn(): ReadonlySet<string> {
    return this.#stoodIn;
  }

  /** Something became of an entity: whether parts of ours may move for it at once. */
  changed(near: Neighbourhood, entity: string): boolean {
    if (this.#isSaying) return false;
    const neighbour = near.get(entity);
    const woken = this.#loose.changed(entity, neighbour, near.worldMs);
    for (const part of woken) {
      if (!this.#isCutting) this.#islands.remove(part);
      this.#woken.add(part);
    }
    if (this.#loose.get(entity) === undefined) this.#stoodIn.delete(entity);
    if (woken.length > 0 || this.#islands.having(entity).length > 0) return true;
    return neighbour !== undefined && endMsOf(neighbour.motion) > near.worldMs && this.#loose.areNear(near, neighbour);
  }

  /** All that is done for parts in a tick: who takes part, up to when, and what is said of it. Who takes part is asked in turns, of some in each tick. */
  tick(near: Neighbourhood): void {
    this.#begin(near);
    this.#turns.next();
    // At another rate all is foreseen anew.
    const areAllDue = near.rate !== this.#rate;
    this.#rate = near.rate;
    const isDue = (id: string) => areAllDue || this.#turns.isDue(id);
    const due = new Set(near.moving().flatMap(({ id }) => (isDue(id) ? [id] : [])));
    for (const [part, { isAwake }] of this.#loose.all) {
      const isSimulated = this.#islands.of(part) !== undefined;
      if (isSimulated ? isDue(part) : isAwake) due.add(part);
    }
    // Simulated on by what they did before, it would not be seen what they press from now on.
    for (const { id } of this.#islands.all.flatMap((simulation) => decidedSince(near, simulation))) due.add(id);
    this.#gatherFor(near, due);
    if (areAllDue) this.#turns.askedAll();
    this.#work(near, this.#islands.all);
  }

  /** The same between two ticks, for those of whom something was decided and for what takes part with them. */
  tickFor(near: Neighbourhood, decided: ReadonlySet<string>): void {
    this.#begin(near);
    this.#work(near, this.#gatherFor(near, decided));
  }

  #gatherFor(near: Neighbourhood, decided: ReadonlySet<string>): Simulation[] {
    const touched = this.#touchedWith(near, decided);
    this.#turns.asked(touched);
    const awake = [...touched].filter((id) => this.#loose.get(id)?.isAwake);
    const others = [...touched].flatMap((id) => near.get(id) ?? []);
    const met = this.#met(near, awake, others);
    const simulations = this.#gather(near, met.seeds, (part) => touched.has(part));
    for (const simulation of simulations) {
      const isIn = (id: string) => simulation.kindOf(id) !== undefined;
      this.#pushing.set(simulation, { robots: new Set([...met.robots].filter(isIn)), parts: [...met.pushed].filter(isIn) });
    }
    return simulations;
  }

  #work(near: Neighbourhood, simulations: Simulation[]): void {
    if (near.rate === 0) return;
    const endMs = this.#clock.now() + BUDGET_MS;
    const late = new Set(simulations.filter(({ headMs }) => headMs < near.worldMs - MISSED_MS));
    // Those that are farthest behind come first.
    for (const simulation of simulations.sort((a, b) => a.headMs - b.headMs)) this.#advance(simulation, near, endMs);
    for (const simulation of simulations) {
      // Nobody was there to stop who pressed it.
      if (late.has(simulation) && isPressed(simulation)) {
        this.#islands.drop(simulation);
        continue;
      }
      this.#say(simulation);
      this.#settle(simulation, near.worldMs);
    }
  }

  /** They, what they come near to, and all that is simulated with one of these. */
  #touchedWith(near: Neighbourhood, decided: ReadonlySet<string>): Set<string> {
    const touched = new Set([...decided, ...this.#woken]);
    for (const id of touched) {
      const neighbour = near.get(id);
      if (!neighbour) continue;
      const isLoose = this.#loose.get(id) !== undefined;
      if (!isLoose && !moves(near, neighbour) && !decided.has(id)) continue;
      if (isLoose) for (const other of aroundPart(near, neighbour)) if (this.#loose.get(other.id)) touched.add(other.id);
      if (!isLoose && neighbour.body.isSolid) for (const part of this.#metBy(near, near.trajectory(neighbour))) touched.add(part);
      for (const simulation of this.#islands.having(id)) for (const member of simulation.members()) touched.add(member);
    }
    return touched;
  }

  /** Our parts that one of our robots would push along from where it stands, if it moved like this. */
  pushedBy(near: Neighbourhood, planned: Trajectory): Pushed[] {
    const parts = this.#metBy(near, planned).flatMap((id) => near.get(id) ?? []);
    return parts.length === 0
      ? []
      : pushedAlong(
          near,
          planned,
          parts.filter((part) => this.givesWay(near, part)),
        );
  }

  /** With what a robot of ours presses already, if it pressed on by moving like this. */
  pressedBy(near: Neighbourhood, robot: string, planned: Trajectory): Conflict | undefined {
    return this.#presses.conflict(near, robot, planned);
  }

  /** Who of these pushes a part, through others if need be. */
  pusherOf(part: string, isRobotAtWork: (entity: string) => boolean): string | undefined {
    const simulation = this.#islands.of(part);
    return simulation && island(simulation, part).find(({ with: other }) => isRobotAtWork(other))?.with;
  }

  /** Parts of others that something of ours touches while it moves. */
  foreignTouched(near: Neighbourhood): Neighbour[] {
    const isForeign = (id: string) => {
      const other = near.get(id);
      return other !== undefined && other.body.model.kind === 'part' && !other.view.isMine && other.parent === undefined;
    };
    const beside = this.#islands.all.filter((simulation) => simulation.members().some(isForeign));
    const awake = beside.flatMap((simulation) => [...simulation.free].filter((part) => this.#loose.get(part)?.isAwake));
    const touched = awake.flatMap((part) => this.#islands.of(part)?.touchesOf(part) ?? []);
    return touched.flatMap(({ with: id }) => (isForeign(id) ? (near.get(id) ?? []) : []));
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
  #met(near: Neighbourhood, awake: readonly string[], others: readonly Neighbour[]): Met {
    const met = { seeds: new Set(awake), robots: new Set<string>(), pushed: new Set<string>() };
    for (const other of others) {
      if (!other.body.isSolid || this.#loose.get(other.id) || !moves(near, other)) continue;
      const parts = this.#metBy(near, near.trajectory(other));
      for (const part of parts) met.seeds.add(part);
      // A belt that runs stands: it squeezes nothing, and what falls on it does not stop it.
      if (parts.length === 0 || !other.view.isMine || other.body.model.kind === 'part' || near.speedOf(other) === 0) continue;
      met.robots.add(other.id);
      for (const part of parts) met.pushed.add(part);
    }
    return met;
  }

  #metBy(near: Neighbourhood, mover: Trajectory): string[] {
    return partsAhead(near, mover, (id) => this.#loose.get(id) !== undefined);
  }

  /** What takes part: the seeds, and all that is near to one of them. What may touch takes part in the same simulation. */
  #gather(near: Neighbourhood, seeds: ReadonlySet<string>, isConcerned: (part: string) => boolean): Simulation[] {
    const islands = this.#islandsAround(near, seeds);
    const groups = islands.map(({ parts }) => parts);
    const simulations = this.#islands.arrange(groups, near.worldMs, isConcerned);
    for (const [index, { parts, members }] of islands.entries()) {
      const simulation = simulations[index];
      if (!simulation) continue;
      for (const part of parts) simulation.isStale ||= this.#woken.has(part);
      this.#bring(near, simulation, members);
    }
    this.#woken.clear();
    return simulations;
  }

  #bring(near: Neighbourhood, simulation: Simulation, members: ReadonlyMap<string, Neighbour>): void {
    // Also who has not changed: where a motion is at an instant depends on the rate of world time.
    for (const id of simulation.guided) {
      const other = near.get(id);
      if (other) simulation.follow(id, memberOf(near, other));
    }
    if (simulation.isStale && near.rate > 0) simulation.rewind(near.worldMs);
    for (const id of simulation.members()) if (!members.has(id)) simulation.remove(id);
    for (const other of partsFirst(members.values())) {
      const member = this.#memberOf(near, other, simulation.headMs);
      if (simulation.kindOf(other.id) === member.kind) continue;
      if (member.kind === 'moved' && standsIn(simulation, member, simulation.headMs)) {
        // Only from now on is it known to be on its way there: it must not be found in what it would have pushed.
        if (near.rate === 0 || standsIn(simulation, member, near.worldMs)) continue;
        simulation.rewind(near.worldMs);
      }
      simulation.add(other.id, member);
      const loose = this.#loose.get(other.id);
      if (loose) loose.velocity = AT_REST;
    }
  }

  #islandsAround(near: Neighbourhood, seeds: ReadonlySet<string>): Island[] {
    const around = [...seeds].flatMap((id) => {
      const seed = near.get(id);
      const others = seed ? aroundPart(near, seed) : [];
      return seed && !this.#isLeftOut(near, seed, others) ? [{ seed, others }] : [];
    });
    const seeded = new Set(around.map(({ seed }) => seed.id));
    const groups = new Groups();
    for (const { seed, others } of around) {
      for (const other of others) if (this.#loose.get(other.id) || moves(near, other)) groups.join(seed.id, other.id);
    }
    const islands = new Map<string, Island>();
    for (const { seed, others } of around) {
      const first = groups.first(seed.id);
      const island = islands.get(first) ?? { parts: new Set(), members: new Map() };
      islands.set(first, island);
      for (const member of [seed, ...others]) {
        const isLoose = this.#loose.get(member.id) !== undefined;
        if (isLoose && !seeded.has(member.id) && this.#isLeftOut(near, member, aroundPart(near, member))) continue;
        island.members.set(member.id, member);
        if (isLoose) island.parts.add(member.id);
      }
    }
    return [...islands.values()];
  }

  /** What is simulated with a part pushes it out of its way; but somebody who is only now heard to be elsewhere may stand in it at once. */
  #isLeftOut(near: Neighbourhood, part: Neighbour, others: readonly Neighbour[]): boolean {
    const simulation = this.#islands.of(part.id);
    if (!isStoodIn(part, simulation ? decidedSince(near, simulation) : others)) {
      this.#stoodIn.delete(part.id);
      return false;
    }
    this.#stoodIn.add(part.id);
    const loose = this.#loose.get(part.id);
    if (loose) loose.isAwake = false;
    if (loose && !this.#isSaying && endOf(loose.said) > near.worldMs) this.#foresee(part.id, loose, { kind: 'still', pose: part.pose });
    return true;
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

  /** Goes on to the end of the lead. A robot that turns out to squeeze a part is stopped before it does, and what follows is simulated anew. */
  #advance(simulation: Simulation, near: Neighbourhood, endMs: number): void {
    const { robots, parts } = this.#pushing.get(simulation) ?? NOBODY;
    for (let cuts = 0; cuts <= MOST_CUTS; cuts++) {
      const squeeze = new Squeeze(simulation, near, parts, robots);
      const isEnough = () => (squeeze.look() && cuts < MOST_CUTS) || this.#clock.now() > endMs;
      simulation.advance(this.#untilMs(near), near.worldMs, isEnough);
      if (!squeeze.found || cuts === MOST_CUTS) return;
      const { robot, part, contact } = squeeze.found;
      this.#presses.remember(robot, near.get(part), contact, near);
      this.#isCutting = true;
      this.#world.cut(robot, contact);
      this.#isCutting = false;
      const stopped = near.refresh(robot);
      if (stopped) simulation.follow(robot, memberOf(near, stopped));
      simulation.rewind(near.worldMs);
    }
  }

  /** Whoever would see a part somewhere else than where it will be is told. */
  #say(simulation: Simulation): void {
    for (const part of simulation.free) {
      const loose = this.#loose.get(part);
      const foreseen = simulation.foreseen(part);
      if (!loose) continue;
      const last = foreseen.at(-1);
      const isAsBefore = last?.state.isAsleep && last.state === loose.agreed?.state;
      const known = loose.agreed === undefined ? -1 : foreseen.lastIndexOf(loose.agreed);
      loose.agreed = last;
      if (isAsBefore || agrees(loose.said, foreseen.slice(known + 1))) continue;
      const base = motionThrough(foreseen);
      if (!base) continue;
      const before = loose.said;
      this.#foresee(part, loose, base);
      // Who slept is not heard until it knows what is still its own: it says it again.
      if (loose.said === before) loose.agreed = undefined;
    }
  }

  #foresee(part: string, loose: Loose, base: BaseMotion): void {
    this.#isSaying = true;
    this.#world.foresee(part, base);
    this.#isSaying = false;
    // As everybody has it: rounded.
    loose.said = this.#world.entity(part)?.motion.base ?? base;
  }

  /** What has come to rest is asleep, what was touched is awake. */
  #settle(simulation: Simulation, worldMs: number): void {
    for (const part of simulation.free) {
      const loose = this.#loose.get(part);
      const foreseen = simulation.foreseen(part);
      if (loose) loose.isAwake = foreseen.some(({ ms, state }) => !state.isAsleep && ms >= worldMs - 10) || endOf(loose.said) > worldMs;
    }
  }
}
