import { monotonicMs } from './started-process.ts';

const LOOK_EVERY_MS = 20;

/** Notices when the machine has no time for us: what is measured meanwhile says nothing of what runs on it. */
export class MachineWatch implements Disposable {
  readonly #timer: NodeJS.Timeout;
  #lookedMs = monotonicMs();
  #longestMs = 0;

  constructor() {
    this.#timer = setInterval(() => {
      const nowMs = monotonicMs();
      this.#longestMs = Math.max(this.#longestMs, nowMs - this.#lookedMs - LOOK_EVERY_MS);
      this.#lookedMs = nowMs;
    }, LOOK_EVERY_MS);
  }

  /** For how long at most a process that had something to do could not. */
  get longestMs(): number {
    return Math.max(this.#longestMs, monotonicMs() - this.#lookedMs - LOOK_EVERY_MS);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
