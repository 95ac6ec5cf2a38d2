import { Worker } from 'node:worker_threads';
import type { Clock } from '../core/base/clock.ts';
import type { READY } from './thread-orders.ts';

/** What one order may take. */
export interface ThreadLimits {
  readonly timeMs: number;
  readonly megabytes: number;
}

export interface ServingThreadOptions {
  readonly clock: Clock;
  /** The module that runs in it, which serves orders (thread-orders.ts). */
  readonly module: URL;
  readonly limits: ThreadLimits;
  /** What it has from the beginning. */
  readonly data?: unknown;
}

/** A thread takes most of a second to begin: it waits for the next order for so long. */
const IDLE_MS = 10 * 60_000;
/** However busy the machine is. */
const BEGIN_MS = 30_000;

/** An order took more than it may, or the thread broke down over it. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';
  readonly because: 'time' | 'memory' | 'ended';

  constructor(because: ThreadError['because'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.because = because;
  }
}

/**
 * Orders for a thread of its own, for a hub has beats to send: one at a time, in the order they come. Whatever one of them makes the thread do, the hub goes on: a
 * thread that takes too long, or too much, is ended, and the next order gets another one.
 */
export class ServingThread<Order, Answer> implements AsyncDisposable {
  readonly #options: ServingThreadOptions;
  #worker: Worker | undefined;
  /** Rejects with ThreadError when it cannot be begun. */
  #ready: Promise<unknown> = Promise.resolve();
  #last: Promise<unknown> = Promise.resolve();
  #idle: Disposable | undefined;

  constructor(options: ServingThreadOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Somebody is about to give it an order. */
  prepare(): Worker {
    this.#idle?.[Symbol.dispose]();
    this.#idle = this.#options.clock.after(IDLE_MS, () => void this.#end());
    this.#worker ??= this.#begin();
    return this.#worker;
  }

  /** Rejects with ThreadError. The order is made when its turn has come; whatever that throws, the thread never hears of it. */
  ask(order: () => Order, timeMs: number = this.#options.limits.timeMs): Promise<Answer> {
    const asking = this.#last.then(() => this.#ask(order, timeMs));
    // Whoever asked is told what went wrong.
    this.#last = asking.catch(() => undefined);
    return asking;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#idle?.[Symbol.dispose]();
    await this.#end();
  }

  #begin(): Worker {
    const { module, limits, data } = this.#options;
    const worker = new Worker(module, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: limits.megabytes } });
    // A hub that is to end does not wait for it.
    worker.unref();
    // Told to who waits for an answer; a thread that dies while nobody does is begun anew.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    // Listened to from the first: what it says before anybody asks is lost.
    this.#ready = this.#next<typeof READY>(worker, BEGIN_MS);
    this.#ready.catch(() => undefined);
    return worker;
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #ask(order: () => Order, timeMs: number): Promise<Answer> {
    const message = order();
    const worker = this.prepare();
    try {
      await this.#ready;
      worker.postMessage(message);
      return await this.#next<Answer>(worker, timeMs);
    } catch (error) {
      // It may go on with this one for ever.
      if (this.#worker === worker) await this.#end();
      throw error;
    }
  }

  /** What the thread says next. */
  async #next<Said>(worker: Worker, timeMs: number): Promise<Said> {
    const { clock, limits } = this.#options;
    let settle: (() => void) | undefined;
    try {
      return await new Promise<Said>((resolve, reject) => {
        const onError = (cause: unknown) =>
          reject(new ThreadError('memory', `this takes more than ${limits.megabytes} MB of memory, or cannot be done`, { cause }));
        const onExit = () => reject(new ThreadError('ended', 'the thread that did it has ended; try again'));
        const timer = clock.after(timeMs, () => reject(new ThreadError('time', `this takes more than ${timeMs / 1000} s`)));
        worker.on('message', resolve).on('error', onError).on('exit', onExit);
        settle = () => {
          timer[Symbol.dispose]();
          worker.off('message', resolve).off('error', onError).off('exit', onExit);
        };
      });
    } finally {
      settle?.();
    }
  }
}

/** Compiled or not, a worker stands beside the file that begins it and ends like it. */
export const besides = (importer: string, name: string): URL => new URL(`./${name}${importer.slice(importer.lastIndexOf('.'))}`, importer);
