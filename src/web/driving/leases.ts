import type { Outcome, Stop } from '../../core/world/world.ts';
import { Settable } from '../link/observable.ts';
import type { EntityInfo, Observable, Person, WorldLink } from '../link/world-link.ts';
import { FREE, type LeaseEvent, type LeaseState, nextLease } from './lease.ts';

/** Of the link, what leases need. */
export interface LeaseLink {
  readonly entities: Observable<ReadonlyMap<string, EntityInfo>>;
  readonly me: Observable<Person | undefined>;
  command: WorldLink['command'];
}

export interface LeaseClocks {
  /** The page's monotonic clock. */
  nowMs(): number;
  /** Milliseconds since 1970. */
  wallClockMs(): number;
}

/** A stop and when this page first saw it, in milliseconds since 1970. */
export type SeenStop = Stop & { readonly seenAtMs: number };

/** Who may drive what, for the person before this page, and what that person can do about it. */
export class Leases implements Disposable {
  readonly #link: LeaseLink;
  readonly #clocks: LeaseClocks;
  readonly #states = new Settable<ReadonlyMap<string, LeaseState>>(new Map());
  readonly #stops = new Settable<ReadonlyMap<string, SeenStop>>(new Map());
  readonly #watching: (() => void)[];

  constructor(link: LeaseLink, clocks: LeaseClocks) {
    this.#link = link;
    this.#clocks = clocks;
    this.#watching = [link.entities.subscribe(() => this.#look()), link.me.subscribe(() => this.#look())];
    this.#look();
  }

  /** By entity; what is not in it is free. */
  get states(): Observable<ReadonlyMap<string, LeaseState>> {
    return this.#states;
  }

  get stops(): Observable<ReadonlyMap<string, SeenStop>> {
    return this.#stops;
  }

  ask(entity: string): Promise<Outcome> {
    return this.#link.command(entity, { kind: 'lease', request: { kind: 'ask' } });
  }

  async cancel(entity: string): Promise<Outcome> {
    // Before the answer: the state that shows it may come first.
    this.#happened(entity, { kind: 'cancelled' });
    return this.#link.command(entity, { kind: 'lease', request: { kind: 'cancel' } });
  }

  grant(entity: string, to: string): Promise<Outcome> {
    return this.#link.command(entity, { kind: 'lease', request: { kind: 'grant', to } });
  }

  refuse(entity: string, to: string): Promise<Outcome> {
    return this.#link.command(entity, { kind: 'lease', request: { kind: 'refuse', to } });
  }

  /** Without a lease there is only the stick to let go of. */
  release(entity: string): Promise<Outcome> {
    const isLeased = this.#link.entities.get().get(entity)?.control.lease !== undefined;
    return this.#link.command(entity, isLeased ? { kind: 'lease', request: { kind: 'release' } } : { kind: 'letgo' });
  }

  force(entity: string, reason: string): Promise<Outcome> {
    return this.#link.command(entity, { kind: 'lease', request: { kind: 'force', reason } });
  }

  dismiss(entity: string): void {
    this.#happened(entity, { kind: 'dismissed' });
  }

  [Symbol.dispose](): void {
    for (const end of this.#watching) end();
  }

  #look(): void {
    const me = this.#link.me.get()?.id;
    if (me === undefined) return;
    const nowMs = this.#clocks.nowMs();
    const states = new Map<string, LeaseState>();
    const stops = new Map<string, SeenStop>();
    for (const { id, control } of this.#link.entities.get().values()) {
      const state = nextLease(this.#states.get().get(id) ?? FREE, me, { kind: 'seen', control, nowMs });
      if (state.kind !== 'free') states.set(id, state);
      if (control.stop) stops.set(id, this.#seen(id, control.stop));
    }
    this.#states.set(sameOr(this.#states.get(), states));
    this.#stops.set(sameOr(this.#stops.get(), stops));
  }

  #seen(entity: string, stop: Stop): SeenStop {
    const known = this.#stops.get().get(entity);
    return known?.id === stop.id ? known : { ...stop, seenAtMs: this.#clocks.wallClockMs() };
  }

  #happened(entity: string, event: LeaseEvent): void {
    const me = this.#link.me.get()?.id ?? '';
    const before = this.#states.get().get(entity) ?? FREE;
    const after = nextLease(before, me, event);
    if (after !== before) this.#states.set(new Map(this.#states.get()).set(entity, after));
  }
}

function sameOr<V>(before: ReadonlyMap<string, V>, now: ReadonlyMap<string, V>): ReadonlyMap<string, V> {
  return before.size === now.size && [...now].every(([key, value]) => before.get(key) === value) ? before : now;
}
