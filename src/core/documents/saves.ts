import { type Clock, delay } from '../base/clock.ts';

export interface SavesPorts {
  readonly clock: Clock;
  /** All of it, as it is now. */
  state(): Uint8Array;
  /** Resolves when it is in the Store. */
  save(state: Uint8Array): Promise<void>;
  readonly report: (error: unknown) => void;
}

/** What is typed within it is saved at once: a commit for each letter would hold up all else. */
const SAVE_AFTER_MS = 200;
/** Large documents are saved less often, so that who types in one holds up nobody: at most some seconds later, while its author still waits. */
const BYTES_PER_MS = 10_000;
/** After the Store did not take it. */
const AGAIN_MS = 5000;

/** When a document goes to the Store, and what of it is there. */
export class Saves {
  readonly #ports: SavesPorts;
  /** `changed`: there is something that no save has in it yet, be it under way or done. */
  #state: 'saved' | 'changed' | 'over' = 'saved';
  /** The last save, under way or done. */
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #retry: Disposable | undefined;
  #bytes: number;

  constructor(bytes: number, ports: SavesPorts) {
    this.#bytes = bytes;
    this.#ports = ports;
  }

  /** About how large the state is, or a little less than that: it is known exactly only when it is saved. */
  get bytes(): number {
    return this.#bytes;
  }

  changed(bytes: number): void {
    this.#bytes += bytes;
    if (this.#state === 'saved') this.#state = 'changed';
  }

  /** Resolves when all that is changed by now is in the Store; rejects when that failed, and may be asked again. */
  whenSaved(): Promise<void> {
    if (this.#state !== 'changed') return this.#last;
    const afterMs = SAVE_AFTER_MS + this.#bytes / BYTES_PER_MS;
    this.#next ??= Promise.all([settled(this.#last), delay(this.#ports.clock, afterMs)]).then(() => this.#save());
    return this.#next;
  }

  /** Resolves when all of it is saved. */
  async close(): Promise<void> {
    // What is under way may fail, and is then to be saved once more.
    await settled(this.#last);
    try {
      await this.whenSaved();
    } finally {
      await this.discard();
    }
  }

  /** Nothing more is saved. Resolves when what was under way has come to its end. */
  async discard(): Promise<void> {
    this.#state = 'over';
    this.#retry?.[Symbol.dispose]();
    await settled(this.#last);
  }

  #save(): Promise<void> {
    this.#next = undefined;
    if (this.#state === 'over') return Promise.resolve();
    this.#state = 'saved';
    const state = this.#ports.state();
    this.#bytes = state.length;
    this.#last = this.#ports.save(state).catch((error: unknown) => {
      this.#failed();
      throw error;
    });
    return this.#last;
  }

  /** Who waited hears of it and may be gone: it is tried again in any case. */
  #failed(): void {
    if (this.#state === 'over') return;
    this.#state = 'changed';
    this.#retry ??= this.#ports.clock.after(AGAIN_MS, () => {
      this.#retry = undefined;
      this.whenSaved().catch(this.#ports.report);
    });
  }
}

const settled = (promise: Promise<void>): Promise<void> => promise.catch(() => {});
