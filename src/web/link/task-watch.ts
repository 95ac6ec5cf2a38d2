import { type TaskOutcome, WorldTasks, type WorldTasksPorts } from '../../core/tasks/tasks.ts';
import type { TaskCall, TaskNews } from './task-link.ts';

/** What the page is told of the task of its world, once it looks; and what it asks of it. Of one session. */
export class TaskWatch implements Disposable {
  readonly #tasks: WorldTasks;
  readonly #changes: Disposable;
  /** Only what is known is told: that there is no task is news, too. */
  #hasNews = false;

  constructor(ports: WorldTasksPorts) {
    this.#tasks = new WorldTasks(ports);
    let isKnown = false;
    this.#changes = this.#tasks.changes.on(() => {
      this.#hasNews = isKnown;
    });
    void this.#tasks.ready.then(() => {
      isKnown = true;
      this.#hasNews = true;
    });
  }

  [Symbol.dispose](): void {
    this.#changes[Symbol.dispose]();
    this.#tasks[Symbol.dispose]();
  }

  /** What has come since this was last asked. */
  news(): TaskNews | undefined {
    if (!this.#hasNews) return undefined;
    this.#hasNews = false;
    return { current: this.#tasks.current };
  }

  carryOut(call: TaskCall): Promise<TaskOutcome> {
    return call.kind === 'start' ? this.#tasks.start(call.order) : this.#tasks[call.kind]();
  }
}
