/**
 * How often members may be compared for one question about a floor. Twenty thousand members that stand beside each other take a fifth of it;
 * a few thousand that all lie over each other would take minutes without it.
 */
export const MOST_VISITS = 10_000_000;

/** Counts comparisons up to a limit, and remembers which member took most of them: what lies over everything else is found there. */
export class Visits {
  #spent = 0;
  #member: number | undefined;
  #before = 0;
  #costliest: { readonly member: number; readonly visits: number } | undefined;
  readonly #most: number;

  constructor(most = MOST_VISITS) {
    this.#most = most;
  }

  get spent(): number {
    return this.#spent;
  }

  /** Not all was looked at. */
  get isSpent(): boolean {
    return this.#spent > this.#most;
  }

  /** Whose comparisons come next. */
  turnTo(member: number): void {
    this.#close();
    this.#member = member;
  }

  /** False when there are none left: then nothing more is looked at. */
  spend(visits: number): boolean {
    this.#spent += visits;
    return this.#spent <= this.#most;
  }

  /** The member that took most of them. */
  get costliest(): number | undefined {
    this.#close();
    return this.#costliest?.member;
  }

  #close(): void {
    const visits = this.#spent - this.#before;
    if (this.#member !== undefined && visits > (this.#costliest?.visits ?? 0)) this.#costliest = { member: this.#member, visits };
    this.#before = this.#spent;
  }
}
