import { matches } from '../../core/bus/subjects.ts';

/** As many subjects of state as can have a number at once; the oldest then loses its own. */
const MAX_ALIASES = 65_536;

/** A number that stands for a subject and its author on the wire, for they are longer than the state itself. */
export interface Alias {
  readonly number: number;
  readonly subject: string;
  readonly from: string;
  /** Since the last sweep. A released number may mean something else by now. */
  use: 'used' | 'unused' | 'released';
}

/**
 * The door's numbers. One that was not used between two sweeps is given out again: whoever hears a number again with
 * another meaning takes the newer one, and hears it before its first use.
 */
export class Aliases {
  readonly #bySubject = new Map<string, Map<string, Alias>>();
  readonly #free: number[] = [];
  #numbers = 0;

  get isFull(): boolean {
    return this.#free.length === 0 && this.#numbers >= MAX_ALIASES;
  }

  find(subject: string, from: string): Alias | undefined {
    return this.#bySubject.get(subject)?.get(from);
  }

  add(subject: string, from: string): Alias {
    const alias: Alias = { number: this.#free.pop() ?? this.#numbers++, subject, from, use: 'used' };
    const authors = this.#bySubject.get(subject);
    if (authors === undefined) this.#bySubject.set(subject, new Map([[from, alias]]));
    else authors.set(from, alias);
    return alias;
  }

  *matching(pattern: string): Iterable<Alias> {
    for (const [subject, authors] of this.#bySubject) {
      if (matches(pattern, subject)) yield* authors.values();
    }
  }

  releaseUnused(): void {
    for (const alias of this.#all()) {
      if (alias.use === 'used') alias.use = 'unused';
      else this.#release(alias);
    }
  }

  releaseOldest(): void {
    for (const alias of this.#all()) {
      this.#release(alias);
      return;
    }
  }

  *#all(): Iterable<Alias> {
    for (const authors of this.#bySubject.values()) yield* authors.values();
  }

  #release(alias: Alias): void {
    alias.use = 'released';
    this.#free.push(alias.number);
    const authors = this.#bySubject.get(alias.subject);
    authors?.delete(alias.from);
    if (authors?.size === 0) this.#bySubject.delete(alias.subject);
  }
}
