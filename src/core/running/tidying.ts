import { type Clock, every } from '../base/clock.ts';
import type { Participant } from '../world/world.ts';
import type { ProgramShelf } from './program-shelf.ts';
import { decodeWork } from './work-codec.ts';

/** What nobody runs from one look to the next is taken away: who is about to start it puts it there again. */
const LOOK_EVERY_MS = 60_000;

/** Takes away the texts of programs that no robot has any more: for hubs, who see all robots. */
export class ProgramTidying implements Disposable {
  readonly #world: Participant;
  readonly #shelf: ProgramShelf;
  readonly #report: (error: unknown) => void;
  readonly #timer: Disposable;
  #unused: ReadonlySet<string> = new Set();

  constructor(
    world: Participant,
    shelf: ProgramShelf,
    { clock, report }: { readonly clock: Clock; readonly report: (error: unknown) => void },
  ) {
    this.#world = world;
    this.#shelf = shelf;
    this.#report = report;
    this.#timer = every(clock, LOOK_EVERY_MS, () => this.#tidy());
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
  }

  #tidy(): void {
    const used = this.#used();
    const unused = new Set([...this.#shelf.keys].filter((key) => !used.has(key)));
    for (const key of unused) if (this.#unused.has(key)) this.#shelf.remove(key).catch(this.#report);
    this.#unused = unused;
  }

  #used(): Set<string> {
    const used = new Set<string>();
    for (const { work } of this.#world.entities) {
      try {
        const key = work && decodeWork(work.bytes).run?.program.key;
        if (key !== undefined) used.add(key);
      } catch (error) {
        this.#report(error);
      }
    }
    return used;
  }
}
