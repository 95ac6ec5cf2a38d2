import { type Clock, every } from '../base/clock.ts';
import { Signal } from '../base/signal.ts';
import type { Model } from './model.ts';

/** Where models are kept. */
export interface ModelShelf {
  /** `fingerprint` changes with any of them. */
  all(): Promise<{ readonly models: readonly Model[]; readonly fingerprint: string }>;
}

/** What somebody changed there is known here after so long at the latest. */
const LOOK_EVERY_MS = 60_000;
/** One that is not known was just added, or is gone for ever: it is not looked for all the time. */
const LOOK_AGAIN_MS = 2000;

/** One that is as it was before stays the same object: to make collision bodies again of all robots when one wall changes would hold up a tick for a second. */
export function modelsById(models: readonly Model[], before: ReadonlyMap<string, Model>): ReadonlyMap<string, Model> {
  const kept = models.map((model) => {
    const old = before.get(model.id);
    return old !== undefined && JSON.stringify(old) === JSON.stringify(model) ? old : model;
  });
  return new Map(kept.map((model) => [model.id, model]));
}

/** The models of a shelf, at hand for whoever cannot wait. Nothing is fetched until the first `load`; then one that is asked for and not known is looked for. */
export class KnownModels implements Disposable {
  /** After others than before are known. */
  readonly changes = new Signal<void>();
  readonly #shelf: ModelShelf;
  readonly #clock: Clock;
  readonly #report: (error: unknown) => void;
  #looking: Disposable | undefined;
  #models: ReadonlyMap<string, Model> = new Map();
  #fingerprint = '';
  #lookedMs = Number.NEGATIVE_INFINITY;
  #looks = 0;
  #newestLook = 0;
  #settled: Promise<void> = Promise.resolve();
  #isDisposed = false;

  constructor(shelf: ModelShelf, clock: Clock, report: (error: unknown) => void) {
    this.#shelf = shelf;
    this.#clock = clock;
    this.#report = report;
  }

  readonly get = (id: string): Model | undefined => {
    const model = this.#models.get(id);
    if (!model && this.#looking && this.#clock.now() - this.#lookedMs > LOOK_AGAIN_MS) this.load().catch(this.#report);
    return model;
  };

  /** Resolves when all that was looked for is here, or cannot be had. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  /** Resolves when what is kept there now is known here. */
  load(): Promise<void> {
    const loading = this.#load();
    // Whoever asked for it is told what went wrong.
    this.#settled = loading.catch(() => {});
    return loading;
  }

  async #load(): Promise<void> {
    if (!this.#isDisposed) this.#looking ??= every(this.#clock, LOOK_EVERY_MS, () => void this.load().catch(this.#report));
    this.#lookedMs = this.#clock.now();
    const look = ++this.#looks;
    const { models, fingerprint } = await this.#shelf.all();
    // The answer to an earlier look may come last.
    if (look < this.#newestLook) return;
    this.#newestLook = look;
    if (fingerprint === this.#fingerprint) return;
    this.#fingerprint = fingerprint;
    this.#models = modelsById(models, this.#models);
    this.changes.emit();
  }

  /** Somebody says that there is something new; nothing is done about it here before anything was needed. */
  heard(fingerprint: string): void {
    if (this.#looking && fingerprint !== this.#fingerprint) this.load().catch(this.#report);
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#looking?.[Symbol.dispose]();
  }
}
