import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const PATIENCE_MS = 4000;
const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Event {
  readonly event: string;
  readonly [field: string]: unknown;
}

/** A program of ours as a process, with all it printed. */
export class Program implements AsyncDisposable {
  readonly process: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly exited: Promise<number | null>;
  readonly lines: string[] = [];
  readonly #title: string;
  readonly #heard = new Set<() => void>();
  #errors = '';

  constructor(file: string, args: readonly string[]) {
    this.#title = `${file} ${args.join(' ')}`;
    this.process = spawn(process.execPath, [file, ...args], { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] });
    createInterface({ input: this.process.stdout }).on('line', (line) => {
      this.lines.push(line);
      for (const hear of this.#heard) hear();
    });
    this.process.stderr.on('data', (chunk: Buffer) => {
      this.#errors += chunk;
    });
    // What it is told after it has ended is lost, as it would be in a shell.
    this.process.stdin.on('error', () => {});
    this.exited = once(this.process, 'close').then(([code]: (number | null)[]) => {
      for (const hear of this.#heard) hear();
      return code ?? null;
    });
  }

  get errors(): string {
    return this.#errors;
  }

  /** All it printed, to show when a test fails. */
  get transcript(): string {
    return `$ ${this.#title}\n${this.lines.join('\n')}\n--- stderr\n${this.#errors}`;
  }

  say(...lines: string[]): void {
    this.process.stdin.write(`${lines.join('\n')}\n`);
  }

  /** No more will be said to it. */
  end(): void {
    this.process.stdin.end();
  }

  /** The first line at or after number `from` that `find` makes something of. */
  async line<T>(find: (line: string) => T | undefined, { from = 0, withinMs = 30_000 } = {}): Promise<T> {
    let next = from;
    return new Promise((resolve, reject) => {
      const settle = (conclude: () => void) => {
        clearTimeout(timer);
        this.#heard.delete(look);
        conclude();
      };
      const look = () => {
        for (; next < this.lines.length; next++) {
          const found = find(this.lines[next] as string);
          if (found !== undefined) return settle(() => resolve(found));
        }
        if (this.process.exitCode !== null) settle(() => reject(new Error(`it ended before it said so\n${this.transcript}`)));
      };
      const timer = setTimeout(() => settle(() => reject(new Error(`not said within ${withinMs} ms\n${this.transcript}`))), withinMs);
      this.#heard.add(look);
      look();
    });
  }

  /** The first event of that kind that `isWanted`. */
  event(kind: string, isWanted: (event: Event) => boolean = () => true, options?: { from?: number; withinMs?: number }): Promise<Event> {
    return this.line((line) => {
      const event = JSON.parse(line) as Event;
      return event.event === kind && isWanted(event) ? event : undefined;
    }, options);
  }

  /** Says a command and waits for what becomes of it. */
  async command(line: string): Promise<Event> {
    const from = this.lines.length;
    this.say(line);
    return this.event('result', () => true, { from });
  }

  get events(): Event[] {
    return this.lines.map((line) => JSON.parse(line) as Event);
  }

  /** Ends it cleanly if it lets itself be: an id that was left without a goodbye is kept for a while. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.process.kill('SIGTERM');
    const impatience = setTimeout(() => this.process.kill('SIGKILL'), PATIENCE_MS);
    await this.exited;
    clearTimeout(impatience);
  }
}

export const manyhands = (...args: string[]): Program => new Program('bin/manyhands', args);

/** A hub on a free port, and its address. */
export async function startHub(...args: string[]): Promise<Program & { readonly url: string }> {
  const hub = manyhands('hub', '--port', '0', '--db', ':memory:', '--json', ...args);
  const { url } = await hub.event('listening');
  return Object.assign(hub, { url: String(url) });
}

/** A participant that takes commands on stdin and prints JSON. */
export async function joinAs(name: string, url: string): Promise<Program> {
  const participant = manyhands('join', url, '--as', name, '--json');
  await participant.event('joined');
  return participant;
}
