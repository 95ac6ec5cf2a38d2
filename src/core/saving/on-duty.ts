import { type Clock, delay } from '../base/clock.ts';
import type { Bus } from '../bus/bus.ts';
import { buckets } from '../bus/subjects.ts';
import type { SavedEntity, Store } from '../store/store.ts';
import type { Participant } from '../world/world.ts';
import type { Duty } from './duty.ts';
import { listed } from './listing.ts';
import { type NotRestored, restore } from './saving.ts';

export interface OnDutyOptions<Work extends AsyncDisposable> {
  readonly resident: Participant;
  readonly duty: Duty;
  readonly store: Pick<Store, 'worlds'>;
  /** The one that the resident is on. */
  readonly bus: Bus;
  readonly clock: Clock;
  readonly wallClockMs: () => number;
  readonly report: (error: unknown) => void;
  /** What `restore` could not bring back, if it has been called. */
  readonly notRestored: NotRestored | undefined;
  /** Begins what a hub does for a world while it is on duty. It is disposed of when another hub is. */
  readonly begin: (saved: readonly SavedEntity[], notRestored: NotRestored) => Promise<Work>;
}

const CHANGE_AGAIN_MS = 1000;
const MARK = 'all';
const MARK_TRIES = 5;
const MARK_AGAIN_MS = 200;

/** Does something for a world as long as this hub is on duty for it: what saves it, above all. */
export class OnDuty<Work extends AsyncDisposable> implements AsyncDisposable {
  readonly #options: OnDutyOptions<Work>;
  readonly #open: Disposable[] = [];
  /**
   * Removed since we are here, and in which incarnation of the world: when the hub on duty dies they may still be in the Store. When a world begins anew, its
   * records are removed although nobody removed an entity.
   */
  readonly #removed = new Map<string, number>();
  /** The incarnation in which the mark was there that all has been put back. */
  #markedIn: number | undefined;
  #notRestored: NotRestored | undefined;
  #work: Work | undefined;
  #changing: Promise<void> = Promise.resolve();
  #again: Disposable | undefined;
  #state: 'open' | 'closed' = 'open';

  private constructor(options: OnDutyOptions<Work>) {
    this.#options = options;
    this.#notRestored = options.notRestored;
  }

  /** Resolves when it has begun, if it is ours to do now. */
  static async begin<Work extends AsyncDisposable>(options: OnDutyOptions<Work>): Promise<OnDuty<Work>> {
    const { resident, duty, bus } = options;
    const onDuty = new OnDuty(options);
    onDuty.#open.push(
      resident.changes.on(({ entity }) => onDuty.#notice(entity)),
      bus.bucket(buckets.restored(resident.world)).watch(({ kind }) => kind === 'value' && onDuty.#noticeMark()),
    );
    try {
      await onDuty.#follow();
    } catch (error) {
      await onDuty[Symbol.asyncDispose]();
      throw error;
    }
    onDuty.#open.push(duty.changes.on(() => onDuty.#change()));
    return onDuty;
  }

  /** Undefined while another hub does it. */
  get work(): Work | undefined {
    return this.#work;
  }

  /** Resolves when what began or ended last has done so. */
  settled(): Promise<void> {
    return this.#changing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#state = 'closed';
    for (const part of this.#open) part[Symbol.dispose]();
    this.#again?.[Symbol.dispose]();
    await this.#changing;
    const work = this.#work;
    this.#work = undefined;
    await work?.[Symbol.asyncDispose]();
  }

  #change(): void {
    this.#changing = this.#changing.then(() => this.#follow()).catch((error) => this.#changeLater(error));
  }

  /** The Store may have been down for a moment: nobody else saves the world while the duty is ours. */
  #changeLater(error: unknown): void {
    const { clock, report } = this.#options;
    report(error);
    this.#again?.[Symbol.dispose]();
    if (this.#state === 'open') this.#again = clock.after(CHANGE_AGAIN_MS, () => this.#change());
  }

  #notice(entity: string): void {
    const { resident } = this.#options;
    if (resident.entity(entity)) this.#removed.delete(entity);
    else this.#removed.set(entity, resident.incarnation);
  }

  #noticeMark(): void {
    this.#markedIn = this.#options.resident.incarnation;
  }

  async #follow(): Promise<void> {
    const { duty, resident, store, begin } = this.#options;
    const [isOurs, work] = [duty.isOurs, this.#work];
    if (isOurs === (work !== undefined)) return;
    this.#work = undefined;
    if (work) return await work[Symbol.asyncDispose]();
    const saved = await store.worlds.entities(resident.world);
    const notRestored = this.#notRestored ?? (await this.#restoreRest(saved));
    this.#notRestored = undefined;
    // Somebody else may have it by now: then it could not be inserted, and is there.
    if ([...notRestored.absent].every((id) => resident.entity(id))) await this.#markRestored();
    this.#work = await begin(saved, notRestored);
  }

  /**
   * When the duty comes to us later, what was saved and is not there is put back: whoever founded the world may have died over it. Once all has been put back, what is
   * not there was removed, also if that was before we came.
   */
  async #restoreRest(saved: readonly SavedEntity[]): Promise<NotRestored> {
    const { bus, resident, store, wallClockMs, report } = this.#options;
    const marks = await listed(bus.bucket(buckets.restored(resident.world)));
    const { incarnation } = resident;
    // The mark goes only when the records of a world are removed to begin it anew: whoever did that has died over it.
    const isForgotten = this.#markedIn === incarnation;
    const isRemoved = (id: string) => !isForgotten && this.#removed.get(id) === incarnation;
    const wanted = marks.length > 0 ? [] : saved.filter(({ id }) => !isRemoved(id));
    if (wanted.every(({ id }) => resident.entity(id) !== undefined)) return await restore({ resident, report }, wanted);
    // It may have been put back and removed again before we came: under an epoch of this incarnation it could begin with one that was used.
    const next = await store.worlds.start(resident.world, wallClockMs());
    return await restore({ resident, report, incarnation: next }, wanted);
  }

  /** If the answer is lost each time, whoever is on duty next looks again for what is missing. */
  async #markRestored(): Promise<void> {
    const { bus, clock, resident } = this.#options;
    for (let tries = 0; tries < MARK_TRIES; tries++) {
      const { kind } = await bus.bucket(buckets.restored(resident.world)).swap(MARK, undefined, new Uint8Array());
      if (kind !== 'unknown') return;
      await delay(clock, MARK_AGAIN_MS);
    }
  }
}
