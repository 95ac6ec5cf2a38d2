import { decodeJson } from '../../core/api/messages.ts';
import { type TaskRecord, taskRecordSchema } from '../../core/api/tasks.ts';
import type { VirtualTime } from '../../core/base/virtual-time.ts';
import type { Bus } from '../../core/bus/bus.ts';
import { buckets } from '../../core/bus/subjects.ts';
import { rowMeant } from '../../core/tasks/task.ts';
import { type OrderedRow, rowTag } from '../../core/tasks/tasks.ts';
import type { Witness } from '../witness.ts';
import type { ProgramWatch } from './program-watch.ts';

type Row = TaskRecord['state']['rows'][number];

/** How far a row has come: it never goes back, but for a start that was refused. */
const RANKS: Readonly<Record<Row['phase'], number>> = {
  ...{ waiting: 0, due: 1, starting: 2, running: 3, paused: 3, resuming: 3 },
  ...{ finished: 4, failed: 4, ended: 4 },
};
const OVER: ReadonlySet<string> = new Set(['finished', 'failed', 'stopped']);
/** So late may we hear of a record that somebody else already acts on. */
const NEWS_MS = 150;

/** Reads the record of the task of a world as it changes, where nobody is ever cut off: what starts, and whether it may. */
export class TaskWatch {
  readonly #time: VirtualTime;
  readonly #witness: Witness;
  readonly #programs: ProgramWatch;
  readonly #orders = new Map<string, readonly OrderedRow[]>();
  /** When a row was first recorded as starting. */
  readonly #starting = new Map<string, number>();
  #current: TaskRecord | undefined;
  starts = 0;
  ended = 0;

  constructor(time: VirtualTime, witness: Witness, programs: ProgramWatch) {
    this.#time = time;
    this.#witness = witness;
    this.#programs = programs;
  }

  follow(bus: Bus, world: string): void {
    bus.bucket(buckets.tasks(world)).watch((event) => {
      if (event.kind === 'value') this.#changed(decodeJson(taskRecordSchema, event.entry.value));
    });
  }

  get isAtWork(): boolean {
    return this.#current !== undefined && !OVER.has(this.#current.state.phase);
  }

  get robots(): readonly string[] {
    return this.isAtWork ? (this.#current?.order.rows.map(({ robot }) => robot) ?? []) : [];
  }

  /** At the end: nothing ran that was not decided first, and what waits for an end came behind it. */
  check(): void {
    for (const [tag, begunMs] of this.#programs.begun) {
      const startingMs = this.#starting.get(tag);
      if (startingMs === undefined || startingMs > begunMs + NEWS_MS)
        this.#witness.violate(
          'TK17',
          `row ${tag} ran from ${begunMs.toFixed(0)} ms on, and was decided ${startingMs?.toFixed(0) ?? 'never'}`,
        );
      this.#checkOrder(tag, begunMs);
    }
  }

  #checkOrder(tag: string, begunMs: number): void {
    const at = tag.lastIndexOf('.');
    const [order, row] = [tag.slice(0, at), Number(tag.slice(at + 1))];
    const rows = this.#orders.get(order);
    const condition = rows?.[row]?.condition;
    if (!rows || condition?.kind !== 'status' || condition.status !== 2) return;
    const meant = rowMeant(rows, row);
    const finishedMs = meant === undefined ? undefined : this.#programs.finished.get(rowTag(order, meant));
    if (finishedMs === undefined || finishedMs > begunMs)
      this.#witness.violate(
        'TK9',
        `row ${tag} ran from ${begunMs.toFixed(0)} ms on, and what it waits for ended ${finishedMs?.toFixed(0) ?? 'never'}`,
      );
  }

  #changed(record: TaskRecord): void {
    const { order, state } = record;
    const before = this.#current?.order.id === order.id ? this.#current : undefined;
    this.#orders.set(order.id, order.rows as readonly OrderedRow[]);
    if (before && OVER.has(before.state.phase) && before.state.phase !== state.phase)
      this.#witness.violate('TK14', `task ${order.id} was ${before.state.phase} and is ${state.phase}`);
    for (const [index, row] of state.rows.entries()) this.#follow(record, index, before?.state.rows[index], row);
    if (OVER.has(state.phase) && !(before && OVER.has(before.state.phase))) this.ended++;
    this.#current = record;
  }

  #follow({ order, state }: TaskRecord, index: number, before: Row | undefined, row: Row): void {
    const tag = rowTag(order.id, index);
    const phase = before?.phase ?? 'waiting';
    const isRefused = phase === 'starting' && row.phase === 'due' && row.message !== null;
    if (RANKS[row.phase] < RANKS[phase] && !isRefused) this.#witness.violate('TK14', `row ${tag} was ${phase} and is ${row.phase}`);
    if (row.phase !== 'starting' || phase === 'starting') return;
    this.starts++;
    if (!this.#starting.has(tag)) this.#starting.set(tag, this.#time.now);
    const why = objection(order.rows as readonly OrderedRow[], state, index);
    if (why !== undefined) this.#witness.violate('TK9', `row ${tag} starts although ${why}`);
  }
}

/** Why a row must not start as the record stands. Of flags it says nothing. */
function objection(rows: readonly OrderedRow[], state: TaskRecord['state'], index: number): string | undefined {
  const condition = rows[index]?.condition;
  const { dueMs = null } = state.rows[index] ?? {};
  if (state.startedMs === null || dueMs === null) return 'the task has not begun';
  if (condition?.kind === 'time' && dueMs - state.startedMs < condition.afterS * 1000)
    return `it was due ${dueMs - state.startedMs} ms after the task, not ${condition.afterS} s`;
  if (condition?.kind !== 'status') return undefined;
  const meant = rowMeant(rows, index);
  const phase = meant === undefined ? undefined : state.rows[meant]?.phase;
  if (condition.status === 2) return phase === 'finished' ? undefined : `what it waits for is ${phase}`;
  return phase === undefined || phase === 'waiting' || phase === 'due' ? `what it waits for is ${phase}` : undefined;
}
