import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { joinWorld, planarPose, type World } from '../../src/library/manyhands.ts';
import { type Event, manyhands, type Program, startHub } from './processes.ts';

const run = promisify(execFile);
const PATIENCE_MS = 120_000;

/** A hub, a gateway to its world `lab`, and a robot there that drives. */
class Stage implements AsyncDisposable {
  readonly url: string;
  readonly gateway: Program;
  readonly port: string;
  readonly world: World;
  readonly #hub: Program;

  private constructor(hub: Program, url: string, gateway: Program, port: string, world: World) {
    this.#hub = hub;
    this.url = url;
    this.gateway = gateway;
    this.port = port;
    this.world = world;
  }

  static async set(...options: string[]): Promise<Stage> {
    const hub = await startHub('--world', 'lab');
    const url = `${hub.url}/lab`;
    const gateway = manyhands('gateway', 'line', url, '--listen', '127.0.0.1:0', '--json', ...options);
    const { places } = await gateway.event('listening');
    const world = await joinWorld(url, { name: 'Owner', motions: 'unguarded', onError: () => {} });
    const still = { kind: 'dynamic' as const, dofs: [], initial: { pose: planarPose(0, 0, 0), values: [] } };
    await world.insert({ ...still, name: 'Rover', model: 'rover', driving: { accelerationMPerS2: 2, turnRadPerS2: 4 } }, 'rover');
    return new Stage(
      hub,
      url,
      gateway,
      String((places as string[]).at(-1))
        .split(':')
        .at(-1) ?? '',
      world,
    );
  }

  get x(): number {
    return this.world.entity('rover')?.pose.x ?? Number.NaN;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.world.leave();
    await this.gateway[Symbol.asyncDispose]();
    await this.#hub[Symbol.asyncDispose]();
  }
}

async function until<T>(what: string, look: () => T | undefined | false): Promise<T> {
  for (let i = 0; i < 3000; i++) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`it did not come to be: ${what}`);
}

describe('manyhands gateway line', { timeout: PATIENCE_MS }, () => {
  it('serves nc, lets a robot stand while lines lay unread in a gateway that stood still, and leaves nobody behind', async () => {
    await using stage = await Stage.set();
    const socket = connect({ host: '127.0.0.1', port: Number(stage.port) });
    let heard = '';
    socket.on('data', (bytes) => {
      heard += bytes;
    });
    await once(socket, 'connect');
    socket.write('hello - Ann\nnonce\n');
    const nonce = await until('a nonce', () => /nonce=(\w+)/.exec(heard)?.[1]);
    stage.gateway.process.kill('SIGSTOP');
    for (let i = 0; i < 20; i++) {
      socket.write(`set robots/rover/twist 0.5,0,0 nonce=${nonce}\n`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    stage.gateway.process.kill('SIGCONT');
    await until('all answers', () => /^(ok|err) 22 /m.test(heard));
    expect(heard.match(/^err \d+ late /gm)).toHaveLength(20);
    expect(stage.x).toBe(0);
    await until('ann in the world', () => stage.world.participants.some(({ id }) => id === 'ann'));
    stage.gateway.process.kill('SIGINT');
    expect(await stage.gateway.exited, stage.gateway.transcript).toBe(0);
    await until('ann to have left', () => !stage.world.participants.some(({ id }) => id === 'ann'));
    socket.destroy();
  });

  it('says what is wrong with its options and places by its exit code', async () => {
    const codeOf = async (...args: string[]) => {
      await using program = manyhands('gateway', 'line', ...args);
      return { code: await program.exited, errors: program.errors };
    };
    expect(await codeOf('http://127.0.0.1:9/lab')).toMatchObject({ code: 3, errors: expect.stringContaining('no hub answers') });
    expect(await codeOf('--listen', 'nowhere')).toMatchObject({ code: 2, errors: expect.stringContaining('HOST:PORT') });
    await using hub = await startHub('--world', 'lab');
    const missing = await codeOf(`${hub.url}/lab`, '--serial', '/dev/there-is-none');
    expect(missing).toMatchObject({ code: 1, errors: expect.stringContaining('/dev/there-is-none cannot be opened') });
    await using open = manyhands('gateway', 'line', `${hub.url}/lab`, '--listen', '0.0.0.0:0');
    await open.line((line) => (line.startsWith('Ctrl-C ends it') ? line : undefined));
    await until('the warning', () => open.errors.includes('Lines are not encrypted'));
    expect(open.lines.some((line) => /^Try it: {2}nc 127\.0\.0\.1 \d+$/.test(line))).toBe(true);
  });
});

describe('examples/line', { timeout: PATIENCE_MS }, () => {
  it('thermometer.py writes what it measures, with its age, and hears what others set', async () => {
    await using stage = await Stage.set();
    const { board } = stage.world;
    await board.ready;
    const thermometer = spawn('python3', ['examples/line/thermometer.py', '127.0.0.1', stage.port], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(thermometer, 'close');
    let said = '';
    thermometer.stdout.on('data', (bytes: Buffer) => {
      said += bytes;
    });
    const reading = await until('a temperature', () => {
      const answer = board.read('lab/temperature');
      return answer.kind === 'value' && answer;
    });
    expect(reading).toMatchObject({
      unit: 'C',
      writer: 'thermometer',
      hops: [{ node: 'device' }, { node: 'line', basis: 'measured' }, {}],
    });
    await until('its declaration', () => board.declaration('lab/fan'));
    await board.write('lab/fan', true);
    await until('it to hear of it', () => /^heard lab\/fan true age=\d+$/m.test(said));
    thermometer.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    await until('it to have left', () => !stage.world.participants.some(({ id }) => id === 'thermometer'));
  });

  it('driver.c drives a robot, and is refused one that is leased by another', async () => {
    await using stage = await Stage.set();
    const folder = mkdtempSync(join(tmpdir(), 'manyhands-line-'));
    try {
      const driver = join(folder, 'driver');
      await run('cc', ['-Wall', '-Wextra', '-Werror', '-o', driver, 'examples/line/driver.c']);
      await run(driver, ['rover', '2', '127.0.0.1', stage.port]);
      expect(stage.x).toBeGreaterThan(0.05);
      await stage.world.command('rover', { kind: 'lease', request: { kind: 'ask' } });
      await until('it to stand', () => (stage.world.entity('rover')?.endsAtMs ?? 0) < stage.world.time.worldMs);
      const leasedX = stage.x;
      const refused = (await run(driver, ['rover', '1', '127.0.0.1', stage.port]).catch((error: unknown) => error)) as Event & {
        code: number;
      };
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^err \d+ refused nonce=\w+ .*owner/) });
      expect(stage.x).toBeCloseTo(leasedX, 6);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
