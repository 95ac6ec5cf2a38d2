import type { Cell } from '../cell.ts';
import type { Machine, Standing } from './machine.ts';

/** One tick of a program: takes steps, and issues each effect with the state that belongs to it before it goes on. */
export function tick(machine: Machine, cell: Cell, steps: number): Exclude<Standing['kind'], 'effect'> {
  const end = machine.steps + steps;
  for (;;) {
    const standing = machine.advance(cell, end - machine.steps);
    if (standing.kind !== 'effect') return standing.kind;
    cell.issue(standing.effect, machine.state);
  }
}

/** For who takes a program over: what was issued last is issued again, for nobody knows whether that came through. */
export function reissue(machine: Machine, cell: Cell): void {
  if (machine.last) cell.issue(machine.last, machine.state);
}
