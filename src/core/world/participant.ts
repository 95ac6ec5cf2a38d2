import { type ActionDraft, actionSchema, chatSchema, check, decodeJson, type EntityDraft, encodeJson, type WorldSetup } from '../api/messages.ts';
import { type Clock, delay, every } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import { Signal } from '../base/signal.ts';
import type { Bus } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import type { Presence } from './beat.ts';
import { Commands, type Outcome, type TakeOver } from './commands.ts';
import type { WorldContext } from './context.ts';
import type { Observation, Threshold } from './dead-reckoning.ts';
import { Descriptions } from './descriptions.ts';
import { Drive } from './drive.ts';
import { Entities } from './entities.ts';
import { EntityView } from './entity-view.ts';
import { Heartbeat } from './heartbeat.ts';
import { Holdings } from './holdings.ts';
import { Inbox } from './inbox.ts';
import { Interest, type Look } from './interest.ts';
import { Ownership } from './ownership.ts';
import type { ProxyEntity } from './proxy-entity.ts';
import { Repair } from './repair.ts';
import { type Member, Roster } from './roster.ts';
import { SharedClock } from './shared-clock.ts';
import type { SealedState } from './state.ts';
import { Stops } from './stops.ts';
import { Timekeeping } from './timekeeping.ts';
import { rateAt, type TimeChange, worldTimeAt } from './world-time.ts';

export interface JoinOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly random: Random;
  /** Bad messages and failed repairs go here. */
  readonly report: (error: unknown) => void;
  readonly world: string;
  readonly name: string;
  /** Creates the world if nobody has. */
  readonly founder?: WorldSetup;
  /** On the bus itself, not behind a hub's door: it may lead the clock, answers joiners, and remembers what the gone have left. */
  readonly isKeeper?: boolean;
  /** Adopts orphans that have work to do. */
  readonly isResident?: boolean;
  /** How long to wait for the world to answer. */
  readonly joinWithinMs?: number;
}

export interface Chat {
  readonly from: string;
  readonly text: string;
}

export class JoinError extends Error {
  override readonly name = 'JoinError';
}

const TICK_MS = 50;
/** A gap between two ticks above this is a sleep or a pause: others may have taken over what we own. */
const LEAP_MS = 1000;
const FORGET_EVERY_TICKS = 200;

/** A participant of a world: a browser tab, a robot's gateway, an agent host and a hub's resident all join through this class. */
export class Participant {
  /** Some entity was inserted, changed hands, got a new state or was removed. */
  readonly changes: Signal<{ entity: string }> = new Signal();
  readonly chats: Signal<Chat> = new Signal();

  readonly #options: JoinOptions;
  readonly #context: WorldContext;
  readonly #roster: Roster;
  readonly #entities: Entities;
  readonly #ownership: Ownership;
  readonly #descriptions: Descriptions;
  readonly #timekeeping: Timekeeping;
  readonly #interest: Interest;
  readonly #holdings: Holdings;
  readonly #repair: Repair;
  readonly #heartbeat: Heartbeat;
  readonly #commands: Commands;
  readonly #stops: Stops;
  readonly #drives = new Map<string, Drive>();
  readonly #inbox: Inbox;
  readonly #open: Disposable[] = [];
  #tickedMs: number;
  #ticks = 0;

  /** Joins; resolves when the clock is synchronised and what others hold has been fetched. */
  static async join(options: JoinOptions): Promise<Participant> {
    const participant = new Participant(options);
    try {
      await participant.#ready(options.joinWithinMs ?? 10_000);
    } catch (error) {
      participant.#close();
      throw error;
    }
    return participant;
  }

  private constructor(options: JoinOptions) {
    const { bus, clock, random, report, world } = options;
    this.#options = options;
    this.#tickedMs = clock.now();
    const context = { world, bus, clock, random, report, shared: new SharedClock(clock) };
    this.#context = context;
    this.#roster = new Roster(context);
    this.#entities = new Entities(context, this.#roster, (proxy, sealed) => this.#accepted(proxy, sealed));
    this.#ownership = new Ownership(context, (entity, record) => {
      const before = this.#entities.get(entity)?.record;
      this.#entities.setRecord(entity, record);
      this.#holdings.recordChanged(entity, before, record);
      this.changes.emit({ entity });
    });
    this.#descriptions = new Descriptions(context, this.#ownership, (entity, description) => {
      this.#entities.describe(entity, description);
      const record = this.#ownership.record(entity)?.value;
      if (!description) this.#holdings.drop(entity);
      this.#entities.setRecord(entity, record);
      this.#holdings.recordChanged(entity, undefined, record);
      this.changes.emit({ entity });
    });
    this.#holdings = new Holdings(context, {
      entities: this.#entities,
      roster: this.#roster,
      ownership: this.#ownership,
      tell: (participant, nonce) => {
        if (participant === bus.self) this.#drives.get(nonce.entity)?.answer(nonce);
        else bus.publish(subjects.control(world, participant), encodeJson(nonce));
      },
      onChange: (entity) => this.#handsChanged(entity),
      hasLapsed: () => this.#heartbeat.hasLapsed,
    });
    this.#timekeeping = new Timekeeping(context, this.#roster, {
      mayLead: options.isKeeper ?? false,
      founder: options.founder,
      onSetup: (setup) => {
        this.#entities.setup = setup;
      },
      onTime: (record) => this.#entities.setTime(record),
      onClockLost: () => this.#clockLost(),
    });
    this.#inbox = new Inbox(context, { entities: this.#entities, holdings: this.#holdings, drives: this.#drives });
    this.#interest = new Interest(context, (message) => this.#inbox.receiveState(message));
    this.#repair = new Repair(context, {
      entities: this.#entities,
      roster: this.#roster,
      looksAt: (region) => this.#interest.looksAt(region),
      isKeeper: options.isKeeper ?? false,
    });
    this.#heartbeat = new Heartbeat(context, {
      name: options.name,
      isKeeper: options.isKeeper ?? false,
      entities: this.#entities,
      roster: this.#roster,
      repair: this.#repair,
    });
    const around = {
      context,
      entities: this.#entities,
      roster: this.#roster,
      local: (entity: string) => this.#holdings.get(entity),
      takeOver: (entity: string): Promise<TakeOver> => this.#holdings.takeOver(entity),
    };
    this.#commands = new Commands(around);
    this.#stops = new Stops(around);
    this.#listen();
  }

  #listen(): void {
    const { bus, clock, world } = this.#context;
    this.#interest.lookAtAll();
    this.#open.push(
      bus.subscribe(subjects.chat(world), (message) => {
        this.chats.emit({ from: message.from, text: decodeJson(chatSchema, message.payload).text });
      }),
      bus.onStatus((status) => {
        if (status.kind === 'reconnecting') this.#disconnected();
        if (status.kind === 'connected') void this.#repair.fetchSnapshot().catch(this.#context.report);
      }),
      every(clock, TICK_MS, () => this.#tick()),
    );
  }

  async #ready(withinMs: number): Promise<void> {
    const { clock, world } = this.#context;
    const until = clock.now() + withinMs;
    this.#tick();
    while (!this.#timekeeping.isReady) {
      if (clock.now() > until) throw new JoinError(`world ${world} did not answer within ${withinMs} ms; is it running?`);
      await delay(clock, TICK_MS / 2);
    }
    await Promise.all([this.#ownership.synced, this.#descriptions.synced]);
    await this.#repair.fetchSnapshot();
    this.#heartbeat.beat();
  }

  /** All that a participant does, twenty times a second. */
  #tick(): void {
    this.#noticeLeap();
    this.#timekeeping.tick();
    if (!this.#timekeeping.isReady) return;
    if (this.#heartbeat.hasLapsed) this.#holdings.distrust();
    this.#heartbeat.tick();
    this.#holdings.tick();
    this.#stops.tick();
    this.#holdings.reclaim();
    if (this.#options.isResident) this.#holdings.adopt();
    if (++this.#ticks % FORGET_EVERY_TICKS === 0) this.#roster.forget((id) => [...this.#entities.owners()].includes(id));
  }

  /** Ticks that are far apart, or that go back in time, mean that this machine slept or its clock was set. */
  #noticeLeap(): void {
    const { clock, shared } = this.#context;
    const gapMs = clock.now() - this.#tickedMs;
    this.#tickedMs = clock.now();
    if (gapMs >= 0 && gapMs < LEAP_MS) return;
    shared.distrust();
    this.#timekeeping.clockLeapt();
    this.#holdings.distrust();
  }

  /** What was promised and heard by a wrong clock is void. */
  #clockLost(): void {
    this.#holdings.giveUp();
    this.#roster.clockWasSet();
    this.#repair.clockWasSet();
  }

  #disconnected(): void {
    this.#ownership.expectRelisting();
    this.#descriptions.expectRelisting();
    this.#timekeeping.expectRelisting();
    this.#holdings.distrust();
  }

  #accepted(proxy: ProxyEntity, sealed: SealedState): void {
    this.#holdings.stateSeen(proxy.id, sealed.state.epoch);
    this.#commands.seen(proxy.id);
    this.changes.emit({ entity: proxy.id });
  }

  #handsChanged(entity: string): void {
    this.#inbox.serve(entity, this.#holdings.get(entity) !== undefined);
    this.changes.emit({ entity });
  }

  get id(): string {
    return this.#context.bus.self;
  }

  get name(): string {
    return this.#options.name;
  }

  get world(): string {
    return this.#context.world;
  }

  /** Everybody who is here, this participant included. */
  get participants(): Member[] {
    return this.#roster.live();
  }

  get time(): { worldMs: number; rate: number; sharedMs: number; clockErrorMs: number; leader: string | undefined } {
    const { shared } = this.#context;
    const record = this.#entities.time;
    const sharedMs = shared.now();
    return {
      worldMs: record ? worldTimeAt(record, sharedMs) : 0,
      rate: record ? rateAt(record, sharedMs) : 0,
      sharedMs,
      clockErrorMs: shared.errorMs(),
      leader: this.#timekeeping.leader,
    };
  }

  entity(id: string): EntityView | undefined {
    const proxy = this.#entities.get(id);
    return proxy && this.#view(proxy);
  }

  get entities(): EntityView[] {
    return [...this.#entities.all()].flatMap((proxy) => this.#view(proxy) ?? []);
  }

  #view(proxy: ProxyEntity): EntityView | undefined {
    const { shared, bus } = this.#context;
    return (
      proxy.description &&
      new EntityView(proxy, proxy.description, this.#entities, {
        sharedMs: () => shared.now(),
        isMine: (entity) => this.#holdings.get(entity)?.isTrusted ?? false,
        isLive: ({ owner }) => owner !== undefined && (owner === bus.self || this.#roster.isLive(owner)),
        ageMs: ({ id, owner, region }) => {
          if (this.#holdings.get(id)) return 0;
          return shared.now() + shared.errorMs() - this.#repair.confirmedMs(owner ?? '', region ?? '');
        },
      })
    );
  }

  /** Puts a new entity into the world; this participant owns it until somebody takes it over. */
  async insert(draft: EntityDraft, id?: string): Promise<EntityView> {
    const founded = await this.#descriptions.insert(draft, { id, incarnation: this.#entities.setup.incarnation });
    this.#entities.describe(founded.entity, founded.description);
    this.#holdings.found(founded.entity, founded);
    const view = this.entity(founded.entity);
    if (!view) throw new JoinError(`${founded.entity} was inserted and removed at once`);
    return view;
  }

  remove(entity: string): Promise<void> {
    return this.#descriptions.remove(entity);
  }

  /** Asks whoever owns the entity to do something; takes it over when nobody does. */
  command(entity: string, action: ActionDraft): Promise<Outcome> {
    return this.#commands.ask(entity, check(actionSchema, action));
  }

  /** Stops a robot. Anyone, at any time; resolves with the stop's id when it is latched where no crash can lose it. */
  stop(entity: string, reason: string): Promise<string> {
    return this.#stops.stop(entity, reason);
  }

  /** Re-arms the stop that is shown now. */
  async rearm(entity: string): Promise<Outcome> {
    const stop = this.#entities.get(entity)?.control.stop;
    return stop ? this.command(entity, { kind: 'rearm', stop: stop.id }) : { kind: 'refused', reason: `${entity} is not stopped` };
  }

  /** Takes the stick of a robot; the outcome says why when it is not to be had. */
  async drive(entity: string): Promise<{ kind: 'driving'; drive: Drive } | Exclude<Outcome, { kind: 'done' }>> {
    const drive = new Drive(entity, {
      context: this.#context,
      proxy: () => this.#entities.get(entity),
      local: () => this.#holdings.get(entity),
      letGo: () => {
        this.#drives.delete(entity);
        return this.command(entity, { kind: 'letgo' });
      },
    });
    this.#drives.set(entity, drive);
    const outcome = await this.command(entity, { kind: 'drive' });
    if (outcome.kind === 'done') return { kind: 'driving', drive };
    this.#drives.delete(entity);
    return outcome;
  }

  /** What a sensor or a simulation says of an entity this participant owns. */
  observe(entity: string, observation: Observation, threshold?: Threshold): void {
    this.#holdings.get(entity)?.observe(observation, threshold);
  }

  /** Whether an owned entity has work to do: if so, a resident host adopts it should we go. */
  setWorking(entity: string, working: boolean): void {
    this.#holdings.get(entity)?.setWorking(working);
  }

  changeTime(change: TimeChange): Promise<unknown> {
    return this.#timekeeping.change(change);
  }

  chat(text: string): void {
    this.#context.bus.publish(subjects.chat(this.#context.world), encodeJson(check(chatSchema, { text })));
  }

  lookAtAll(): Promise<void> {
    this.#interest.lookAtAll();
    return this.#repair.fetchSnapshot();
  }

  /** Looks there and nowhere else: nothing of other regions reaches this participant. */
  async look(looks: readonly Look[]): Promise<void> {
    const { entered, left } = this.#interest.look(this.#entities.setup, looks);
    for (const region of left) this.#entities.hideRegion(region);
    if (entered.length > 0) await this.#repair.fetchSnapshot(entered);
  }

  /** A hub vouches for a participant at its door with its own beat. */
  vouch(presence: Presence): void {
    this.#heartbeat.vouch(presence);
  }

  /** Says goodbye: what it owns stands still and is free to take. */
  async leave(): Promise<void> {
    for (const local of this.#holdings.all()) local.rest();
    this.#heartbeat.leave();
    this.#close();
    await this.#context.bus.drain();
  }

  #close(): void {
    for (const part of [...this.#open, this.#inbox, this.#interest, this.#repair, this.#heartbeat]) part[Symbol.dispose]();
    for (const part of [this.#timekeeping, this.#descriptions, this.#ownership]) part[Symbol.dispose]();
  }
}
