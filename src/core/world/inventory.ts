import { ByteReader, ByteWriter } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';
import { hashText } from '../base/hash.ts';
import { subjects } from '../bus/subjects.ts';
import type { WorldContext } from './context.ts';
import type { Entities } from './entities.ts';
import type { Roster } from './roster.ts';

/** What a keeper holds of one owner in one region. */
export interface Stock {
  readonly owner: string;
  /** Shared time at which the owner confirmed it, the clock's error taken off; -Infinity if it never did. */
  readonly confirmedMs: number;
  /** The sum of the hashes of its states there. */
  readonly digest: number;
}

export interface Stocks {
  /** Whose clock the times are by: the leader's of this term. */
  readonly term: number;
  readonly stocks: readonly Stock[];
}

/** Each region is told once in so many beats: twice a second, so that nothing that is well looks stale, and not all at the same time. */
const TURNS = 2;
/** A region that was emptied is told of for so many turns more: somebody may have missed that the last one left. */
const FAREWELLS = 20;
const MOST_UNCONFIRMED_MS = 1e9;
const MOST_STOCKS = 2000;

/**
 * Tells those who look at a few regions only what there is to see in each. It is heard by nobody else: digests of all regions to all participants would
 * cost more than all that moves.
 */
export class Inventory {
  readonly #context: WorldContext;
  readonly #entities: Entities;
  readonly #roster: Roster;
  readonly #confirmedMs: (owner: string) => number;
  readonly #farewells = new Map<string, number>();
  #turn = 0;

  constructor(context: WorldContext, parts: { entities: Entities; roster: Roster }, confirmedMs: (owner: string) => number) {
    this.#context = context;
    this.#entities = parts.entities;
    this.#roster = parts.roster;
    this.#confirmedMs = confirmedMs;
  }

  /** With every beat. */
  tell(): void {
    const turn = this.#turn++ % TURNS;
    const stocks = this.#stocks(turn);
    const { self } = this.#context.bus;
    const holders = this.#roster.holdersOfAll();
    for (const region of [...stocks.keys(), ...this.#entities.takeEmptied()]) this.#farewells.set(region, FAREWELLS);
    for (const [region, left] of this.#farewells) {
      if (hashText(region) % TURNS !== turn) continue;
      if (holders.length === 0 || tellerOf(region, holders) === self) this.#publish(region, stocks.get(region) ?? []);
      if (left === 0) this.#farewells.delete(region);
      else this.#farewells.set(region, left - 1);
    }
  }

  #stocks(turn: number): Map<string, Stock[]> {
    const found = new Map<string, Stock[]>();
    for (const owner of this.#entities.owners()) {
      const confirmedMs = this.#confirmedMs(owner);
      for (const { region, digest } of this.#entities.digests(owner)) {
        if (hashText(region) % TURNS !== turn) continue;
        const stocks = found.get(region);
        if (stocks) stocks.push({ owner, confirmedMs, digest });
        else found.set(region, [{ owner, confirmedMs, digest }]);
      }
    }
    return found;
  }

  #publish(region: string, stocks: readonly Stock[]): void {
    const { bus, world, shared } = this.#context;
    bus.publish(subjects.inventory(world, region, bus.self), encodeStocks({ term: shared.term, stocks }, shared.now()));
  }
}

/** Of all keepers who hold everything one tells of a region, and the same as long as they stay: what several say of it is the same, and costs each who looks there. */
function tellerOf(region: string, holders: readonly string[]): string | undefined {
  let teller: { readonly keeper: string; readonly weight: number } | undefined;
  for (const keeper of holders) {
    const weight = hashText(`${region} ${keeper}`);
    if (!teller || weight > teller.weight || (weight === teller.weight && keeper < teller.keeper)) teller = { keeper, weight };
  }
  return teller?.keeper;
}

/** Whole milliseconds before `nowMs`, rounded so that nothing is confirmed that was not. */
export function encodeStocks({ term, stocks }: Stocks, nowMs: number): Uint8Array {
  const baseMs = Math.max(0, Math.floor(nowMs));
  const out = new ByteWriter().count(term).count(baseMs).count(stocks.length);
  for (const { owner, confirmedMs, digest } of stocks) {
    const beforeMs = Math.min(MOST_UNCONFIRMED_MS, Math.max(0, Math.ceil(baseMs - confirmedMs)));
    out.text(owner).count(beforeMs).word(digest);
  }
  return out.finish();
}

export function decodeStocks(bytes: Uint8Array): Stocks {
  const input = new ByteReader(bytes);
  const term = input.count();
  const baseMs = input.count();
  const length = input.count();
  if (length > MOST_STOCKS) throw new MalformedError(`an inventory with ${length} owners, at most ${MOST_STOCKS} are allowed`);
  const stocks = Array.from({ length }, () => {
    const [owner, beforeMs, digest] = [input.text(), input.count(), input.word()];
    return { owner, confirmedMs: beforeMs >= MOST_UNCONFIRMED_MS ? Number.NEGATIVE_INFINITY : baseMs - beforeMs, digest };
  });
  input.end();
  return { term, stocks };
}
