import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from '../../src/transports/free-port.contract.ts';

const run = promisify(execFile);

/** Two cores may be busy with other tests. */
const START_MS = 30_000;
const SUPERUSER = 'postgres';
const FIRST_DATABASE = 'postgres';

const running = new Set<ChildProcess>();
const folders = new Set<string>();
// A test run that is itself ended leaves nothing behind.
process.on('exit', () => {
  for (const server of running) server.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A PostgreSQL server of its own, on a free port, with its data in a temporary folder. Disposing stops it and removes the data. */
export class PrivatePostgres implements AsyncDisposable {
  readonly #folder: string;
  readonly #port: number;
  #server: ChildProcess;
  #databases = 0;

  private constructor(folder: string, port: number, server: ChildProcess) {
    this.#folder = folder;
    this.#port = port;
    this.#server = server;
  }

  static async start(): Promise<PrivatePostgres> {
    const folder = mkdtempSync(join(tmpdir(), 'manyhands-postgres-'));
    folders.add(folder);
    const { uid, gid } = await account();
    chownSync(folder, uid, gid);
    await run(
      program('initdb'),
      ['--pgdata', join(folder, 'data'), '--username', SUPERUSER, '--auth', 'trust', '--encoding', 'UTF8', '--no-sync'],
      {
        uid,
        gid,
        cwd: folder,
      },
    );
    const port = await freePort();
    return new PrivatePostgres(folder, port, await startServer(folder, port));
  }

  /** The address of a new database, in which nothing is yet. */
  async emptyDatabase(): Promise<string> {
    const name = `test${++this.#databases}`;
    await this.query(`create database ${name}`);
    return this.urlOf(name);
  }

  /** In the database that `url` is for. */
  async query(sql: string, url: string = this.urlOf(FIRST_DATABASE)): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Kills the server as a crash would, and starts it again on the same data. */
  async crash(): Promise<void> {
    const ended = endOf(this.#server);
    this.#server.kill('SIGKILL');
    await ended;
    this.#server = await startServer(this.#folder, this.#port);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = endOf(this.#server);
    // "Fast": does not wait for those who are connected.
    this.#server.kill('SIGINT');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
    folders.delete(this.#folder);
  }

  /** The address of a database; `user` may have a password behind a colon. */
  urlOf(database: string, user: string = SUPERUSER): string {
    return `postgres://${user}@127.0.0.1:${this.#port}/${database}`;
  }
}

/** After a crash the server's children may hold the shared memory for a moment: it is tried until they have gone. */
async function startServer(folder: string, port: number): Promise<ChildProcess> {
  const { uid, gid } = await account();
  const giveUpMs = performance.now() + START_MS;
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`, 'shared_buffers=16MB'];
  for (;;) {
    const args = ['-D', join(folder, 'data'), ...settings.flatMap((setting) => ['-c', setting])];
    const server = spawn(program('postgres'), args, { uid, gid, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    running.add(server);
    const said = await firstWords(server);
    if (said.kind === 'ready') return server;
    if (performance.now() > giveUpMs) throw new Error(`PostgreSQL did not start on port ${port}:\n${said.log}`);
    await pause(100);
  }
}

/** What it says until it is ready, or has ended. */
function firstWords(server: ChildProcess): Promise<{ kind: 'ready' } | { kind: 'ended'; log: string }> {
  return new Promise((resolve) => {
    let log = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('database system is ready to accept connections')) resolve({ kind: 'ready' });
    });
    server.once('error', (error) => resolve({ kind: 'ended', log: error.message }));
    void endOf(server).then(() => resolve({ kind: 'ended', log }));
  });
}

function endOf(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      running.delete(server);
      resolve();
    };
    if (server.exitCode !== null || server.signalCode !== null) over();
    else server.once('exit', over);
  });
}

/** PostgreSQL does not run as root: then it runs as the user its package has made. */
async function account(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (uid !== 0) return { uid, gid };
  const id = async (kind: string) => Number((await run('id', [kind, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

/** In PATH, or where Debian keeps the programs of each version. */
function program(name: string): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];
  const found = [...(process.env.PATH ?? '').split(delimiter), ...versions].map((folder) => join(folder, name)).find(existsSync);
  if (found === undefined) throw new Error(`${name} is not on this machine: install PostgreSQL ("apt-get install postgresql" on Debian)`);
  return found;
}
