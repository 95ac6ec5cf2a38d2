import { compileProgram, type Effect, Machine, tick } from '../../core/programs/programs.ts';
import type { Model } from '../../core/robots/robots.ts';
import { type RunReading, rowTag, type TaskDeed, type TaskOrder, type TaskReadings } from '../../core/tasks/tasks.ts';
import type { Participant } from '../../core/world/world.ts';
import { RobotCell } from '../program/robot-cell.ts';

/** What one program may take of a tick that others share. */
const STEPS_A_TICK = 10_000;

export interface CellRunsPorts {
  readonly world: Participant;
  readonly models: (id: string) => Model | undefined;
  readonly report: (error: unknown) => void;
  readonly onEffect: (row: number, effect: Effect) => void;
}

interface Run {
  reading: RunReading;
  readonly machine: Machine;
  readonly cell: RobotCell;
}

/** The programs of a task on the robots of one process, ticked together: what the task reads, and what becomes of what it wants. */
export class CellRuns implements TaskReadings {
  readonly #order: TaskOrder;
  readonly #ports: CellRunsPorts;
  readonly #runs = new Map<string, Run>();
  readonly #flags = new Map<string, number>();
  readonly #refusals = new Map<number, string>();

  constructor(order: TaskOrder, ports: CellRunsPorts) {
    this.#order = order;
    this.#ports = ports;
  }

  get nowMs(): number {
    return Math.round(this.#ports.world.time.worldMs);
  }

  get generation(): number {
    return this.#ports.world.time.generation;
  }

  runOf(robot: string): RunReading | undefined {
    return this.#runs.get(robot)?.reading;
  }

  flagOf(robot: string): number | undefined {
    return this.#ports.world.entity(robot) ? (this.#flags.get(robot) ?? 0) : undefined;
  }

  cellFlag(flag: number): number {
    return this.#flags.get(`#${flag}`) ?? 0;
  }

  refusalOf(row: number): string | undefined {
    return this.#refusals.get(row);
  }

  do(deeds: readonly TaskDeed[]): void {
    for (const deed of deeds) {
      if (deed.kind === 'clear-flags') this.#flags.clear();
      else if (deed.kind === 'start') this.#start(deed.row);
      else this.#set(deed.row, deed.kind);
    }
  }

  /** All that run take their steps of this instant. */
  tick(): void {
    for (const run of this.#runs.values()) {
      if (run.reading.phase !== 'running') continue;
      tick(run.machine, run.cell, STEPS_A_TICK);
    }
  }

  #start(row: number): void {
    const ordered = this.#order.rows[row];
    const { world, models, report, onEffect } = this.#ports;
    const view = ordered && world.entity(ordered.robot);
    const model = view && models(view.description.model);
    if (!ordered || !model) {
      this.#refusals.set(row, `there is no robot ${ordered?.robot}`);
      return;
    }
    const { robot, taught, text, program: name } = ordered;
    const { program, diagnostics } = compileProgram(text, { model, positions: taught.map((position) => position.name) });
    if (!program) {
      this.#refusals.set(row, diagnostics.map(({ line, message }) => `line ${line}: ${message}`).join('; '));
      return;
    }
    const flags = {
      read: (flag: string) => (flag.startsWith('#') ? this.cellFlag(Number(flag.slice(1))) : this.flagOf(flag)),
      write: (flag: string, value: number) => void this.#flags.set(flag, value),
    };
    const cell = new RobotCell({ world, robot, model, models, positions: taught, report, flags });
    const reading: RunReading = {
      ...{ task: rowTag(this.#order.id, row), name, phase: 'running', message: undefined },
      ...{ startedMs: this.nowMs, endedMs: undefined },
    };
    const run: Run = { reading, machine: new Machine(program), cell };
    cell.issued.on(({ effect }) => {
      if (effect.deed.kind === 'end') {
        const { outcome: phase, message } = effect.deed;
        run.reading = { ...run.reading, phase, message, endedMs: this.nowMs };
      }
      onEffect(row, effect);
    });
    this.#runs.set(robot, run);
  }

  #set(row: number, kind: 'pause' | 'resume' | 'end'): void {
    const run = this.#runs.get(this.#order.rows[row]?.robot ?? '');
    if (!run) return;
    if (kind === 'end') run.reading = { ...run.reading, phase: 'ended', endedMs: this.nowMs };
    else run.reading = { ...run.reading, phase: kind === 'pause' ? 'paused' : 'running' };
  }
}
