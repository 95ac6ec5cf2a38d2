import type { WorldSetup } from '../api/messages.ts';
import type { Message } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import type { WorldContext } from './context.ts';
import { decodeStocks, type Stocks } from './inventory.ts';
import { EVERY_FLOOR, regionsAround } from './region.ts';

/** Where a participant looks: a circle on a floor. */
export interface Look {
  readonly floor: string;
  readonly x: number;
  readonly y: number;
  readonly radiusM: number;
}

/** Who is told of what comes from the regions in view. */
export interface Hearing {
  readonly state: (message: Message) => void;
  readonly stocks: (keeper: string, region: string, stocks: Stocks) => void;
}

/** What a participant looks at, and nothing else, reaches it: paper 1's multicast group, paper 2's data pool. */
export class Interest {
  readonly #context: WorldContext;
  readonly #hears: Hearing;
  readonly #regions = new Map<string, readonly Disposable[]>();
  #everything: Disposable | undefined;
  #looks: readonly Look[] = [];

  constructor(context: WorldContext, hears: Hearing) {
    this.#context = context;
    this.#hears = hears;
  }

  looksAt(region: string): boolean {
    return this.#everything !== undefined || this.#regions.has(region);
  }

  get looksAtAll(): boolean {
    return this.#everything !== undefined;
  }

  /** Those in view; none are named while all are. */
  get regions(): readonly string[] {
    return this.looksAtAll ? [] : [...this.#regions.keys()];
  }

  lookAtAll(): void {
    this.#everything ??= this.#context.bus.subscribe(subjects.allStates(this.#context.world), this.#hears.state);
    for (const region of [...this.#regions.keys()]) this.#close(region);
  }

  /** The world has other floors: looks at the same places as they are now. Says which regions came into view. */
  lookAgain(setup: WorldSetup): { entered: string[] } {
    return this.looksAtAll ? { entered: [] } : this.look(setup, this.#looks);
  }

  /** Looks there and only there. Says which regions came into view. */
  look(setup: WorldSetup, looks: readonly Look[]): { entered: string[] } {
    this.#looks = looks;
    const wanted = new Set([EVERY_FLOOR, ...looks.flatMap((look) => regionsAround(setup, look.floor, look))]);
    const entered = [...wanted].filter((region) => !this.#regions.has(region));
    const left = [...this.#regions.keys()].filter((region) => !wanted.has(region));
    for (const region of entered) this.#open(region);
    for (const region of left) this.#close(region);
    this.#everything?.[Symbol.dispose]();
    this.#everything = undefined;
    return { entered };
  }

  [Symbol.dispose](): void {
    this.#everything?.[Symbol.dispose]();
    for (const region of [...this.#regions.keys()]) this.#close(region);
  }

  #open(region: string): void {
    const { bus, world } = this.#context;
    this.#regions.set(region, [
      bus.subscribe(subjects.statesOfRegion(world, region), this.#hears.state),
      bus.subscribe(subjects.inventories(world, region), ({ from, payload }) => this.#hears.stocks(from, region, decodeStocks(payload))),
    ]);
  }

  #close(region: string): void {
    for (const subscription of this.#regions.get(region) ?? []) subscription[Symbol.dispose]();
    this.#regions.delete(region);
  }
}
