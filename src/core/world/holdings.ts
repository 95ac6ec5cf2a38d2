import type { EntityDescription, Nonce, OwnershipRecord } from '../api/messages.ts';
import { RefusedError, type Revision } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import { atRest, gripperOf } from './actions.ts';
import { GOOD_MS } from './beat.ts';
import type { TakeOver } from './commands.ts';
import type { WorldContext } from './context.ts';
import type { Control } from './control.ts';
import type { Entities } from './entities.ts';
import { type Epoch, NO_EPOCH } from './epoch.ts';
import type { Keep, MotionGuard } from './guarded-motion.ts';
import { LocalEntity } from './local-entity.ts';
import type { LocalSurroundings } from './local-surroundings.ts';
import { beginningOf, NEVER } from './motion.ts';
import type { Ownership } from './ownership.ts';
import type { ProxyEntity } from './proxy-entity.ts';
import { EVERY_FLOOR, regionOf, staysIn } from './region.ts';
import type { Roster } from './roster.ts';
import type { EntityState, SealedState } from './state.ts';
import type { Work, Workshop } from './work.ts';

/** How an entity goes on in new hands: a hand-over continues its motion, a take-over from the gone finds it standing still. */
type Passage = 'continue' | 'halt';

/** Whether our own signs of life have been heard in time. */
export interface HeartbeatState {
  readonly hasLapsed: boolean;
  /** How often they have not. */
  readonly lapses: number;
  /** We are about to own something. */
  wake(): void;
}

/** A lease ends when its holder has been gone for this long: time to reconnect, not to block a robot. */
const LEASE_GRACE_MS = 3000;

/** The entities this participant owns, and how it comes to own and lose them. */
export class Holdings {
  readonly #context: WorldContext;
  readonly #entities: Entities;
  readonly #roster: Roster;
  readonly #ownership: Ownership;
  readonly #tell: (participant: string, nonce: Nonce) => void;
  readonly #locals = new Map<string, LocalEntity>();
  /** The highest epoch under which we ever published each entity: an epoch is never used by two lives of it. */
  readonly #used = new Map<string, Epoch>();
  readonly #taking = new Map<string, Promise<TakeOver>>();
  readonly #onChange: (entity: string) => void;
  readonly #heartbeat: HeartbeatState;
  readonly #isBeingWithdrawn: (entity: string) => boolean;
  /** Says how far a motion may go before it meets something. */
  guard: MotionGuard | undefined;
  /** Says why something is not given away. */
  keep: Keep | undefined;
  workshop: Workshop | undefined;
  /** Some record may name us for what we do not hold: one changed, or we lost or could not take something. */
  #mayReclaim = true;
  /** Claims that a hub refused, by the revision of the record that they would have replaced: the same claim would be refused again. */
  readonly #refused = new Map<string, Revision>();
  /** Entities that their owner handed over to us, and under which epoch. */
  readonly #given = new Map<string, Epoch>();

  constructor(
    context: WorldContext,
    parts: {
      entities: Entities;
      roster: Roster;
      ownership: Ownership;
      tell: (participant: string, nonce: Nonce) => void;
      onChange: (entity: string) => void;
      heartbeat: HeartbeatState;
      /** We inserted it, could not own it, and are taking it back. */
      isBeingWithdrawn: (entity: string) => boolean;
    },
  ) {
    this.#context = context;
    this.#entities = parts.entities;
    this.#roster = parts.roster;
    this.#ownership = parts.ownership;
    this.#tell = parts.tell;
    this.#onChange = parts.onChange;
    this.#heartbeat = parts.heartbeat;
    this.#isBeingWithdrawn = parts.isBeingWithdrawn;
  }

  get(entity: string): LocalEntity | undefined {
    return this.#locals.get(entity);
  }

  /** Something is ours, or is about to be: who slept over the answer must be able to tell, and the promise of one who rests is too long for that. */
  get areAny(): boolean {
    return this.#locals.size > 0 || this.#taking.size > 0;
  }

  all(): IterableIterator<LocalEntity> {
    return this.#locals.values();
  }

  tick(): void {
    if (this.#heartbeat.hasLapsed) this.distrust();
    const at = this.#entities.instant(this.#context.shared.now());
    for (const local of [...this.#locals.values()]) local.tick(at);
  }

  /** A hand that let go stops a robot even while nobody can tell the time. */
  watchOverHolds(): void {
    for (const local of this.#locals.values()) local.watchOverHold();
  }

  distrust(): void {
    // It may be another hub that is asked from now on.
    this.#refused.clear();
    for (const local of this.#locals.values()) local.distrust();
  }

  /** What was promised under a wrong clock is void: everything is given up, and reclaimed under a new epoch. */
  giveUp(): void {
    for (const entity of [...this.#locals.keys()]) this.drop(entity);
  }

  drop(entity: string): void {
    this.#mayReclaim = true;
    // A record that it is just writing must not make it speak again.
    this.#locals.get(entity)?.distrust();
    if (this.#locals.delete(entity)) this.#onChange(entity);
  }

  /** The next participant that moves an entity whose owner has gone becomes its owner. */
  takeOver(entity: string): Promise<TakeOver> {
    const running = this.#taking.get(entity);
    if (running) return running;
    const taking = this.#take(entity).finally(() => this.#taking.delete(entity));
    this.#taking.set(entity, taking);
    return taking;
  }

  async #take(entity: string): Promise<TakeOver> {
    const proxy = this.#entities.get(entity);
    if (!proxy?.description || this.#isBeingWithdrawn(entity)) return { kind: 'refused', reason: `there is no entity ${entity}` };
    const { hosts } = proxy.description;
    const { self } = this.#context.bus;
    if (hosts && !hosts.includes(self)) return { kind: 'refused', reason: `its owner has gone, and only ${hosts.join(', ')} may own it` };
    const known = this.#ownership.record(entity);
    // Who has just been written into the record may have rested until now: its word that it works is under way.
    const isNew = this.#context.clock.now() - proxy.recordedMs < GOOD_MS;
    if (known && known.value.owner !== self && (isNew || this.#roster.isLive(known.value.owner))) return { kind: 'again' };
    if (this.#locals.has(entity)) return { kind: 'taken' };
    if (this.#isRefused(entity)) return { kind: 'refused', reason: `this participant may not own ${entity}` };
    return this.#claim(entity, known);
  }

  /** Writes ourselves into the record. Even one that names us is written again: it may be an old copy that the watch brings late. */
  async #claim(entity: string, known: { value: OwnershipRecord; revision: Revision } | undefined): Promise<TakeOver> {
    this.#heartbeat.wake();
    const lapses = this.#heartbeat.lapses;
    // A namesake that was here before us may have used up the epoch of a record that names us, though nobody here has heard of it.
    const used = Math.max(this.#used.get(entity) ?? NO_EPOCH, this.#entities.get(entity)?.epoch ?? NO_EPOCH);
    const isGiven = known !== undefined && this.#given.get(entity) === known.value.epoch;
    const isNamed = known?.value.owner === this.#context.bus.self && known.value.epoch > used;
    const isOurs = isNamed && (isGiven || this.#ownership.isOurWord(entity));
    const epoch = isOurs ? (known.value.epoch as Epoch) : this.#ownership.epochAfter(entity, this.#entities.setup.incarnation);
    const stop = known?.value.stop;
    const content = { owner: this.#context.bus.self, epoch, ...(stop && { stop }) };
    const written = await this.#ownership.write(entity, known?.revision, content).catch(refusalOfHub);
    if (written.kind === 'refused') {
      if (known) this.#refused.set(entity, known.revision);
      return written;
    }
    // If we slept over the answer, the record may have changed hands again: the next try finds out.
    if (written.kind !== 'written' || this.#heartbeat.hasLapsed || this.#heartbeat.lapses !== lapses) return { kind: 'again' };
    const passage = isOurs && isGiven ? 'continue' : 'halt';
    this.#become(entity, { epoch, revision: written.revision, stop }, passage);
    return this.#locals.has(entity) ? { kind: 'taken' } : { kind: 'again' };
  }

  /** The watch told of a record that `giver` owned before. It may make us an owner, or end our being one. */
  recordChanged(entity: string, giver: string | undefined, record: OwnershipRecord | undefined): void {
    this.#mayReclaim = true;
    const local = this.#locals.get(entity);
    const { self } = this.#context.bus;
    if (local && record && record.owner !== self && record.epoch > local.epoch) this.drop(entity);
    if (local || record?.owner !== self) return;
    if (giver !== undefined && giver !== self && this.#roster.isLive(giver)) this.#given.set(entity, record.epoch as Epoch);
    void this.takeOver(entity).catch(this.#context.report);
  }

  /** A state of a later epoch than ours: whoever wrote it owns the entity now. */
  stateSeen(entity: string, epoch: Epoch): void {
    const local = this.#locals.get(entity);
    if (local && epoch > local.epoch) this.drop(entity);
  }

  /** Records that name us although we hold nothing under them: from before our clock was lost, or from a swap whose answer was. */
  reclaim(): void {
    if (!this.#mayReclaim) return;
    this.#mayReclaim = this.#taking.size > 0;
    const { self } = this.#context.bus;
    for (const [entity, record] of this.#ownership.entries()) {
      if (this.#locals.has(entity) || record.value.owner !== self || this.#taking.has(entity) || this.#isRefused(entity)) continue;
      this.#mayReclaim = true;
      void this.takeOver(entity).catch(this.#context.report);
    }
  }

  /** A hub refused to write us into this very record. */
  #isRefused(entity: string): boolean {
    const revision = this.#refused.get(entity);
    return revision !== undefined && revision === this.#ownership.record(entity)?.revision;
  }

  /** Orphans with work to do are adopted at once. */
  adopt(): void {
    for (const proxy of this.#entities.all()) {
      if (!proxy.isWorking || this.#locals.has(proxy.id) || proxy.owner === undefined || this.#roster.isLive(proxy.owner)) continue;
      void this.takeOver(proxy.id).catch(this.#context.report);
    }
  }

  #become(entity: string, title: { epoch: Epoch; revision: Revision; stop: OwnershipRecord['stop'] }, passage: Passage): void {
    const proxy = this.#entities.get(entity);
    if (!proxy?.description || proxy.epoch >= title.epoch) return;
    // Where everybody else saw it freeze: our own promise may have lapsed like any other owner's.
    const frozenMs = proxy.author === undefined ? Number.POSITIVE_INFINITY : this.#roster.goodUntilMs(proxy.author);
    const untilMs = Math.min(this.#entities.takenUntilMs(proxy, this.#context.shared.now()), frozenMs);
    const posture = this.#entities.posture(proxy, untilMs);
    const state = proxy.sealed?.state;
    // Somebody's hand or sensor was behind a motion without an end; it is not in our hands yet.
    const isHeld = proxy.control.driver !== undefined;
    const isOpen = [posture.base, ...posture.dofs].some((part) => part.kind === 'drift' && (isHeld || part.t1 === NEVER));
    const isHalted = passage === 'halt' || isOpen;
    const motion = isHalted ? atRest(posture) : { base: posture.base, dofs: posture.dofs };
    this.#used.set(entity, title.epoch);
    const inherited = {
      ...motion,
      control: inheritedControl(proxy, title.stop),
      recent: state?.recent ?? [],
      working: state?.working ?? false,
      work: isHalted ? haltedAt(state, this.#frozenWorldMs(state, untilMs)) : state?.work,
      region: proxy.region,
    };
    this.#entities.setRecord(entity, {
      owner: this.#context.bus.self,
      epoch: title.epoch,
      nonce: '',
      ...(title.stop && { stop: title.stop }),
    });
    this.#locals.set(entity, new LocalEntity(entity, this.#surroundings(proxy, proxy.description), title, inherited));
    this.#onChange(entity);
  }

  /** Of an owner nobody here has heard of, motions are shown as they began. */
  #frozenWorldMs(state: EntityState | undefined, sharedMs: number): number {
    if (sharedMs !== Number.NEGATIVE_INFINITY) return this.#entities.instant(sharedMs).worldMs;
    const begun = state ? [state.base, ...state.dofs].flatMap((motion) => beginningOf(motion) ?? []) : [];
    return begun.length > 0 ? Math.min(...begun) : this.#entities.instant(this.#context.shared.now()).worldMs;
  }

  #surroundings(proxy: ProxyEntity, first: EntityDescription): LocalSurroundings {
    const context = this.#context;
    const entities = this.#entities;
    return {
      context,
      ownership: this.#ownership,
      setup: () => entities.setup,
      description: () => proxy.description ?? first,
      instant: (sharedMs) => entities.instant(sharedMs),
      posture: (sharedMs) => entities.posture(proxy, sharedMs),
      carrierOf: (other) => {
        const parent = entities.get(other);
        return parent && entities.posture(parent, context.shared.now());
      },
      guard: (motion) => this.guard?.(proxy.id, motion),
      workshop: () => this.workshop,
      keptFrom: (participant) => this.keep?.(proxy.id, participant),
      parentOf: (other) => {
        const base = entities.get(other)?.sealed?.state.base;
        return base?.kind === 'ride' ? base.parent : undefined;
      },
      towerOn: () => entities.towerOn(proxy.id),
      refusalBy: (gripper) => this.#refusalBy(gripper, proxy.id),
      controlOf: (other) => entities.get(other)?.control,
      liveOwnerOf: (other) => this.#liveOwnerOf(other),
      regionOf: (pose, current) => {
        if ((proxy.description ?? first).everyFloor) return EVERY_FLOOR;
        return current !== undefined && staysIn(entities.setup, current, pose) ? current : regionOf(entities.setup, pose);
      },
      mayReceive: (participant) => this.#roster.isLive(participant) && [...entities.all()].some(({ owner }) => owner === participant),
      isGone: (participant) =>
        participant !== context.bus.self && context.shared.now() > this.#roster.hereUntilMs(participant) + LEASE_GRACE_MS,
      publish: (sealed, region) => this.#publish(proxy.id, sealed, region),
      tell: this.#tell,
      hasLapsed: () => this.#heartbeat.hasLapsed,
      lost: () => this.drop(proxy.id),
      kept: () => this.#onChange(proxy.id),
    };
  }

  #liveOwnerOf(entity: string): string | undefined {
    const owner = this.#entities.get(entity)?.owner;
    return owner !== undefined && (owner === this.#context.bus.self || this.#roster.isLive(owner)) ? owner : undefined;
  }

  /** One judge of what is in a gripper, so that it is one thing at most: who owns the robot. */
  #refusalBy(gripper: string, part: string): string | undefined {
    const owner = this.#liveOwnerOf(gripper);
    if (owner !== undefined && owner !== this.#context.bus.self) return `${gripper} belongs to ${owner}, who was not given it`;
    const sharedMs = this.#context.shared.now();
    const isHeld = (other: ProxyEntity) => other.id !== part && gripperOf(this.#entities.posture(other, sharedMs).base) === gripper;
    const held = [...this.#entities.all()].find((other) => other.description && isHeld(other));
    return held && `${gripper} has ${held.id} in its gripper`;
  }

  #publish(entity: string, sealed: SealedState, region: string): void {
    this.#context.bus.publish(subjects.state(this.#context.world, region, entity), sealed.bytes);
    this.#entities.take(entity, sealed, { region, author: this.#context.bus.self });
  }
}

/** Being full passes; that we have no right to it does not. */
function refusalOfHub(error: unknown): { readonly kind: 'refused'; readonly reason: string } {
  if (error instanceof RefusedError && error.reason !== 'full') return { kind: 'refused', reason: error.message };
  throw error;
}

/** Its motion stood still when that of everybody did: who goes on with it knows how far it came. */
const haltedAt = (state: EntityState | undefined, worldMs: number): Work | undefined =>
  state?.work && { ...state.work, haltedMs: state.work.haltedMs ?? worldMs };

/** The record decides on stops that reached it; a stop that had not is kept, for to forget one is the worse mistake. */
function inheritedControl(proxy: ProxyEntity, recorded: OwnershipRecord['stop']): Control {
  const { control } = proxy;
  if (recorded) return { ...control, stop: { ...recorded, recorded: true }, driver: undefined };
  return control.stop?.recorded ? { ...control, stop: undefined } : control;
}
