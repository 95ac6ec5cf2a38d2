import { decodeJson, encodeJson } from '../../core/api/messages.ts';
import type { Random } from '../../core/base/random.ts';
import type { Bus } from '../../core/bus/bus.ts';
import { subjects } from '../../core/bus/subjects.ts';
import { DocumentKeeper } from '../../core/documents/documents.ts';
import { type NotRestored, Saving, type SavingOptions } from '../../core/saving/saving.ts';
import type { SavedEntity, Store } from '../../core/store/store.ts';
import type { Participant } from '../../core/world/world.ts';
import { Auditing } from './auditing.ts';
import { ChatMemory } from './chat-memory.ts';
import { rearmingSchema } from './hub-messages.ts';
import { isOfHub } from './residents.ts';

/** Gives life to what stands in a world made from a template; undefined when that has none. */
export type Enliven = (resident: Participant, template: string, bus: Bus) => Disposable | undefined;

export interface HousekeepingOptions extends SavingOptions {
  readonly store: Store;
  readonly bus: Bus;
  readonly random: Random;
  readonly enliven: Enliven;
}

/** What one hub does for a world on behalf of all that have it open: saves it, keeps its documents, writes down what happens and what is said there, and gives life to it. */
export class Housekeeping implements AsyncDisposable {
  readonly saving: Saving;
  readonly auditing: Auditing;
  readonly #parts: AsyncDisposableStack;

  private constructor(parts: AsyncDisposableStack, saving: Saving, auditing: Auditing) {
    this.saving = saving;
    this.auditing = auditing;
    this.#parts = parts;
  }

  /** `saved`: what the Store has of the world. */
  static async begin(options: HousekeepingOptions, saved: readonly SavedEntity[], notRestored: NotRestored): Promise<Housekeeping> {
    const { resident, store, report, bus, clock, random, hub, wallClockMs, enliven } = options;
    const { world } = resident;
    const record = await store.worlds.get(world);
    await using parts = new AsyncDisposableStack();
    const saving = parts.use(new Saving(options, saved, notRestored));
    const auditing = parts.use(new Auditing({ resident, store, report }));
    parts.use(new ChatMemory({ resident, store, report }));
    parts.use(new DocumentKeeper({ world, bus, clock, random, store, hub, wallClockMs, report }));
    parts.use(
      bus.subscribe(subjects.rearming(world), ({ from, payload }) => {
        if (!isOfHub(from)) return;
        const { entity, by } = decodeJson(rearmingSchema, payload);
        auditing.rearming(entity, by);
      }),
    );
    parts.use(
      bus.subscribe(subjects.save(world), (message) => {
        if (isOfHub(message.from)) saving.save().then((saved) => message.reply(encodeJson(saved)), report);
      }),
    );
    parts.use(record?.template === undefined ? undefined : enliven(resident, record.template, bus));
    return new Housekeeping(parts.move(), saving, auditing);
  }

  /** Life ends, and all is saved if it is still ours to save. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#parts.disposeAsync();
  }
}
