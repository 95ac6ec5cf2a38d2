/** A fault that is planted on purpose, and the test that must fail because of it. If that test passes, the test is at fault. */
export interface Mutant {
  readonly name: string;
  /** What is broken, in a sentence. */
  readonly about: string;
  readonly edits: readonly Edit[];
  /** At least one test whose title contains the text must fail. `file` is relative to the project. */
  readonly killedBy: { readonly file: string; readonly title: string };
}

/** Takes one text out of one symbol of a file. */
export interface Edit {
  /** Relative to the project. */
  readonly file: string;
  /** A function, constant or class at the top of the file, or a member of a class: `Gatekeeper.admit`, `Gatekeeper.#roleOf`. */
  readonly symbol: string;
  /** Must stand exactly once in the symbol's source. White space is compared loosely: any run of it equals any other. */
  readonly find: string;
  readonly replace: string;
}

/** Thrown when the catalog no longer fits the sources: a symbol was renamed or its text was changed. */
export class MutantError extends Error {
  override readonly name = 'MutantError';
}
