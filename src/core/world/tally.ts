import type { Digest } from './beat.ts';
import type { ProxyEntity } from './proxy-entity.ts';

/** Sums of state hashes by owner and region, kept up to date as states come: a beat compares sums, not thousands of states. */
export class Tally {
  readonly #sums = new Map<string, Map<string, { hash: number; count: number }>>();
  readonly #counted = new Map<string, { owner: string; region: string; hash: number }>();

  /** Counts an entity as it is now; what it counted for before no longer does. */
  count(proxy: ProxyEntity): void {
    this.forget(proxy.id);
    const { id, owner, region, sealed } = proxy;
    if (owner === undefined || region === undefined || !sealed || proxy.isElsewhere) return;
    this.#counted.set(id, { owner, region, hash: sealed.hash });
    this.#add(owner, region, sealed.hash, 1);
  }

  forget(entity: string): void {
    const counted = this.#counted.get(entity);
    if (!counted) return;
    this.#counted.delete(entity);
    this.#add(counted.owner, counted.region, -counted.hash, -1);
  }

  digests(owner: string): Digest[] {
    return [...(this.#sums.get(owner) ?? [])].map(([region, { hash }]) => ({ region, hash }));
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

  #add(owner: string, region: string, hash: number, count: number): void {
    const regions = this.#sums.get(owner) ?? new Map<string, { hash: number; count: number }>();
    const sum = regions.get(region) ?? { hash: 0, count: 0 };
    this.#sums.set(owner, regions);
    regions.set(region, { hash: (sum.hash + hash) >>> 0, count: sum.count + count });
    if (sum.count + count > 0) return;
    regions.delete(region);
    if (regions.size === 0) this.#sums.delete(owner);
  }
}
