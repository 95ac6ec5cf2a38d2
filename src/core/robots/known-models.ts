import { type BackOff, backOffMs } from '../base/back-off.ts';
import { type Clock, every } from '../base/clock.ts';
import { OneAtATime } from '../base/one-at-a-time.ts';
import type { Random } from '../base/random.ts';
import { Signal } from '../base/signal.ts';
import type { Model } from './model.ts';

/** Where models are kept. */
export interface ModelShelf {
  /** `fingerprint` changes with any of them. Gives up in a time of its own, and at once when nobody waits any more: `abandoned` tells. */
  all(abandoned: Signal<void>): Promise<{ readonly models: readonly Model[]; readonly fingerprint: string }>;
}

export interface KnownModelsPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly report: (error: unknown) => void;
}

/** What somebody changed there is known here after so long at the latest. */
const LOOK_EVERY_MS = 60_000;
/** A model that is not known was just added, or is gone for ever; a hub that does not answer is restarted, or gone, too. */
const BACK_OFF: BackOff = { firstMs: 4000, longestMs: LOOK_EVERY_MS };
/** Whatever is missing, two loads are so far apart. */
const SHORTEST_PAUSE_MS = 2000;
/** Entities name models as their inserters like: no more names than this are remembered. */
const MOST_MISSING = 1000;

/** One that is as it was before stays the same object: to make collision bodies again of all robots when one wall changes would hold up a tick for a second. */
export function modelsById(models: readonly Model[], before: ReadonlyMap<string, Model>): ReadonlyMap<string, Model> {
  const kept = models.map((model) => {
    const old = before.get(model.id);
    return old !== undefined && JSON.stringify(old) === JSON.stringify(model) ? old : model;
  });
  return new Map(kept.map((model) => [model.id, model]));
}

/** A model that was asked for and was not there. */
interface Missing {
  /** How many loads did not bring it. */
  readonly loads: number;
  /** No load begins for its sake before. */
  readonly againMs: number;
}

/**
 * The models of a shelf, at hand for whoever cannot wait. Nothing is fetched until the first `load`; then one that is asked for and not known is looked for.
 * A load brings all models, so one is in flight at most. After one that failed, and for a model that loads did not bring, the pauses grow.
 */
export class KnownModels implements Disposable {
  /** After others than before are known. */
  readonly changes = new Signal<void>();
  readonly #shelf: ModelShelf;
  readonly #ports: KnownModelsPorts;
  readonly #loads = new OneAtATime(() => this.#load());
  readonly #abandoned = new Signal<void>();
  readonly #missing = new Map<string, Missing>();
  #looking: Disposable | undefined;
  #models: ReadonlyMap<string, Model> = new Map();
  #fingerprint = '';
  #lookedMs = Number.NEGATIVE_INFINITY;
  #hasLoaded = false;
  /** Loads in a row that failed. */
  #failures = 0;
  /** The next load after one that failed. */
  #retry: Disposable | undefined;
  #isDisposed = false;

  constructor(shelf: ModelShelf, ports: KnownModelsPorts) {
    this.#shelf = shelf;
    this.#ports = ports;
  }

  readonly get = (id: string): Model | undefined => {
    const model = this.#models.get(id);
    if (!model && this.#looking) this.#lookFor(id);
    return model;
  };

  /** Resolves when all that was looked for is here, or cannot be had. */
  get settled(): Promise<void> {
    return this.#loads.settled;
  }

  /** Resolves when what is kept there now is known here. Once this is disposed nothing is loaded: nobody reads it any more. */
  load(): Promise<void> {
    return this.#loads.ask();
  }

  /**
   * Resolves when models are known, or cannot be had at the moment. The first call begins to load them; when that fails it is reported, and
   * tried again without being asked.
   */
  ready(): Promise<void> {
    if (!this.#looking && !this.#isDisposed) this.#loadUnasked();
    return this.#hasLoaded ? Promise.resolve() : this.settled;
  }

  /** Somebody says that there is something new; nothing is done about it here before anything was needed. */
  heard(fingerprint: string): void {
    if (!this.#looking || fingerprint === this.#fingerprint) return;
    if (!this.#retry) this.#loadUnasked();
    else if (this.#failures > 1) {
      // Whoever tells of it lives again: the long pauses are over.
      this.#failures = 1;
      this.#retryLater();
    }
  }

  [Symbol.dispose](): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#looking?.[Symbol.dispose]();
    this.#looking = undefined;
    this.#retry?.[Symbol.dispose]();
    this.#abandoned.emit();
  }

  #loadUnasked(): void {
    this.load().catch((error) => {
      // A load that was abandoned because this was disposed has not gone wrong.
      if (!this.#isDisposed) this.#ports.report(error);
    });
  }

  async #load(): Promise<void> {
    if (this.#isDisposed) return;
    this.#looking ??= every(this.#ports.clock, LOOK_EVERY_MS, () => {
      if (!this.#loads.isRunning && !this.#retry) this.#loadUnasked();
    });
    this.#retry?.[Symbol.dispose]();
    this.#retry = undefined;
    this.#lookedMs = this.#ports.clock.now();
    const { models, fingerprint } = await this.#shelf.all(this.#abandoned).catch((error: unknown) => {
      this.#failures++;
      this.#retryLater();
      throw error;
    });
    this.#failures = 0;
    this.#hasLoaded = true;
    if (fingerprint !== this.#fingerprint) {
      this.#fingerprint = fingerprint;
      this.#models = modelsById(models, this.#models);
      this.changes.emit();
    }
    this.#noteMissing();
  }

  #retryLater(): void {
    if (this.#isDisposed) return;
    this.#retry?.[Symbol.dispose]();
    this.#retry = this.#ports.clock.after(this.#pauseMs(this.#failures), () => {
      this.#retry = undefined;
      this.#loadUnasked();
    });
  }

  /** At once, unless a load is under way or was a moment ago, or several did not bring it. */
  #lookFor(id: string): void {
    const nowMs = this.#ports.clock.now();
    const missing = this.#missing.get(id);
    if (!missing) this.#remember(id, { loads: 0, againMs: nowMs });
    if (this.#loads.isRunning || this.#retry || nowMs - this.#lookedMs <= SHORTEST_PAUSE_MS) return;
    if (!missing || nowMs >= missing.againMs) this.#loadUnasked();
  }

  /** A load brings all that there are: it counts for each that is missing, whichever it was begun for. */
  #noteMissing(): void {
    const nowMs = this.#ports.clock.now();
    for (const [id, { loads }] of this.#missing) {
      if (this.#models.has(id)) this.#missing.delete(id);
      else this.#missing.set(id, { loads: loads + 1, againMs: nowMs + this.#pauseMs(loads + 1) });
    }
  }

  #remember(id: string, missing: Missing): void {
    const [oldest] = this.#missing.keys();
    if (this.#missing.size >= MOST_MISSING && oldest !== undefined) this.#missing.delete(oldest);
    this.#missing.set(id, missing);
  }

  #pauseMs(failures: number): number {
    return backOffMs(BACK_OFF, failures, this.#ports.random);
  }
}
