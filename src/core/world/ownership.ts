import { decodeJson, encodeJson, type OwnershipRecord, ownershipSchema } from '../api/messages.ts';
import { delay } from '../base/clock.ts';
import { randomId } from '../base/random.ts';
import { type Bucket, DisconnectedError, type Revision, type SwapResult } from '../bus/bus.ts';
import { type MirroredRecord, RecordMirror } from '../bus/record-mirror.ts';
import { buckets } from '../bus/subjects.ts';
import type { WorldContext } from './context.ts';
import { type Epoch, NO_EPOCH, nextEpoch } from './epoch.ts';

/** The outcome of a write to an ownership record. `unsure`: it could not be found out in time; the watch will tell. */
export type Written = { readonly kind: 'written'; readonly revision: Revision } | { readonly kind: 'lost' } | { readonly kind: 'unsure' };

const RETRY_MS = 100;
const TRIES = 4;
const SETTLE_MS = 3000;
/** What is still as it was so long after a conflict was not replaced: it met what came to nothing, or what its hub had not heard of yet. */
const UNCHANGED_MS = 500;

/** The ownership records of the world: who owns what, decided by compare-and-swap alone. */
export class Ownership {
  readonly #context: WorldContext;
  readonly #bucket: Bucket;
  readonly #mirror: RecordMirror<OwnershipRecord>;
  /** The nonce that we last wrote of each entity. */
  readonly #written = new Map<string, string>();

  constructor(context: WorldContext, onChange: (entity: string, record: OwnershipRecord | undefined) => void) {
    this.#context = context;
    this.#bucket = context.bus.bucket(buckets.ownership(context.world));
    this.#mirror = new RecordMirror(this.#bucket, {
      decode: (bytes) => decodeJson(ownershipSchema, bytes),
      onChange: (entity, record) => onChange(entity, record?.value),
      report: context.report,
    });
  }

  get synced(): Promise<void> {
    return this.#mirror.synced;
  }

  record(entity: string): MirroredRecord<OwnershipRecord> | undefined {
    return this.#mirror.get(entity);
  }

  entries(): IterableIterator<[string, MirroredRecord<OwnershipRecord>]> {
    return this.#mirror.entries();
  }

  expectRelisting(): void {
    this.#mirror.expectRelisting();
  }

  [Symbol.dispose](): void {
    this.#mirror[Symbol.dispose]();
  }

  /** Whether we wrote the record as it is now. A namesake that was here before us may have. */
  isOurWord(entity: string): boolean {
    const nonce = this.#written.get(entity);
    return nonce !== undefined && this.record(entity)?.value.nonce === nonce;
  }

  /** The epoch a taker would get. */
  epochAfter(entity: string, incarnation: number): Epoch {
    return nextEpoch((this.record(entity)?.value.epoch ?? NO_EPOCH) as Epoch, incarnation);
  }

  /**
   * Writes a record over the one at `expected`. A lost answer is asked for again: if that swap meets a conflict, the nonce of the
   * record that is there now tells whether it was ours that came through. Who can wait gives it time for a lost connection to come back.
   */
  async write(entity: string, expected: Revision | undefined, content: Omit<OwnershipRecord, 'nonce'>, patienceMs = 0): Promise<Written> {
    const nonce = randomId(this.#context.random, 12);
    this.#written.set(entity, nonce);
    const bytes = encodeJson({ ...content, nonce });
    const { clock } = this.#context;
    const untilMs = clock.now() + patienceMs;
    for (let attempt = 0; attempt < TRIES || clock.now() < untilMs; attempt++) {
      const result = await this.#swap(entity, expected, bytes);
      if (result.kind === 'applied') return { kind: 'written', revision: result.revision };
      if (result.kind === 'conflict') return this.#whose(entity, expected, nonce);
      await delay(clock, RETRY_MS);
    }
    return { kind: 'unsure' };
  }

  /** Of what was removed. A record of a later epoch is of somebody who has inserted it again. */
  async delete(entity: string): Promise<void> {
    const epoch = this.record(entity)?.value.epoch;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const known = this.record(entity);
      if (!known || known.value.epoch !== epoch || (await this.#swap(entity, known.revision, undefined)).kind === 'applied') return;
      await delay(this.#context.clock, RETRY_MS);
    }
  }

  /** A connection that closed under us is one more way not to know. */
  async #swap(entity: string, expected: Revision | undefined, bytes: Uint8Array | undefined): Promise<SwapResult> {
    try {
      return await this.#bucket.swap(entity, expected, bytes);
    } catch (error) {
      if (error instanceof DisconnectedError) return { kind: 'unknown', reason: error.message };
      throw error;
    }
  }

  async #whose(entity: string, expected: Revision | undefined, nonce: string): Promise<Written> {
    const { clock } = this.#context;
    const sinceMs = clock.now();
    while (clock.now() < sinceMs + SETTLE_MS) {
      const known = this.record(entity);
      if (known?.value.nonce === nonce) return { kind: 'written', revision: known.revision };
      const passed = expected === undefined ? known !== undefined : this.#mirror.hasSeen(entity, expected) && known?.revision !== expected;
      if (passed) return { kind: 'lost' };
      if (known && known.revision === expected && clock.now() > sinceMs + UNCHANGED_MS) break;
      await delay(clock, RETRY_MS / 4);
    }
    return { kind: 'unsure' };
  }
}
