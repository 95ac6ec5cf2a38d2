import { expect, onTestFinished } from 'vitest';
import type { ActionDraft, EntityDraft } from '../api/messages.ts';
import { ORIGIN } from '../base/pose.ts';
import { seededRandom } from '../base/random.ts';
import { VirtualTime } from '../base/virtual-time.ts';
import type { Bus, Message } from '../bus/bus.ts';
import { RECORDS, SimulatedNetwork } from '../bus/simulated.ts';
import type { SimulatedNode } from '../bus/simulated-node.ts';
import type { ClockError } from '../bus/simulated-process.ts';
import { type Drive, type EntityView, type JoinOptions, type Outcome, Participant } from './world.ts';

export const WORLD = 'stage';

/** How an actor joins, where it does not as all others do. */
export type Part = Partial<Pick<JoinOptions, 'isKeeper' | 'isResident' | 'founder' | 'looks' | 'joinWithinMs'>> & {
  readonly clock?: ClockError;
  /** Not on the bus itself. */
  readonly connect?: (node: SimulatedNode) => Bus;
};

/**
 * Real participants on a simulated network in virtual time, without faults until a test asks for one. An error that anybody
 * reports fails the test, unless it is taken out of `reported`.
 */
export class Stage {
  readonly time: VirtualTime = new VirtualTime();
  readonly network: SimulatedNetwork;
  readonly reported: unknown[] = [];
  #joined = 0;
  #listeners = 0;

  constructor(seed = 1) {
    const report = (error: unknown) => void this.reported.push(error);
    this.network = new SimulatedNetwork({ time: this.time, random: seededRandom(seed), report });
    onTestFinished(() => expect(this.reported).toEqual([]));
  }

  /** Joins a participant. The first one founds the world; all are keepers unless their part says otherwise. */
  async join(id: string, { clock, connect = (node) => node.connect(), ...part }: Part = {}): Promise<Actor> {
    const isFirst = this.#joined++ === 0;
    const node = this.network.node(id, clock);
    const bus = connect(node);
    const joining = Participant.join({
      bus,
      clock: node.clock,
      random: seededRandom(1000 + this.#joined),
      report: (error) => void this.reported.push(error),
      world: WORLD,
      name: id,
      isKeeper: true,
      ...(isFirst && { founder: { incarnation: 1, cellM: 0 } }),
      ...part,
    });
    return new Actor(this, node, bus, await this.until(joining));
  }

  /** Joins several, one after the other, and waits until they know each other. */
  async enter<const Ids extends readonly string[]>(...ids: Ids): Promise<{ [Index in keyof Ids]: Actor }> {
    const actors: Actor[] = [];
    for (const id of ids) actors.push(await this.join(id));
    await this.run(500);
    return actors as { [Index in keyof Ids]: Actor };
  }

  /** What anybody publishes from now on. */
  overhear(pattern: string): Message[] {
    const heard: Message[] = [];
    const bus = this.network.node(`listener-${++this.#listeners}`).connect();
    bus.subscribe(pattern, (message) => heard.push(message));
    return heard;
  }

  /** Somebody who has not joined, and sends what it likes. */
  stranger(id = 'stranger'): Bus {
    return this.network.node(id).connect();
  }

  /** Lets time pass. */
  run(durationMs: number): Promise<void> {
    return this.time.run(this.time.now + durationMs);
  }

  /** Lets time pass until this has settled. */
  until<T>(promise: Promise<T>): Promise<T> {
    return this.time.until(promise);
  }

  /** Lets time pass and looks every `everyMs`. */
  async watch<T>(durationMs: number, everyMs: number, look: () => T): Promise<T[]> {
    const seen: T[] = [];
    for (let passedMs = 0; passedMs < durationMs; passedMs += everyMs) {
      await this.run(everyMs);
      seen.push(look());
    }
    return seen;
  }

  /** Nothing gets from the one to the other and back until `reunite`. */
  part(one: Actor, other: Actor): void {
    this.network.block(one.id, other.id);
    this.network.block(other.id, one.id);
  }

  /** Cuts one off from everybody and from the records. */
  isolate(one: Actor, from: readonly Actor[]): void {
    for (const other of from) this.part(one, other);
    this.network.block(one.id, RECORDS);
    this.network.block(RECORDS, one.id);
  }

  reunite(): void {
    this.network.unblockAll();
  }
}

/** A participant on the stage, with what a test needs of it. */
export class Actor {
  readonly participant: Participant;
  readonly node: SimulatedNode;
  readonly bus: Bus;
  readonly #stage: Stage;

  constructor(stage: Stage, node: SimulatedNode, bus: Bus, participant: Participant) {
    this.#stage = stage;
    this.node = node;
    this.bus = bus;
    this.participant = participant;
  }

  get id(): string {
    return this.participant.id;
  }

  /** Inserts a robot with two joints, described by default, and waits until everybody knows it. */
  async insert(id: string, draft: Partial<EntityDraft> = {}): Promise<void> {
    await this.#stage.until(this.participant.insert({ ...ROBOT, name: id, ...draft }, id));
    await this.#stage.run(100);
  }

  see(entity: string): EntityView {
    const view = this.participant.entity(entity);
    if (!view) throw new Error(`${this.id} does not know ${entity}`);
    return view;
  }

  ask(entity: string, action: ActionDraft): Promise<Outcome> {
    return this.#stage.until(this.participant.command(entity, action));
  }

  stop(entity: string, reason = 'a hand in the way'): Promise<string> {
    return this.#stage.until(this.participant.stop(entity, reason));
  }

  async takeStick(entity: string): Promise<Drive> {
    const answer = await this.#stage.until(this.participant.drive(entity));
    if (answer.kind !== 'driving') throw new Error(`${this.id} may not drive ${entity}: ${answer.reason}`);
    return answer.drive;
  }
}

/** At full speed at once, unless a test is about accelerations. */
const JOINT = { name: 'joint', kind: 'rotation', low: -3, high: 3, speedPerS: 1, accelerationPerS2: 1e6 } as const;

export const ROBOT: EntityDraft = {
  name: 'robot',
  model: 'robot',
  kind: 'dynamic',
  dofs: [JOINT, JOINT],
  driving: { accelerationMPerS2: 1e6, turnRadPerS2: 1e6 },
  initial: { pose: ORIGIN, values: [0, 0] },
};

/** Linear and as fast as the model allows: a value of 1 a second later. */
export const toOne: ActionDraft = { kind: 'glide', dof: 0, to: 1, ramp: 0 };
