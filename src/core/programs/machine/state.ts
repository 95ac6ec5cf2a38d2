import { MalformedError } from '../../base/errors.ts';
import type { Effect } from '../effect.ts';
import { LARGEST_NUMBER, LARGEST_SPEED, LEAST_NUMBER, LEAST_SPEED, MOST_CALLS, MOST_MEMORY } from '../limits.ts';
import { type CompiledProgram, WIDTH } from './code.ts';
import { isDeed } from './deed-fields.ts';

/** All that a running program is, between two steps: plain data, to be published and taken up by anybody who has the program's text. */
export interface MachineState {
  readonly version: 1;
  /** The hash of the program's text. */
  readonly program: number;
  /** The instruction that is next. */
  readonly at: number;
  /** Where the registers of the function that runs begin. */
  readonly base: number;
  readonly memory: readonly number[];
  /** For each call that has not returned: function, instruction to go on with, base to go back to. */
  readonly calls: readonly number[];
  readonly function: number;
  readonly speedPercent: number;
  readonly steps: number;
  /** Since it last did or read something. */
  readonly idleSteps: number;
  /** Of the world; null before the first step. */
  readonly startedMs: number | null;
  /** How many effects there were since then: a second is counted at a time. */
  readonly second: { readonly sinceMs: number; readonly effects: number };
  /** The last that was issued. Whoever resumes issues it again, and goes on behind it. */
  readonly last: Effect | null;
  /** Whether the last effect is waited for, and where it goes whether it was done: -1 for nowhere, null for no waiting. */
  readonly awaited: number | null;
  readonly isOver: boolean;
}

/** How many numbers a call takes in `calls`. */
export const CALL_WIDTH = 3;
/** Of steps and effects: more than centuries have, and far from where one more is the same number, so that nobody who counts up to something goes on for ever. */
const MOST_COUNTED = 2 ** 48;

type Checked = { [Key in keyof MachineState]?: unknown };

/** What came from elsewhere, if it is a state of this program; throws MalformedError that names the field. */
export function requireState(program: CompiledProgram, value: unknown): MachineState {
  if (typeof value !== 'object' || value === null) throw new MalformedError('the state of a program is an object');
  const state = value as Checked;
  if (state.version !== 1) throw malformed('version', '1', state.version);
  if (state.program !== program.hash) throw malformed('program', `${program.hash}, the hash of the program that is resumed`, state.program);
  const running = whole('function', state.function, 0, program.functions.length - 1);
  const size = program.functions[running]?.size ?? 0;
  requirePlace('at', program, running, state.at);
  const memory = list('memory', state.memory, MOST_MEMORY);
  if (memory.length !== whole('base', state.base, 0, MOST_MEMORY) + size)
    throw malformed('memory', `${size} numbers from its base on`, memory.length);
  requireCalls(program, running, state.calls, memory.length);
  whole('speedPercent', state.speedPercent, LEAST_SPEED, LARGEST_SPEED);
  whole('steps', state.steps, 0, MOST_COUNTED);
  whole('idleSteps', state.idleSteps, 0, Number.MAX_SAFE_INTEGER);
  if (state.startedMs !== null) finite('startedMs', state.startedMs);
  const second = state.second as MachineState['second'] | null | undefined;
  finite('second.sinceMs', second?.sinceMs);
  whole('second.effects', second?.effects, 0, Number.MAX_SAFE_INTEGER);
  if (state.awaited !== null) whole('awaited', state.awaited, -1, size - 1);
  if (state.last !== null) requireEffect(state.last);
  else if (state.awaited !== null) throw malformed('last', 'the effect that is waited for', null);
  if (typeof state.isOver !== 'boolean') throw malformed('isOver', 'true or false', state.isOver);
  return value as MachineState;
}

/** The program itself is called by nobody, and everything else in the end by it: so whatever returns has somewhere to return to. */
function requireCalls(program: CompiledProgram, running: number, value: unknown, memory: number): void {
  const calls = list('calls', value, MOST_CALLS * CALL_WIDTH);
  if (calls.length % CALL_WIDTH !== 0) throw malformed('calls', `${CALL_WIDTH} numbers a call`, calls.length);
  for (let call = 0; call < calls.length; call += CALL_WIDTH) {
    const number = whole('calls', calls[call], 0, program.functions.length - 1);
    if ((number === 0) !== (call === 0)) throw malformed('calls', 'begun by the program itself', calls);
    requirePlace('calls', program, number, calls[call + 1]);
    whole('calls', calls[call + 2], 0, memory - 1);
  }
  if ((running === 0) !== (calls.length === 0)) throw malformed('calls', 'those that have not returned', calls);
}

/** An instruction of this very function. */
function requirePlace(field: string, { functions, code }: CompiledProgram, number: number, at: unknown): void {
  whole(field, at, functions[number]?.entry ?? 0, (functions[number + 1]?.entry ?? code.length / WIDTH) - 1);
}

function requireEffect(value: unknown): void {
  const effect = value as Partial<Effect> | undefined;
  whole('last.number', effect?.number, 1, MOST_COUNTED);
  whole('last.line', effect?.line, 1, Number.MAX_SAFE_INTEGER);
  if (!isDeed(effect?.deed)) throw malformed('last.deed', 'a deed', effect?.deed);
}

function whole(field: string, value: unknown, low: number, high: number): number {
  if (Number.isInteger(value) && (value as number) >= low && (value as number) <= high) return value as number;
  throw malformed(field, `a whole number from ${low} to ${high}`, value);
}

function finite(field: string, value: unknown): void {
  if (!Number.isFinite(value)) throw malformed(field, 'a number', value);
}

function list(field: string, value: unknown, most: number): readonly number[] {
  if (!Array.isArray(value) || value.length > most) throw malformed(field, `at most ${most} numbers`, value);
  for (const each of value) whole(field, each, LEAST_NUMBER, LARGEST_NUMBER);
  return value;
}

const malformed = (field: string, expected: string, found: unknown): MalformedError =>
  new MalformedError(`${field} of a program's state must be ${expected}, not ${String(JSON.stringify(found)).slice(0, 40)}`);
