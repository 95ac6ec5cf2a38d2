import { decodeJson, type OwnershipRecord, ownershipSchema } from '../api/messages.ts';
import type { Title } from '../api/rights.ts';
import type { Bucket } from '../bus/bus.ts';
import { RecordMirror } from '../bus/record-mirror.ts';

/** So many former owners are remembered of an entity, and former owners of so many entities: the longest known are forgotten first. */
const MOST_FORMER = 64;
const MOST_ENTITIES = 10_000;

/** Who owns what in one world, and who did: what the table of rights asks for every state that comes through the door. */
export class Owners implements Disposable {
  readonly #records = new Map<string, { readonly owner: string; readonly epoch: number }>();
  readonly #former = new Map<string, Set<string>>();
  readonly #mirror: RecordMirror<OwnershipRecord>;

  constructor(bucket: Bucket, report: (error: unknown) => void) {
    this.#mirror = new RecordMirror(bucket, {
      decode: (bytes) => decodeJson(ownershipSchema, bytes),
      onChange: (entity, record) => (record ? this.learn(entity, record.value) : this.#forget(entity)),
      report,
    });
  }

  title(participant: string, entity: string): Title {
    if (this.#records.get(entity)?.owner === participant) return 'owner';
    return this.#former.get(entity)?.has(participant) ? 'former' : 'none';
  }

  [Symbol.dispose](): void {
    this.#mirror[Symbol.dispose]();
  }

  /** What is of a lower epoch comes late: from a server that is behind, or after who wrote it was told so. */
  learn(entity: string, { owner, epoch }: { readonly owner: string; readonly epoch: number }): void {
    const before = this.#records.get(entity);
    if (before && before.epoch > epoch) return;
    if (before && before.owner !== owner) this.#remember(entity, before.owner);
    this.#records.set(entity, { owner, epoch });
  }

  #forget(entity: string): void {
    const before = this.#records.get(entity);
    if (before) this.#remember(entity, before.owner);
    this.#records.delete(entity);
  }

  #remember(entity: string, owner: string): void {
    const former = this.#former.get(entity) ?? new Set();
    this.#former.delete(entity);
    this.#former.set(entity, former);
    former.delete(owner);
    former.add(owner);
    forgetFirstOver(former, MOST_FORMER);
    forgetFirstOver(this.#former, MOST_ENTITIES);
  }
}

function forgetFirstOver<K>(kept: { size: number; keys(): Iterator<K>; delete(key: K): boolean }, most: number): void {
  const first = kept.keys().next();
  if (kept.size > most && !first.done) kept.delete(first.value);
}
