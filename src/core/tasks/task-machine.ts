/**
 * How a task runs: a pure step from what it was to what it is, by what can be read now; and what is to be done so that the world becomes so.
 * What is to be done follows from the state alone, again and again until it is seen to be done: whoever goes on with a task needs nothing else.
 */
import type { TaughtPosition } from '../programs/programs.ts';
import { cellFlagNumber, rowMeant, STARTED, type TaskRow } from './task.ts';
import { isOver, type RowPhase, type TaskPhase, type TaskView } from './task-view.ts';

/** A row with all that its program needs: a task that runs is not changed by who edits its texts. */
export interface OrderedRow extends TaskRow {
  readonly text: string;
  readonly taught: readonly TaughtPosition[];
}

/** A task that somebody wants performed. */
export interface TaskOrder {
  /** Of this performance. */
  readonly id: string;
  readonly name: string;
  readonly rows: readonly OrderedRow[];
}

export type TaskWish = 'run' | 'pause' | 'stop';

export interface RowState {
  /** `starting` and `resuming`: until its program is seen to run. */
  readonly phase: RowPhase | 'starting' | 'resuming';
  readonly message: string | null;
  readonly dueMs: number | null;
  readonly startedMs: number | null;
  readonly endedMs: number | null;
  /** Since when it is `resuming`. */
  readonly sinceMs: number | null;
}

/** Plain data. Times are the world's. */
export interface TaskState {
  readonly version: 1;
  readonly phase: TaskPhase;
  readonly wish: TaskWish;
  readonly message: string | null;
  readonly askedMs: number;
  readonly startedMs: number | null;
  readonly endedMs: number | null;
  /** Since when it is paused. */
  readonly pausedMs: number | null;
  /** How long it was paused before. */
  readonly heldMs: number;
  /** Of the world's time: a reset begins another. */
  readonly generation: number;
  readonly rows: readonly RowState[];
}

/** A program on a robot, as far as tasks look at it. */
export interface RunReading {
  /** As `rowTag` has it, where a task started it. */
  readonly task: string | undefined;
  readonly name: string;
  readonly phase: 'running' | 'paused' | 'finished' | 'failed' | 'ended';
  readonly message: string | undefined;
  readonly startedMs: number;
  readonly endedMs: number | undefined;
  /** The last one that a task started, where somebody has started another since. */
  readonly past?: RowRun | undefined;
}

/** The run of a row. */
export type RowRun = Omit<RunReading, 'name' | 'past'>;

/** What a task reads. */
export interface TaskReadings {
  /** Of the world. */
  readonly nowMs: number;
  readonly generation: number;
  /** How fast it runs: left out, as everywhere else. */
  readonly rate?: number | undefined;
  /** The last program of a robot. */
  runOf(robot: string): RunReading | undefined;
  /** Of a robot; undefined when there is no such robot. */
  flagOf(robot: string): number | undefined;
  /** 1 to 10. */
  cellFlag(flag: number): number;
  /** Why the last try to start, pause, resume or end a row's program came to nothing. */
  refusalOf(row: number): string | undefined;
}

export type TaskDeed =
  /** The flags of its robots, and those of the environment. */
  { readonly kind: 'clear-flags' } | { readonly kind: 'start' | 'pause' | 'resume' | 'end'; readonly row: number };

export interface TaskStep {
  /** The same object as before when nothing has changed. */
  readonly state: TaskState;
  readonly deeds: readonly TaskDeed[];
}

export const CELL_FLAGS = 10;
/** Of letters. What others say is told, too, and a record that has more is nobody's. */
const LONGEST_MESSAGE = 300;
/** So long flags may take to become 0, and a program to be seen to go on: of everybody's time, for answers come no faster in a world that runs faster. */
const PATIENCE_MS = 3000;

/** Marks the run of a row as the task's own. */
export const rowTag = (task: string, row: number): string => `${task}.${row}`;

export const newTaskState = (order: TaskOrder, { nowMs, generation }: Pick<TaskReadings, 'nowMs' | 'generation'>): TaskState => ({
  ...{ version: 1, phase: 'starting', wish: 'run', message: null, askedMs: nowMs, startedMs: null, endedMs: null },
  ...{ pausedMs: null, heldMs: 0, generation },
  rows: order.rows.map(() => ({ phase: 'waiting', message: null, dueMs: null, startedMs: null, endedMs: null, sinceMs: null })),
});

/** Over, and nothing of it runs any more. */
export const isSettled = (order: TaskOrder, state: TaskState, readings: TaskReadings): boolean =>
  isOver(state.phase) && stepTask(order, state, readings).deeds.length === 0;

export function stepTask(order: TaskOrder, before: TaskState, readings: TaskReadings): TaskStep {
  const step = new Step(order, before, readings);
  step.take();
  return { state: step.state, deeds: step.deeds() };
}

/** Their programs are under way, as far as the task knows. */
const ACTIVE: ReadonlySet<RowState['phase']> = new Set(['starting', 'running', 'paused', 'resuming']);

class Step {
  readonly #order: TaskOrder;
  readonly #readings: TaskReadings;
  #state: TaskState;

  constructor(order: TaskOrder, before: TaskState, readings: TaskReadings) {
    this.#order = order;
    this.#state = before;
    this.#readings = readings;
  }

  get state(): TaskState {
    return this.#state;
  }

  take(): void {
    if (isOver(this.#state.phase)) return;
    if (this.#readings.generation !== this.#state.generation) {
      this.#end('stopped', 'the world was reset');
      return;
    }
    for (const row of this.#order.rows.keys()) this.#follow(row);
    if (isOver(this.#state.phase)) return;
    this.#obey();
    if (this.#state.phase === 'starting') this.#begin();
    if (this.#state.phase === 'running') this.#startAllDue();
    if (this.#state.rows.every(({ phase }) => phase === 'finished')) this.#end('finished', null);
  }

  /** What is to be done now. Programs of other tasks and people are never touched. */
  deeds(): TaskDeed[] {
    if (this.#state.phase === 'starting') return this.#areFlagsClear() ? [] : [{ kind: 'clear-flags' }];
    return this.#state.rows.flatMap(({ phase }, row): TaskDeed[] => {
      const run = this.#runOf(row);
      const isUnderWay = run?.phase === 'running' || run?.phase === 'paused';
      if (phase === 'starting' && !run && this.#state.phase === 'running') return [{ kind: 'start', row }];
      if (phase === 'paused' && run?.phase === 'running') return [{ kind: 'pause', row }];
      if (phase === 'resuming' && run?.phase === 'paused') return [{ kind: 'resume', row }];
      if ((phase === 'ended' || phase === 'failed') && isUnderWay) return [{ kind: 'end', row }];
      return [];
    });
  }

  /** What became of a program. */
  #follow(row: number): void {
    const { phase, startedMs, sinceMs } = this.#rowState(row);
    if (!ACTIVE.has(phase)) return;
    const { robot, program } = this.#row(row);
    const run = this.#runOf(row);
    const refusal = this.#readings.refusalOf(row);
    if (!run) {
      if (phase !== 'starting') this.#fail(row, `${robot} does not run ${program} any more`);
      else if (refusal !== undefined) this.#unstarted(row, `${robot} did not start ${program}: ${refusal}`);
      return;
    }
    if (startedMs === null) this.#setRow(row, { startedMs: run.startedMs });
    switch (run.phase) {
      case 'finished':
        this.#setRow(row, { phase: 'finished', endedMs: run.endedMs ?? this.#readings.nowMs });
        return;
      case 'failed':
      case 'ended':
        this.#fail(row, `${program} of ${robot} ${run.phase === 'failed' ? 'failed' : 'was ended'}${because(run.message)}`);
        return;
      case 'running':
        // It was on its way when the task was paused.
        if (phase === 'starting' && this.#state.phase === 'paused') this.#setRow(row, { phase: 'paused', message: null });
        else if (phase === 'starting' || phase === 'resuming') this.#setRow(row, { phase: 'running', sinceMs: null, message: null });
        return;
      case 'paused': {
        const isLate = sinceMs !== null && this.#hasLasted(sinceMs);
        if (phase === 'paused' || (phase === 'resuming' && refusal === undefined && !isLate)) return;
        this.#setRow(row, { phase: 'paused', sinceMs: null });
        const reason = phase === 'resuming' ? (refusal ?? run.message) : run.message;
        this.#pause(`${program} of ${robot} is paused${because(reason)}`);
      }
    }
  }

  /** What somebody wants. */
  #obey(): void {
    const { phase, wish } = this.#state;
    if (wish === 'stop') this.#end('stopped', null);
    else if (wish === 'pause' && phase === 'running') this.#pause(null);
    else if (wish === 'run' && phase === 'paused') this.#resume();
  }

  #begin(): void {
    const { nowMs } = this.#readings;
    const { askedMs, wish } = this.#state;
    const missing = this.#order.rows.find(({ robot }) => this.#readings.flagOf(robot) === undefined);
    if (missing) this.#end('failed', `there is no robot ${missing.robot}`);
    else if (this.#areFlagsClear())
      this.#set({ phase: 'running', startedMs: nowMs, ...(wish === 'pause' && { phase: 'paused', pausedMs: nowMs }) });
    else if (this.#hasLasted(askedMs)) this.#end('failed', 'its flags do not become 0: something else sets them');
  }

  /** In the order of the table, until nothing more starts in this instant. */
  #startAllDue(): void {
    for (let isNews = true; isNews; ) {
      isNews = false;
      for (const row of this.#order.rows.keys()) isNews = this.#start(row) || isNews;
    }
  }

  #start(row: number): boolean {
    const { phase } = this.#rowState(row);
    if (phase !== 'waiting' && phase !== 'due') return false;
    if (phase === 'waiting' && !this.#isMet(row)) return false;
    const { nowMs } = this.#readings;
    const dueMs = phase === 'waiting' ? nowMs : this.#rowState(row).dueMs;
    const busy = this.#whyBusy(row);
    if (busy === undefined) {
      this.#setRow(row, { phase: 'starting', dueMs, message: null });
      return true;
    }
    if (phase === 'waiting' || this.#rowState(row).message !== clipped({ message: busy }).message)
      this.#setRow(row, { phase: 'due', dueMs, message: busy });
    return false;
  }

  #isMet(row: number): boolean {
    const { condition } = this.#row(row);
    const { startedMs, heldMs } = this.#state;
    switch (condition.kind) {
      case 'none':
        return true;
      case 'time':
        return this.#readings.nowMs - (startedMs ?? 0) - heldMs >= Math.round(condition.afterS * 1000);
      case 'status': {
        const meant = rowMeant(this.#order.rows, row);
        const phase = meant === undefined ? undefined : this.#rowState(meant).phase;
        return phase !== undefined && (phase === 'finished' || (condition.status === STARTED && ACTIVE.has(phase)));
      }
      case 'flag':
        return this.#flag(condition.flag) === condition.value;
    }
  }

  #flag(flag: string): number | undefined {
    const number = cellFlagNumber(flag);
    return number === undefined ? this.#readings.flagOf(flag) : this.#readings.cellFlag(number);
  }

  #whyBusy(row: number): string | undefined {
    const { robot } = this.#row(row);
    const own = this.#order.rows.findIndex(
      (each, index) => index !== row && each.robot === robot && ACTIVE.has(this.#rowState(index).phase),
    );
    const run = this.#readings.runOf(robot);
    const isForeign = run !== undefined && (run.phase === 'running' || run.phase === 'paused');
    const program = own >= 0 ? this.#row(own).program : isForeign ? run.name : undefined;
    return program === undefined ? undefined : `${robot} runs ${program}`;
  }

  #hasLasted(sinceMs: number): boolean {
    const { nowMs, rate = 1 } = this.#readings;
    return nowMs - sinceMs > PATIENCE_MS * Math.max(1, rate);
  }

  #areFlagsClear(): boolean {
    const { rows } = this.#order;
    for (const { robot } of rows) if ((this.#readings.flagOf(robot) ?? 0) !== 0) return false;
    for (let flag = 1; flag <= CELL_FLAGS; flag++) if (this.#readings.cellFlag(flag) !== 0) return false;
    return true;
  }

  /** All its programs pause: what they do together would not fit together any more. */
  #pause(message: string | null): void {
    if (this.#state.phase !== 'running') return;
    this.#set({ phase: 'paused', wish: 'pause', message, pausedMs: this.#readings.nowMs });
    for (const [row, { phase }] of this.#state.rows.entries())
      if (phase === 'running' || phase === 'resuming') this.#setRow(row, { phase: 'paused', sinceMs: null });
  }

  #resume(): void {
    const { nowMs } = this.#readings;
    const { pausedMs, heldMs } = this.#state;
    this.#set({ phase: 'running', message: null, pausedMs: null, heldMs: heldMs + nowMs - (pausedMs ?? nowMs) });
    for (const [row, { phase }] of this.#state.rows.entries())
      if (phase === 'paused') this.#setRow(row, { phase: 'resuming', sinceMs: nowMs });
  }

  /** It waits again, and the task with it: whoever mends it lets the task go on. */
  #unstarted(row: number, message: string): void {
    this.#setRow(row, { phase: 'due', message });
    this.#pause(message);
  }

  #fail(row: number, message: string): void {
    this.#setRow(row, { phase: 'failed', message, endedMs: this.#runOf(row)?.endedMs ?? this.#readings.nowMs });
    this.#end('failed', message);
  }

  #end(phase: 'finished' | 'failed' | 'stopped', message: string | null): void {
    const { nowMs } = this.#readings;
    if (isOver(this.#state.phase)) return;
    this.#set({ phase, message, endedMs: nowMs, pausedMs: null });
    for (const [row, state] of this.#state.rows.entries())
      if (ACTIVE.has(state.phase)) this.#setRow(row, { phase: 'ended', endedMs: nowMs, sinceMs: null });
  }

  /** It may have come to its end, and somebody may have started another program on its robot, while nobody performed the task. */
  #runOf(row: number): RowRun | undefined {
    const run = this.#readings.runOf(this.#row(row).robot);
    return [run, run?.past].find((each) => each?.task === rowTag(this.#order.id, row));
  }

  #row(row: number): OrderedRow {
    return this.#order.rows[row] as OrderedRow;
  }

  #rowState(row: number): RowState {
    return this.#state.rows[row] as RowState;
  }

  #set(change: Partial<TaskState>): void {
    this.#state = { ...this.#state, ...clipped(change) };
  }

  #setRow(row: number, change: Partial<RowState>): void {
    this.#set({ rows: this.#state.rows.map((each, index) => (index === row ? { ...each, ...clipped(change) } : each)) });
  }
}

const clipped = <T extends { readonly message?: string | null }>(change: T): T =>
  change.message && change.message.length > LONGEST_MESSAGE
    ? { ...change, message: `${change.message.slice(0, LONGEST_MESSAGE)}...` }
    : change;

/** What has no room in its record cannot go on: it has failed, with as few words as possible. */
export const outgrown = (state: TaskState, nowMs: number): TaskState => ({
  ...{
    ...state,
    phase: 'failed',
    message: 'it has more to tell than its record holds: make several tasks',
    endedMs: nowMs,
    pausedMs: null,
  },
  rows: state.rows.map((row) => ({
    ...{ ...row, message: null },
    ...(ACTIVE.has(row.phase) && { phase: 'ended', endedMs: nowMs, sinceMs: null }),
  })),
});

const because = (reason: string | undefined): string => (reason === undefined || reason === '' ? '' : `: ${reason}`);

/** For people. What is about to run counts as running. */
export function taskView({ id, name, rows }: TaskOrder, state: TaskState): TaskView {
  const shown = (phase: RowState['phase']): RowPhase => (phase === 'starting' || phase === 'resuming' ? 'running' : phase);
  return {
    ...{ id, name, phase: state.phase, message: state.message ?? undefined },
    ...{ startedMs: state.startedMs ?? undefined, endedMs: state.endedMs ?? undefined },
    rows: rows.map(({ condition, robot, program, positions }, index) => {
      const row = state.rows[index] as RowState;
      return {
        ...{ condition, robot, program, positions, phase: shown(row.phase), message: row.message ?? undefined },
        ...{ dueMs: row.dueMs ?? undefined, startedMs: row.startedMs ?? undefined, endedMs: row.endedMs ?? undefined },
      };
    }),
  };
}
