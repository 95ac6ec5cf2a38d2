import type { EntityDescription, OwnershipRecord } from '../api/messages.ts';
import { delay } from '../base/clock.ts';
import { type Bucket, DisconnectedError, type Revision, type SwapResult } from '../bus/bus.ts';
import { GOOD_MS } from './beat.ts';
import type { WorldContext } from './context.ts';
import { type Epoch, nextEpoch } from './epoch.ts';
import type { Ownership } from './ownership.ts';

/** An entity whose ownership record we wrote, and whose description is there or may be. */
export interface Inserted {
  readonly entity: string;
  readonly description: EntityDescription;
  readonly epoch: Epoch;
  readonly incarnation: number;
  /** Of the ownership record. */
  readonly recordedAt: Revision;
  /** Of the description, where the answer to its insertion came. */
  readonly describedAt: Revision | undefined;
}

export type Withdrawn =
  | { readonly kind: 'removed' }
  | { readonly kind: 'owned'; readonly owner: string }
  /** It may still be there, or come to be there. */
  | { readonly kind: 'unknown'; readonly reason: string };

export interface WithdrawalParts {
  readonly context: WorldContext;
  readonly ownership: Ownership;
  /** Where the descriptions are. */
  readonly bucket: Bucket;
  /** The revision of the entity's description, as the watch tells it. */
  readonly shownAt: () => Revision | undefined;
}

const RETRY_MS = 100;
const PATIENCE_MS = 5000;
/** Nobody takes over what has changed hands within the last second. Half of that is left for the removal to arrive. */
const FENCED_MS = GOOD_MS / 2;

/**
 * Takes back an entity that we inserted and could not own. Its ownership record decides: we write it once more, under a new epoch, before we remove the
 * description. If somebody took the entity over meanwhile, that meets a conflict; and whoever would take it over now waits, since the record has just changed.
 */
export class Withdrawal {
  readonly #inserted: Inserted;
  readonly #parts: WithdrawalParts;
  /** Those under which the record is ours by this insertion. */
  readonly #epochs: Set<number>;
  #reason = 'the records are out of reach';

  constructor(inserted: Inserted, parts: WithdrawalParts) {
    this.#inserted = inserted;
    this.#parts = parts;
    this.#epochs = new Set([inserted.epoch]);
  }

  async run(): Promise<Withdrawn> {
    const { clock } = this.#parts.context;
    for (const untilMs = clock.now() + PATIENCE_MS; clock.now() < untilMs; await delay(clock, RETRY_MS)) {
      const record = this.#parts.ownership.record(this.#inserted.entity);
      if (record && !this.#isOurs(record.value)) return { kind: 'owned', owner: record.value.owner };
      const fencedAt = await this.#fence(record);
      if (fencedAt === undefined || !(await this.#removeDescription())) continue;
      return await this.#removeRecord(fencedAt);
    }
    return { kind: 'unknown', reason: this.#reason };
  }

  #isOurs({ owner, epoch }: OwnershipRecord): boolean {
    return owner === this.#parts.context.bus.self && (this.#epochs.has(epoch) || this.#parts.ownership.isOurWord(this.#inserted.entity));
  }

  /** The revision under which the record is certainly ours, and has been for a moment only. */
  async #fence(record: { readonly value: OwnershipRecord; readonly revision: Revision } | undefined): Promise<Revision | undefined> {
    const { context, ownership } = this.#parts;
    const { entity, recordedAt, incarnation } = this.#inserted;
    const epoch = nextEpoch(Math.max(record?.value.epoch ?? 0, ...this.#epochs) as Epoch, incarnation);
    this.#epochs.add(epoch);
    const content = { owner: context.bus.self, epoch, ...(record?.value.stop && { stop: record.value.stop }) };
    const sentMs = context.clock.now();
    const written = await ownership.write(entity, record?.revision ?? recordedAt, content);
    if (written.kind !== 'written') this.#reason = 'its ownership record could not be written';
    return written.kind === 'written' && context.clock.now() - sentMs < FENCED_MS ? written.revision : undefined;
  }

  /** Whether it is certainly gone. */
  async #removeDescription(): Promise<boolean> {
    const revision = this.#parts.shownAt() ?? this.#inserted.describedAt;
    if (revision === undefined) {
      this.#reason = 'it is not known whether its description came through';
      return false;
    }
    const result = await this.#swap(this.#parts.bucket, revision);
    if (result.kind === 'applied') return true;
    // A conflict with our own removal, whose answer was lost, or with that of somebody else. Or with one that came to nothing.
    if (result.kind === 'conflict') await delay(this.#parts.context.clock, RETRY_MS);
    if (result.kind === 'conflict' && this.#parts.shownAt() !== revision) return true;
    this.#reason = result.kind === 'unknown' ? result.reason : 'its description could not be removed';
    return false;
  }

  /** The id is free again. A record without an entity is seen by nobody: what remains of it is the owner's. */
  async #removeRecord(fencedAt: Revision): Promise<Withdrawn> {
    const { ownership } = this.#parts;
    const { entity } = this.#inserted;
    const record = ownership.record(entity);
    if (record && record.revision !== fencedAt && !this.#isOurs(record.value))
      return { kind: 'unknown', reason: `${record.value.owner} took it over while it was removed` };
    await ownership.delete(entity);
    return { kind: 'removed' };
  }

  /** A connection that closed under us is one more way not to know. */
  async #swap(bucket: Bucket, revision: Revision): Promise<SwapResult> {
    try {
      return await bucket.swap(this.#inserted.entity, revision, undefined);
    } catch (error) {
      if (error instanceof DisconnectedError) return { kind: 'unknown', reason: error.message };
      throw error;
    }
  }
}
