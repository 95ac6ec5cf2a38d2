import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../src/transports/free-port.contract.ts';
import { natsProgram } from '../../src/transports/nats/private-nats.contract.ts';
import { blockOf } from '../docs/documentation.ts';

const run = promisify(execFile);
const NAMES = ['bus1', 'bus2', 'bus3'] as const;
const PASSWORD = 'change-me';
const READY_MS = 60_000;

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const server of running) server.kill('SIGKILL');
});

interface Ports {
  readonly clients: number;
  readonly routes: number;
  readonly monitor: number;
}

/** Three NATS servers with what is in `deploy/nats` and the certificates of the docs; only addresses and folders are those of this machine. */
export class DeployedNats implements AsyncDisposable {
  readonly folder: string;
  readonly #ports: ReadonlyMap<string, Ports>;
  readonly #servers: ChildProcess[] = [];

  private constructor(folder: string, ports: ReadonlyMap<string, Ports>) {
    this.folder = folder;
    this.#ports = ports;
  }

  /** Resolves when all say that they are healthy. */
  static async start(): Promise<DeployedNats> {
    const folder = mkdtempSync(join(tmpdir(), 'manyhands-deploy-'));
    await run('sh', ['-e', '-c', blockOf('sh', 'certificates').text], { cwd: folder });
    const ports = new Map<string, Ports>();
    for (const name of NAMES) ports.set(name, { clients: await freePort(), routes: await freePort(), monitor: await freePort() });
    const nats = new DeployedNats(folder, ports);
    for (const name of NAMES) await nats.#start(name);
    await nats.#healthy();
    return nats;
  }

  /** Of the authority that vouches for the servers. */
  get authority(): string {
    return join(this.folder, 'ca.pem');
  }

  get servers(): string {
    return [...this.#ports.values()].map(({ clients }) => `127.0.0.1:${clients}`).join(',');
  }

  /** As `users.conf` tells to: among the users, then all servers read it again. */
  async addUser(user: string): Promise<void> {
    for (const name of NAMES) {
      const file = join(this.folder, name, 'users.conf');
      writeFileSync(file, readFileSync(file, 'utf8').replace(/\]\s*$/, `${user}]\n`));
    }
    for (const server of this.#servers) server.kill('SIGHUP');
    await pause(500);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = this.#servers.map((server) => new Promise((resolve) => server.once('exit', resolve)));
    for (const server of this.#servers) server.kill('SIGKILL');
    await Promise.all(ended);
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #start(name: string): Promise<void> {
    const folder = join(this.folder, name);
    cpSync('deploy/nats/users.conf', join(folder, 'users.conf'));
    cpSync(this.authority, join(folder, 'ca.pem'));
    mkdirSync(join(folder, 'store'));
    const file = join(folder, 'nats.conf');
    writeFileSync(file, this.#here(name, readFileSync('deploy/nats/nats.conf', 'utf8')));
    const environment = { ...process.env, NATS_NAME: name, HUB_PASSWORD: PASSWORD };
    await run(natsProgram(), ['-t', '--config', file], { env: environment });
    const server = spawn(natsProgram(), ['--config', file], { env: environment, stdio: 'ignore' });
    running.add(server);
    server.once('exit', () => running.delete(server));
    this.#servers.push(server);
  }

  #here(name: string, configuration: string): string {
    const folder = join(this.folder, name);
    const own = this.#ports.get(name) as Ports;
    const replaced = [
      ['/var/lib/manyhands-nats', join(folder, 'store')],
      ['/etc/manyhands/nats/', `${folder}/`],
      ['0.0.0.0:4222', `127.0.0.1:${own.clients}`],
      ['0.0.0.0:6222', `127.0.0.1:${own.routes}`],
      ['127.0.0.1:8222', `127.0.0.1:${own.monitor}`],
      ...NAMES.map((other) => [`//${other}:6222`, `//127.0.0.1:${this.#ports.get(other)?.routes}`] as const),
    ] as const;
    let text = configuration;
    for (const [there, here] of replaced) {
      if (!text.includes(there)) throw new Error(`deploy/nats/nats.conf does not speak of ${there} any more`);
      text = text.replaceAll(there, here);
    }
    return text;
  }

  async #healthy(): Promise<void> {
    const giveUpMs = performance.now() + READY_MS;
    for (const { monitor } of this.#ports.values()) {
      for (;;) {
        const answer = await fetch(`http://127.0.0.1:${monitor}/healthz`).catch(() => undefined);
        if (answer?.ok) break;
        if (performance.now() > giveUpMs) throw new Error('a NATS server of deploy/ did not become healthy');
        await pause(200);
      }
    }
  }
}
