import { bytesOfOrder, MOST_ORDER_BYTES } from '../api/tasks.ts';
import { type Clock, delay } from '../base/clock.ts';
import { type Random, randomId } from '../base/random.ts';
import { Signal } from '../base/signal.ts';
import { type Bus, RefusedError } from '../bus/bus.ts';
import { CurrentTask, type KeptTask } from './current-task.ts';
import { newTaskState, type TaskOrder, type TaskWish, taskView } from './task-machine.ts';
import { isOver, type TaskView } from './task-view.ts';

/** What became of a wish. */
export type TaskOutcome = { readonly kind: 'done' } | { readonly kind: 'refused' | 'lost'; readonly reason: string };

export interface WorldTasksPorts {
  /** Of the world that the participant is in. */
  readonly world: string;
  /** The one that the participant is on. */
  readonly bus: Bus;
  readonly clock: Clock;
  readonly random: Random;
  readonly time: () => { readonly worldMs: number; readonly generation: number };
  readonly report: (error: unknown) => void;
}

const TRIES = 8;
const TRY_AGAIN_MS = 100;

const DONE: TaskOutcome = { kind: 'done' };
const refused = (reason: string): TaskOutcome => ({ kind: 'refused', reason });

/** The task of a world, for everybody who has joined it: to start one, and to see how it gets on. It is performed by a hub, and goes on when who asked for it goes. */
export class WorldTasks implements Disposable {
  readonly changes: Signal<undefined> = new Signal();
  readonly #ports: WorldTasksPorts;
  readonly #record: CurrentTask;

  constructor(ports: WorldTasksPorts) {
    this.#ports = ports;
    this.#record = new CurrentTask(ports.world, { ...ports, onChange: () => this.changes.emit(undefined) });
  }

  [Symbol.dispose](): void {
    this.#record[Symbol.dispose]();
  }

  /** Resolves when it is known which task there is, if any. */
  get ready(): Promise<void> {
    return this.#record.ready;
  }

  /** The task that is performed, or was performed last. */
  get current(): TaskView | undefined {
    const kept = this.#record.kept;
    return kept && taskView(kept.order, kept.state);
  }

  /** Resolves when it is certain to be performed. Only one task is at a time. */
  async start(wanted: Omit<TaskOrder, 'id'>): Promise<TaskOutcome> {
    await this.ready;
    const { worldMs, generation } = this.#ports.time();
    const order: TaskOrder = { id: randomId(this.#ports.random, 10), name: wanted.name, rows: wanted.rows };
    const state = newTaskState(order, { nowMs: Math.round(worldMs), generation });
    const bytes = bytesOfOrder(order);
    if (bytes > MOST_ORDER_BYTES)
      return refused(`a task with its programs and positions has ${MOST_ORDER_BYTES} bytes at most, not ${bytes}: make several tasks`);
    return this.#change((kept) => {
      // The answer was lost, and somebody has changed the task since: it is not begun once more.
      if (kept?.order.id === order.id) return DONE;
      return kept && !isOver(kept.state.phase) ? refused(`${kept.order.name} is ${kept.state.phase}: stop it first`) : { order, state };
    });
  }

  /** Its programs pause, and its time stands still. */
  pause(): Promise<TaskOutcome> {
    return this.#wish('pause');
  }

  resume(): Promise<TaskOutcome> {
    return this.#wish('run');
  }

  /** Ends its programs. */
  stop(): Promise<TaskOutcome> {
    return this.#wish('stop');
  }

  #wish(wish: TaskWish): Promise<TaskOutcome> {
    return this.#change((kept) => {
      if (!kept || isOver(kept.state.phase)) return refused('no task is performed');
      return { order: kept.order, state: { ...kept.state, wish } };
    });
  }

  /** Again while others change it at the same time. `next` says what it should become, or what came of it already. */
  async #change(next: (kept: KeptTask | undefined) => KeptTask | TaskOutcome): Promise<TaskOutcome> {
    await this.ready;
    const { clock, random } = this.#ports;
    const nonce = randomId(random, 10);
    for (let tries = 0; tries < TRIES; tries++) {
      const kept = this.#record.kept;
      if (kept?.nonce === nonce) return DONE;
      const wanted = next(kept);
      if ('kind' in wanted) return wanted;
      try {
        const { kind } = await this.#record.swap(kept?.revision, wanted, nonce);
        if (kind === 'applied') return DONE;
      } catch (error) {
        if (error instanceof RefusedError) return refused(error.message);
        throw error;
      }
      await delay(clock, TRY_AGAIN_MS);
    }
    return { kind: 'lost', reason: 'the hub does not answer, or others change the task all the time: look how it stands' };
  }
}
