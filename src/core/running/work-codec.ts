import { ByteReader, ByteWriter } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';
import type { Effect, MachineState } from '../programs/programs.ts';
import type { CellWrite, DeedState, PastRun, PrintedEffect, RunPhase, RunState, Start, WorkContent } from './run-state.ts';

const VERSION = 2;
const PHASES: readonly RunPhase[] = ['running', 'paused', 'finished', 'failed', 'ended'];
const DEEDS = ['none', 'motion', 'journey', 'grip', 'release', 'done', 'failed'] as const;
/** Of positions and angles: a millionth of a metre or radian. */
const MICRO = 1e6;
const MOST_BREAKPOINTS = 100;
const MOST_MEMORY = 2_000;
const MOST_PRINTED = 128;
const MOST_WRITES = 10;
const MOST_VALUES = 256;

/** One for all: a state is encoded at a time. */
const out = new ByteWriter();

export function encodeWork({ flag, run, past }: WorkContent): Uint8Array {
  out
    .restart()
    .byte(VERSION)
    .integer(flag)
    .byte(run ? 1 : 0);
  if (run) writeRun(run);
  out.byte(past ? 1 : 0);
  if (past) writePast(past);
  return out.finish();
}

/** Throws MalformedError for whatever encodeWork could not have made. Of the machine's state only the form is looked at. */
export function decodeWork(bytes: Uint8Array): WorkContent {
  const input = new ByteReader(bytes);
  const version = input.byte();
  if (version !== VERSION) throw new MalformedError(`work of version ${version}, where ${VERSION} is understood`);
  const flag = input.integer();
  const run = input.byte() === 0 ? undefined : readRun(input);
  const past = input.byte() === 0 ? undefined : readPast(input);
  input.end();
  return { flag, run, past };
}

/** The robot's own flag; 0 where the bytes make no sense: who reads the flag of another must not end by it. */
export function flagIn(bytes: Uint8Array | undefined): number {
  try {
    return bytes ? decodeWork(bytes).flag : 0;
  } catch (error) {
    if (error instanceof MalformedError) return 0;
    throw error;
  }
}

function writePast({ task, generation, phase, message, startedMs, endedMs }: PastRun): void {
  out.text(task).count(generation).byte(PHASES.indexOf(phase));
  out.text(message ?? '').integer(Math.round(startedMs));
  writeOptional(endedMs === undefined ? undefined : Math.round(endedMs));
}

function readPast(input: ByteReader): PastRun {
  const [task, generation, phase, message] = [input.text(), input.count(), PHASES[input.byte()], input.text()];
  if (phase === undefined) throw new MalformedError('a run in a phase that is not known');
  return {
    ...{ task, generation, phase, message: message === '' ? undefined : message },
    ...{ startedMs: input.integer(), endedMs: readOptional(input) },
  };
}

function writeRun(run: RunState): void {
  out
    .text(run.id)
    .text(run.program.key)
    .count(run.program.pieces)
    .text(run.task ?? '')
    .count(run.generation);
  out
    .byte(PHASES.indexOf(run.phase))
    .text(run.message ?? '')
    .integer(Math.round(run.startedMs));
  writeOptional(run.endedMs === undefined ? undefined : Math.round(run.endedMs));
  out.byte(run.isStepping ? 1 : 0).integer(run.pausedAtStep);
  writeList(run.breakpoints, (line) => out.count(line));
  writeMachine(run.machine);
  writeDeed(run.deed);
  writeList(run.writes, ({ flag, value, orderMs }) => out.byte(flag).integer(value).float(orderMs));
  writeList(run.printed, ({ number, line, text }) => out.count(number).count(line).text(text));
}

function readRun(input: ByteReader): RunState {
  const id = input.text();
  const program = { key: input.text(), pieces: input.count() };
  const task = input.text();
  const generation = input.count();
  const phase = PHASES[input.byte()];
  if (phase === undefined) throw new MalformedError('a run in a phase that is not known');
  const message = input.text();
  return {
    ...{ id, program, task: task === '' ? undefined : task, generation, phase, message: message === '' ? undefined : message },
    startedMs: input.integer(),
    endedMs: readOptional(input),
    isStepping: input.byte() !== 0,
    pausedAtStep: input.integer(),
    breakpoints: readList(input, MOST_BREAKPOINTS, () => input.count()),
    machine: readMachine(input),
    deed: readDeed(input),
    writes: readList(input, MOST_WRITES, () => readWrite(input)),
    printed: readList(input, MOST_PRINTED, (): PrintedEffect => ({ number: input.count(), line: input.count(), text: input.text() })),
  };
}

function writeMachine(machine: MachineState): void {
  out.word(machine.program).count(machine.at).count(machine.base).count(machine.function).byte(machine.speedPercent);
  out.count(machine.steps).count(machine.idleSteps);
  writeOptional(machine.startedMs ?? undefined);
  out.integer(machine.second.sinceMs).count(machine.second.effects);
  writeOptional(machine.awaited ?? undefined);
  out.byte(machine.isOver ? 1 : 0);
  writeList(machine.memory, (value) => out.integer(value));
  writeList(machine.calls, (value) => out.integer(value));
  out.text(machine.last === null ? '' : JSON.stringify(machine.last));
}

function readMachine(input: ByteReader): MachineState {
  return {
    version: 1,
    program: input.word(),
    at: input.count(),
    base: input.count(),
    function: input.count(),
    speedPercent: input.byte(),
    steps: input.count(),
    idleSteps: input.count(),
    startedMs: readOptional(input) ?? null,
    second: { sinceMs: input.integer(), effects: input.count() },
    awaited: readOptional(input) ?? null,
    isOver: input.byte() !== 0,
    memory: readList(input, MOST_MEMORY, () => input.integer()),
    calls: readList(input, MOST_MEMORY, () => input.integer()),
    last: readEffect(input.text()),
  };
}

/** What it says is looked at by who resumes it. */
function readEffect(text: string): Effect | null {
  if (text === '') return null;
  try {
    return JSON.parse(text) as Effect;
  } catch (cause) {
    throw new MalformedError('the last effect of a program is no JSON', { cause });
  }
}

function writeDeed(deed: DeedState | undefined): void {
  out.byte(DEEDS.indexOf(deed?.kind ?? 'none'));
  switch (deed?.kind) {
    case 'motion':
      for (const value of [deed.from.x, deed.from.y, deed.from.z, deed.from.yaw]) out.integer(Math.round(value * MICRO));
      writeList(deed.from.values, (value) => out.integer(Math.round(value * MICRO)));
      out.integer(Math.round(deed.startedMs)).count(Math.round(deed.doneMs));
      break;
    case 'grip':
    case 'release':
      out.text(deed.part).byte(deed.fingers ? 1 : 0);
      break;
    case 'failed':
      out.text(deed.reason);
      break;
    default:
      break;
  }
}

function readDeed(input: ByteReader): DeedState | undefined {
  const kind = DEEDS[input.byte()];
  switch (kind) {
    case 'none':
      return undefined;
    case 'motion':
      return { kind, from: readStart(input), startedMs: input.integer(), doneMs: input.count() };
    case 'journey':
    case 'done':
      return { kind };
    case 'grip':
    case 'release':
      return { kind, part: input.text(), fingers: input.byte() !== 0 };
    case 'failed':
      return { kind, reason: input.text() };
    default:
      throw new MalformedError('a deed that is not known');
  }
}

function readStart(input: ByteReader): Start {
  const [x, y, z, yaw] = [input.integer() / MICRO, input.integer() / MICRO, input.integer() / MICRO, input.integer() / MICRO];
  return { x, y, z, yaw, values: readList(input, MOST_VALUES, () => input.integer() / MICRO) };
}

function readWrite(input: ByteReader): CellWrite {
  const [flag, value] = [input.byte(), input.integer()];
  if (flag < 1 || flag > MOST_WRITES) throw new MalformedError(`there is no flag ${flag} of the environment`);
  return { flag, value, orderMs: input.float() };
}

function writeOptional(value: number | undefined): void {
  out.byte(value === undefined ? 0 : 1);
  if (value !== undefined) out.integer(value);
}

const readOptional = (input: ByteReader): number | undefined => (input.byte() === 0 ? undefined : input.integer());

function writeList<T>(list: readonly T[], write: (item: T) => void): void {
  out.count(list.length);
  for (const item of list) write(item);
}

function readList<T>(input: ByteReader, most: number, read: () => T): T[] {
  const length = input.count();
  if (length > most) throw new MalformedError(`a list of ${length}, at most ${most} are allowed`);
  return Array.from({ length }, read);
}
