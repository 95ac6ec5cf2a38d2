import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinWorld, type World } from '../../src/library/manyhands.ts';
import { monotonicMs, StartedProcess } from '../processes/started-process.ts';

/** The world that browser tests meet in. */
export const WORLD = 'lab';

const LOG_SHOWN = 3000;

/** A hub with its database in a temporary folder: it can be stopped, killed or paused, and comes back with what it kept, under the same address. */
export class LastingHub implements AsyncDisposable {
  readonly url: string;
  /** Who comes by it may do everything. */
  readonly administratorLink: string;
  readonly #folder: string;
  #process: StartedProcess;

  private constructor(folder: string, { process, url, administrator }: Started) {
    this.#folder = folder;
    this.#process = process;
    this.url = url;
    this.administratorLink = administrator;
  }

  static async start(): Promise<LastingHub> {
    const folder = mkdtempSync(join(tmpdir(), 'manyhands-browser-'));
    return new LastingHub(folder, await startProcess(folder, 0));
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Where its planners of one's own lie. */
  get planners(): string {
    return join(this.#folder, 'planners');
  }

  /** The end of its log. */
  get log(): string {
    return this.#process.stderr.slice(-LOG_SHOWN);
  }

  /** The id of the hub's own participant. */
  get resident(): string {
    return `hub-${WORLD}`;
  }

  join(name: string): Promise<World> {
    return joinWorld(this.url, { name, world: WORLD, onError: () => undefined });
  }

  /** As Ctrl-C does. */
  async stop(): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
  }

  /** As a crash does. */
  async kill(): Promise<void> {
    await this.#process.kill();
  }

  async startAgain(): Promise<void> {
    this.#process = (await startProcess(this.#folder, this.port)).process;
  }

  /** It does nothing any more, but its links stay open. Answers when. */
  pause(): number {
    const atMs = monotonicMs();
    process.kill(this.#process.pid, 'SIGSTOP');
    return atMs;
  }

  goOn(): void {
    process.kill(this.#process.pid, 'SIGCONT');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
    rmSync(this.#folder, { recursive: true });
  }
}

interface Started {
  readonly process: StartedProcess;
  readonly url: string;
  readonly administrator: string;
}

async function startProcess(folder: string, port: number): Promise<Started> {
  const options = ['--port', String(port), '--db', join(folder, 'hub.db'), '--data', folder, '--world', WORLD, '--json'];
  const process = StartedProcess.start('the hub', 'bin/manyhands', ['hub', ...options]);
  const said = await process.until('it said where it listens', ({ value }) => {
    const { url, administrator } = value as Partial<Started>;
    return url !== undefined && administrator !== undefined ? { url, administrator } : undefined;
  });
  return { process, ...said };
}
