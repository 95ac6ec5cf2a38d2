import { hashText } from '../base/hash.ts';

/** Whose turn it is to be asked. Those that are asked together stay together: each of them alone would have all of them asked. */
export class Turns {
  /** In so many ticks everything is asked once. */
  readonly #every: number;
  #tick = 0;
  readonly #askedAt = new Map<string, number>();

  constructor(everyTicks: number) {
    this.#every = everyTicks;
  }

  next(): void {
    this.#tick++;
    for (const [id, tick] of this.#askedAt) if (tick + this.#every < this.#tick) this.#askedAt.delete(id);
  }

  /** Of what was not asked lately some are due in each tick, so that not all are in the same. */
  isDue(id: string): boolean {
    const askedAt = this.#askedAt.get(id);
    return askedAt === undefined ? hashText(id) % this.#every === this.#tick % this.#every : askedAt + this.#every <= this.#tick;
  }

  asked(ids: Iterable<string>): void {
    for (const id of ids) this.#askedAt.set(id, this.#tick);
  }

  /** All were asked at once: from now on they are asked in turns again. */
  askedAll(): void {
    this.#askedAt.clear();
  }
}
