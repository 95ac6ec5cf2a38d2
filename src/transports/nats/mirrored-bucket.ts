import type { BusStatus, Entry, WatchEvent } from '../../core/bus/bus.ts';
import type { DeliveryQueue } from '../../core/bus/delivery-queue.ts';
import { Listener, type Report } from '../../core/bus/listeners.ts';

/** Why all is listed. `connected`: for the first time on this connection, and whoever watches knows of that; `missed`: only the one who follows may have missed something. */
export type ListingReason = 'connected' | 'missed';

/** What a copy is told by whatever follows the bucket for it. */
export interface WatchEvents {
  /** All is listed from here on. */
  listing(reason: ListingReason): void;
  changed(event: WatchEvent): void;
}

export interface MirrorPorts {
  readonly wire: { readonly status: BusStatus };
  readonly follow: (bucket: string, events: WatchEvents) => Disposable;
  readonly queue: DeliveryQueue;
  readonly report: Report;
  /** Nobody watches any more. */
  onIdle(): void;
}

/** A copy of a bucket, followed as long as somebody watches it. */
export class MirroredBucket implements Disposable {
  readonly #ports: MirrorPorts;
  readonly #watch: Disposable;
  readonly #listeners = new Set<Listener<WatchEvent>>();
  #records = new Map<string, Entry>();
  /** What those who watch were told before the list that is under way, and has not been told in it. */
  #unlisted = new Map<string, Entry>();
  #isSynced = false;

  constructor(name: string, ports: MirrorPorts) {
    this.#ports = ports;
    this.#watch = ports.follow(name, {
      listing: (reason) => {
        this.#unlisted = reason === 'missed' ? new Map([...this.#unlisted, ...this.#records]) : new Map();
        this.#records = new Map();
        this.#isSynced = false;
      },
      changed: (event) => this.#changed(event),
    });
  }

  [Symbol.dispose](): void {
    this.#watch[Symbol.dispose]();
    this.#isSynced = false;
  }

  /** Connected, and as far as is known nothing is missing. */
  get isSynced(): boolean {
    return this.#isSynced && this.#ports.wire.status.kind === 'connected';
  }

  /** All there is; undefined while something may be missing. */
  get records(): ReadonlyMap<string, Entry> | undefined {
    return this.isSynced ? this.#records : undefined;
  }

  get(key: string): Entry | undefined {
    return this.#records.get(key);
  }

  watch(handler: (event: WatchEvent) => void): Disposable {
    const listener = new Listener(handler, this.#ports.report);
    for (const entry of this.#records.values()) this.#tell(listener, { kind: 'value', entry });
    if (this.#isSynced) this.#tell(listener, { kind: 'synced' });
    this.#listeners.add(listener);
    return {
      [Symbol.dispose]: () => {
        listener[Symbol.dispose]();
        if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#ports.onIdle();
      },
    };
  }

  #changed(event: WatchEvent): void {
    switch (event.kind) {
      case 'value':
        this.#records.set(event.entry.key, event.entry);
        this.#unlisted.delete(event.entry.key);
        break;
      case 'deleted': {
        const wasTold = this.#unlisted.delete(event.key) || this.#records.delete(event.key);
        // What was deleted before anybody was told of it is news to nobody.
        if (!wasTold && !this.#isSynced) return;
        break;
      }
      case 'synced':
        this.#isSynced = true;
        break;
    }
    for (const listener of this.#listeners) this.#tell(listener, event);
  }

  /** Through the queue, so that what changes does not overtake the list. */
  #tell(listener: Listener<WatchEvent>, event: WatchEvent): void {
    this.#ports.queue.push({ deliver: () => listener.tell(event) });
  }
}
