import { type Clock, delay } from '../../core/base/clock.ts';
import { type Bucket, DisconnectedError, type Entry, NoRespondersError, type Revision, type SwapResult } from '../../core/bus/bus.ts';
import { DeliveryQueue } from '../../core/bus/delivery-queue.ts';
import { requireKey, requireSwap } from '../../core/bus/limits.ts';
import type { Report } from '../../core/bus/listeners.ts';
import { RefusedError } from '../socket/close-reason.ts';
import { AskedWatch } from './asked-watch.ts';
import { type DeskAnswer, type DeskQuestion, decodeAnswer, encodeQuestion } from './desk-words.ts';
import { MirroredBucket, type WatchEvents } from './mirrored-bucket.ts';
import type { BucketUser, Records } from './nats-records.ts';
import type { NatsWire } from './nats-wire.ts';

const GET_MS = 5000;
/** A hub itself repeats a swap for 10 s. */
const SWAP_MS = 11_000;
const TRY_AGAIN_MS = 200;

interface AskedRecordsOptions {
  readonly space: string;
  readonly world: string;
  readonly self: string;
  readonly clock: Clock;
  readonly report: Report;
  readonly defer: (action: () => void) => void;
}

/** The records of a world for a participant that may not reach them itself: it asks the hubs, and listens to what changes. */
export class AskedRecords implements Records, Disposable {
  readonly #wire: NatsWire;
  readonly #options: AskedRecordsOptions;
  readonly #queue: DeliveryQueue;
  readonly #mirrors = new Map<string, MirroredBucket>();

  constructor(wire: NatsWire, options: AskedRecordsOptions) {
    this.#wire = wire;
    this.#options = options;
    this.#queue = new DeliveryQueue(options.defer);
  }

  [Symbol.dispose](): void {
    for (const mirror of this.#mirrors.values()) mirror[Symbol.dispose]();
    this.#mirrors.clear();
  }

  bucket(name: string, { handlers, requireOpen }: BucketUser): Bucket {
    return {
      get: async (key) => {
        requireOpen();
        requireKey(key);
        const mirror = this.#mirrors.get(name);
        return mirror?.isSynced ? mirror.get(key) : await this.#get(name, key);
      },
      swap: async (key, expected, value) => {
        requireOpen();
        requireSwap(key, expected, value);
        return await this.#swap({ type: 'swap', bucket: name, key, expected, value });
      },
      watch: (handler) => {
        requireOpen();
        return handlers.add(this.#mirror(name).watch(handler));
      },
    };
  }

  async #get(bucket: string, key: string): Promise<Entry | undefined> {
    const answer = await this.#insist({ type: 'get', bucket, key }, GET_MS);
    if (answer.type !== 'got') throw new DisconnectedError(`the hub answered a question for a record with "${answer.type}"`);
    return answer.entry && { ...answer.entry, revision: answer.entry.revision as Revision };
  }

  async #swap(question: DeskQuestion): Promise<SwapResult> {
    if (this.#wire.status.kind !== 'connected') return { kind: 'unknown', reason: 'the connection to NATS is lost' };
    try {
      const answer = await this.#insist(question, SWAP_MS);
      if (answer.type !== 'swapped') return { kind: 'unknown', reason: `the hub answered "${answer.type}"` };
      switch (answer.result) {
        case 'applied':
          return { kind: 'applied', revision: answer.detail as Revision };
        case 'conflict':
          return { kind: 'conflict' };
        case 'unknown':
          return { kind: 'unknown', reason: answer.detail };
      }
    } catch (error) {
      if (error instanceof RefusedError) throw error;
      // Lost, or nobody answered in time: it may have been written.
      return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Where there is no hub to ask, nothing was done: it is asked again until the time is over. */
  async #insist(question: DeskQuestion, withinMs: number): Promise<DeskAnswer> {
    const { clock, world } = this.#options;
    const giveUpMs = clock.now() + withinMs;
    for (;;) {
      try {
        return await this.#ask(question, Math.max(1, giveUpMs - clock.now()));
      } catch (error) {
        if (!(error instanceof NoRespondersError)) throw error;
        if (clock.now() + TRY_AGAIN_MS > giveUpMs)
          throw new DisconnectedError(`no hub has the world ${world} open: open it in a page, or start one with --world ${world}`, {
            cause: error,
          });
        await delay(clock, TRY_AGAIN_MS);
      }
    }
  }

  async #ask(question: DeskQuestion, timeoutMs: number): Promise<DeskAnswer> {
    const { self, world } = this.#options;
    const payload = encodeQuestion(question);
    const answer = decodeAnswer(await this.#wire.whileConnected(() => this.#wire.askDesk(self, world, payload, timeoutMs)));
    if (answer.type === 'refused') throw new RefusedError('refused', answer.reason);
    if (answer.type === 'failed' && question.type !== 'swap') throw new DisconnectedError(answer.reason);
    return answer;
  }

  #mirror(name: string): MirroredBucket {
    const known = this.#mirrors.get(name);
    if (known) return known;
    const { clock, report, space } = this.#options;
    const ask = (question: DeskQuestion, timeoutMs: number) => this.#ask(question, timeoutMs);
    const mirror = new MirroredBucket(name, {
      wire: this.#wire,
      follow: (bucket: string, events: WatchEvents) => new AskedWatch(bucket, { wire: this.#wire, space, clock, report, ask }, events),
      queue: this.#queue,
      report,
      onIdle: () => {
        this.#mirrors.delete(name);
        mirror[Symbol.dispose]();
      },
    });
    this.#mirrors.set(name, mirror);
    return mirror;
  }
}
