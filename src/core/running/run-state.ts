/** What a robot's program is between two messages: plain data, published with each of its effects. */
import type { MachineState } from '../programs/programs.ts';

/** `ended`: by somebody, before its end. */
export type RunPhase = 'running' | 'paused' | 'finished' | 'failed' | 'ended';

/** Where the text of a program is: records of the world, by what is in them. */
export interface ProgramReference {
  readonly key: string;
  /** How many records it takes. */
  readonly pieces: number;
}

/** Where a robot stood when it began something: metres and radians. */
export interface Start {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly yaw: number;
  readonly values: readonly number[];
}

/** How it stands with the last effect, of those that take robots time. */
export type DeedState =
  /** `doneMs`: so much of the motion was over when it was begun again, at `startedMs`. */
  | { readonly kind: 'motion'; readonly from: Start; readonly startedMs: number; readonly doneMs: number }
  /** It is sent there as anybody sends it. */
  | { readonly kind: 'journey' }
  /** What is taken or let go of; `fingers`: they are moving already. */
  | { readonly kind: 'grip' | 'release'; readonly part: string; readonly fingers: boolean }
  /** There was nothing to do. */
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly reason: string };

/** What a program last wrote to a flag of the environment. Who takes it over writes it again in the same order, which changes nothing where it was written. */
export interface CellWrite {
  readonly flag: number;
  readonly value: number;
  /** By which the blackboard tells earlier from later. */
  readonly orderMs: number;
}

export interface PrintedEffect {
  /** Of the effect. */
  readonly number: number;
  readonly line: number;
  readonly text: string;
}

export interface RunState {
  readonly id: string;
  readonly program: ProgramReference;
  readonly task: string | undefined;
  /** Of world time: a reset ends it. */
  readonly generation: number;
  readonly phase: RunPhase;
  readonly message: string | undefined;
  readonly startedMs: number;
  readonly endedMs: number | undefined;
  readonly breakpoints: readonly number[];
  /** It pauses before the next statement. */
  readonly isStepping: boolean;
  /** The step at which it last paused before a statement: it does not pause there again. -1 for never. */
  readonly pausedAtStep: number;
  readonly machine: MachineState;
  readonly deed: DeedState | undefined;
  readonly writes: readonly CellWrite[];
  /** The last lines, as many as fit. */
  readonly printed: readonly PrintedEffect[];
}

/** How a run ended that a task had started, where another run came after it: whoever performs the task may not have seen it yet. */
export interface PastRun {
  readonly task: string;
  readonly generation: number;
  readonly phase: RunPhase;
  readonly message: string | undefined;
  readonly startedMs: number;
  readonly endedMs: number | undefined;
}

/** All that programs have to say of a robot. */
export interface WorkContent {
  /** The robot's own flag. */
  readonly flag: number;
  readonly run: RunState | undefined;
  /** The last of them. */
  readonly past?: PastRun | undefined;
}

export const NO_WORK: WorkContent = { flag: 0, run: undefined };

/** Bytes of printed lines that go with each state; the newest line always does. Who listens all the time has heard the others. */
const MOST_PRINTED_BYTES = 1000;
const BYTES_A_LINE = 8;
/** A letter takes so many at most. */
const BYTES_A_LETTER = 3;

export function withPrinted(printed: readonly PrintedEffect[], line: PrintedEffect): readonly PrintedEffect[] {
  let left = MOST_PRINTED_BYTES;
  const kept = [...printed, line];
  const first = kept.findLastIndex(({ text }) => {
    left -= BYTES_A_LINE + BYTES_A_LETTER * text.length;
    return left < 0;
  });
  return kept.slice(Math.min(first + 1, kept.length - 1));
}

export const isOver = ({ phase }: Pick<RunState, 'phase'>): boolean => phase === 'finished' || phase === 'failed' || phase === 'ended';

/** What to keep of it when another run begins on the robot. */
export function pastOf({ run, past }: WorkContent): PastRun | undefined {
  if (run?.task === undefined || !isOver(run)) return past;
  const { task, generation, phase, message, startedMs, endedMs } = run;
  return { task, generation, phase, message, startedMs, endedMs };
}
