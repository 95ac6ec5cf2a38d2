import type { Field } from './field.ts';

/** What sensors see of a world. */
export interface Surroundings {
  /** All that stands at this height, in metres of the world. Good until something else is asked of it. */
  fieldAt(heightM: number): Field;
}
