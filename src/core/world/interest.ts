import type { WorldSetup } from '../api/messages.ts';
import type { Message } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import type { WorldContext } from './context.ts';
import { regionsAround } from './region.ts';

/** Where a participant looks: a circle on a floor. */
export interface Look {
  readonly floor: string;
  readonly x: number;
  readonly y: number;
  readonly radiusM: number;
}

/** What a participant looks at, and nothing else, reaches it: paper 1's multicast group, paper 2's data pool. */
export class Interest {
  readonly #context: WorldContext;
  readonly #receive: (message: Message) => void;
  readonly #regions = new Map<string, Disposable>();
  #everything: Disposable | undefined;

  constructor(context: WorldContext, receive: (message: Message) => void) {
    this.#context = context;
    this.#receive = receive;
  }

  looksAt(region: string): boolean {
    return this.#everything !== undefined || this.#regions.has(region);
  }

  get looksAtAll(): boolean {
    return this.#everything !== undefined;
  }

  lookAtAll(): void {
    this.#everything ??= this.#subscribe(subjects.allStates(this.#context.world));
    for (const region of [...this.#regions.keys()]) this.#close(region);
  }

  /** Looks there and only there. Says which regions came into view. */
  look(setup: WorldSetup, looks: readonly Look[]): { entered: string[] } {
    const wanted = new Set(looks.flatMap((look) => regionsAround(setup, look.floor, look)));
    const entered = [...wanted].filter((region) => !this.#regions.has(region));
    const left = [...this.#regions.keys()].filter((region) => !wanted.has(region));
    for (const region of entered) this.#regions.set(region, this.#subscribe(subjects.statesOfRegion(this.#context.world, region)));
    for (const region of left) this.#close(region);
    this.#everything?.[Symbol.dispose]();
    this.#everything = undefined;
    return { entered };
  }

  [Symbol.dispose](): void {
    this.#everything?.[Symbol.dispose]();
    for (const region of [...this.#regions.keys()]) this.#close(region);
  }

  #subscribe(pattern: string): Disposable {
    return this.#context.bus.subscribe(pattern, this.#receive);
  }

  #close(region: string): void {
    this.#regions.get(region)?.[Symbol.dispose]();
    this.#regions.delete(region);
  }
}
