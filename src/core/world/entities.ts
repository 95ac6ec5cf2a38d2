import type { EntityDescription, OwnershipRecord, WorldSetup } from '../api/messages.ts';
import type { Posture } from './actions.ts';
import type { Shown } from './catch-up.ts';
import type { WorldContext } from './context.ts';
import { type Epoch, NO_EPOCH } from './epoch.ts';
import { DEEPEST_RIDE } from './motion.ts';
import { type Instant, ProxyEntity } from './proxy-entity.ts';
import { EVERY_FLOOR, regionOf } from './region.ts';
import type { Roster } from './roster.ts';
import { isNewer, type Origin, type SealedState } from './state.ts';
import { openState } from './state-codec.ts';
import { type RegionDigest, Tally } from './tally.ts';
import { generationAt, rateAt, type WorldTimeRecord, worldTimeAt } from './world-time.ts';

/** States of entities whose description is still under way: kept for a while, no more than this many. */
const MOST_EARLY = 1000;

/** Every entity of the world as this participant knows it, and where each is at any instant. */
export class Entities {
  readonly #context: WorldContext;
  readonly #roster: Roster;
  readonly #proxies = new Map<string, ProxyEntity>();
  readonly #early = new Map<string, { sealed: SealedState; origin: Origin }>();
  readonly #onAccept: (proxy: ProxyEntity, sealed: SealedState) => void;
  readonly #tally: Tally;
  /** The last epoch of what was removed: its late states must not haunt what is inserted under its id. */
  readonly #removed = new Map<string, Epoch>();
  #time: WorldTimeRecord | undefined;
  setup: WorldSetup = { incarnation: 0, cellM: 0 };

  constructor(context: WorldContext, roster: Roster, onAccept: (proxy: ProxyEntity, sealed: SealedState) => void) {
    this.#context = context;
    this.#roster = roster;
    this.#onAccept = onAccept;
    this.#tally = new Tally(() => context.clock.now());
  }

  get(id: string): ProxyEntity | undefined {
    return this.#proxies.get(id);
  }

  all(): IterableIterator<ProxyEntity> {
    return this.#proxies.values();
  }

  get time(): WorldTimeRecord | undefined {
    return this.#time;
  }

  /** World time has another course from some instant on; what is shown goes on from where it is. */
  setTime(record: WorldTimeRecord): void {
    this.#withoutJumps(this.#proxies.values(), () => {
      this.#time = record;
    });
  }

  describe(id: string, description: EntityDescription | undefined): void {
    if (!description) {
      this.#tally.forget(id);
      this.#removed.set(id, Math.max(this.#proxies.get(id)?.epoch ?? NO_EPOCH, this.#removed.get(id) ?? NO_EPOCH) as Epoch);
      if (this.#removed.size > MOST_EARLY) this.#removed.delete(this.#removed.keys().next().value as string);
      this.#early.delete(id);
      this.#proxies.delete(id);
      return;
    }
    const proxy = this.#proxies.get(id) ?? new ProxyEntity(id);
    proxy.description = description;
    this.#proxies.set(id, proxy);
    const early = this.#early.get(id);
    this.#early.delete(id);
    if (early) this.#accept(proxy, early.sealed, early.origin);
  }

  /** The last epoch of an entity that was removed. */
  removedEpoch(id: string): Epoch {
    return this.#removed.get(id) ?? NO_EPOCH;
  }

  setRecord(id: string, record: OwnershipRecord | undefined): void {
    const proxy = this.#proxies.get(id);
    // What we decided ourselves may be known here before the watch has told of what came before it.
    if (!proxy || (record && proxy.record && record.epoch < proxy.record.epoch)) return;
    if (record?.epoch !== proxy.record?.epoch) proxy.recordedMs = this.#context.clock.now();
    const { silentOwner } = proxy;
    if (silentOwner !== undefined && silentOwner !== record?.owner) proxy.silentOwners.add(silentOwner);
    proxy.record = record;
    this.#tally.count(proxy);
  }

  /** A state from the bus, a snapshot or a repair. */
  receive(id: string, bytes: Uint8Array, origin: Origin): void {
    this.take(id, openState(id, bytes), origin);
  }

  take(id: string, sealed: SealedState, origin: Origin): void {
    const proxy = this.#proxies.get(id);
    if (proxy) {
      this.#accept(proxy, sealed, origin);
      return;
    }
    if (sealed.state.epoch <= this.removedEpoch(id)) return;
    const early = this.#early.get(id);
    if (early && !isNewer(sealed.state, early.sealed.state)) return;
    if (this.#early.size >= MOST_EARLY && !early) this.#early.delete(this.#early.keys().next().value as string);
    this.#early.set(id, { sealed, origin });
  }

  /** Nobody here looks at any other region: what is there goes out of sight, and comes back with its next state. */
  hideAllBut(looksAt: (region: string) => boolean): void {
    for (const proxy of this.#proxies.values()) {
      if (proxy.owner === this.#context.bus.self || looksAt(this.#regionOf(proxy))) continue;
      proxy.hide();
      this.#tally.count(proxy);
    }
  }

  /** Where it was last, or where it begins. */
  #regionOf({ region, description }: ProxyEntity): string {
    if (region !== undefined || !description) return region ?? '';
    return description.everyFloor ? EVERY_FLOOR : regionOf(this.setup, description.initial.pose);
  }

  /** Somebody's promise grew after a silence: its entities go on from where they froze, without a jump. */
  resume(owner: string, change: () => void): void {
    this.#withoutJumps(
      [...this.#proxies.values()].filter((proxy) => proxy.author === owner),
      change,
    );
  }

  /**
   * The instant to evaluate an entity's motions at: now, or when they froze. They stand under the promise of who wrote them, and also of who
   * took the entity over and has not spoken yet.
   */
  #instantOf(proxy: ProxyEntity, at: Instant): Instant {
    const { author } = proxy;
    const { sharedMs } = at;
    const writtenMs = author === undefined || author === this.#context.bus.self ? sharedMs : this.#roster.goodUntilMs(author);
    const frozenMs = Math.min(writtenMs, this.takenUntilMs(proxy, sharedMs));
    return frozenMs < sharedMs ? this.instant(frozenMs) : at;
  }

  /** Up to when everybody who came to own it since its newest state may be believed. The next owner does not set a motion going again that froze before. */
  takenUntilMs({ silentOwner, silentOwners }: ProxyEntity, sharedMs: number): number {
    let untilMs = sharedMs;
    if (silentOwner !== undefined && silentOwner !== this.#context.bus.self) untilMs = this.#promisedMs(silentOwner, sharedMs);
    for (const silent of silentOwners) untilMs = Math.min(untilMs, this.#promisedMs(silent, sharedMs));
    return untilMs;
  }

  /** Who rested until it took the entity has promised nothing yet. */
  #promisedMs(owner: string, sharedMs: number): number {
    const member = this.#roster.get(owner);
    return member === undefined || member.rests ? sharedMs : member.goodUntilMs;
  }

  instant(sharedMs: number): Instant {
    const record = this.#time;
    if (!record) return { sharedMs, worldMs: 0, generation: 0, rate: 0 };
    const now = this.#context.shared.now();
    // Of an owner nobody here has heard of yet, motions are shown as they began.
    if (sharedMs === Number.NEGATIVE_INFINITY) return { sharedMs, worldMs: sharedMs, generation: generationAt(record, now), rate: 0 };
    // A frozen owner's entities are put back by a reset like all others.
    return {
      sharedMs,
      worldMs: worldTimeAt(record, sharedMs),
      generation: generationAt(record, now),
      rate: rateAt(record, sharedMs),
    };
  }

  posture(proxy: ProxyEntity, sharedMs: number): Posture {
    return this.postureIn(proxy, this.instant(sharedMs));
  }

  /** At an instant that need not come like this: world time may be about to pause, or to run at another rate. */
  postureIn(proxy: ProxyEntity, at: Instant, depth = 0): Posture {
    return proxy.posture(this.#instantOf(proxy, at), (id) => {
      const parent = this.#proxies.get(id);
      return parent && depth < DEEPEST_RIDE ? this.postureIn(parent, at, depth + 1) : undefined;
    });
  }

  shown(proxy: ProxyEntity, at: Instant, depth = 0): Shown {
    return proxy.show(at, this.#shownTarget(proxy, at, depth));
  }

  /** What rides is shown where its parent is shown, not where that is. */
  #shownTarget(proxy: ProxyEntity, at: Instant, depth: number): Posture {
    return proxy.posture(this.#instantOf(proxy, at), (id) => {
      const parent = this.#proxies.get(id);
      return parent && depth < DEEPEST_RIDE ? this.shown(parent, at, depth + 1) : undefined;
    });
  }

  /** Sums of state hashes by owner and region, to compare with what owners say. */
  digests(owner: string): RegionDigest[] {
    return this.#tally.digests(owner);
  }

  /** Regions that some owner's last entity has left since this was asked. */
  takeEmptied(): string[] {
    return this.#tally.takeEmptied();
  }

  /** The same of one region, by owner. */
  digestsIn(region: string): Map<string, number> {
    return this.#tally.digestsIn(region);
  }

  /** On the local clock: since when the digests count this entity for its owner and region. */
  countedSinceMs(entity: string): number {
    return this.#tally.sinceMs(entity);
  }

  /** On the local clock: since when they count the last of what an owner owns. */
  joinedMs(owner: string): number {
    return this.#tally.joinedMs(owner);
  }

  /** The sum over all regions. */
  total(owner: string): number {
    return this.#tally.total(owner);
  }

  /** Everybody who owns something whose state is held here. */
  owners(): IterableIterator<string> {
    return this.#tally.owners();
  }

  /** They, and who last spoke for something that is another's by now: until that one speaks, it is where its former owner left it. */
  spokesmen(): Set<string> {
    const found = new Set(this.owners());
    for (const { author } of this.#proxies.values()) if (author !== undefined) found.add(author);
    return found;
  }

  #accept(proxy: ProxyEntity, sealed: SealedState, origin: Origin): void {
    if (proxy.sealed && !isNewer(sealed.state, proxy.sealed.state)) {
      if (proxy.reveal(sealed)) this.#tally.count(proxy);
      return;
    }
    if (proxy.sealed && proxy.isShown(this.#context.shared.now())) this.#withoutJumps([proxy], () => void proxy.accept(sealed, origin));
    else proxy.accept(sealed, origin);
    this.#tally.count(proxy);
    this.#onAccept(proxy, sealed);
  }

  /** How high others are stacked on an entity, by riding on one another. */
  towerOn(id: string): number {
    let highest = 0;
    for (const proxy of this.#proxies.values()) {
      let base = proxy.sealed?.state.base;
      for (let height = 1; base?.kind === 'ride' && height <= DEEPEST_RIDE; height++) {
        if (base.parent === id) highest = Math.max(highest, height);
        base = this.#proxies.get(base.parent)?.sealed?.state.base;
      }
    }
    return highest;
  }

  /** Parents first: a rider is shown where they are shown. */
  #rideDepth(proxy: ProxyEntity): number {
    let depth = 0;
    for (let base = proxy.sealed?.state.base; base?.kind === 'ride' && depth < DEEPEST_RIDE; depth++) {
      base = this.#proxies.get(base.parent)?.sealed?.state.base;
    }
    return depth;
  }

  #withoutJumps(proxies: Iterable<ProxyEntity>, change: () => void): void {
    const now = this.#context.shared.now();
    const watched = [...proxies].filter((proxy) => proxy.isShown(now)).sort((a, b) => this.#rideDepth(a) - this.#rideDepth(b));
    const instant = this.instant(now);
    const before = watched.map((proxy) => ({ proxy, shown: this.shown(proxy, instant) }));
    change();
    // The change may be one of world time.
    const after = this.instant(now);
    for (const { proxy, shown } of before) proxy.catchUp(shown, this.#shownTarget(proxy, after, 0), after);
  }
}
