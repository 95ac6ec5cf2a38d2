import type { QualityChoice } from '../scene/scene.ts';

/** One choice of several that somebody has made in this browser; until then it is the first. */
export class KeptChoice<T extends string> {
  readonly #key: string;
  readonly #choices: readonly [T, ...T[]];

  constructor(name: string, choices: readonly [T, ...T[]]) {
    this.#key = `manyhands.${name}`;
    this.#choices = choices;
  }

  get(): T {
    const kept = localStorage.getItem(this.#key);
    return this.#choices.find((choice) => choice === kept) ?? this.#choices[0];
  }

  keep(choice: T): void {
    localStorage.setItem(this.#key, choice);
  }
}

/** How worlds are drawn. */
export const keptQuality: KeptChoice<QualityChoice> = new KeptChoice('quality', ['automatic', 'best', 'fastest', 'light']);
/** Whether collision shapes are drawn. */
export const keptShapes: KeptChoice<'hidden' | 'shown'> = new KeptChoice('shapes', ['hidden', 'shown']);

/** Where something from the catalog goes: beside what stands where one looks, or where one clicks next. */
export type Insertion = 'looked-at' | 'clicked';
export const keptInsertion: KeptChoice<Insertion> = new KeptChoice('insertion', ['looked-at', 'clicked']);
