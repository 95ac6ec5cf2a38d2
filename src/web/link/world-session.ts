import { catalogNewsSchema } from '../../core/api/http.ts';
import { decodeJson } from '../../core/api/messages.ts';
import type { Clock } from '../../core/base/clock.ts';
import { explain } from '../../core/base/errors.ts';
import type { Random } from '../../core/base/random.ts';
import type { Bus, BusStatus } from '../../core/bus/bus.ts';
import { subjects } from '../../core/bus/subjects.ts';
import { grasp, release } from '../../core/host/grasping.ts';
import { Host } from '../../core/host/host.ts';
import { Seeing } from '../../core/host/seeing.ts';
import { Sensing } from '../../core/host/sensing.ts';
import { FloorPlans, type SiteShelf } from '../../core/knowledge/knowledge.ts';
import type { Engine } from '../../core/physics/physics.ts';
import type { Model } from '../../core/robots/robots.ts';
import { ProgramsHere } from '../../core/running/running.ts';
import { GOOD_MS } from '../../core/world/beat.ts';
import { type ActionDraft, type EntityView, Participant, type WorldSetup } from '../../core/world/world.ts';
import { BoardView } from './board-view.ts';
import { FloorWatch, looksAt, type Watched } from './floor-watch.ts';
import { HeldSticks } from './held-sticks.ts';
import { membersOf } from './members.ts';
import type { Answer, SessionCall, StickPosition, WorldAddress } from './page-messages.ts';
import { type Appearance, People } from './people.ts';
import { carryOut } from './program-watch.ts';
import { TaskWatch } from './task-watch.ts';
import { Traveller } from './traveller.ts';
import type { TimeInfo } from './world-link.ts';

/** The bus of a page: it also knows how long a word takes to the hub and back, and at whose door it is. */
export type LinkBus = Bus & { readonly rttMs: number | undefined; readonly url: string };

export interface SessionPorts {
  readonly clock: Clock;
  readonly random: Random;
  connect(address: WorldAddress, report: (error: unknown) => void): Promise<LinkBus>;
  /** The building of the world. */
  site(address: WorldAddress): SiteShelf;
  report(error: unknown): void;
  /** Rigid bodies: fetched when the page first owns a part. */
  engine(): Promise<Engine>;
  /** The model of this id, if the page has told of it. */
  models(id: string): Model | undefined;
}

/** What the page says of itself; it changes while the session lasts. */
export interface PageState {
  readonly appearance: Readonly<Appearance>;
  readonly watched: Watched;
}

export interface SessionEvents {
  status(status: BusStatus): void;
  letGo(stick: number, reason: string): void;
  chat(line: { from: string; name: string; text: string }): void;
  catalog(revision: string): void;
}

/** Hubs beat every 250 ms. A silence beyond this and half a round trip, and a robot that is driven from here and owned here is let go of. */
const HUB_SILENCE_MS = 450;

/** Until the hub has answered once. */
const UNKNOWN_LATENCY_MS = 100;

/** What moves a base that a stick at rest would halt. */
const SENDS: ReadonlySet<ActionDraft['kind']> = new Set(['follow', 'drift']);

/** From joining a world until its link is closed for good. */
export class WorldSession implements AsyncDisposable {
  readonly participant: Participant;
  readonly people: People;
  readonly sticks: HeldSticks;
  readonly #bus: LinkBus;
  readonly #report: (error: unknown) => void;
  readonly #appearance: Readonly<Appearance>;
  readonly #models: SessionPorts['models'];
  readonly #host: Host;
  readonly #floorWatch: FloorWatch;
  readonly #board: BoardView;
  readonly traveller: Traveller;
  /** Those of the robots that this page owns run here. */
  readonly programs: ProgramsHere;
  readonly #sensing: Sensing;
  readonly #open: Disposable[];
  readonly #newTasks: () => TaskWatch;
  #tasks: TaskWatch | undefined;
  /** Entities that are just being handed over. */
  readonly #givingAway = new Set<string>();

  static async join(address: WorldAddress, ports: SessionPorts, page: PageState, events: SessionEvents): Promise<WorldSession> {
    const { clock, random, report } = ports;
    const bus = await ports.connect(address, report);
    try {
      const looks = ({ floors = [] }: WorldSetup) => looksAt(floors, page.watched, []);
      const participant = await Participant.join({ bus, clock, random, report, world: address.world, name: address.name, looks });
      return new WorldSession(participant, bus, { ...ports, shelf: ports.site(address) }, page, events);
    } catch (error) {
      await bus.drain();
      throw error;
    }
  }

  modelsChanged(): void {
    this.#host.modelsChanged();
    this.#sensing.modelsChanged();
  }

  private constructor(
    participant: Participant,
    bus: LinkBus,
    { clock, random, report, models, engine, shelf }: SessionPorts & { readonly shelf: SiteShelf },
    { appearance, watched }: PageState,
    events: SessionEvents,
  ) {
    this.participant = participant;
    this.#bus = bus;
    this.#report = report;
    this.#models = models;
    this.#appearance = appearance;
    this.people = new People({ participant, bus, clock, appearance, report });
    this.sticks = new HeldSticks({ clock, onLetGo: events.letGo, report });
    this.#host = new Host(participant, { clock, models, report, latencyMs: () => bus.rttMs ?? UNKNOWN_LATENCY_MS, engine });
    this.#floorWatch = new FloorWatch(participant, watched, report);
    this.traveller = new Traveller(participant, { bus, clock, random, report, models });
    this.#board = new BoardView(participant, { bus, clock, report, onWish: (wish) => this.#sensing.heard(wish) });
    const owning = { clock, models, report, board: () => this.#board.board };
    const seeing = new Seeing(participant, { ...owning, plans: new FloorPlans(shelf) });
    this.#sensing = new Sensing(participant, { ...owning, bus, seeing });
    this.programs = new ProgramsHere(participant, { ...owning, bus, random, navigator: () => this.traveller.navigator });
    this.#newTasks = () => new TaskWatch({ world: participant.world, bus, clock, random, report, time: () => participant.time });
    this.#open = [
      this.programs,
      this.people,
      this.#host,
      this.#sensing,
      seeing,
      this.#board,
      this.traveller,
      bus.subscribe(subjects.catalog(participant.world), ({ payload }) => events.catalog(decodeJson(catalogNewsSchema, payload).revision)),
      participant.chats.on(({ from, text }) => events.chat({ from, name: this.nameOf(from), text })),
      bus.onStatus((status) => {
        if (status.kind !== 'connected') this.sticks.letGoOfAll('the link to the hub is lost');
        events.status(status);
      }),
    ];
  }

  get bus(): Bus {
    return this.#bus;
  }

  /** It may have been closed before anybody listened. */
  get status(): BusStatus {
    return this.#bus.status;
  }

  /** Of the hub's door: another hub's, when the first was lost. */
  get door(): string {
    return this.#bus.url;
  }

  get time(): TimeInfo {
    const { worldMs, rate, generation, clockErrorMs } = this.participant.time;
    return { worldMs, rate, generation, clockErrorMs, roundTripMs: this.#bus.rttMs };
  }

  /** Made when somebody first looks: most pages never do. */
  get tasks(): TaskWatch {
    this.#tasks ??= this.#newTasks();
    return this.#tasks;
  }

  nameOf(id: string): string {
    return this.participant.participants.find((member) => member.id === id)?.name ?? id;
  }

  hold(stick: number, at: StickPosition): void {
    this.sticks.hold(stick, at);
  }

  /** Sees to it that what is watched, and no more, is heard of. */
  lookAround(mine: readonly EntityView[]): void {
    this.#floorWatch.look(mine, this.traveller.floors);
  }

  /** Twenty times a second. */
  watchOverSticks(): void {
    const silentMs = this.sticks.entities.length > 0 ? this.#hubSilenceMs() : 0;
    if (silentMs > HUB_SILENCE_MS + (this.#bus.rttMs ?? 0) / 2)
      this.sticks.letGoOfAll(`the hub has said nothing for ${Math.round(silentMs)} ms`);
    this.sticks.tick();
  }

  /** A page that is hidden may be frozen at any moment: what it owns goes to a hub, or to anybody else who is there. */
  giveAway(mine: readonly EntityView[]): void {
    for (const { id, description } of mine) {
      const to = this.#receiver(description.hosts);
      if (to === undefined || this.#givingAway.has(id)) continue;
      this.#givingAway.add(id);
      void this.#handOver(id, to)
        .catch(this.#report)
        .finally(() => this.#givingAway.delete(id));
    }
  }

  async carryOut(call: SessionCall): Promise<Answer> {
    switch (call.kind) {
      case 'insert':
        return { kind: 'inserted', entity: (await this.participant.insert(call.draft, call.id)).id };
      case 'remove':
        await this.participant.remove(call.entity);
        return { kind: 'nothing' };
      case 'command':
        if (SENDS.has(call.action.kind)) await this.sticks.layDown(call.entity);
        return { kind: 'outcome', outcome: await this.participant.command(call.entity, call.action) };
      case 'stop':
        return this.#stop(call.entities, call.reason);
      case 'rearm':
        return { kind: 'outcome', outcome: await this.participant.rearm(call.entity, call.stop) };
      case 'drive':
        return this.#drive(call.entity);
      case 'release':
        await this.sticks.release(call.stick);
        return { kind: 'nothing' };
      case 'grasp':
        return { kind: 'grasped', outcome: await grasp(this.participant, this.#models, call.robot) };
      case 'let-fall':
        return { kind: 'grasped', outcome: await release(this.participant, this.#models, call.robot) };
      case 'change-time':
        await this.participant.changeTime(call.change);
        return { kind: 'nothing' };
      case 'state-hashes':
        return { kind: 'state-hashes', hashes: new Map(this.participant.entities.map(({ id, stateHash }) => [id, stateHash])) };
      case 'members':
        return { kind: 'members', members: membersOf(this.participant.participants) };
      case 'planners':
        return { kind: 'planners', planners: await this.traveller.planners() };
      case 'plan':
        return { kind: 'planned', answer: await this.traveller.plan(call.request) };
      case 'go':
        await this.sticks.layDown(call.robot);
        this.traveller.go(call.robot, call.goal, call.choice);
        return { kind: 'nothing' };
      case 'cancel-journey':
        await this.traveller.cancel(call.robot);
        return { kind: 'nothing' };
      case 'program':
        return { kind: 'outcome', outcome: await carryOut(call.order, this.programs.runs, this.programs.flags) };
      case 'task':
        return { kind: 'task', outcome: await this.tasks.carryOut(call.order) };
      case 'look-at-board':
        return { kind: 'board', look: await this.#board.look(call.wish) };
      case 'read-board':
        return { kind: 'read', readings: await this.#board.read(call.names) };
      case 'write-on-board':
        return { kind: 'written', outcome: await this.#board.write(call.name, call.value) };
      case 'declare-on-board':
        await this.#board.declare(call.name, call.variable);
        return { kind: 'nothing' };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.sticks.letGoOfAll('the page left the world');
    this.#tasks?.[Symbol.dispose]();
    for (const part of this.#open) part[Symbol.dispose]();
    await this.participant.leave();
  }

  /** All of them, whatever becomes of one. */
  async #stop(entities: readonly string[], reason: string): Promise<Answer> {
    const stopped = await Promise.allSettled(entities.map((entity) => this.participant.stop(entity, reason)));
    const failures = stopped.flatMap((result) => (result.status === 'rejected' ? [explain(result.reason)] : []));
    return failures.length === 0 ? { kind: 'nothing' } : { kind: 'failed', reason: failures.join('; ') };
  }

  async #drive(entity: string): Promise<Answer> {
    const driven = await this.participant.drive(entity);
    if (driven.kind !== 'driving') return { kind: 'outcome', outcome: driven };
    if (this.status.kind === 'connected') return { kind: 'stick', stick: this.sticks.take(driven.drive) };
    driven.drive.release().catch(this.#report);
    return { kind: 'outcome', outcome: { kind: 'lost', reason: 'the link to the hub is lost' } };
  }

  async #handOver(entity: string, to: string): Promise<void> {
    const outcome = await this.participant.handOver(entity, to);
    if (outcome.kind === 'lost') this.#report(new Error(`${entity} could not be handed over to ${to}: ${outcome.reason}`));
  }

  #receiver(hosts: readonly string[] | undefined): string | undefined {
    const { id: me, participants } = this.participant;
    const away = new Set(this.people.away());
    const able = participants.filter(({ id }) => id !== me && !away.has(id) && (hosts?.includes(id) ?? true));
    return (able.find(({ mayLead }) => mayLead) ?? able[0])?.id;
  }

  /** How long ago the newest beat of a hub was sent. */
  #hubSilenceMs(): number {
    const hubs = this.participant.participants.filter(({ mayLead }) => mayLead);
    return this.participant.time.sharedMs - Math.max(...hubs.map(({ goodUntilMs }) => goodUntilMs - GOOD_MS), Number.NEGATIVE_INFINITY);
  }

  /** Whether the page is hidden. */
  get isAway(): boolean {
    return this.#appearance.presence === 'away';
  }
}
