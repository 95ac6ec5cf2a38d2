import { type Clock, every } from '../base/clock.ts';
import { Signal } from '../base/signal.ts';
import { type Keeping, NotInStoreError, type Store } from '../store/store.ts';

/** So often a hub says that it keeps a world, or asks who does. */
const SAY_MS = 2000;
/** So often it looks whether what it said has run out: the Store may not answer for minutes. */
const LOOK_MS = 500;
/** A hub that has not said so for this long is gone. */
const GONE_MS = 8000;
/** Who could not say so for this long must take it that another does by now. */
const UNSAID_MS = 6000;

export interface DutyOptions {
  readonly world: string;
  readonly hub: string;
  /** `alone`: nobody else could be on duty, and nothing need be said twice. */
  readonly company: 'alone' | 'among others';
  readonly store: Pick<Store, 'worlds'>;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}

/**
 * Whether this hub is the one that saves a world, writes down what happens there and gives life to it. Several hubs may have it open. Which of them is on duty
 * stands in the Store: hubs that do not hear each other must not both write to it.
 */
export class Duty implements AsyncDisposable {
  readonly changes: Signal<undefined> = new Signal();
  /** The world was removed from the Store, by whichever hub. */
  readonly removals: Signal<undefined> = new Signal();
  readonly #options: DutyOptions;
  readonly #looking: Disposable | undefined;
  #seen: { readonly keeping: Keeping; readonly sinceMs: number } | undefined;
  #askedMs = Number.NEGATIVE_INFINITY;
  #saidMs = Number.NEGATIVE_INFINITY;
  #wasOurs = false;
  #isRemoved = false;
  #asking: Promise<void> | undefined;

  private constructor(options: DutyOptions) {
    this.#options = options;
    if (options.company === 'among others') this.#looking = every(options.clock, LOOK_MS, () => this.#look());
  }

  /** Resolves when it is known who is on duty now. */
  static async begin(options: DutyOptions): Promise<Duty> {
    const duty = new Duty(options);
    try {
      await duty.#say();
    } catch (error) {
      duty.#looking?.[Symbol.dispose]();
      throw error;
    }
    return duty;
  }

  get isOurs(): boolean {
    const { clock, company } = this.#options;
    return clock.now() - this.#saidMs <= (company === 'alone' ? Number.MAX_VALUE : UNSAID_MS);
  }

  get isRemoved(): boolean {
    return this.#isRemoved;
  }

  /** Another hub takes over at once. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { store, world, hub } = this.#options;
    this.#looking?.[Symbol.dispose]();
    await this.#asking;
    if (this.isOurs) await store.worlds.unkeep(world, hub);
    this.#saidMs = Number.NEGATIVE_INFINITY;
  }

  #look(): void {
    const { clock, report } = this.#options;
    if (this.#asking === undefined && clock.now() - this.#askedMs >= SAY_MS) {
      this.#asking = this.#say()
        .catch((error) => (error instanceof NotInStoreError ? this.#removed() : report(error)))
        .finally(() => {
          this.#asking = undefined;
        });
    }
    this.#tell();
  }

  async #say(): Promise<void> {
    const { store, world, hub, clock, company } = this.#options;
    // Counted from before it was asked: others count from when they heard of it.
    const startMs = clock.now();
    this.#askedMs = startMs;
    const isGone = this.#seen !== undefined && this.#seen.keeping.hub !== hub && startMs - this.#seen.sinceMs > GONE_MS;
    let keeping = await store.worlds.keep(world, hub, isGone ? this.#seen?.keeping : undefined);
    // It was open at a hub on a bus before, which was not ended properly.
    if (company === 'alone' && keeping.hub !== hub) keeping = await store.worlds.keep(world, hub, keeping);
    const isNews = this.#seen?.keeping.hub !== keeping.hub || this.#seen.keeping.said !== keeping.said;
    if (isNews) this.#seen = { keeping, sinceMs: clock.now() };
    this.#saidMs = keeping.hub === hub ? startMs : Number.NEGATIVE_INFINITY;
    this.#tell();
  }

  #removed(): void {
    this.#saidMs = Number.NEGATIVE_INFINITY;
    this.#tell();
    if (this.#isRemoved) return;
    this.#isRemoved = true;
    this.removals.emit(undefined);
  }

  #tell(): void {
    if (this.isOurs === this.#wasOurs) return;
    this.#wasOurs = this.isOurs;
    this.changes.emit(undefined);
  }
}
