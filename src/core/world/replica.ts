import { type EntityDraft, encodeJson, type Nonce, type WorldSetup } from '../api/messages.ts';
import { type Clock, delay, every } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import { Signal } from '../base/signal.ts';
import type { Bus } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import { GOOD_MS } from './beat.ts';
import { type AskerSurroundings, Commands } from './commands.ts';
import type { WorldContext } from './context.ts';
import type { Control } from './control.ts';
import { Descriptions } from './descriptions.ts';
import type { Drive } from './drive.ts';
import { Entities } from './entities.ts';
import { Heartbeat } from './heartbeat.ts';
import { type HeartbeatState, Holdings } from './holdings.ts';
import { Inbox } from './inbox.ts';
import { Interest, type Look } from './interest.ts';
import { Ownership } from './ownership.ts';
import type { ProxyEntity } from './proxy-entity.ts';
import { Repair } from './repair.ts';
import { Roster } from './roster.ts';
import { SharedClock } from './shared-clock.ts';
import type { SealedState } from './state.ts';
import { Stops } from './stops.ts';
import { Timekeeping } from './timekeeping.ts';

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
  /** Where to look from the start, once it is known what floors there are; left out: at everything. */
  readonly looks?: (setup: WorldSetup) => readonly Look[] | 'all';
  /** How long to wait for the world to answer. */
  readonly joinWithinMs?: number;
}

export class JoinError extends Error {
  override readonly name = 'JoinError';
}

const TICK_MS = 50;
/** A gap between two ticks above this is a sleep or a pause: others may have taken over what we own. */
const LEAP_MS = 1000;
const FORGET_EVERY_TICKS = 200;
const INSERT_MS = 5000;

/** One participant's copy of the world and everything that keeps it true: the parts, how they are joined, and the tick that drives them. */
export class Replica {
  /** Some entity was inserted, changed hands, got a new state or was removed. */
  readonly changes: Signal<{ entity: string }> = new Signal();
  readonly timeChanges: Signal<undefined> = new Signal();
  readonly floorChanges: Signal<undefined> = new Signal();
  readonly context: WorldContext;
  readonly roster: Roster;
  readonly entities: Entities;
  readonly descriptions: Descriptions;
  readonly timekeeping: Timekeeping;
  readonly interest: Interest;
  readonly holdings: Holdings;
  readonly repair: Repair;
  readonly heartbeat: Heartbeat;
  readonly commands: Commands;
  readonly stops: Stops;
  /** The sticks this participant holds. */
  readonly drives: Map<string, Drive> = new Map();
  readonly #ownership: Ownership;
  readonly #inbox: Inbox;
  readonly #isResident: boolean;
  readonly #firstLooks: JoinOptions['looks'];
  /** The leases this participant holds, with the lease epoch of each. */
  readonly #leases = new Map<string, number>();
  readonly #open: Disposable[] = [];
  #tickedMs: number;
  #ticks = 0;
  /** Nothing is taken before it is known who is here and what they hold. */
  #hasJoined = false;

  constructor(options: JoinOptions) {
    const { bus, clock, random, report, world } = options;
    const isKeeper = options.isKeeper ?? false;
    this.#isResident = options.isResident ?? false;
    this.#firstLooks = options.looks;
    this.#tickedMs = clock.now();
    const context = { world, bus, clock, random, report, shared: new SharedClock(clock) };
    this.context = context;
    this.roster = new Roster(context);
    this.entities = new Entities(context, this.roster, (proxy, sealed) => this.#accepted(proxy, sealed));
    const { roster, entities } = this;
    this.#ownership = new Ownership(context, (entity) => this.#recordChanged(entity, entities.get(entity)?.record?.owner));
    this.descriptions = new Descriptions(context, this.#ownership, (entity, description) => {
      entities.describe(entity, description);
      if (!description) this.holdings.drop(entity);
      else if (!entities.get(entity)?.sealed) entities.hideAllBut((region) => this.interest.looksAt(region));
      this.#recordChanged(entity, undefined);
    });
    this.holdings = new Holdings(context, {
      entities,
      roster,
      ownership: this.#ownership,
      tell: (participant, nonce) => this.#tell(participant, nonce),
      onChange: (entity) => this.#handsChanged(entity),
      heartbeat: this.#heartbeatState(),
      isBeingWithdrawn: (entity) => this.descriptions.isBeingWithdrawn(entity),
    });
    this.timekeeping = new Timekeeping(context, roster, {
      mayLead: isKeeper,
      founder: options.founder,
      onSetup: (setup) => this.#setUp(setup),
      onTime: (record) => {
        entities.setTime(record);
        this.timeChanges.emit(undefined);
      },
      onClockLost: () => this.#clockLost(),
      onLeaderChange: () => this.repair.clockWasSet(),
    });
    this.#inbox = new Inbox(context, { entities, holdings: this.holdings, drives: this.drives });
    this.interest = new Interest(context, {
      state: (message) => this.#inbox.receiveState(message),
      stocks: (keeper, region, stocks) => this.repair.compareRegion(keeper, region, stocks),
    });
    this.repair = new Repair(context, { entities, roster, interest: this.interest, isKeeper });
    const isAtWork = () => this.holdings.areAny || this.#leases.size > 0 || this.drives.size > 0;
    const looksAtAll = () => this.interest.looksAtAll;
    const onLapse = () => this.holdings.distrust();
    this.heartbeat = new Heartbeat(context, {
      name: options.name,
      isKeeper,
      isAtWork,
      onLapse,
      looksAtAll,
      entities,
      roster,
      repair: this.repair,
    });
    const asker: AskerSurroundings = {
      context,
      entities,
      roster,
      local: (entity) => this.holdings.get(entity),
      takeOver: (entity) => this.holdings.takeOver(entity),
      looksAt: (region) => this.interest.looksAt(region),
    };
    this.commands = new Commands(asker);
    this.stops = new Stops(asker);
    this.#listen();
  }

  /** The world has begun, or has other floors: what is looked at is the same place, under another name. */
  #setUp(setup: WorldSetup): void {
    const isFirst = this.entities.setup.incarnation === 0;
    this.entities.setup = setup;
    const looks = isFirst ? (this.#firstLooks?.(setup) ?? 'all') : 'as before';
    if (looks === 'all') this.interest.lookAtAll();
    else {
      const { entered } = looks === 'as before' ? this.interest.lookAgain(setup) : this.interest.look(setup, looks);
      // Who joins fetches all that it looks at in any case.
      if (!isFirst) this.#lookedAnew(entered).catch(this.context.report);
    }
    this.floorChanges.emit(undefined);
  }

  /** Looks there and nowhere else. */
  look(looks: readonly Look[]): Promise<void> {
    return this.#lookedAnew(this.interest.look(this.entities.setup, looks).entered);
  }

  async #lookedAnew(entered: string[]): Promise<void> {
    this.entities.hideAllBut((region) => this.interest.looksAt(region));
    if (entered.length > 0) await this.repair.fetchSnapshot(entered);
  }

  /** The heartbeat is made later than what asks for its state. */
  #heartbeatState(): HeartbeatState {
    const heartbeat = () => this.heartbeat;
    return {
      get hasLapsed() {
        return heartbeat().hasLapsed;
      },
      get lapses() {
        return heartbeat().lapses;
      },
      wake: () => heartbeat().wake(),
    };
  }

  #listen(): void {
    const { bus, clock, report } = this.context;
    if (!this.#firstLooks) this.interest.lookAtAll();
    this.#open.push(
      bus.onStatus((status) => {
        if (status.kind === 'reconnecting') this.#disconnected();
        if (status.kind === 'connected') void this.repair.fetchSnapshot(this.interest.regions).catch(report);
      }),
      every(clock, TICK_MS, () => this.#tick()),
    );
  }

  /** Resolves when the clock is synchronised and what others hold has been fetched. */
  async ready(withinMs: number): Promise<void> {
    const { clock, world } = this.context;
    const until = clock.now() + withinMs;
    this.#tick();
    while (!this.timekeeping.isReady) {
      if (clock.now() > until) throw new JoinError(`world ${world} did not answer within ${withinMs} ms; is it running?`);
      await delay(clock, TICK_MS / 2);
    }
    await Promise.all([this.#ownership.synced, this.descriptions.synced]);
    await this.repair.fetchSnapshot(this.interest.regions);
    this.heartbeat.beat();
    const deafUntil = clock.now() + GOOD_MS;
    while (!this.#hasHeardAll() && clock.now() < deafUntil) await delay(clock, TICK_MS / 2);
    this.#hasJoined = true;
  }

  /** Whoever is here beats within a second: before that nobody may be taken for gone. */
  #hasHeardAll(): boolean {
    const { leader, isLeading } = this.timekeeping;
    if (!isLeading && !this.roster.isLive(leader?.leader ?? '')) return false;
    return [...this.#ownership.entries()].every(([, { value }]) => this.roster.get(value.owner) !== undefined);
  }

  /** A new entity, and we its first owner. */
  async insert(draft: EntityDraft, id: string | undefined, incarnation: number = this.entities.setup.incarnation): Promise<string> {
    const { clock } = this.context;
    const options = {
      id,
      incarnation,
      removedEpoch: (removed: string) => this.entities.removedEpoch(removed),
      // Ourselves neither: what we could not finish we may begin again.
      isLive: (participant: string) => participant !== this.context.bus.self && this.roster.isLive(participant),
    };
    this.heartbeat.wake();
    const inserted = await this.descriptions.insert(draft, options);
    const { entity, description } = inserted;
    this.entities.describe(entity, description);
    for (const until = clock.now() + INSERT_MS; clock.now() < until; await delay(clock, TICK_MS / 2)) {
      const taken = await this.holdings.takeOver(entity);
      if (taken.kind === 'taken') return entity;
    }
    throw await this.descriptions.withdraw(inserted, `${entity} was inserted, but could not be owned within ${INSERT_MS} ms`);
  }

  /** All that a participant does, twenty times a second. */
  #tick(): void {
    this.#noticeLeap();
    this.timekeeping.tick();
    this.holdings.watchOverHolds();
    if (!this.timekeeping.isReady) return;
    if (this.heartbeat.hasLapsed) this.holdings.distrust();
    this.heartbeat.tick();
    this.holdings.tick();
    this.stops.tick();
    if (this.#hasJoined) this.holdings.reclaim();
    if (this.#hasJoined && this.#isResident) this.holdings.adopt();
    if (++this.#ticks % FORGET_EVERY_TICKS === 0) this.roster.forget(this.entities.spokesmen());
  }

  [Symbol.dispose](): void {
    for (const part of [...this.#open, this.stops, this.#inbox, this.interest, this.repair, this.heartbeat]) part[Symbol.dispose]();
    for (const part of [this.timekeeping, this.descriptions, this.#ownership]) part[Symbol.dispose]();
  }

  /** Ticks that are far apart, or that go back in time, mean that this machine slept or its clock was set. */
  #noticeLeap(): void {
    const { clock, shared } = this.context;
    const gapMs = clock.now() - this.#tickedMs;
    const beforeMs = shared.at(this.#tickedMs);
    this.#tickedMs = clock.now();
    if (gapMs >= 0 && gapMs < LEAP_MS) return;
    shared.distrust();
    this.timekeeping.clockLeapt(beforeMs);
    this.holdings.distrust();
  }

  /** What was promised and heard by a wrong clock is void. */
  #clockLost(): void {
    this.holdings.giveUp();
    this.roster.clockWasSet();
    this.repair.clockWasSet();
  }

  #disconnected(): void {
    this.#ownership.expectRelisting();
    this.descriptions.expectRelisting();
    this.timekeeping.expectRelisting();
    this.#inbox.connectionLost();
    this.holdings.distrust();
  }

  #recordChanged(entity: string, ownerBefore: string | undefined): void {
    const record = this.#ownership.record(entity)?.value;
    this.entities.setRecord(entity, record);
    if (this.#hasJoined) this.holdings.recordChanged(entity, ownerBefore, record);
    this.changes.emit({ entity });
  }

  #accepted(proxy: ProxyEntity, sealed: SealedState): void {
    this.holdings.stateSeen(proxy.id, sealed.state.epoch);
    this.commands.seen(proxy.id);
    this.#keepLease(proxy.id, sealed.state.control);
    this.changes.emit({ entity: proxy.id });
  }

  /** A taker that never heard of our lease does not know that it is ours: it is asked for again. */
  #keepLease(entity: string, control: Control): void {
    const held = this.#leases.get(entity);
    if (control.lease?.holder === this.context.bus.self) this.#leases.set(entity, control.leaseEpoch);
    else this.#leases.delete(entity);
    if (held === undefined || control.leaseEpoch >= held) return;
    void this.commands.ask(entity, { kind: 'lease', request: { kind: 'ask', held } }).catch(this.context.report);
  }

  #handsChanged(entity: string): void {
    this.#inbox.serve(entity, this.holdings.get(entity) === undefined ? 'others' : 'ours');
    this.changes.emit({ entity });
  }

  #tell(participant: string, nonce: Nonce): void {
    const { bus, world } = this.context;
    if (participant === bus.self) this.drives.get(nonce.entity)?.answer(nonce);
    else bus.publish(subjects.control(world, participant), encodeJson(nonce));
  }
}
