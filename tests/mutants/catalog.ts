import { ADMISSION } from './admission.ts';
import { CONTROL } from './control.ts';
import type { Mutant } from './mutant.ts';
import { OWNERSHIP } from './ownership.ts';

/** Every fault that a test must find. To add one: a line in the file of its area. Faults that only the simulator can find are in src/simulator/mutants.ts. */
export const CATALOG: readonly Mutant[] = [...ADMISSION, ...CONTROL, ...OWNERSHIP];
