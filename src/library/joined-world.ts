import type { Signal } from '../core/base/signal.ts';
import type { Blackboard } from '../core/blackboard/blackboard.ts';
import type { BusStatus } from '../core/bus/bus.ts';
import type { GraspOutcome } from '../core/host/grasping.ts';
import { knowledgeOn } from '../core/host/knowledge-shelf.ts';
import { Seeing } from '../core/host/seeing.ts';
import { Sensing } from '../core/host/sensing.ts';
import { type SenseAnswer, type SenseRequest, sense } from '../core/host/virtual-sensor.ts';
import { worldBoard } from '../core/host/world-board.ts';
import { WorldMount } from '../core/host/world-mount.ts';
import { type Exploration, FloorPlans, type Knowledge } from '../core/knowledge/knowledge.ts';
import type { Goal, Journey, JourneyOptions } from '../core/navigation/journey.ts';
import type { Model } from '../core/robots/model.ts';
import { type Flags, type ProgramRuns, ProgramsHere, robotVariables } from '../core/running/running.ts';
import { WorldTasks } from '../core/tasks/tasks.ts';
import type {
  ActionDraft,
  Chat,
  CommandOptions,
  Drive,
  EntityDraft,
  EntityView,
  Look,
  Member,
  Observation,
  Outcome,
  Participant,
  Threshold,
  TimeChange,
  TimeView,
} from '../core/world/world.ts';
import { type ExploreOptions, exploreWith } from './exploring.ts';
import { SavedTexts } from './saved-texts.ts';
import { type Line, Touching, type TouchingPorts } from './touching.ts';

/** A world this program is in: what it sees and what it can do there. */
export class World implements AsyncDisposable {
  readonly #participant: Participant;
  readonly #bus: Line;
  readonly #touching: Touching;
  readonly #ports: TouchingPorts;
  readonly #sensing: Sensing | undefined;
  readonly #programs: ProgramsHere;
  #tasks: WorldTasks | undefined;
  #seeing: Seeing | undefined;
  #board: Blackboard | undefined;
  #hasLeft = false;

  /** Use joinWorld, or joinBus. */
  constructor(participant: Participant, bus: Line, ports: TouchingPorts) {
    this.#participant = participant;
    this.#bus = bus;
    this.#ports = ports;
    this.#touching = new Touching(participant, bus, ports);
    // A real robot has sensors of its own: whoever drives it writes what they say.
    if (ports.motions === 'guarded') this.#sensing = this.#beginSensing();
    const { clock, random, report } = ports;
    this.#programs = new ProgramsHere(participant, {
      ...{ bus, clock, random, report, models: this.#touching.models, board: () => this.board },
      navigator: () => this.#touching.navigatorHere,
      command: (...asked) => this.command(...asked),
    });
    // Sent away for good: there is nobody left to tell anything, and nothing more to hear.
    bus.onStatus(({ kind }) => {
      if (kind === 'closed' && !this.#hasLeft) void this.leave();
    });
  }

  /** The id of this participant, by the hub or its credentials: as it appears in owners, leases and chats. */
  get id(): string {
    return this.#participant.id;
  }

  get name(): string {
    return this.#participant.name;
  }

  /** The name of the world. */
  get world(): string {
    return this.#participant.world;
  }

  /** Of the link to the hub, or to the bus. While it is lost it is tried again by itself; `closed` is for good. */
  get status(): BusStatus {
    return this.#bus.status;
  }

  onStatus(handler: (status: BusStatus) => void): Disposable {
    return this.#bus.onStatus(handler);
  }

  /** To the hub, or the servers of the bus, and back. Held control needs under 400 ms. Undefined while it is not known. */
  get roundTripMs(): number | undefined {
    return this.#bus.rttMs;
  }

  /** Some entity was inserted, changed hands, got a new state or was removed. */
  get changes(): Signal<{ entity: string }> {
    return this.#participant.changes;
  }

  get chats(): Signal<Chat> {
    return this.#participant.chats;
  }

  /** Every value in the world by name, with its age. Mirrored here from the first time it is asked for: wait for `board.ready` before reading what others wrote. */
  get board(): Blackboard {
    const { clock, report } = this.#ports;
    const command = (...asked: Parameters<Participant['command']>) => this.command(...asked);
    this.#board ??= worldBoard(this.#participant, {
      ...{ bus: this.#bus, clock, report },
      mounts: [new WorldMount(this.#participant, { clock, command, more: robotVariables(command) })],
      onWish: (wish) => this.#sensing?.heard(wish),
    });
    return this.#board;
  }

  /** The programs of all robots: to start them, to see how they get on. They run at who owns the robot, and go on when that one goes. */
  get programs(): ProgramRuns {
    return this.#programs.runs;
  }

  /** The ten flags of the environment, and one of each robot. */
  get flags(): Flags {
    return this.#programs.flags;
  }

  /** The task of this world: programs of several robots that start when others have. A hub performs it, and it goes on when this participant goes. */
  get tasks(): WorldTasks {
    const { clock, random, report } = this.#ports;
    this.#tasks ??= new WorldTasks({ ...{ world: this.world, bus: this.#bus, clock, random, report }, time: () => this.time });
    return this.#tasks;
  }

  /** Programs, positions, tasks and maps that people have saved in this world. */
  get texts(): SavedTexts {
    const { clock, random, report } = this.#ports;
    const me = { name: this.name.slice(0, 80), colour: 1 };
    return new SavedTexts({ world: this.world, bus: this.#bus, clock, random, report, me });
  }

  /** Everybody who is here, this participant included. */
  get participants(): Member[] {
    return this.#participant.participants;
  }

  get time(): TimeView {
    return this.#participant.time;
  }

  get entities(): EntityView[] {
    return this.#participant.entities;
  }

  entity(id: string): EntityView | undefined {
    return this.#participant.entity(id);
  }

  /** Puts a new entity into the world; this participant owns it until somebody takes it over. */
  async insert(draft: EntityDraft, id?: string): Promise<EntityView> {
    await this.#touching.ready();
    return this.#participant.insert(draft, id);
  }

  remove(entity: string): Promise<void> {
    return this.#participant.remove(entity);
  }

  /** Gives an entity this participant owns to another one: its motion goes on in the new hands. */
  handOver(entity: string, to: string): Promise<Outcome> {
    return this.#participant.handOver(entity, to);
  }

  /** Asks whoever owns the entity to do something; takes it over when nobody does. */
  async command(entity: string, action: ActionDraft, options?: CommandOptions): Promise<Outcome> {
    await this.#touching.readyFor(entity);
    return this.#participant.command(entity, action, options);
  }

  /** Closes the gripper of a robot on the part between its fingers; the outcome says which, or why not. */
  grasp(robot: string): Promise<GraspOutcome> {
    return this.#touching.grasp(robot);
  }

  /** Opens the gripper: what was in it stays there, or falls to what is below it. */
  release(robot: string): Promise<GraspOutcome> {
    return this.#touching.release(robot);
  }

  /** What a range sensor would measure, wherever it is thought to be. Rejects when no hub answers. */
  sense(request: SenseRequest): Promise<SenseAnswer> {
    return sense(this.#bus, this.world, request);
  }

  /** What a robot has seen of its building so far, as its owner says: it looks for as long as somebody reads this. Empty until then. */
  knowledge(robot: string): Knowledge {
    return knowledgeOn(this.board, robot, this.#ports.report);
  }

  /** Sends a robot about until it has seen all that it can of the floor it is on: by commands, as anybody would, and knowing no more than it does. */
  async explore(robot: string, options: ExploreOptions = {}): Promise<Exploration> {
    await this.#touching.ready();
    await this.board.ready;
    const { clock, report } = this.#ports;
    return exploreWith({ world: this, models: this.#touching.models, clock, report }, robot, options);
  }

  /**
   * Sends a robot somewhere: to a place on a floor, or to a place of the topological map by its id. It drives round what stands there, rides elevators, gives way to others,
   * and plans anew when something is in its way. The journey tells how it gets on; `ended` resolves when it is over.
   */
  async sendTo(robot: string, goal: Goal, options?: JourneyOptions): Promise<Journey> {
    const navigator = await this.#touching.navigator();
    return navigator.sendTo(robot, goal, options);
  }

  /** A model of the hub's catalog: `draftOf` makes of it what `insert` takes. */
  model(id: string): Promise<Model | undefined> {
    return this.#touching.model(id);
  }

  /** Stops a robot. Anyone, at any time; resolves with the stop's id when it is latched where no crash can lose it. */
  stop(entity: string, reason: string): Promise<string> {
    return this.#participant.stop(entity, reason);
  }

  /** Re-arms the stop that is shown now. */
  rearm(entity: string): Promise<Outcome> {
    return this.#participant.rearm(entity);
  }

  /** Takes the stick of a robot; the outcome says why when it is not to be had. */
  async drive(entity: string): Promise<{ kind: 'driving'; drive: Drive } | Exclude<Outcome, { kind: 'done' }>> {
    await this.#touching.readyFor(entity);
    return this.#participant.drive(entity);
  }

  /** What a sensor or a simulation says of an entity this participant owns: sent only when others could not have predicted it. */
  observe(entity: string, observation: Observation, threshold?: Threshold): void {
    this.#participant.observe(entity, observation, threshold);
  }

  /** Whether an owned entity has work to do: if so, a resident host adopts it should we go. */
  setWorking(entity: string, working: boolean): void {
    this.#participant.setWorking(entity, working);
  }

  changeTime(change: TimeChange): Promise<unknown> {
    return this.#participant.changeTime(change);
  }

  chat(text: string): void {
    this.#participant.chat(text);
  }

  lookAtAll(): Promise<void> {
    return this.#participant.lookAtAll();
  }

  /** Looks there and nowhere else: nothing of other regions reaches this participant. */
  look(looks: readonly Look[]): Promise<void> {
    return this.#participant.look(looks);
  }

  /** Says goodbye and closes the link: what this participant owns stands still and is free to take. */
  leave(): Promise<void> {
    if (!this.#hasLeft) {
      this.#programs[Symbol.dispose]();
      this.#tasks?.[Symbol.dispose]();
      this.#sensing?.[Symbol.dispose]();
      this.#seeing?.[Symbol.dispose]();
      this.#touching[Symbol.dispose]();
    }
    this.#board?.[Symbol.dispose]();
    this.#board = undefined;
    this.#hasLeft = true;
    return this.#participant.leave();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.leave();
  }

  #beginSensing(): Sensing {
    const { clock, report, site } = this.#ports;
    const { models } = this.#touching;
    const owning = { clock, report, models, board: () => this.board };
    this.#seeing = site && new Seeing(this.#participant, { ...owning, plans: new FloorPlans(site) });
    const sensing = new Sensing(this.#participant, { ...owning, bus: this.#bus, seeing: this.#seeing });
    this.#touching.onModelsChanged(() => sensing.modelsChanged());
    return sensing;
  }
}
