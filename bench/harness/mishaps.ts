/** What went wrong in a process of a bench where nobody could be told: what a handler throws makes its connection deaf, and the bench would wait for what never comes. */

/** Something went wrong while it was measured: what was found is worth nothing. */
export class MishapError extends Error {
  override readonly name = 'MishapError';
}

let first: unknown;
let count = 0;

/** For handlers, and for what asks for a `report`: the next answer of this process says so, and the bench fails. */
export function noteMishap(error: unknown): void {
  if (count++ === 0) first = error;
}

/** Throws MishapError if something went wrong so far. */
export function requireNoMishap(): void {
  if (count === 0) return;
  const others = count === 1 ? '' : `, and ${count - 1} more`;
  throw new MishapError(`${first instanceof Error ? first.message : String(first)}${others}`, { cause: first });
}
