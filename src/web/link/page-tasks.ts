import type { TaskOrder, TaskOutcome, TaskView } from '../../core/tasks/tasks.ts';
import { type Observable, Settable } from './observable.ts';
import type { Answer, Call } from './page-messages.ts';
import type { TaskCall, TaskLink, TaskNews } from './task-link.ts';
import { unexpected } from './unexpected-answer.ts';

/** The near side of the world's task. Nothing comes until somebody looks: `watch` is called then. */
export class PageTasks implements TaskLink {
  readonly #current = new Settable<TaskView | undefined>(undefined);
  readonly #call: (call: Call) => Promise<Answer>;
  readonly #watch: () => void;
  #isWatched = false;

  constructor(call: (call: Call) => Promise<Answer>, watch: () => void) {
    this.#call = call;
    this.#watch = watch;
  }

  /** Somebody has looked: whoever runs the participant is to be told so. */
  get isWatched(): boolean {
    return this.#isWatched;
  }

  get current(): Observable<TaskView | undefined> {
    if (!this.#isWatched) this.#watch();
    this.#isWatched = true;
    return this.#current;
  }

  start(order: Omit<TaskOrder, 'id'>): Promise<TaskOutcome> {
    return this.#ask({ kind: 'start', order });
  }

  pause(): Promise<TaskOutcome> {
    return this.#ask({ kind: 'pause' });
  }

  resume(): Promise<TaskOutcome> {
    return this.#ask({ kind: 'resume' });
  }

  stop(): Promise<TaskOutcome> {
    return this.#ask({ kind: 'stop' });
  }

  heard({ current }: TaskNews): void {
    this.#current.set(current);
  }

  async #ask(order: TaskCall): Promise<TaskOutcome> {
    const answer = await this.#call({ kind: 'task', order });
    if (answer.kind !== 'task') throw unexpected(answer, 'task');
    return answer.outcome;
  }
}
