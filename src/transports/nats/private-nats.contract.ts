import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { freePort } from '../free-port.contract.ts';

/** Two cores may be busy with other tests. */
const START_MS = 30_000;

const running = new Set<ChildProcess>();
const folders = new Set<string>();
// A test run that is itself ended leaves nothing behind.
process.on('exit', () => {
  for (const server of running) server.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export interface PrivateNatsOptions {
  /** One alone, or a cluster. */
  readonly servers: 1 | 3;
  /** More of the servers' configuration, such as who may do what. */
  readonly configuration?: string;
  /** By which the tests themselves come in, where not everybody may. */
  readonly user?: string;
  readonly records?: 'kept' | 'none';
}

interface Server {
  readonly name: string;
  readonly port: number;
  readonly file: string;
  process: ChildProcess;
}

/** NATS servers of their own, on free ports, with their records in a temporary folder. Disposing stops them and removes the data. */
export class PrivateNats implements AsyncDisposable {
  readonly #folder: string;
  readonly #servers: readonly Server[];

  private constructor(folder: string, servers: readonly Server[]) {
    this.#folder = folder;
    this.#servers = servers;
  }

  /** Resolves when records can be written. A free port may be somebody else's a moment later, and its server ends: then all are started once more, at other ports. */
  static async start(options: PrivateNatsOptions): Promise<PrivateNats> {
    for (let isLastTry = false; ; isLastTry = true) {
      const nats = await PrivateNats.#launch(options);
      try {
        await nats.#ready(options);
        return nats;
      } catch (error) {
        const haveAllStayed = nats.#servers.every(({ process }) => process.exitCode === null);
        await nats[Symbol.asyncDispose]();
        if (isLastTry || haveAllStayed) throw error;
      }
    }
  }

  static async #launch(options: PrivateNatsOptions): Promise<PrivateNats> {
    const folder = mkdtempSync(join(tmpdir(), 'manyhands-nats-'));
    folders.add(folder);
    const routes = await Promise.all(Array.from({ length: options.servers }, () => freePort()));
    const servers: Server[] = [];
    for (const [index, route] of routes.entries()) {
      const [name, port] = [`nats-${index + 1}`, await freePort()];
      const file = join(folder, `${name}.conf`);
      mkdirSync(join(folder, name));
      writeFileSync(file, configurationOf({ name, port, folder: join(folder, name), route, routes, options }));
      servers.push({ name, port, file, process: start(file) });
    }
    return new PrivateNats(folder, servers);
  }

  get ports(): readonly number[] {
    return this.#servers.map(({ port }) => port);
  }

  /** Of all servers. */
  get addresses(): string[] {
    return this.ports.map((port) => `127.0.0.1:${port}`);
  }

  /** Which processes they are, and where each listens. */
  get processes(): { readonly name: string; readonly port: number; readonly process: ChildProcess }[] {
    return this.#servers.map(({ name, port, process }) => ({ name, port, process }));
  }

  /** Resolves when every server has all records of a space again. */
  async whole(space: string): Promise<void> {
    const giveUpMs = performance.now() + START_MS;
    const connection = await connect({ servers: this.addresses });
    try {
      const api = await jetstreamManager(connection, { checkAPI: false, timeout: 2000 });
      for (;;) {
        const info = await api.streams.info(`KV_${space}`).catch(() => undefined);
        const replicas = info?.cluster?.replicas ?? [];
        if (replicas.length === this.#servers.length - 1 && replicas.every(({ current, offline }) => current && !offline)) return;
        if (performance.now() > giveUpMs) throw new Error(`a server does not have all records of ${space} again`);
        await pause(100);
      }
    } finally {
      await connection.close();
    }
  }

  /** As a crash would, without a word. */
  async kill(index: number): Promise<void> {
    await ended(this.#server(index), 'SIGKILL');
  }

  /** With what it had on its disk. */
  restart(index: number): void {
    const server = this.#server(index);
    server.process = start(server.file);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#servers.map((server) => ended(server, 'SIGKILL')));
    rmSync(this.#folder, { recursive: true, force: true });
    folders.delete(this.#folder);
  }

  #server(index: number): Server {
    const server = this.#servers[index];
    if (!server) throw new RangeError(`there is no server ${index}`);
    return server;
  }

  async #ready({ records = 'kept', servers, user }: PrivateNatsOptions): Promise<void> {
    const giveUpMs = performance.now() + START_MS;
    for (;;) {
      try {
        const connection = await connect({ servers: this.addresses, timeout: 1000, ...(user !== undefined && { user, pass: user }) });
        try {
          if (records === 'none') return;
          const api = await jetstreamManager(connection, { timeout: 2000 });
          // A cluster says that it keeps records before it has chosen who leads.
          await api.streams.add({ name: 'ready', subjects: ['ready'], num_replicas: servers });
          await api.streams.delete('ready');
          return;
        } finally {
          await connection.close();
        }
      } catch (error) {
        const gone = this.#servers.filter(({ process }) => process.exitCode !== null).map(({ name }) => name);
        if (gone.length > 0 || performance.now() > giveUpMs)
          throw new Error(`NATS did not start; ended by themselves: ${gone.join(', ') || 'none'}`, { cause: error });
        await pause(50);
      }
    }
  }
}

function configurationOf(server: {
  name: string;
  port: number;
  folder: string;
  route: number;
  routes: readonly number[];
  options: PrivateNatsOptions;
}): string {
  const { name, port, folder, route, routes, options } = server;
  const others = routes.filter((other) => other !== route).map((other) => `nats-route://127.0.0.1:${other}`);
  return [
    `server_name: ${name}`,
    `listen: "127.0.0.1:${port}"`,
    ...(options.records === 'none' ? [] : [`jetstream { store_dir: "${folder}" }`]),
    ...(routes.length === 1 ? [] : [`cluster { name: test, listen: "127.0.0.1:${route}", routes: [${others.join(', ')}] }`]),
    options.configuration ?? '',
    '',
  ].join('\n');
}

function start(file: string): ChildProcess {
  const server = spawn(natsProgram(), ['--config', file], { stdio: 'ignore' });
  running.add(server);
  server.once('exit', () => running.delete(server));
  return server;
}

function ended({ process: server }: Server, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) resolve();
    else {
      server.once('exit', () => resolve());
      server.kill(signal);
    }
  });
}

/** In PATH, or where Debian keeps it. */
export function natsProgram(): string {
  const found = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].map((folder) => join(folder, 'nats-server')).find(existsSync);
  if (found === undefined) throw new Error('nats-server is not on this machine: install it ("apt-get install nats-server" on Debian)');
  return found;
}
