import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { sweep } from './sweeper.ts';

/** One line of what a process printed, and when it was read here. */
export interface Line {
  /** Of the machine's monotonic clock: see `monotonicMs`. */
  readonly atMs: number;
  /** What the line says, from JSON. */
  readonly value: unknown;
}

/** Milliseconds of the machine's monotonic clock, which all processes share. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A process that was asked to end and did not is killed. */
const END_MS = 4000;
/** Two cores may be busy with other tests. It guards against waiting for ever. */
const PATIENCE_MS = 90_000;
const STDERR_SHOWN = 2000;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** A Node process that prints one JSON object a line. Disposing ends it. */
export class StartedProcess implements AsyncDisposable {
  readonly lines: Line[] = [];
  readonly #name: string;
  readonly #child: Child;
  readonly #waiting = new Set<() => void>();
  readonly #ended: Promise<number>;
  #end: string | undefined;
  #stderr = '';

  private constructor(name: string, child: Child) {
    this.#name = name;
    this.#child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
    // It may have gone when something is said to it: its end tells enough.
    child.stdin.on('error', () => undefined);
    createInterface({ input: child.stdout }).on('line', (line) => this.#read(line));
    this.#ended = new Promise((resolve) => {
      child.once('error', (error) => this.#over(`could not be started: ${error.message}`));
      child.once('close', (code, signal) => {
        this.#over(`ended with ${signal ?? code}`);
        resolve(code ?? -1);
      });
    });
  }

  /** `module`: a path from the root of the project. `name` stands in error messages. `nodeOptions` are for Node itself. */
  static start(name: string, module: string, args: readonly string[], nodeOptions: readonly string[] = []): StartedProcess {
    const child = spawn(process.execPath, [...nodeOptions, module, ...args], { cwd: ROOT, stdio: ['pipe', 'pipe', 'pipe'] });
    sweep(child);
    return new StartedProcess(name, child);
  }

  get pid(): number {
    const { pid } = this.#child;
    if (pid === undefined) throw new Error(`${this.#name} ${this.#end ?? 'has no process'}`);
    return pid;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Its exit code; -1 when a signal ended it. */
  get ended(): Promise<number> {
    return this.#ended;
  }

  write(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }

  /** No more will be written to it. */
  endInput(): void {
    this.#child.stdin.end();
  }

  /** The first of its lines, present and to come, for which `find` answers something. `what` is missing if it does not come. */
  until<T>(what: string, find: (line: Line) => T | undefined, { from = 0, withinMs = PATIENCE_MS } = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      let next = from;
      const settle = () => {
        clearTimeout(timer);
        this.#waiting.delete(look);
      };
      const giveUp = (why: string) => {
        settle();
        reject(new Error(`${this.#name} ${why} before ${what}\n${this.#stderr.slice(-STDERR_SHOWN)}`));
      };
      const look = () => {
        for (; next < this.lines.length; next++) {
          const found = find(this.lines[next] as Line);
          if (found === undefined) continue;
          settle();
          resolve(found);
          return;
        }
        if (this.#end !== undefined) giveUp(this.#end);
      };
      const timer = setTimeout(() => giveUp(`let ${withinMs} ms pass`), withinMs);
      this.#waiting.add(look);
      look();
    });
  }

  /** It stands still as a laptop that sleeps does, until `resume`. */
  suspend(): void {
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }

  /** Ends it as a crash would. Answers when. */
  async kill(): Promise<number> {
    const atMs = monotonicMs();
    this.#child.kill('SIGKILL');
    await this.#ended;
    return atMs;
  }

  /** Asks it to end; kills it if it does not. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), END_MS);
    await this.#ended;
    clearTimeout(timer);
  }

  #read(text: string): void {
    try {
      this.lines.push({ atMs: monotonicMs(), value: JSON.parse(text) });
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#end = `printed what is no JSON: ${text}`;
    }
    this.#wake();
  }

  #over(end: string): void {
    this.#end ??= end;
    this.#wake();
  }

  #wake(): void {
    for (const look of [...this.#waiting]) look();
  }
}
