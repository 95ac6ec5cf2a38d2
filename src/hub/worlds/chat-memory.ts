import { wellFormed } from '../../core/base/well-formed.ts';
import type { ChatDraft, Store } from '../../core/store/store.ts';
import type { Participant } from '../../core/world/world.ts';

/** Each line is a commit to the disk: more than these in wait would hold up everything else that is to be saved. */
const MOST_WAITING = 200;
/** As the Store keeps them. */
const LONGEST_ID = 100;
const LONGEST_NAME = 80;
const LONGEST_LINE = 2000;

interface ChatMemoryOptions {
  readonly resident: Pick<Participant, 'chats' | 'participants' | 'world'>;
  readonly store: Pick<Store, 'chat'>;
  readonly report: (error: unknown) => void;
}

/** Writes down what is said in a world, a line at a time. What is said faster than that is heard, but not remembered. */
export class ChatMemory implements AsyncDisposable {
  readonly #options: ChatMemoryOptions;
  readonly #waiting: ChatDraft[] = [];
  readonly #listening: Disposable;
  #writing: Promise<void> | undefined;
  #isOverflowing = false;

  constructor(options: ChatMemoryOptions) {
    this.#options = options;
    this.#listening = options.resident.chats.on(({ from, text }) => this.#heard(from, text));
  }

  /** Resolves when all that waits is written. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#listening[Symbol.dispose]();
    await this.#writing;
  }

  #heard(from: string, text: string): void {
    const { resident, report } = this.#options;
    if (this.#waiting.length >= MOST_WAITING) {
      if (!this.#isOverflowing)
        report(new Error(`more is said in ${resident.world} than can be written down: lines are left out of its history`));
      this.#isOverflowing = true;
      return;
    }
    const name = resident.participants.find(({ id }) => id === from)?.name ?? from;
    this.#waiting.push({
      world: resident.world,
      from: wellFormed(from, LONGEST_ID),
      name: wellFormed(name, LONGEST_NAME),
      text: wellFormed(text, LONGEST_LINE),
      atMs: Date.now(),
    });
    this.#writing ??= this.#write();
  }

  async #write(): Promise<void> {
    const { store, report } = this.#options;
    for (let line = this.#waiting.shift(); line; line = this.#waiting.shift()) await store.chat.append(line).catch(report);
    this.#isOverflowing = false;
    this.#writing = undefined;
  }
}
