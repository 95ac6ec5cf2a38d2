import { type Mutant, one } from './mutant.ts';

/** Faults in records, programs, tasks, values of the blackboard and what is saved. */
export const WORKS_MUTANTS: readonly Mutant[] = [
  one(
    'swap-of-an-old-revision',
    'a swap is applied whatever revision it expects, if there is a record',
    'bus/records.ts',
    'if (this.#entries.get(key)?.revision !== expected)',
    'if (expected === undefined ? this.#entries.has(key) : !this.#entries.has(key))',
  ),
];
