/** Starts the processes of a bench, asks them things, and ends them. */
import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Answer, Handlers, Question } from './questions.ts';

type ArgumentOf<H extends Handlers, M extends keyof H> = Parameters<H[M]> extends [] ? [] : Parameters<H[M]>;

/** A process as the conductor sees it; `H` are the handlers of its module. */
export interface Role<H extends Handlers> extends AsyncDisposable {
  ask<M extends keyof H & string>(method: M, ...argument: ArgumentOf<H, M>): Promise<Awaited<ReturnType<H[M]>>>;
}

export interface RoleOptions {
  /** `background`: the others get the processor first, as if this one had a machine of its own. */
  readonly priority?: 'normal' | 'background';
}

/** Where the system lets us, the roles go before whatever else the machine has to do. */
const NICENESS = { normal: -15, background: -10 } as const;
const NICENESS_OF_ANYBODY = { normal: 0, background: 5 } as const;
const END_MS = 3000;

/** `module`: a path inside bench/. */
export function startRole<H extends Handlers>(module: string, { priority = 'normal' }: RoleOptions = {}): Role<H> {
  const child = fork(fileURLToPath(new URL(`../${module}`, import.meta.url)), {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  if (child.pid !== undefined) prioritise(child.pid, priority);
  return new ChildRole<H>(module, child);
}

/** Also for what is no role: the servers that roles wait for. */
export function prioritise(pid: number, priority: 'normal' | 'background'): void {
  try {
    setPriority(pid, NICENESS[priority]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
    setPriority(pid, NICENESS_OF_ANYBODY[priority]);
  }
}

class ChildRole<H extends Handlers> implements Role<H> {
  readonly #module: string;
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: unknown): void }>();
  #questions = 0;

  constructor(module: string, child: ChildProcess) {
    this.#module = module;
    this.#child = child;
    child.on('message', (answer: Answer) => this.#answered(answer));
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        for (const { reject } of this.#waiting.values()) reject(new Error(`${module} ended with ${signal ?? code} before it answered`));
        this.#waiting.clear();
        resolve();
      });
    });
  }

  ask<M extends keyof H & string>(method: M, ...[argument]: ArgumentOf<H, M>): Promise<Awaited<ReturnType<H[M]>>> {
    const question: Question = { number: ++this.#questions, method, argument };
    return new Promise((resolve, reject) => {
      if (!this.#child.connected) reject(new Error(`${this.#module} has ended: it cannot ${method}`));
      this.#waiting.set(question.number, { resolve: resolve as (result: unknown) => void, reject });
      this.#child.send(question);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    const kill = setTimeout(() => this.#child.kill('SIGKILL'), END_MS);
    await this.#exited;
    clearTimeout(kill);
  }

  #answered({ number, outcome }: Answer): void {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (outcome.kind === 'result') waiting?.resolve(outcome.result);
    else waiting?.reject(new Error(`${this.#module} failed: ${outcome.told}`, { cause: outcome.error }));
  }
}
