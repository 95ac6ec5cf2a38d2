/** Counts what hubs and those at their doors say to each other, as it would go over NATS and out of the doors. */
import type { Backbone, Bucket, Bus, BusStatus, Message } from '../../src/core/bus/bus.ts';

export const KINDS = ['state', 'beat', 'inventory', 'clock', 'record', 'other'] as const;
export type Kind = (typeof KINDS)[number];

export interface Flow {
  messages: number;
  /** Of payloads. */
  bytes: number;
}
export type Flows = Readonly<Record<Kind, Flow>>;

const nothing = (): Flows => Object.fromEntries(KINDS.map((kind) => [kind, { messages: 0, bytes: 0 }])) as Record<Kind, Flow>;

export function kindOf(subject: string): Kind {
  const tokens = subject.split('.');
  if (tokens[3] === 'st') return 'state';
  if (tokens[3] === 'inv') return 'inventory';
  if (tokens[2] === 'hb') return 'beat';
  return tokens[2] === 'clk' ? 'clock' : 'other';
}

export class Tally {
  /** Once each, whoever hears it. */
  published = nothing();
  /** At all hubs together: what others than those at the same hub said, once for each hub where somebody listens. */
  heard = nothing();
  /** To all at the doors together. */
  delivered = nothing();
  readonly #hubOf = new Map<string, string>();
  readonly #known = new Map<string, WeakSet<Message>>();

  /** What was counted so far is forgotten. */
  clear(): void {
    this.published = nothing();
    this.heard = nothing();
    this.delivered = nothing();
  }

  /** A connection of this hub's: its own, or of somebody at its door. */
  count(hub: string, bus: Bus, whose: 'the hub' | 'at the door'): Bus {
    this.#hubOf.set(bus.self, hub);
    return new CountedBus(bus, {
      published: (kind, bytes) => add(this.published[kind], bytes),
      received: (message) => {
        const kind = kindOf(message.subject);
        if (this.#isFirst(hub, message)) add(this.heard[kind], message.payload.length);
        if (whose === 'at the door') add(this.delivered[kind], message.payload.length);
      },
      answered: (kind, bytes) => {
        if (whose === 'at the door') add(this.delivered[kind], bytes);
      },
    });
  }

  #isFirst(hub: string, message: Message): boolean {
    if (this.#hubOf.get(message.from) === hub) return false;
    const known = this.#known.get(hub) ?? new WeakSet();
    this.#known.set(hub, known);
    if (known.has(message)) return false;
    known.add(message);
    return true;
  }
}

function add(flow: Flow, bytes: number): void {
  flow.messages++;
  flow.bytes += bytes;
}

interface Counting {
  published(kind: Kind, bytes: number): void;
  received(message: Message): void;
  answered(kind: Kind, bytes: number): void;
}

class CountedBus implements Bus {
  readonly #bus: Bus;
  readonly #counting: Counting;

  constructor(bus: Bus, counting: Counting) {
    this.#bus = bus;
    this.#counting = counting;
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
    this.#counting.published(kindOf(subject), payload.length);
    this.#bus.publish(subject, payload);
  }

  subscribe(pattern: string, handler: (message: Message) => void): Disposable {
    return this.#bus.subscribe(pattern, (message) => {
      this.#counting.received(message);
      handler(message);
    });
  }

  async request(subject: string, payload: Uint8Array, options: { timeoutMs: number }): Promise<Uint8Array> {
    const kind = kindOf(subject);
    this.#counting.published(kind, payload.length);
    const answer = await this.#bus.request(subject, payload, options);
    this.#counting.answered(kind, answer.length);
    return answer;
  }

  bucket(name: string): Bucket {
    const bucket = this.#bus.bucket(name);
    const counting = this.#counting;
    return {
      get: (key) => bucket.get(key),
      swap: (key, expected, value) => {
        counting.published('record', value?.length ?? 0);
        return bucket.swap(key, expected, value);
      },
      watch: (handler) =>
        bucket.watch((event) => {
          if (event.kind === 'value') counting.answered('record', event.entry.value.length);
          handler(event);
        }),
    };
  }

  drain(): Promise<void> {
    return this.#bus.drain();
  }
}

/** All connections of one hub, counted. */
export const countedBackbone = (tally: Tally, hub: string, backbone: Backbone): Backbone => ({
  connect: (self) => tally.count(hub, backbone.connect(self), 'at the door'),
});
