import type { Place } from './scenario.ts';

/** A fault planted on purpose: the simulator must find every one, or it is the simulator that is at fault. */
export interface Mutant {
  readonly name: string;
  /** What is broken, in a sentence. */
  readonly about: string;
  /** Texts that must occur exactly once in a file of src/core, and what takes their place. */
  readonly edits: readonly { readonly file: string; readonly find: string; readonly replace: string }[];
  /** Where alone it can do harm. */
  readonly place?: Place;
  /** Takes hundreds of seeds: only `--mutant all` looks for it, or who names it. */
  readonly isRare?: true;
}

export const one = (name: string, about: string, file: string, find: string, replace: string): Mutant => ({
  name,
  about,
  edits: [{ file, find, replace }],
});

export const rare = (mutant: Mutant): Mutant => ({ ...mutant, isRare: true });
export const inThe = (place: Place, mutant: Mutant): Mutant => ({ ...mutant, place });
