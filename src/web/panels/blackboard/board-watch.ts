import { explain } from '../../../core/base/errors.ts';
import type { BoardLink, BoardLook, BoardVariable, HeldReading } from '../../link/board-link.ts';
import { Settable } from '../../link/observable.ts';
import type { Observable } from '../../link/world-link.ts';

/** Digits that change faster cannot be read, and each change is painted. */
const LOOK_MS = 200;
/** After a failure: not ten complaints a second. */
const RETRY_MS = 1000;
/** The worker joins anew after a loss, and answers nobody who asked before: so it is asked again. */
const OVERDUE_MS = 3000;

export type BoardState = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly reason: string } | BoardKnown;

export interface BoardKnown {
  readonly kind: 'known';
  readonly variables: readonly BoardVariable[];
  readonly readings: ReadonlyMap<string, TimedReading>;
  /** By the page's monotonic clock. */
  readonly nowMs: number;
  /** Why it was not told anything when it last asked. */
  readonly failure: string | undefined;
}

/** A reading, and when it was ordered: what the worker said of its age was true then, or less. */
export interface TimedReading {
  readonly held: HeldReading | undefined;
  readonly orderedMs: number;
}

/** How old it is by now: it goes on growing when nobody says anything. Undefined: nobody can say. */
export const ageAt = ({ held, orderedMs }: TimedReading, nowMs: number): number | undefined =>
  held?.age.kind === 'known' ? held.age.ageMs + Math.max(0, nowMs - orderedMs) : undefined;

export interface BoardWatchOptions {
  readonly board: Pick<BoardLink, 'look'>;
  readonly nowMs: () => number;
  /** Whether anybody can see it now. */
  readonly isSeen: () => boolean;
  /** Each time that something was told. */
  readonly onLook?: (known: BoardKnown) => void;
}

/** Looks at the blackboard five times a second for as long as somebody sees it, and only at what they see. */
export class BoardWatch implements Disposable {
  readonly #options: BoardWatchOptions;
  readonly #state = new Settable<BoardState>({ kind: 'loading' });
  readonly #timer: ReturnType<typeof setInterval>;
  #names: readonly string[] = [];
  #edition: number | undefined;
  #asked = 0;
  #orderedMs: number | undefined;
  #nextMs = Number.NEGATIVE_INFINITY;

  constructor(options: BoardWatchOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#tick(), LOOK_MS);
    this.#tick();
  }

  get state(): Observable<BoardState> {
    return this.#state;
  }

  /** Whose values are seen. */
  show(names: readonly string[]): void {
    this.#names = names;
  }

  /** There is something to be seen that was not there before: it is looked at with the next tick. */
  hurry(): void {
    this.#nextMs = Number.NEGATIVE_INFINITY;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#asked++;
  }

  #tick(): void {
    const nowMs = this.#options.nowMs();
    if (!this.#options.isSeen()) return;
    const isAsking = this.#orderedMs !== undefined && nowMs - this.#orderedMs < OVERDUE_MS;
    if (isAsking || nowMs < this.#nextMs) {
      // Nobody has said anything since: all of it is older.
      const state = this.#state.get();
      if (state.kind === 'known') this.#state.set({ ...state, nowMs });
    } else this.#ask(nowMs);
  }

  #ask(orderedMs: number): void {
    this.#orderedMs = orderedMs;
    const asked = ++this.#asked;
    const unlessLate = (act: () => void) => {
      if (asked !== this.#asked) return;
      this.#orderedMs = undefined;
      act();
    };
    this.#options.board.look({ edition: this.#edition, names: this.#names }).then(
      (look) => unlessLate(() => this.#looked(look, orderedMs)),
      (error: unknown) => unlessLate(() => this.#failed(explain(error))),
    );
  }

  #looked({ edition, variables, readings }: BoardLook, orderedMs: number): void {
    const before = this.#state.get();
    const known = variables ?? (before.kind === 'known' ? before.variables : []);
    this.#edition = edition;
    const state: BoardKnown = {
      kind: 'known',
      variables: known,
      readings: new Map(readings.map(({ name, held }) => [name, { held, orderedMs }])),
      nowMs: this.#options.nowMs(),
      failure: undefined,
    };
    this.#state.set(state);
    this.#options.onLook?.(state);
  }

  #failed(reason: string): void {
    const nowMs = this.#options.nowMs();
    this.#nextMs = nowMs + RETRY_MS;
    const before = this.#state.get();
    this.#state.set(before.kind === 'known' ? { ...before, nowMs, failure: reason } : { kind: 'failed', reason });
  }
}
