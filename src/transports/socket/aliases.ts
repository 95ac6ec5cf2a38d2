import { encodeFrame } from '../../core/bus/frames.ts';
import { matches } from '../../core/bus/subjects.ts';
import type { Frame } from './newest-lane.ts';

/** A number that stands for a subject and its author on the wire, for they are longer than the state itself. */
export interface Alias {
  readonly number: number;
  readonly subject: string;
  readonly from: string;
  /** Encoded once: it is told again to each who subscribes. */
  readonly announcement: Frame;
  /** Since the last sweep. A released number may mean something else by now. */
  use: 'used' | 'unused' | 'released';
}

/**
 * The door's numbers. One that was not used between two sweeps is given out again: whoever hears a number again with
 * another meaning takes the newer one, and hears it before its first use.
 */
export class Aliases {
  readonly #limit: number;
  readonly #bySubject = new Map<string, Map<string, Alias>>();
  /** By all of the subject but its last token: for robots that is a region, and by regions people look around. */
  readonly #byPlace = new Map<string, Set<Alias>>();
  readonly #free: number[] = [];
  #numbers = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.#free.length === 0 && this.#numbers >= this.#limit;
  }

  find(subject: string, from: string): Alias | undefined {
    return this.#bySubject.get(subject)?.get(from);
  }

  add(subject: string, from: string): Alias {
    const number = this.#free.pop() ?? this.#numbers++;
    const alias: Alias = { number, subject, from, announcement: encodeFrame({ type: 'alias', number, subject, from }), use: 'used' };
    const authors = this.#bySubject.get(subject);
    if (authors === undefined) this.#bySubject.set(subject, new Map([[from, alias]]));
    else authors.set(from, alias);
    const place = this.#byPlace.get(placeOf(subject));
    if (place === undefined) this.#byPlace.set(placeOf(subject), new Set([alias]));
    else place.add(alias);
    return alias;
  }

  *matching(pattern: string): Iterable<Alias> {
    const last = pattern.slice(pattern.lastIndexOf('.') + 1);
    if (last === '>') {
      for (const alias of this.#all()) if (matches(pattern, alias.subject)) yield alias;
    } else {
      for (const [place, aliases] of this.#placesLike(placeOf(pattern))) {
        yield* last === '*' ? aliases : (this.#bySubject.get(`${place}.${last}`)?.values() ?? []);
      }
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

  *#placesLike(pattern: string): Iterable<[string, Iterable<Alias>]> {
    if (!pattern.includes('*')) yield [pattern, this.#byPlace.get(pattern) ?? []];
    else for (const place of this.#byPlace) if (matches(pattern, place[0])) yield place;
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
    const place = this.#byPlace.get(placeOf(alias.subject));
    place?.delete(alias);
    if (place?.size === 0) this.#byPlace.delete(placeOf(alias.subject));
  }
}

const placeOf = (subject: string): string => subject.slice(0, subject.lastIndexOf('.'));
