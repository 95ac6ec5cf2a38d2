import { ADMISSION } from './admission.ts';
import { BLACKBOARD } from './blackboard.ts';
import { CONTROL } from './control.ts';
import { DURABILITY } from './durability.ts';
import type { Mutant } from './mutant.ts';
import { OWNERSHIP } from './ownership.ts';
import { PAGE } from './page.ts';
import { PHYSICS } from './physics.ts';
import { PROGRAMS } from './programs.ts';
import { RIGHTS } from './rights.ts';
import { TASKS } from './tasks.ts';
import { TRAVEL } from './travel.ts';

/** Every fault that a test must find. To add one: a line in the file of its area. Faults that only the simulator can find are in src/simulator/mutants.ts. */
export const CATALOG: readonly Mutant[] = [
  ...ADMISSION,
  ...BLACKBOARD,
  ...CONTROL,
  ...DURABILITY,
  ...OWNERSHIP,
  ...PAGE,
  ...PHYSICS,
  ...PROGRAMS,
  ...RIGHTS,
  ...TASKS,
  ...TRAVEL,
];
