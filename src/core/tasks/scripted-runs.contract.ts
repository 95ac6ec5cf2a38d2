import { CELL_FLAGS, type RunReading, rowTag, type TaskDeed, type TaskOrder, type TaskReadings } from './tasks.ts';

/** What a program does in a test: how long it takes, and which flags it sets when. */
export interface Script {
  readonly lastsMs: number;
  readonly flags: readonly { readonly atMs: number; readonly flag: string; readonly value: number }[];
}

interface Running {
  run: RunReading;
  readonly script: Script;
  /** How much of it was done. */
  doneMs: number;
}

/** Robots without a world, which run scripts by name in the world's time: what a task reads, and what becomes of its deeds. */
export class ScriptedRuns implements TaskReadings {
  nowMs = 0;
  generation = 0;
  readonly flags = new Map<string, number>();
  readonly refusals = new Map<number, string>();
  /** Every deed that was carried out, in words. */
  readonly log: string[] = [];
  readonly #robots: ReadonlySet<string>;
  readonly #scripts: ReadonlyMap<string, Script>;
  readonly #running = new Map<string, Running>();

  constructor(robots: Iterable<string>, scripts: ReadonlyMap<string, Script>) {
    this.#robots = new Set(robots);
    this.#scripts = scripts;
  }

  runOf(robot: string): RunReading | undefined {
    return this.#running.get(robot)?.run;
  }

  flagOf(robot: string): number | undefined {
    return this.#robots.has(robot) ? (this.flags.get(robot) ?? 0) : undefined;
  }

  cellFlag(flag: number): number {
    return this.flags.get(`#${flag}`) ?? 0;
  }

  refusalOf(row: number): string | undefined {
    return this.refusals.get(row);
  }

  start(robot: string, name: string, task?: string): void {
    const script = this.#scripts.get(name);
    if (!script) throw new Error(`there is no script ${name}`);
    const before = this.#running.get(robot)?.run;
    const past = before?.task === undefined || before.endedMs === undefined ? before?.past : before;
    const run = { task, name, phase: 'running', message: undefined, startedMs: this.nowMs, endedMs: undefined, past } as const;
    this.#running.set(robot, { run, script, doneMs: 0 });
  }

  /** It calls its program by another name. */
  rename(robot: string, name: string): void {
    const running = this.#running.get(robot);
    if (running) running.run = { ...running.run, name };
  }

  set(robot: string, phase: RunReading['phase'], message?: string): void {
    const running = this.#running.get(robot);
    if (running)
      running.run = { ...running.run, phase, message, endedMs: phase === 'running' || phase === 'paused' ? undefined : this.nowMs };
  }

  do(order: TaskOrder, deeds: readonly TaskDeed[]): void {
    for (const deed of deeds) {
      if (deed.kind === 'clear-flags') {
        this.log.push('clear');
        for (const robot of this.#robots) this.flags.set(robot, 0);
        for (let flag = 1; flag <= CELL_FLAGS; flag++) this.flags.set(`#${flag}`, 0);
        continue;
      }
      if (this.refusals.has(deed.row)) continue;
      const row = order.rows[deed.row];
      if (!row) throw new Error(`there is no row ${deed.row}`);
      this.log.push(`${deed.kind} ${row.program}`);
      if (deed.kind === 'start') this.start(row.robot, row.program, rowTag(order.id, deed.row));
      else this.set(row.robot, deed.kind === 'pause' ? 'paused' : deed.kind === 'resume' ? 'running' : 'ended');
    }
  }

  /** Time passes for all that run. */
  pass(ms: number): void {
    this.nowMs += ms;
    for (const [robot, running] of this.#running) {
      if (running.run.phase !== 'running') continue;
      const from = running.doneMs;
      running.doneMs += ms;
      for (const { atMs, flag, value } of running.script.flags)
        if (atMs > from && atMs <= running.doneMs) this.flags.set(flag === 'own' ? robot : flag, value);
      if (running.doneMs >= running.script.lastsMs) this.set(robot, 'finished');
    }
  }
}
