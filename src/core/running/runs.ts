/** What everybody who has joined a world sees of its programs and flags, and can do about them: at an owner and at a mere onlooker alike. */
import type { Signal } from '../base/signal.ts';
import type { TaughtPosition, VariableValue } from '../programs/programs.ts';
import type { Outcome } from '../world/world.ts';
import type { PastRun, RunPhase } from './run-state.ts';

/** What is to be run, and on which robot. */
export interface RunOrder {
  readonly robot: string;
  /** Of the program, for people. */
  readonly name: string;
  readonly text: string;
  readonly positions: readonly TaughtPosition[];
  /** Lines, from 1, before which it pauses. */
  readonly breakpoints?: readonly number[] | undefined;
  /** It waits before its first statement until somebody lets it go on. */
  readonly startPaused?: boolean | undefined;
  /** The task on whose behalf it runs. */
  readonly task?: string | undefined;
}

export interface PrintedLine {
  readonly line: number;
  readonly text: string;
}

/** How it stands with the last program of a robot. */
export interface RunView {
  readonly robot: string;
  /** The id of this run. */
  readonly run: string;
  readonly name: string;
  /** Empty until it has arrived here. */
  readonly text: string;
  readonly phase: RunPhase;
  /** The statement that it is at, from 1. */
  readonly line: number;
  /** What it did last takes time, or is waited for. */
  readonly isWaiting: boolean;
  /** Why it failed, paused or ended. */
  readonly message: string | undefined;
  /** World time. */
  readonly startedMs: number;
  readonly endedMs: number | undefined;
  /** How many things it has done. */
  readonly effects: number;
  readonly variables: readonly VariableValue[];
  /** The last 50 that were heard here. */
  readonly printed: readonly PrintedLine[];
  readonly breakpoints: readonly number[];
  readonly task: string | undefined;
  /** How the last run of a task ended, where this one came after it. */
  readonly past?: PastRun | undefined;
}

/** The programs of a world. A robot has one at a time; the last one is shown until the next begins. */
export interface ProgramRuns {
  /** Something about the program of a robot has changed. */
  readonly changes: Signal<{ robot: string }>;
  readonly all: RunView[];
  of(robot: string): RunView | undefined;
  /** Resolves when it has begun, or with the reason why it has not: what is wrong with its text is told with the line. */
  start(order: RunOrder): Promise<Outcome>;
  /** The robot stands still until `resume` or `step`. */
  pause(robot: string): Promise<Outcome>;
  resume(robot: string): Promise<Outcome>;
  /** One statement, and pauses again. */
  step(robot: string): Promise<Outcome>;
  end(robot: string): Promise<Outcome>;
  setBreakpoints(robot: string, lines: readonly number[]): Promise<Outcome>;
}

/** The ten flags of the environment, and one of each robot. All are 0 until somebody sets them. */
export interface Flags {
  readonly changes: Signal<{ flag: number } | { robot: string }>;
  /** 1 to 10. */
  cell(flag: number): number;
  of(robot: string): number;
  setCell(flag: number, value: number): Promise<Outcome>;
  set(robot: string, value: number): Promise<Outcome>;
}
