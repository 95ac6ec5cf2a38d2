/** What people see of a program that runs, and how they go through it. */
import type { CellReadings } from '../cell.ts';
import type { VariablePlace } from './code.ts';
import type { Machine, Standing } from './machine.ts';

export interface VariableValue {
  readonly name: string;
  readonly value: number;
  /** Of the function that runs, or of the program itself. */
  readonly of: 'function' | 'program';
}

/** Declared outside of all braces: before anything is done. */
const isOuter = ({ function: number, fromInstruction }: VariablePlace): boolean => number === 0 && fromInstruction === 0;

/** The variables that can be seen where the machine is, those of the program first. */
export function variablesOf(machine: Machine): VariableValue[] {
  const { program, function: running, at } = machine;
  const inner = program.variables.filter(
    (place) => place.function === running && !isOuter(place) && place.fromInstruction <= at && at < place.toInstruction,
  );
  const valued = (places: readonly VariablePlace[], of: 'function' | 'program'): VariableValue[] =>
    places.toSorted((a, b) => a.register - b.register).map(({ name, register }) => ({ name, value: machine.valueAt(register, of), of }));
  return [...valued(program.variables.filter(isOuter), 'program'), ...valued(inner, running === 0 ? 'program' : 'function')];
}

export type Stop = Standing | { readonly kind: 'stopped' };

/** As `Machine.advance`, but stops before the first statement whose line is one of these: at the next one of all where no lines are given. */
export function advanceTo(machine: Machine, cell: CellReadings, steps: number, lines?: ReadonlySet<number>): Stop {
  const end = machine.steps + steps;
  while (machine.steps < end) {
    const standing = machine.advance(cell, 1);
    if (standing.kind !== 'resting') return standing;
    if (machine.program.starts[machine.at] === 1 && (lines === undefined || lines.has(machine.line))) return { kind: 'stopped' };
  }
  return { kind: 'resting' };
}
