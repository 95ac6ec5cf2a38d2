import { decodeJson, type OwnershipRecord, ownershipSchema } from '../../core/api/messages.ts';
import type { Title } from '../../core/api/rights.ts';
import type { Bucket } from '../../core/bus/bus.ts';
import { RecordMirror } from '../../core/world/record-mirror.ts';

/** So many former owners are remembered of an entity, and former owners of so many entities: the longest known are forgotten first. */
const MOST_FORMER = 64;
const MOST_ENTITIES = 10_000;

/** Who owns what in one world, and who did: what the table of rights asks for every state that comes through the door. */
export class Owners implements Disposable {
  readonly #owners = new Map<string, string>();
  readonly #former = new Map<string, Set<string>>();
  readonly #mirror: RecordMirror<OwnershipRecord>;

  constructor(bucket: Bucket, report: (error: unknown) => void) {
    this.#mirror = new RecordMirror(bucket, {
      decode: (bytes) => decodeJson(ownershipSchema, bytes),
      onChange: (entity, record) => this.#changed(entity, record?.value.owner),
      report,
    });
  }

  title(participant: string, entity: string): Title {
    if (this.#owners.get(entity) === participant) return 'owner';
    return this.#former.get(entity)?.has(participant) ? 'former' : 'none';
  }

  [Symbol.dispose](): void {
    this.#mirror[Symbol.dispose]();
  }

  #changed(entity: string, owner: string | undefined): void {
    const before = this.#owners.get(entity);
    if (before !== undefined && before !== owner) this.#remember(entity, before);
    if (owner === undefined) this.#owners.delete(entity);
    else this.#owners.set(entity, owner);
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
