import { type Clock, every } from '../../core/base/clock.ts';
import type { Model } from '../../core/robots/robots.ts';
import type { ModelRecords } from '../../core/store/store.ts';

/** What somebody changed in the Store is known here after so long at the latest. */
const LOOK_EVERY_MS = 60_000;
/** One that is not known was just added, or is gone for ever: it is not looked for all the time. */
const LOOK_AGAIN_MS = 2000;

/** The models of the Store, at hand for whoever cannot wait. One that is asked for and not known is looked for. */
export class KnownModels implements Disposable {
  readonly #records: Pick<ModelRecords, 'all'>;
  readonly #clock: Clock;
  readonly #report: (error: unknown) => void;
  readonly #looking: Disposable;
  #models = new Map<string, Model>();
  #fingerprint = '';
  #lookedMs = Number.NEGATIVE_INFINITY;

  constructor(records: Pick<ModelRecords, 'all'>, clock: Clock, report: (error: unknown) => void) {
    this.#records = records;
    this.#clock = clock;
    this.#report = report;
    this.#looking = every(clock, LOOK_EVERY_MS, () => void this.load().catch(report));
  }

  readonly get = (id: string): Model | undefined => {
    const model = this.#models.get(id);
    if (!model && this.#clock.now() - this.#lookedMs > LOOK_AGAIN_MS) this.load().catch(this.#report);
    return model;
  };

  /** Resolves when what the Store has now is known here. */
  async load(): Promise<void> {
    this.#lookedMs = this.#clock.now();
    const { models, fingerprint } = await this.#records.all();
    // One that has not changed stays the same object: what was made of it is kept by it.
    if (fingerprint === this.#fingerprint) return;
    this.#fingerprint = fingerprint;
    this.#models = new Map(models.map((model) => [model.id, model]));
  }

  [Symbol.dispose](): void {
    this.#looking[Symbol.dispose]();
  }
}
