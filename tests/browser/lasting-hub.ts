import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { joinWorld, type World } from '../../src/library/manyhands.ts';
import { beginSession } from '../../src/library/session.ts';
import { monotonicMs, StartedProcess } from '../processes/started-process.ts';
import { temporaryFolder } from '../processes/sweeper.ts';

/** The world that browser tests meet in. */
export const WORLD = 'lab';

const LOG_SHOWN = 3000;

/** A hub with its database in a temporary folder: it can be stopped, killed or paused, and comes back with what it kept, under the same address. */
export class LastingHub implements AsyncDisposable {
  readonly url: string;
  /** Who comes by it may do everything. */
  readonly administratorLink: string;
  /** The one that it opens at once. */
  readonly world: string;
  readonly #folder: string;
  #process: StartedProcess;

  private constructor(folder: string, world: string, { process, url, administrator }: Started) {
    this.#folder = folder;
    this.world = world;
    this.#process = process;
    this.url = url;
    this.administratorLink = administrator;
  }

  /** An empty world, or one of those that come with the product. */
  static async start(demo?: string): Promise<LastingHub> {
    const folder = temporaryFolder('hub');
    const content = demo === undefined ? [] : ['--demo'];
    return new LastingHub(folder, demo ?? WORLD, await startProcess(folder, 0, ['--world', demo ?? WORLD, ...content]));
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
    return `hub-${this.world}`;
  }

  join(name: string): Promise<World> {
    return joinWorld(this.url, { name, world: this.world, onError: () => undefined });
  }

  /** An empty one. Answers its id, which is its name if that is an id and nobody had it before. */
  async makeWorld(name: string): Promise<string> {
    const { id } = (await (await this.#administer('POST', '/worlds', { name })).json()) as { id: string };
    return id;
  }

  /** Whoever is in it is sent away. */
  async removeWorld(world: string): Promise<void> {
    await this.#administer('DELETE', `/worlds/${world}`);
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
    this.#process = (await startProcess(this.#folder, this.port, ['--world', this.world])).process;
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

  async #administer(method: 'POST' | 'DELETE', path: string, body?: object): Promise<Response> {
    const { token } = await beginSession(this.url, { link: this.administratorLink, name: 'Administrator' });
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} was answered by ${response.status}: ${await response.text()}`);
    return response;
  }
}

interface Started {
  readonly process: StartedProcess;
  readonly url: string;
  readonly administrator: string;
}

async function startProcess(folder: string, port: number, content: readonly string[]): Promise<Started> {
  const options = ['--port', String(port), '--db', join(folder, 'hub.db'), '--data', folder, ...content, '--json'];
  const process = StartedProcess.start('the hub', 'bin/manyhands', ['hub', ...options]);
  const said = await process.until('it said where it listens', ({ value }) => {
    const { url, administrator } = value as Partial<Started>;
    return url !== undefined && administrator !== undefined ? { url, administrator } : undefined;
  });
  return { process, ...said };
}
