/**
 * One run at a time of something that several ask for. Those who ask during a run share the run that follows it: the present one
 * may have read what it needs before the change that they know of.
 */
export class OneAtATime {
  readonly #run: () => Promise<void>;
  #present: Promise<void> | undefined;
  #following: Promise<void> | undefined;

  constructor(run: () => Promise<void>) {
    this.#run = run;
  }

  get isRunning(): boolean {
    return this.#present !== undefined || this.#following !== undefined;
  }

  /** Resolves or rejects as a run does that begins now or later. */
  ask(): Promise<void> {
    if (this.#following) return this.#following;
    if (!this.#present) return this.#begin();
    const begin = () => {
      this.#following = undefined;
      return this.#begin();
    };
    this.#following = this.#present.then(begin, begin);
    return this.#following;
  }

  /** Resolves when all that was asked for so far has ended, well or not. */
  get settled(): Promise<void> {
    // Whoever asked for the run is told what went wrong.
    return (this.#following ?? this.#present ?? Promise.resolve()).catch(() => {});
  }

  #begin(): Promise<void> {
    const run = this.#run().finally(() => {
      this.#present = undefined;
    });
    this.#present = run;
    return run;
  }
}
