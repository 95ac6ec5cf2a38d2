import { conditionWords, type TaskView } from '../../core/tasks/tasks.ts';
import { print } from '../edl/map-files.ts';

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(3).padStart(9)} s`;

/** A line for each row that starts or ends, and each time that the whole task pauses or goes on. */
export class RowTeller {
  #before: TaskView | undefined;

  /** `atMs`: of the world, since the task began. */
  tell(atMs: number, view: TaskView): void {
    for (const [index, { robot, program, phase, condition, message }] of view.rows.entries()) {
      const before = this.#before?.rows[index]?.phase ?? 'waiting';
      if (phase === before) continue;
      if (phase === 'running' && before === 'paused') print(`${seconds(atMs)}  ${robot} goes on with ${program}`);
      else if (phase === 'running') print(`${seconds(atMs)}  ${robot} starts ${program}, ${conditionWords(condition)}`);
      else print(`${seconds(atMs)}  ${robot}: ${program} ${phase}${because(message)}`);
    }
    if (view.phase === 'paused' && this.#before?.phase !== 'paused') print(`${seconds(atMs)}  ${view.name} paused${because(view.message)}`);
    this.#before = view;
  }
}

export const endLine = ({ name, phase, message }: TaskView, afterMs: number, more = ''): void =>
  print(`${name} ${phase} after ${(afterMs / 1000).toFixed(3)} s of the world's time${because(message)}${more}`);

const because = (message: string | undefined): string => (message === undefined ? '' : `: ${message}`);
