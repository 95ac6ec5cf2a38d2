import type { Backbone, Bucket, Bus, BusStatus, Message } from '../core/bus/bus.ts';
import { decodeBeat, type Presence } from '../core/world/world.ts';

/** A hub's beat is for all: what one participant says in it must stay small. */
const LONGEST_NAME = 80;

/** Told of a sign of life that came through the door. */
export type Vouch = (world: string, presence: Presence) => void;

/**
 * The backbone as participants at the door have it. Their beats are not passed on: the world's resident speaks for all of them with its
 * own, since a beat each would be n squared messages.
 */
export class VouchedBackbone implements Backbone {
  readonly #backbone: Backbone;
  readonly #vouch: Vouch;

  constructor(backbone: Backbone, vouch: Vouch) {
    this.#backbone = backbone;
    this.#vouch = vouch;
  }

  connect(self: string): Bus {
    return new VouchedBus(this.#backbone.connect(self), this.#vouch);
  }
}

class VouchedBus implements Bus {
  readonly #bus: Bus;
  readonly #vouch: Vouch;
  readonly #beat: string;

  constructor(bus: Bus, vouch: Vouch) {
    this.#bus = bus;
    this.#vouch = vouch;
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
    return this.#bus.request(subject, payload, options);
  }

  bucket(name: string): Bucket {
    return this.#bus.bucket(name);
  }

  drain(): Promise<void> {
    return this.#bus.drain();
  }

  /** A participant speaks for itself only. Its goodbye goes to everybody at once, for a beat later it is no longer vouched for. */
  #hear(subject: string, payload: Uint8Array): void {
    const beat = decodeBeat(payload);
    const presence = beat.members.find(({ id }) => id === this.self);
    if (!presence) return;
    const [, world = ''] = subject.split('.');
    this.#vouch(world, { ...presence, name: presence.name.slice(0, LONGEST_NAME) });
    if (presence.leaving && beat.members.length === 1 && beat.estates.length === 0) this.#bus.publish(subject, payload);
  }
}
