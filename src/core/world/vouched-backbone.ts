import { decodeJson, type OwnershipRecord, ownershipSchema } from '../api/messages.ts';
import { textOf } from '../base/bytes.ts';
import { wellFormed } from '../base/well-formed.ts';
import type { Backbone, Bucket, Bus, BusStatus, Entry, Message } from '../bus/bus.ts';
import { buckets } from '../bus/subjects.ts';
import { decodeBeat, type Presence } from './beat.ts';

/** A hub's beat is for all: what one participant says in it must stay small. */
const LONGEST_NAME = 80;

export interface DoorEvents {
  /** A sign of life came through the door. */
  beat(world: string, presence: Presence): void;
  /** A command for an entity was let through. */
  command(world: string, entity: string, from: string, payload: Uint8Array): void;
  /** An ownership record was written, or who it names is about to be told. The hub's own watch may tell of it later than that. */
  owned(world: string, entity: string, record: OwnershipRecord): void;
}

/**
 * The backbone as participants at the door have it. Their beats are not passed on: the world's resident speaks for all of them with its
 * own, since a beat each would be n squared messages.
 */
export class VouchedBackbone implements Backbone {
  readonly #backbone: Backbone;
  readonly #events: DoorEvents;

  constructor(backbone: Backbone, events: DoorEvents) {
    this.#backbone = backbone;
    this.#events = events;
  }

  connect(self: string): Bus {
    return new VouchedBus(this.#backbone.connect(self), this.#events);
  }
}

class VouchedBus implements Bus {
  readonly #bus: Bus;
  readonly #events: DoorEvents;
  readonly #beat: string;

  constructor(bus: Bus, events: DoorEvents) {
    this.#bus = bus;
    this.#events = events;
    this.#beat = `.hb.${bus.self}`;
  }

  get self(): string {
    return this.#bus.self;
  }

  get status(): BusStatus {
    return this.#bus.status;
  }

  onStatus(handler: (status: BusStatus) => void): Disposable {
    return this.#bus.onStatus(handler);
  }

  publish(subject: string, payload: Uint8Array): void {
    if (subject.endsWith(this.#beat)) this.#hear(subject, payload);
    else this.#bus.publish(subject, payload);
  }

  subscribe(pattern: string, handler: (message: Message) => void): Disposable {
    return this.#bus.subscribe(pattern, handler);
  }

  request(subject: string, payload: Uint8Array, options: { timeoutMs: number }): Promise<Uint8Array> {
    const [, world = '', kind, entity = ''] = subject.split('.');
    if (kind === 'cmd') this.#events.command(world, entity, this.self, payload);
    return this.#bus.request(subject, payload, options);
  }

  bucket(name: string): Bucket {
    const bucket = this.#bus.bucket(name);
    const [, world = ''] = name.split('.');
    if (name !== buckets.ownership(world)) return bucket;
    return {
      get: (key) => bucket.get(key),
      watch: (handler) =>
        bucket.watch((event) => {
          if (event.kind === 'value') this.#told(world, event.entry);
          handler(event);
        }),
      swap: async (key, expected, value) => {
        const result = await bucket.swap(key, expected, value);
        if (result.kind === 'applied' && value) this.#events.owned(world, key, decodeJson(ownershipSchema, value));
        return result;
      },
    };
  }

  drain(): Promise<void> {
    return this.#bus.drain();
  }

  /**
   * Who hears only from here that its write came through, since the answer was lost, begins to speak and listen for the entity at once. Of
   * the many records that do not name it not even that much is read.
   */
  #told(world: string, { key, value }: Entry): void {
    if (!textOf(value).includes(this.self)) return;
    const record = decodeJson(ownershipSchema, value);
    if (record.owner === this.self) this.#events.owned(world, key, record);
  }

  /** A participant speaks for itself only. Its goodbye goes to everybody at once, for a beat later it is no longer vouched for. */
  #hear(subject: string, payload: Uint8Array): void {
    const beat = decodeBeat(payload);
    const presence = beat.members.find(({ id }) => id === this.self);
    if (!presence) return;
    const [, world = ''] = subject.split('.');
    this.#events.beat(world, { ...presence, name: wellFormed(presence.name, LONGEST_NAME) });
    if (presence.leaving && beat.members.length === 1 && beat.estates.length === 0) this.#bus.publish(subject, payload);
  }
}
