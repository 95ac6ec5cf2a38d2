import { hashText } from '../base/hash.ts';

/** In so many ticks everything is asked once what it comes near to. */
const TURNS = 3;

/** Whose turn it is to be asked. Those that are asked together stay together: each of them alone would have all of them asked. */
export class Turns {
  #tick = 0;
  readonly #askedAt = new Map<string, number>();

  next(): void {
    this.#tick++;
    for (const [id, tick] of this.#askedAt) if (tick + TURNS < this.#tick) this.#askedAt.delete(id);
  }

  /** Of what was not asked lately some are due in each tick, so that not all are in the same. */
  isDue(id: string): boolean {
    const askedAt = this.#askedAt.get(id);
    return askedAt === undefined ? hashText(id) % TURNS === this.#tick % TURNS : askedAt + TURNS <= this.#tick;
  }

  asked(ids: Iterable<string>): void {
    for (const id of ids) this.#askedAt.set(id, this.#tick);
  }

  /** All were asked at once: from now on they are asked in turns again. */
  askedAll(): void {
    this.#askedAt.clear();
  }
}
