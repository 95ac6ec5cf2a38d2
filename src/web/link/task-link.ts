import type { TaskOrder, TaskOutcome, TaskView } from '../../core/tasks/tasks.ts';
import type { Observable } from './observable.ts';

/** The task of the world. A hub performs it, so it goes on when this page is closed. */
export interface TaskLink {
  /** The one that is performed, or was performed last, whoever started it. */
  readonly current: Observable<TaskView | undefined>;
  start(order: Omit<TaskOrder, 'id'>): Promise<TaskOutcome>;
  pause(): Promise<TaskOutcome>;
  resume(): Promise<TaskOutcome>;
  stop(): Promise<TaskOutcome>;
}

/** What is asked about the task. */
export type TaskCall = { readonly kind: 'start'; readonly order: Omit<TaskOrder, 'id'> } | { readonly kind: 'pause' | 'resume' | 'stop' };

export interface TaskNews {
  readonly current: TaskView | undefined;
}
