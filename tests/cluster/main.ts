/** Runs until it is told to stop. What dies is said, and started again after a while. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import { PrivateNats } from '../../src/transports/nats/private-nats.contract.ts';
import { PrivatePostgres } from '../processes/private-postgres.ts';

const HUBS = ['one', 'two', 'three'] as const;
const FIRST_PORT = 7331;
/** Long enough to see how the others go on without it. */
const AGAIN_MS = 20_000;
const READY_MS = 30_000;
const MAIN = fileURLToPath(new URL('../../src/hub/main.ts', import.meta.url));

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
});
let isOver = false;

say('starting PostgreSQL and three NATS servers ...');
await using postgres = await PrivatePostgres.start();
await using nats = await PrivateNats.start({ servers: 3 });
const [db, bus] = [await postgres.emptyDatabase(), `nats://${nats.addresses.join(',')}`];
say('starting three hubs ...');
const hubs = new Map<string, ChildProcess>();
for (const [index, name] of HUBS.entries()) await startHub(name, FIRST_PORT + index);
for (const [index, server] of nats.processes.entries()) watchServer(index, server);
say(guide());
await stopped;
isOver = true;
await Promise.all([...hubs.values()].map(stop));

async function startHub(name: string, port: number): Promise<void> {
  const options = ['--port', String(port), '--demo', '--name', name, '--bus', bus, '--db', db, '--log-level', 'error', '--json'];
  const hub = spawn(process.execPath, [MAIN, 'hub', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  hubs.set(name, hub);
  const ready = new Promise<void>((resolve, reject) => {
    hub.stdout.once('data', () => resolve());
    hub.once('exit', (code) => reject(new Error(`the hub ${name} ended with ${code} before it listened`)));
    setTimeout(() => reject(new Error(`the hub ${name} is not ready after ${READY_MS / 1000} s`)), READY_MS).unref();
  });
  await ready;
  hub.once('exit', () => void again(`the hub ${name}`, () => startHub(name, port)));
}

function watchServer(index: number, { name, process: server }: { name: string; process: ChildProcess }): void {
  const restart = async (): Promise<void> => {
    nats.restart(index);
    const started = nats.processes[index];
    if (started) watchServer(index, started);
  };
  server.once('exit', () => void again(`the server ${name}`, restart));
}

async function again(what: string, restart: () => Promise<void>): Promise<void> {
  if (isOver) return;
  say(`${styleText('red', `${what} died`)}; it is started again in ${AGAIN_MS / 1000} s`);
  await Promise.race([pause(AGAIN_MS), stopped]);
  if (isOver) return;
  await restart();
  say(`${styleText('green', `${what} is back`)}\n${processes()}`);
}

async function stop(hub: ChildProcess): Promise<void> {
  if (hub.exitCode !== null || hub.signalCode !== null) return;
  const ended = new Promise((resolve) => hub.once('exit', resolve));
  hub.kill('SIGTERM');
  await ended;
}

function processes(): string {
  const lines = HUBS.map((name, index) => {
    const address = styleText('cyan', `http://127.0.0.1:${FIRST_PORT + index}/w/workcell`);
    return `  hub ${name.padEnd(7)} ${address}   kill -9 ${hubs.get(name)?.pid}`;
  });
  const servers = nats.processes.map(
    ({ name, port, process: server }) => `  ${name.padEnd(11)} 127.0.0.1:${port}                 kill -9 ${server.pid}`,
  );
  return [...lines, ...servers].join('\n');
}

function guide(): string {
  return `
${styleText('bold', 'One world over three hubs')}: open it at two of them, side by side.

${processes()}

Drive a robot, then kill its hub, or a NATS server: the page goes on at another hub, and so does the world.
What was killed is started again after ${AGAIN_MS / 1000} s. Ctrl-C stops everything.
`;
}
