import { Signal } from '../../core/base/signal.ts';
import type { Flags, ProgramRuns, RunOrder, RunView } from '../../core/running/running.ts';
import type { Outcome } from '../../core/world/world.ts';
import type { Answer, Call, ProgramCall, ProgramNews } from './page-messages.ts';
import { unexpected } from './unexpected-answer.ts';

const CELL_FLAGS = 10;

type Asking = (call: Call) => Promise<Answer>;

/** The near side of the programs and flags that the worker hears of. Nothing comes until somebody looks: `watch` is called then. */
export class PagePrograms {
  readonly runs: ProgramRuns;
  readonly flags: Flags;
  readonly #runs: PageRuns;
  readonly #flags: PageFlags;
  #isWatched = false;

  constructor(call: Asking, watch: () => void) {
    const look = () => {
      if (!this.#isWatched) watch();
      this.#isWatched = true;
    };
    const ask = async (order: ProgramCall): Promise<Outcome> => {
      look();
      const answer = await call({ kind: 'program', order });
      if (answer.kind !== 'outcome') throw unexpected(answer, 'program');
      return answer.outcome;
    };
    this.#runs = new PageRuns(ask, look);
    this.#flags = new PageFlags(ask, look);
    this.runs = this.#runs;
    this.flags = this.#flags;
  }

  /** Somebody has looked: whoever runs the participant is to be told so. */
  get isWatched(): boolean {
    return this.#isWatched;
  }

  heard({ changed, gone, cells, robots }: ProgramNews): void {
    this.#runs.heard(changed, gone);
    this.#flags.heard(cells, new Map(robots));
  }
}

class PageRuns implements ProgramRuns {
  readonly #changes: Signal<{ robot: string }> = new Signal();
  readonly #views = new Map<string, RunView>();
  readonly #ask: (order: ProgramCall) => Promise<Outcome>;
  readonly #look: () => void;

  constructor(ask: (order: ProgramCall) => Promise<Outcome>, look: () => void) {
    this.#ask = ask;
    this.#look = look;
  }

  get changes(): Signal<{ robot: string }> {
    this.#look();
    return this.#changes;
  }

  get all(): RunView[] {
    this.#look();
    return [...this.#views.values()];
  }

  of(robot: string): RunView | undefined {
    this.#look();
    return this.#views.get(robot);
  }

  start(order: RunOrder): Promise<Outcome> {
    return this.#ask({ kind: 'start', order });
  }

  pause(robot: string): Promise<Outcome> {
    return this.#ask({ kind: 'pause', robot });
  }

  resume(robot: string): Promise<Outcome> {
    return this.#ask({ kind: 'resume', robot });
  }

  step(robot: string): Promise<Outcome> {
    return this.#ask({ kind: 'step', robot });
  }

  end(robot: string): Promise<Outcome> {
    return this.#ask({ kind: 'end', robot });
  }

  setBreakpoints(robot: string, lines: readonly number[]): Promise<Outcome> {
    return this.#ask({ kind: 'breakpoints', robot, lines });
  }

  heard(changed: readonly RunView[], gone: readonly string[]): void {
    for (const robot of gone) this.#views.delete(robot);
    for (const view of changed) this.#views.set(view.robot, view);
    for (const robot of [...gone, ...changed.map((view) => view.robot)]) this.#changes.emit({ robot });
  }
}

class PageFlags implements Flags {
  readonly #changes: Signal<{ flag: number } | { robot: string }> = new Signal();
  readonly #ask: (order: ProgramCall) => Promise<Outcome>;
  readonly #look: () => void;
  #cells: readonly number[] = [];
  #robots: ReadonlyMap<string, number> = new Map();

  constructor(ask: (order: ProgramCall) => Promise<Outcome>, look: () => void) {
    this.#ask = ask;
    this.#look = look;
  }

  get changes(): Signal<{ flag: number } | { robot: string }> {
    this.#look();
    return this.#changes;
  }

  cell(flag: number): number {
    this.#look();
    return this.#cells[flag - 1] ?? 0;
  }

  of(robot: string): number {
    this.#look();
    return this.#robots.get(robot) ?? 0;
  }

  setCell(flag: number, value: number): Promise<Outcome> {
    return this.#ask({ kind: 'cell-flag', flag, value });
  }

  set(robot: string, value: number): Promise<Outcome> {
    return this.#ask({ kind: 'flag', robot, value });
  }

  heard(cells: readonly number[], robots: ReadonlyMap<string, number>): void {
    const [cellsBefore, robotsBefore] = [this.#cells, this.#robots];
    this.#cells = cells;
    this.#robots = robots;
    for (let flag = 1; flag <= CELL_FLAGS; flag++)
      if ((cells[flag - 1] ?? 0) !== (cellsBefore[flag - 1] ?? 0)) this.#changes.emit({ flag });
    for (const robot of new Set([...robots.keys(), ...robotsBefore.keys()]))
      if ((robots.get(robot) ?? 0) !== (robotsBefore.get(robot) ?? 0)) this.#changes.emit({ robot });
  }
}
