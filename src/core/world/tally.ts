import type { ProxyEntity } from './proxy-entity.ts';

/** The sum of the hashes of all states of one owner in one region. */
export interface RegionDigest {
  readonly region: string;
  readonly digest: number;
}

/** Only a keeper asks for them. */
const MOST_EMPTIED = 4096;

/** Sums of state hashes by owner and region, kept up to date as states come: a beat compares sums, not thousands of states. */
export class Tally {
  readonly #now: () => number;
  readonly #sums = new Map<string, Map<string, { hash: number; count: number }>>();
  /** Regions of which somebody's last state went since anybody asked. */
  readonly #emptied = new Set<string>();
  readonly #counted = new Map<string, { owner: string; region: string; hash: number; sinceMs: number }>();

  /** When each owner's sums last got an entity that they did not have before. */
  readonly #joinedMs = new Map<string, number>();

  /** `now`: any clock, the same that confirmations are counted on. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts an entity as it is now; what it counted for before no longer does. */
  count(proxy: ProxyEntity): void {
    const before = this.#counted.get(proxy.id);
    this.forget(proxy.id);
    const { id, owner, region, sealed } = proxy;
    if (owner === undefined || region === undefined || !sealed || proxy.isElsewhere) return;
    const isSame = before?.owner === owner && before.region === region;
    const sinceMs = isSame ? before.sinceMs : this.#now();
    if (!isSame) this.#joinedMs.set(owner, sinceMs);
    this.#counted.set(id, { owner, region, hash: sealed.hash, sinceMs });
    this.#add(owner, region, sealed.hash, 1);
  }

  /** Since when it is counted as it is: what an owner confirmed before did not speak of it. */
  sinceMs(entity: string): number {
    return this.#counted.get(entity)?.sinceMs ?? Number.POSITIVE_INFINITY;
  }

  /** Since when all that an owner owns is counted as it is. */
  joinedMs(owner: string): number {
    return this.#joinedMs.get(owner) ?? Number.NEGATIVE_INFINITY;
  }

  forget(entity: string): void {
    const counted = this.#counted.get(entity);
    if (!counted) return;
    this.#counted.delete(entity);
    this.#add(counted.owner, counted.region, -counted.hash, -1);
  }

  digests(owner: string): RegionDigest[] {
    return [...(this.#sums.get(owner) ?? [])].map(([region, { hash }]) => ({ region, digest: hash }));
  }

  /** Of one region, by owner. */
  digestsIn(region: string): Map<string, number> {
    const found = new Map<string, number>();
    for (const [owner, regions] of this.#sums) {
      const sum = regions.get(region);
      if (sum) found.set(owner, sum.hash);
    }
    return found;
  }

  /** Of all regions together. */
  total(owner: string): number {
    let total = 0;
    for (const { hash } of this.#sums.get(owner)?.values() ?? []) total = (total + hash) >>> 0;
    return total;
  }

  owners(): IterableIterator<string> {
    return this.#sums.keys();
  }

  takeEmptied(): string[] {
    const emptied = [...this.#emptied];
    this.#emptied.clear();
    return emptied;
  }

  #add(owner: string, region: string, hash: number, count: number): void {
    const regions = this.#sums.get(owner) ?? new Map<string, { hash: number; count: number }>();
    const sum = regions.get(region) ?? { hash: 0, count: 0 };
    this.#sums.set(owner, regions);
    regions.set(region, { hash: (sum.hash + hash) >>> 0, count: sum.count + count });
    if (sum.count + count > 0) return;
    regions.delete(region);
    if (this.#emptied.size < MOST_EMPTIED) this.#emptied.add(region);
    if (regions.size > 0) return;
    this.#sums.delete(owner);
    this.#joinedMs.delete(owner);
  }
}
