import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

export type Query =
  | { readonly kind: 'run'; readonly id: number; readonly sql: string; readonly parameters: readonly SQLInputValue[] }
  | { readonly kind: 'rollback'; readonly id: number };

/** Closing is answered by the end of the thread. */
export type Order = Query | { readonly kind: 'close' };

export type Answer =
  | { readonly kind: 'done'; readonly id: number; readonly rows: unknown[]; readonly changes: number }
  | { readonly kind: 'failed'; readonly id: number; readonly error: unknown };

type Outcome = Extract<Answer, { kind: 'done' }>;

interface Waiting {
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** The near side of sqlite-worker.ts: orders are done one after the other, in the order in which they are given. */
export class SqliteThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #end: Error | undefined;

  constructor(file: string) {
    // Compiled or not, the worker stands beside this file and ends like it.
    const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
    this.#worker = new Worker(new URL(`./sqlite-worker${extension}`, import.meta.url), { workerData: file });
    this.#worker.on('message', (answer: Answer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#over(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', () => this.#over(new Error(`the thread that had ${file} open has ended`)));
  }

  run(sql: string, parameters: readonly unknown[]): Promise<Outcome> {
    // Whatever is not of these types fails in the worker, with a message that says so.
    return this.#give((id) => ({ kind: 'run', id, sql, parameters: parameters as readonly SQLInputValue[] }));
  }

  /** Does nothing when there is no transaction. */
  rollback(): Promise<Outcome> {
    return this.#give((id) => ({ kind: 'rollback', id }));
  }

  async close(): Promise<void> {
    if (this.#end) return;
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.postMessage({ kind: 'close' } satisfies Order);
    await exited;
  }

  #give(query: (id: number) => Query): Promise<Outcome> {
    if (this.#end) return Promise.reject(this.#end);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage(query(id));
    });
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (answer.kind === 'done') waiting?.resolve(answer);
    else waiting?.reject(answer.error);
  }

  #over(error: Error): void {
    this.#end ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#end);
    this.#waiting.clear();
  }
}
