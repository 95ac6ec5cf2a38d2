import {
  type ActionDraft,
  actionSchema,
  chatSchema,
  check,
  decodeJson,
  type EntityDraft,
  encodeJson,
  timeChangeSchema,
  type WorldFloor,
} from '../api/messages.ts';
import { Signal } from '../base/signal.ts';
import { subjects } from '../bus/subjects.ts';
import type { Presence } from './beat.ts';
import type { CommandOptions, Outcome } from './commands.ts';
import type { Observation, Threshold } from './dead-reckoning.ts';
import { InsertError } from './descriptions.ts';
import { Drive } from './drive.ts';
import { EntityView, type EntityViewSurroundings } from './entity-view.ts';
import type { Epoch } from './epoch.ts';
import type { Contact, Keep, MotionGuard } from './guarded-motion.ts';
import type { Look } from './interest.ts';
import type { BaseMotion } from './motion.ts';
import type { Instant, ProxyEntity } from './proxy-entity.ts';
import { type JoinOptions, Replica } from './replica.ts';
import type { Member } from './roster.ts';
import type { Performance, Performed, Workshop } from './work.ts';
import { generationAt, rateAt, type TimeChange, worldTimeAt } from './world-time.ts';

export interface TimeView {
  readonly worldMs: number;
  /** World milliseconds per shared millisecond; 0 while paused. */
  readonly rate: number;
  /** Counts the resets. */
  readonly generation: number;
  readonly sharedMs: number;
  /** How far shared time may be off here. */
  readonly clockErrorMs: number;
  /** Whose clock leads. */
  readonly leader: string | undefined;
  /** Counts the changes of leader. */
  readonly leaderTerm: number;
}

export interface Chat {
  readonly from: string;
  readonly text: string;
}

const JOIN_WITHIN_MS = 10_000;
/** Always the same: who asks sees that nothing has changed. */
const NO_FLOORS: readonly WorldFloor[] = [];

/** A participant of a world: a browser tab, a robot's gateway, an agent host and a hub's resident all join through this class. */
export class Participant {
  readonly chats: Signal<Chat> = new Signal();
  readonly #name: string;
  readonly #replica: Replica;
  readonly #chatting: Disposable;
  readonly #views = new WeakMap<ProxyEntity, EntityView>();

  /** Joins; resolves when the clock is synchronised and what others hold has been fetched. */
  static async join(options: JoinOptions): Promise<Participant> {
    const replica = new Replica(options);
    try {
      await replica.ready(options.joinWithinMs ?? JOIN_WITHIN_MS);
    } catch (error) {
      replica[Symbol.dispose]();
      throw error;
    }
    return new Participant(replica, options.name);
  }

  private constructor(replica: Replica, name: string) {
    this.#replica = replica;
    this.#name = name;
    const { bus, world } = replica.context;
    this.#chatting = bus.subscribe(subjects.chat(world), (message) => {
      this.chats.emit({ from: message.from, text: decodeJson(chatSchema, message.payload).text });
    });
  }

  /** Some entity was inserted, changed hands, got a new state or was removed. */
  get changes(): Signal<{ entity: string }> {
    return this.#replica.changes;
  }

  /** World time was paused, set going, stepped or reset. */
  get timeChanges(): Signal<undefined> {
    return this.#replica.timeChanges;
  }

  /** The world's building has other floors. */
  get floorChanges(): Signal<undefined> {
    return this.#replica.floorChanges;
  }

  /** Those of the world's building; none where it has none. */
  get floors(): readonly WorldFloor[] {
    return this.#replica.entities.setup.floors ?? NO_FLOORS;
  }

  /** For hubs: says which floors the world has from now on. */
  setFloors(floors: readonly WorldFloor[]): Promise<void> {
    return this.#replica.timekeeping.setFloors(floors);
  }

  get id(): string {
    return this.#replica.context.bus.self;
  }

  get name(): string {
    return this.#name;
  }

  get world(): string {
    return this.#replica.context.world;
  }

  /** Everybody who is here, this participant included. */
  get participants(): Member[] {
    return this.#replica.roster.here();
  }

  /** Whether it is one of them. */
  isHere(participant: string): boolean {
    return this.#replica.roster.isHere(participant);
  }

  /** How often the world has begun anew from what was saved: what is heard of an earlier time does not count in this one. */
  get incarnation(): number {
    return this.#replica.entities.setup.incarnation;
  }

  get time(): TimeView {
    const { shared } = this.#replica.context;
    const record = this.#replica.entities.time;
    const sharedMs = shared.now();
    return {
      worldMs: record ? worldTimeAt(record, sharedMs) : 0,
      rate: record ? rateAt(record, sharedMs) : 0,
      generation: record ? generationAt(record, sharedMs) : 0,
      sharedMs,
      clockErrorMs: shared.errorMs(),
      leader: this.#replica.timekeeping.leader?.leader,
      leaderTerm: this.#replica.timekeeping.leader?.term ?? 0,
    };
  }

  /** Shared time at an instant of this participant's own clock that was just read, and how far it may be off: for who asks for each of thousands of messages. */
  sharedAt(localMs: number): { readonly atMs: number; readonly errorMs: number; readonly leaderTerm: number } {
    const { shared } = this.#replica.context;
    return { atMs: shared.at(localMs), errorMs: shared.errorMsAt(localMs), leaderTerm: this.#replica.timekeeping.leader?.term ?? 0 };
  }

  /** Now, in both times: to show everything at once, with EntityView.shownAt. */
  get instant(): Instant {
    return this.#replica.entities.instant(this.#replica.context.shared.now());
  }

  entity(id: string): EntityView | undefined {
    const proxy = this.#replica.entities.get(id);
    return proxy && this.#view(proxy);
  }

  get entities(): EntityView[] {
    return [...this.#replica.entities.all()].flatMap((proxy) => this.#view(proxy) ?? []);
  }

  /** Made once: programs and planners ask for the same ones hundreds of times in a tick. */
  #view(proxy: ProxyEntity): EntityView | undefined {
    const known = this.#views.get(proxy);
    const { description } = proxy;
    if (!description || known?.description === description) return description && known;
    const view = new EntityView(proxy, description, this.#replica.entities, this.#surroundings());
    this.#views.set(proxy, view);
    return view;
  }

  #surroundings(): EntityViewSurroundings {
    const { shared, bus } = this.#replica.context;
    return {
      sharedMs: () => shared.now(),
      isMine: (entity) => this.#replica.holdings.get(entity)?.isTrusted ?? false,
      isLive: ({ owner }) => owner !== undefined && (owner === bus.self || this.#replica.roster.isLive(owner)),
      ageMs: (entity) =>
        this.#replica.holdings.get(entity.id) ? 0 : shared.now() + shared.errorMs() - this.#replica.repair.confirmedMs(entity),
    };
  }

  /**
   * Puts a new entity into the world; this participant owns it until somebody takes it over. `incarnation`: the start of the world to which its first epoch belongs,
   * if that is not the present one.
   */
  async insert(draft: EntityDraft, id?: string, { incarnation }: { readonly incarnation?: number } = {}): Promise<EntityView> {
    const entity = await this.#replica.insert(draft, id, incarnation);
    const view = this.entity(entity);
    if (!view) throw new InsertError(`${entity} was inserted and removed at once`);
    return view;
  }

  remove(entity: string): Promise<void> {
    return this.#replica.descriptions.remove(entity);
  }

  /** Asks whoever owns the entity to do something; takes it over when nobody does. */
  command(entity: string, action: ActionDraft, options?: CommandOptions): Promise<Outcome> {
    return this.#replica.commands.ask(entity, check(actionSchema, action), options);
  }

  /** Gives an entity we own to somebody who is here: its motion goes on in the new hands. */
  async handOver(entity: string, to: string): Promise<Outcome> {
    const local = this.#replica.holdings.get(entity);
    if (!local) return { kind: 'refused', reason: `${entity} is not ours to give` };
    if (!this.isHere(to)) return { kind: 'refused', reason: `${to} is not here to take ${entity}` };
    const reply = await local.handOver(to);
    switch (reply.kind) {
      case 'applied':
        return { kind: 'done', epoch: reply.epoch as Epoch, seq: reply.seq };
      case 'refused':
        return reply;
      case 'elsewhere':
        return { kind: 'lost', reason: `${entity} went to somebody else meanwhile` };
    }
  }

  /** Stops a robot. Anyone, at any time; resolves with the stop's id when it is latched where no crash can lose it. */
  stop(entity: string, reason: string): Promise<string> {
    return this.#replica.stops.stop(entity, reason);
  }

  /** Re-arms a stop: the one that its user saw when pressing the button, or else the one that is shown now. A later stop stays. */
  async rearm(entity: string, stopId?: string): Promise<Outcome> {
    const stop = stopId ?? this.#replica.entities.get(entity)?.control.stop?.id;
    return stop === undefined ? { kind: 'refused', reason: `${entity} is not stopped` } : this.command(entity, { kind: 'rearm', stop });
  }

  /** Takes the stick of a robot; the outcome says why when it is not to be had. */
  async drive(entity: string): Promise<{ kind: 'driving'; drive: Drive } | Exclude<Outcome, { kind: 'done' }>> {
    const drive = new Drive(entity, {
      context: this.#replica.context,
      proxy: () => this.#replica.entities.get(entity),
      local: () => this.#replica.holdings.get(entity),
      letGo: () => {
        this.#replica.drives.delete(entity);
        return this.command(entity, { kind: 'letgo' });
      },
    });
    this.#replica.drives.set(entity, drive);
    const outcome = await this.command(entity, { kind: 'drive' });
    if (outcome.kind === 'done') return { kind: 'driving', drive };
    this.#replica.drives.delete(entity);
    return outcome;
  }

  /** What a sensor or a simulation says of an entity this participant owns. */
  observe(entity: string, observation: Observation, threshold?: Threshold): void {
    this.#replica.holdings.get(entity)?.observe(observation, threshold);
  }

  /** How a simulation foresees that an entity this participant owns will go. */
  foresee(entity: string, base: BaseMotion): void {
    this.#replica.holdings.get(entity)?.foresee(base);
  }

  /** Who is asked, before this participant publishes a motion of what it owns, how far that may go. */
  guardMotions(guard: MotionGuard): Disposable {
    this.#replica.holdings.guard = guard;
    const end = () => {
      this.#replica.holdings.guard = undefined;
    };
    return { [Symbol.dispose]: end };
  }

  /** Who is asked, before this participant gives what it owns to somebody who asks for it. */
  guardHandOvers(keep: Keep): Disposable {
    this.#replica.holdings.keep = keep;
    const end = () => {
      this.#replica.holdings.keep = undefined;
    };
    return { [Symbol.dispose]: end };
  }

  /** Ends the motion of an entity this participant owns where something is in its way. */
  cut(entity: string, contact: Contact): void {
    this.#replica.holdings.get(entity)?.cut(contact);
  }

  /** Whether an owned entity has work to do: if so, a resident host adopts it should we go. */
  setWorking(entity: string, working: boolean): void {
    this.#replica.holdings.get(entity)?.setWorking(working);
  }

  /** Who gives the work of what this participant owns a meaning. */
  attendToWork(workshop: Workshop): Disposable {
    this.#replica.holdings.workshop = workshop;
    const end = () => {
      this.#replica.holdings.workshop = undefined;
    };
    return { [Symbol.dispose]: end };
  }

  /** Does something with an entity this participant owns, of itself: whoever has its lease, and while its work keeps others from moving it. */
  perform(entity: string, performance: Performance): Performed {
    const local = this.#replica.holdings.get(entity);
    return local?.isTrusted ? local.perform(performance) : { kind: 'refused', reason: `${entity} is not ours to move` };
  }

  async changeTime(change: TimeChange): Promise<void> {
    await this.#replica.timekeeping.change(check(timeChangeSchema, change));
  }

  chat(text: string): void {
    this.#replica.context.bus.publish(subjects.chat(this.#replica.context.world), encodeJson(check(chatSchema, { text })));
  }

  lookAtAll(): Promise<void> {
    this.#replica.interest.lookAtAll();
    return this.#replica.repair.fetchSnapshot();
  }

  /** Looks there and nowhere else: nothing of other regions reaches this participant. */
  async look(looks: readonly Look[]): Promise<void> {
    await this.#replica.look(looks);
  }

  /** A hub vouches for a participant at its door with its own beat. */
  vouch(presence: Presence): void {
    this.#replica.heartbeat.vouch(presence);
  }

  /** Says goodbye: what it owns stands still and is free to take. */
  async leave(): Promise<void> {
    // Who was sent away has nobody left to say goodbye to.
    if (this.#replica.context.bus.status.kind !== 'closed') {
      for (const local of this.#replica.holdings.all()) local.rest();
      this.#replica.heartbeat.leave();
    }
    this.#chatting[Symbol.dispose]();
    this.#replica[Symbol.dispose]();
    await this.#replica.context.bus.drain();
  }
}
