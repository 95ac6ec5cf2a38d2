import type { Clock } from '../base/clock.ts';
import type { Answer } from './reading.ts';
import { type BoardValue, distanceBetween } from './value.ts';

/** Which notifications a reader wants. Left out, each write is one. */
export interface BindOptions {
  /** Only when the value differs from the one that was told last. */
  readonly onChange?: boolean;
  /** Of each variable at most one in so much time; what comes sooner waits, and only the newest is told. */
  readonly minIntervalMs?: number;
  /** Only when it differs by more than this from the one that was told last: numbers, components of vectors, metres and radians of poses. */
  readonly deadband?: number;
}

export type BoardHandler = (answer: Answer) => void;

/** What a variable is by now. */
export type Look = (name: string) => Answer;

interface Told {
  readonly value: BoardValue | undefined;
  readonly atMs: number;
}

/** One reader's wish to be told, and what it was told last of each variable. */
export class Binding implements Disposable {
  /** As the bus writes it. */
  readonly pattern: string;
  readonly #handler: BoardHandler;
  readonly #options: BindOptions;
  /** `all`: every value is told, so that nothing needs to be remembered of the last. */
  readonly #wanted: 'all' | 'some';
  readonly #clock: Clock;
  readonly #report: (error: unknown) => void;
  readonly #told = new Map<string, Told>();
  readonly #waiting = new Map<string, Disposable>();
  /** `new`: what was there before has not been told yet. */
  #state: 'new' | 'bound' | 'disposed' = 'new';

  constructor(pattern: string, handler: BoardHandler, options: BindOptions, ports: { clock: Clock; report: (error: unknown) => void }) {
    this.pattern = pattern;
    this.#handler = handler;
    this.#options = options;
    const { onChange = false, minIntervalMs = 0, deadband } = options;
    this.#wanted = onChange || minIntervalMs > 0 || deadband !== undefined ? 'some' : 'all';
    this.#clock = ports.clock;
    this.#report = ports.report;
  }

  /** There is a new value. It may be told later, as it is by then; `seen` is what it is at this very instant, where that is known already. */
  offer(name: string, look: Look, seen?: Answer): void {
    if (this.#wanted === 'all' && this.#state === 'bound') {
      this.#hand(seen ?? look(name));
      return;
    }
    if (this.#waiting.has(name) || this.#state === 'disposed') return;
    const told = this.#told.get(name);
    const leftMs = told === undefined ? 0 : told.atMs + (this.#options.minIntervalMs ?? 0) - this.#clock.now();
    if (leftMs <= 0) this.#tell(name, look(name));
    else
      this.#waiting.set(
        name,
        this.#clock.after(leftMs, () => this.#tellLate(name, look)),
      );
  }

  /** Tells of those that were there before it was bound, and that it has not been told of since. */
  begin(names: readonly string[], look: Look): void {
    for (const name of names) if (!this.#told.has(name) && !this.#waiting.has(name)) this.offer(name, look);
    if (this.#state === 'disposed') return;
    this.#state = 'bound';
    if (this.#wanted === 'all') this.#told.clear();
  }

  /** It is there no more: should it come again, it is new. */
  forget(name: string): void {
    this.#told.delete(name);
    this.#waiting.get(name)?.[Symbol.dispose]();
    this.#waiting.delete(name);
  }

  [Symbol.dispose](): void {
    this.#state = 'disposed';
    for (const timer of this.#waiting.values()) timer[Symbol.dispose]();
    this.#waiting.clear();
  }

  #tellLate(name: string, look: Look): void {
    this.#waiting.delete(name);
    this.#tell(name, look(name));
  }

  #tell(name: string, answer: Answer): void {
    const value = answer.kind === 'value' ? answer.value : answer.last;
    if (!this.#isNews(this.#told.get(name), value)) return;
    this.#told.set(name, { value, atMs: this.#clock.now() });
    this.#hand(answer);
  }

  #hand(answer: Answer): void {
    try {
      this.#handler(answer);
    } catch (error) {
      this.#report(error);
    }
  }

  #isNews(told: Told | undefined, value: BoardValue | undefined): boolean {
    const { onChange = false, deadband } = this.#options;
    if (told?.value === undefined || value === undefined || (!onChange && deadband === undefined)) return true;
    return distanceBetween(told.value, value) > (deadband ?? 0);
  }
}
