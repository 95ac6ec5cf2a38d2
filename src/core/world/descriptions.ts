import {
  check,
  decodeJson,
  descriptionSchema,
  type EntityDescription,
  type EntityDraft,
  encodeJson,
  type OwnershipRecord,
} from '../api/messages.ts';
import { delay } from '../base/clock.ts';
import { MisuseError } from '../base/errors.ts';
import { idFromName, requireId } from '../base/ids.ts';
import { randomId } from '../base/random.ts';
import type { Bucket, Revision } from '../bus/bus.ts';
import { type MirroredRecord, RecordMirror } from '../bus/record-mirror.ts';
import { buckets } from '../bus/subjects.ts';
import type { WorldContext } from './context.ts';
import { type Epoch, NO_EPOCH, nextEpoch } from './epoch.ts';
import type { Ownership } from './ownership.ts';
import { type Inserted, Withdrawal, type Withdrawn } from './withdrawal.ts';

/** What is there of an entity whose insertion failed. */
export type Remains = 'nothing' | 'an entity of somebody else' | 'unknown';

export class InsertError extends Error {
  override readonly name = 'InsertError';
  readonly remains: Remains;

  constructor(message: string, { remains = 'nothing', ...options }: ErrorOptions & { readonly remains?: Remains } = {}) {
    super(message, options);
    this.remains = remains;
  }
}

export class RemoveError extends Error {
  override readonly name = 'RemoveError';
}

const RETRY_MS = 100;
/** Who loses its hub is at another one by then, and somebody waits for what was asked. */
const PATIENCE_MS = 5000;

/** What the entities of the world are: one record each, inserted at any time by anyone. */
export class Descriptions {
  readonly #context: WorldContext;
  readonly #bucket: Bucket;
  readonly #mirror: RecordMirror<EntityDescription>;
  readonly #ownership: Ownership;
  readonly #onChange: (entity: string, description: EntityDescription | undefined) => void;
  readonly #withdrawn = new Set<string>();

  constructor(context: WorldContext, ownership: Ownership, onChange: (entity: string, description: EntityDescription | undefined) => void) {
    this.#context = context;
    this.#ownership = ownership;
    this.#onChange = onChange;
    this.#bucket = context.bus.bucket(buckets.entities(context.world));
    this.#mirror = new RecordMirror(this.#bucket, {
      decode: (bytes) => decodeJson(descriptionSchema, bytes),
      onChange: (entity, record) => onChange(entity, record?.value),
      report: context.report,
    });
  }

  get synced(): Promise<void> {
    return this.#mirror.synced;
  }

  expectRelisting(): void {
    this.#mirror.expectRelisting();
  }

  [Symbol.dispose](): void {
    this.#mirror[Symbol.dispose]();
  }

  /**
   * Ownership first, then the description: an entity appears with an owner. If we die in between, a record without an entity is
   * left, which nobody sees: the next who inserts under that id writes over it.
   */
  async insert(
    draft: EntityDraft,
    options: {
      id: string | undefined;
      incarnation: number;
      removedEpoch: (entity: string) => Epoch;
      isLive: (participant: string) => boolean;
    },
  ): Promise<Inserted> {
    const description = check(descriptionSchema, draft);
    const { self } = this.#context.bus;
    if (description.hosts && !description.hosts.includes(self)) {
      throw new MisuseError(`${description.name} may be owned by ${description.hosts.join(', ')} only; let one of them insert it`);
    }
    const entity = options.id === undefined ? this.#freeId(description.name) : requireId(options.id, 'the entity');
    if (this.#mirror.get(entity)) throw new InsertError(`there is an entity ${entity} already; choose another id`);
    const left = this.#leftBehind(entity, options.isLive);
    // Also above the record of somebody who is here and has just removed the entity: that may be deleted before our write is done.
    const recorded = this.#ownership.record(entity)?.value.epoch ?? NO_EPOCH;
    const lastEpoch = Math.max(options.removedEpoch(entity), recorded) as Epoch;
    const epoch = nextEpoch(lastEpoch, options.incarnation);
    const written = await this.#ownership.write(entity, left?.revision, { owner: self, epoch }, PATIENCE_MS);
    if (written.kind !== 'written')
      throw new InsertError(
        `the id ${entity} could not be had: ${written.kind === 'lost' ? 'somebody else took it' : 'the records are out of reach'}`,
      );
    const { incarnation } = options;
    const inserted = { entity, description, epoch, incarnation, recordedAt: written.revision, describedAt: undefined };
    const described = await this.#describe(entity, description);
    if (described.kind === 'described') return { ...inserted, describedAt: described.revision };
    throw await this.withdraw(inserted, `${entity} could not be described: the records are out of reach`);
  }

  /** Takes back what was inserted and could not be owned. Resolves with what to tell whoever inserted it: `why` it failed, and what is there now. */
  async withdraw(inserted: Inserted, why: string): Promise<InsertError> {
    const { entity } = inserted;
    this.#withdrawn.add(entity);
    try {
      const shownAt = () => this.#mirror.get(entity)?.revision;
      const withdrawal = new Withdrawal(inserted, { context: this.#context, ownership: this.#ownership, bucket: this.#bucket, shownAt });
      const outcome = await withdrawal.run();
      // Whoever inserts an entity shows it before the watch does.
      if (outcome.kind === 'removed' || !this.#mirror.get(entity)) this.#onChange(entity, undefined);
      return insertErrorOf(why, outcome);
    } finally {
      this.#withdrawn.delete(entity);
    }
  }

  /** It is just being taken back: we are not to own it, whatever its record says. */
  isBeingWithdrawn(entity: string): boolean {
    return this.#withdrawn.has(entity);
  }

  /** The record of an entity that was never described, because its owner died over it. */
  #leftBehind(entity: string, isLive: (participant: string) => boolean): MirroredRecord<OwnershipRecord> | undefined {
    const record = this.#ownership.record(entity);
    return record && !isLive(record.value.owner) ? record : undefined;
  }

  async remove(entity: string): Promise<void> {
    if (!(await this.#undescribe(entity))) throw new RemoveError(`${entity} could not be removed: the records are out of reach`);
    await this.#ownership.delete(entity);
  }

  async #undescribe(entity: string): Promise<boolean> {
    const { clock } = this.#context;
    for (const untilMs = clock.now() + PATIENCE_MS; clock.now() < untilMs; await delay(clock, RETRY_MS)) {
      const known = this.#mirror.get(entity);
      if (!known || (await this.#bucket.swap(entity, known.revision, undefined)).kind === 'applied') return true;
    }
    return false;
  }

  async #describe(entity: string, description: EntityDescription): Promise<Described> {
    const { clock } = this.#context;
    for (const untilMs = clock.now() + PATIENCE_MS; clock.now() < untilMs; await delay(clock, RETRY_MS)) {
      const result = await this.#bucket.swap(entity, undefined, encodeJson(description));
      if (result.kind === 'applied') return { kind: 'described', revision: result.revision };
      // After a lost answer that is our own record: the id is ours by the ownership record.
      if (result.kind === 'conflict') return { kind: 'described', revision: undefined };
    }
    return { kind: 'unknown' };
  }

  #freeId(name: string): string {
    const wanted = idFromName(name);
    return this.#mirror.get(wanted) || this.#ownership.record(wanted) ? `${wanted}-${randomId(this.#context.random, 4)}` : wanted;
  }
}

/** `revision`: undefined when the answer that told it was lost; the watch tells it. */
type Described = { readonly kind: 'described'; readonly revision: Revision | undefined } | { readonly kind: 'unknown' };

function insertErrorOf(why: string, outcome: Withdrawn): InsertError {
  switch (outcome.kind) {
    case 'removed':
      return new InsertError(`${why}; it was removed again`);
    case 'owned':
      return new InsertError(`${why}; it stays, since ${outcome.owner} owns it by now`, { remains: 'an entity of somebody else' });
    case 'unknown': {
      const cause = new RemoveError(outcome.reason);
      return new InsertError(`${why}, nor could it be removed again for certain: ${outcome.reason}; if it is there, remove it`, {
        cause,
        remains: 'unknown',
      });
    }
  }
}
