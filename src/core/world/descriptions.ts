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
import type { Bucket } from '../bus/bus.ts';
import { type MirroredRecord, RecordMirror } from '../bus/record-mirror.ts';
import { buckets } from '../bus/subjects.ts';
import type { WorldContext } from './context.ts';
import { type Epoch, NO_EPOCH, nextEpoch } from './epoch.ts';
import type { Ownership } from './ownership.ts';

export class InsertError extends Error {
  override readonly name = 'InsertError';
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

  constructor(context: WorldContext, ownership: Ownership, onChange: (entity: string, description: EntityDescription | undefined) => void) {
    this.#context = context;
    this.#ownership = ownership;
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
  ): Promise<{ entity: string; description: EntityDescription }> {
    const description = check(descriptionSchema, draft);
    const { self } = this.#context.bus;
    if (description.hosts && !description.hosts.includes(self)) {
      throw new MisuseError(`${description.name} may be owned by ${description.hosts.join(', ')} only; let one of them insert it`);
    }
    const entity = options.id === undefined ? this.#freeId(description.name) : requireId(options.id, 'the entity');
    if (this.#mirror.get(entity)) throw new InsertError(`there is an entity ${entity} already; choose another id`);
    const left = this.#leftBehind(entity, options.isLive);
    const lastEpoch = Math.max(options.removedEpoch(entity), left?.value.epoch ?? NO_EPOCH) as Epoch;
    const epoch = nextEpoch(lastEpoch, options.incarnation);
    const written = await this.#ownership.write(entity, left?.revision, { owner: self, epoch }, PATIENCE_MS);
    if (written.kind !== 'written')
      throw new InsertError(
        `the id ${entity} could not be had: ${written.kind === 'lost' ? 'somebody else took it' : 'the records are out of reach'}`,
      );
    await this.#describe(entity, description);
    return { entity, description };
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

  async #describe(entity: string, description: EntityDescription): Promise<void> {
    const { clock } = this.#context;
    for (const untilMs = clock.now() + PATIENCE_MS; clock.now() < untilMs; await delay(clock, RETRY_MS)) {
      const result = await this.#bucket.swap(entity, undefined, encodeJson(description));
      // A conflict after a lost answer is our own record: the id is ours by the ownership record.
      if (result.kind !== 'unknown') return;
    }
    throw new InsertError(`${entity} could not be described: the records are out of reach`);
  }

  #freeId(name: string): string {
    const wanted = idFromName(name);
    return this.#mirror.get(wanted) || this.#ownership.record(wanted) ? `${wanted}-${randomId(this.#context.random, 4)}` : wanted;
  }
}
