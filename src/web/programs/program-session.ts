import type { Clock } from '../../core/base/clock.ts';
import { type Checking, checkProgram, formatProgram, type Surroundings } from '../../core/programs/programs.ts';
import { Settable } from '../link/observable.ts';
import { TextSession, type TextSessionPorts } from '../texts/text-session.ts';

/** What a text says as a program, and what is wrong with it. */
export interface ProgramReading extends Checking {
  readonly text: string;
}

/** Between two keys of who writes on. */
const CHECK_AFTER_MS = 120;

/** One person's work on one program. Text and blocks observe it and ask it; it knows neither. */
export class ProgramSession extends TextSession {
  /** A moment behind the text. */
  readonly reading: Settable<ProgramReading> = new Settable<ProgramReading>(readingOf('', {}));
  /** Lines before which a run pauses: this person's. */
  readonly breakpoints: Settable<readonly number[]> = new Settable<readonly number[]>([]);
  /** What is known of where it will run. */
  readonly #clock: Clock;
  #surroundings: Surroundings = {};
  #checking: Disposable | undefined;

  constructor(ports: TextSessionPorts) {
    super(ports);
    this.#clock = ports.clock;
  }

  get text(): string {
    return this.shared.text.toString();
  }

  get surroundings(): Surroundings {
    return this.#surroundings;
  }

  setSurroundings(surroundings: Surroundings): void {
    this.#surroundings = surroundings;
    this.#check();
  }

  /** False while its words are wrong: that is told among the problems. */
  format(): boolean {
    const { text } = formatProgram(this.text);
    if (text !== undefined) this.replaceText(text);
    return text !== undefined;
  }

  /** Of the text as it is now, whoever has just written. */
  fresh(): ProgramReading {
    if (this.reading.get().text !== this.text) this.#check();
    return this.reading.get();
  }

  protected override read(): void {
    super.read();
    if (this.text === this.reading.get().text) return;
    this.#checking?.[Symbol.dispose]();
    this.#checking = this.#clock.after(CHECK_AFTER_MS, () => this.#check());
  }

  override [Symbol.dispose](): void {
    this.#checking?.[Symbol.dispose]();
    super[Symbol.dispose]();
  }

  #check(): void {
    this.reading.set(readingOf(this.text, this.#surroundings));
  }
}

const readingOf = (text: string, surroundings: Surroundings): ProgramReading => ({ text, ...checkProgram(text, surroundings) });
