import type { Flags, ProgramRuns, RunView } from '../../core/running/running.ts';
import type { Outcome } from '../../core/world/world.ts';
import type { ProgramCall, ProgramNews } from './page-messages.ts';

const CELL_FLAGS = 10;

/** What the page is told of programs and flags, once it looks; and what it asks of them. */
export class ProgramWatch {
  #told: ReadonlyMap<string, RunView> = new Map();
  #flagsTold = '';

  /** What is different from what was told last. `runs` and `flags` may be of another session. */
  news(runs: ProgramRuns, flags: Flags, entities: readonly { readonly id: string }[]): ProgramNews | undefined {
    const views = new Map(runs.all.map((view) => [view.robot, view]));
    const changed = [...views.values()].filter((view) => this.#told.get(view.robot) !== view);
    const gone = [...this.#told.keys()].filter((robot) => !views.has(robot));
    this.#told = views;
    const cells = Array.from({ length: CELL_FLAGS }, (_, index) => flags.cell(index + 1));
    const robots = entities.flatMap(({ id }) => (flags.of(id) === 0 ? [] : [[id, flags.of(id)] as const]));
    const flagsTold = JSON.stringify([cells, robots]);
    if (changed.length === 0 && gone.length === 0 && flagsTold === this.#flagsTold) return undefined;
    this.#flagsTold = flagsTold;
    return { changed, gone, cells, robots };
  }
}

export function carryOut(call: ProgramCall, runs: ProgramRuns, flags: Flags): Promise<Outcome> {
  switch (call.kind) {
    case 'start':
      return runs.start(call.order);
    case 'pause':
    case 'resume':
    case 'step':
    case 'end':
      return runs[call.kind](call.robot);
    case 'breakpoints':
      return runs.setBreakpoints(call.robot, call.lines);
    case 'flag':
      return flags.set(call.robot, call.value);
    case 'cell-flag':
      return flags.setCell(call.flag, call.value);
  }
}
