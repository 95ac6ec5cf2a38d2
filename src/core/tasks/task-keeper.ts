import { type Clock, every } from '../base/clock.ts';
import { type Random, randomId } from '../base/random.ts';
import type { Bus, Revision } from '../bus/bus.ts';
import type { TaughtPosition } from '../programs/programs.ts';
import { CurrentTask, type KeptTask } from './current-task.ts';
import { CELL_FLAGS, isSettled, outgrown, type RunReading, rowTag, stepTask, type TaskDeed, type TaskReadings } from './task-machine.ts';
import type { TaskOutcome } from './world-tasks.ts';

/** The programs of a world, as far as tasks need them: `ProgramRuns` of core/running is one. */
export interface ProgramsPort {
  of(robot: string): RunReading | undefined;
  start(order: {
    readonly robot: string;
    readonly name: string;
    readonly text: string;
    readonly positions: readonly TaughtPosition[];
    readonly task: string;
  }): Promise<TaskOutcome>;
  pause(robot: string): Promise<TaskOutcome>;
  resume(robot: string): Promise<TaskOutcome>;
  end(robot: string): Promise<TaskOutcome>;
}

/** `Flags` of core/running is one. */
export interface FlagsPort {
  cell(flag: number): number;
  of(robot: string): number;
  setCell(flag: number, value: number): Promise<TaskOutcome>;
  set(robot: string, value: number): Promise<TaskOutcome>;
}

export interface TaskKeeperPorts {
  readonly world: string;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly random: Random;
  readonly time: () => { readonly worldMs: number; readonly generation: number; readonly rate: number };
  readonly hasRobot: (robot: string) => boolean;
  readonly programs: () => ProgramsPort;
  readonly flags: () => FlagsPort;
  /** Whether it is for us to perform the tasks of this world. */
  readonly isOurs: () => boolean;
  readonly report: (error: unknown) => void;
}

const TICK_MS = 50;
/** What was written is seen by then, or somebody else has written. */
const SEEN_WITHIN_MS = 2000;

/**
 * Performs the task of a world, at a hub. What it decides is written first and done then, so that whoever goes on with it decides on what was decided: two
 * hubs that both think it theirs cannot both write, and what is done twice is known by its tag.
 */
export class TaskKeeper implements Disposable {
  readonly #ports: TaskKeeperPorts;
  readonly #record: CurrentTask;
  readonly #refusals = new Map<number, string>();
  /** Deeds whose outcome is not known yet. */
  readonly #underWay = new Set<string>();
  #written: { readonly revision: Revision; readonly atMs: number } | undefined;
  #isWriting = false;
  #ticking: Disposable | undefined;

  constructor(ports: TaskKeeperPorts) {
    this.#ports = ports;
    this.#record = new CurrentTask(ports.world, { ...ports, onChange: () => this.#wake() });
  }

  [Symbol.dispose](): void {
    this.#ticking?.[Symbol.dispose]();
    this.#record[Symbol.dispose]();
  }

  /** A task is performed in this world. */
  get isAtWork(): boolean {
    return this.#ticking !== undefined;
  }

  #wake(): void {
    this.#ticking ??= every(this.#ports.clock, TICK_MS, () => void this.#tick().catch(this.#ports.report));
  }

  async #tick(): Promise<void> {
    const kept = this.#record.kept;
    if (!kept || this.#isWriting || !this.#ports.isOurs() || this.#isWritingUnseen()) return;
    const readings = this.#readings();
    if (isSettled(kept.order, kept.state, readings)) {
      this.#ticking?.[Symbol.dispose]();
      this.#ticking = undefined;
      return;
    }
    const { state, deeds } = stepTask(kept.order, kept.state, readings);
    if (state !== kept.state && !(await this.#write(kept.revision, { order: kept.order, state }))) return;
    for (const deed of deeds) this.#do(kept, deed);
  }

  #isWritingUnseen(): boolean {
    if (!this.#written || this.#record.hasSeen(this.#written.revision)) return false;
    return this.#ports.clock.now() - this.#written.atMs < SEEN_WITHIN_MS;
  }

  /** Whether it is decided now. */
  async #write(expected: Revision, task: KeptTask): Promise<boolean> {
    this.#isWriting = true;
    try {
      const nonce = randomId(this.#ports.random, 10);
      const fits = this.#record.hasRoomFor(task, nonce);
      const { order, state } = task;
      const said = fits ? task : { order, state: outgrown(state, Math.round(this.#ports.time().worldMs)) };
      const result = await this.#record.swap(expected, said, nonce);
      if (result.kind !== 'applied') return false;
      this.#written = { revision: result.revision, atMs: this.#ports.clock.now() };
      return fits;
    } finally {
      this.#isWriting = false;
    }
  }

  #readings(): TaskReadings {
    const { time, hasRobot, programs, flags } = this.#ports;
    const { worldMs, generation, rate } = time();
    return {
      ...{ nowMs: Math.round(worldMs), generation, rate },
      runOf: (robot) => programs().of(robot),
      flagOf: (robot) => (hasRobot(robot) ? flags().of(robot) : undefined),
      cellFlag: (flag) => flags().cell(flag),
      refusalOf: (row) => this.#refusals.get(row),
    };
  }

  #do({ order }: KeptTask, deed: TaskDeed): void {
    const key = deed.kind === 'clear-flags' ? deed.kind : `${order.id} ${deed.kind} ${deed.row}`;
    if (this.#underWay.has(key)) return;
    this.#underWay.add(key);
    if (deed.kind !== 'clear-flags') this.#refusals.delete(deed.row);
    const done = deed.kind === 'clear-flags' ? this.#clearFlags(order.rows) : this.#ask(order, deed);
    done.catch(this.#ports.report).finally(() => this.#underWay.delete(key));
  }

  async #ask(order: KeptTask['order'], { kind, row }: Exclude<TaskDeed, { kind: 'clear-flags' }>): Promise<void> {
    const programs = this.#ports.programs();
    const ordered = order.rows[row];
    if (!ordered) return;
    const { robot, program: name, text, taught: positions } = ordered;
    const task = rowTag(order.id, row);
    const outcome = kind === 'start' ? await programs.start({ robot, name, text, positions, task }) : await programs[kind](robot);
    // What was lost is asked for again.
    if (outcome.kind === 'refused') this.#refusals.set(row, outcome.reason);
  }

  async #clearFlags(rows: KeptTask['order']['rows']): Promise<void> {
    const flags = this.#ports.flags();
    const robots = new Set(rows.map(({ robot }) => robot));
    const asked = [...robots].flatMap((robot) => (flags.of(robot) === 0 ? [] : [flags.set(robot, 0)]));
    for (let flag = 1; flag <= CELL_FLAGS; flag++) if (flags.cell(flag) !== 0) asked.push(flags.setCell(flag, 0));
    await Promise.all(asked);
  }
}
