/**
 * Where a program runs: what it reads, and what becomes of what it does. A robot's owner implements it, simulated or real.
 * The rules are in SPEC.md.
 */
import type { Effect } from './effect.ts';
import type { MachineState } from './machine/state.ts';

/** How it stands with something that takes time. */
export type Progress =
  | { readonly kind: 'under-way' }
  | { readonly kind: 'done' }
  /** It was not possible, or ended before it was done. */
  | { readonly kind: 'failed'; readonly reason: string };

/** A value, or why there is none. */
export type Reading = number | { readonly reason: string };

/** What a program reads. Within one tick the answers stay the same, but for what the program itself has changed. */
export interface CellReadings {
  /** Of the world. */
  readonly nowMs: number;
  /** The robot's own. */
  flag(): number;
  /** 1 to 10. */
  cellFlag(flag: number): number;
  flagOf(robot: string): Reading;
  /** Whole millimetres or degrees. `robot`: another one's; `beam` counts from 1. */
  sensor(sensor: string, beam: number | undefined, robot?: string): Reading;
  /** Degrees or millimetres. */
  dof(dof: string | number): Reading;
  /** Asked about deeds of robots only. */
  progressOf(effect: Effect): Progress;
}

export interface Cell extends CellReadings {
  /**
   * Makes it so, for later readings too, and tells others of it together with the state: both or none. Who takes the program over
   * issues the last effect again, which changes nothing where it was done: effects are known by their number.
   */
  issue(effect: Effect, state: MachineState): void;
}
