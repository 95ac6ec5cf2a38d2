import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { draftOf, joinWorld, planarPose } from '../../src/library/manyhands.ts';
import { blockOf } from '../docs/documentation.ts';
import { JoinProcess } from '../processes/join-process.ts';
import { PrivatePostgres } from '../processes/private-postgres.ts';
import { StartedProcess } from '../processes/started-process.ts';
import { DeployedNats } from './deployed-nats.ts';

const run = promisify(execFile);
const SLOW = { timeout: 120_000 };
const WITHIN = { timeout: 20_000, interval: 50 };
const CACHE = '.cache/docs';

interface Listening {
  readonly url: string;
}

/** `NAME=value` a line, as systemd reads it. */
const environmentIn = (file: string): Record<string, string> =>
  Object.fromEntries([...readFileSync(file, 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

const words = (line: string): string[] => line.trim().split(/\s+/);

describe('what is in deploy/', () => {
  let opened: AsyncDisposableStack;
  let nats: DeployedNats;
  let postgres: PrivatePostgres;
  let hub: StartedProcess;
  let url: string;

  beforeAll(async () => {
    opened = new AsyncDisposableStack();
    nats = opened.use(await DeployedNats.start());
    postgres = opened.use(await PrivatePostgres.start());
    for (const statement of blockOf('sql', 'postgres').text.split('\n').filter(Boolean)) await postgres.query(statement);
    const { MANYHANDS_BUS = '', HUB_OPTIONS = '' } = environmentIn('deploy/hub.env');
    const bus = MANYHANDS_BUS.replace('bus1:4222,bus2:4222,bus3:4222', nats.servers);
    const options = HUB_OPTIONS.replace('/etc/manyhands/nats/ca.pem', nats.authority)
      .replace('7330', '0')
      .replace(/--public-url \S+ /, '');
    const db = postgres.urlOf('manyhands', 'manyhands:change-me');
    hub = opened.use(
      StartedProcess.start('the hub', 'src/hub/main.ts', ['hub', '--bus', bus, '--db', db, '--world', 'lab', ...words(options), '--json']),
    );
    url = (await hub.until('it said where it listens', ({ value }) => value as Listening)).url;
  }, 120_000);
  afterAll(() => opened.disposeAsync());

  it('runs three NATS servers with TLS, and a hub on them with a password', SLOW, async () => {
    await using ann = await joinWorld(`${url}/lab`, { name: 'Ann', onError: () => undefined });
    const view = await ann.insert(draftOf(pioneer3dx, { pose: planarPose(1, 0, 0) }), 'cart');
    expect(view.owner).toBe(ann.id);
    await ann.remove('cart');
  });

  it.each([
    ['no authority that knows the servers', (bus: string) => [bus], /certificate of the NATS servers is not good here/],
    [
      'a wrong password',
      (bus: string) => [bus.replace('change-me', 'guessed'), '--bus-ca', nats.authority],
      /do not take these credentials/,
    ],
  ])('lets no hub in with %s', SLOW, async (_, argumentsFor, reason) => {
    const args = ['hub', '--port', '0', '--name', 'other', '--db', postgres.urlOf('manyhands', 'manyhands:change-me')];
    const bus = `tls://hub:change-me@${nats.servers}`;
    const started = run(process.execPath, ['src/hub/main.ts', ...args, '--bus', ...argumentsFor(bus)]);
    await expect(started).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(reason) });
  });

  it('lets a program join the bus itself, by the commands of docs/hubs.md and the program of docs/integrator.md', SLOW, async () => {
    const [grant = '', joining = ''] = blockOf('sh', 'grant').text.trim().split('\n');
    const key = join(nats.folder, 'agent-1.key');
    const here = (line: string) =>
      words(line)
        .slice(1)
        .map((word) =>
          word.replace('agent-1.key', key).replace('bus1:4222,bus2:4222,bus3:4222', nats.servers).replace('ca.pem', nats.authority),
        );
    const { stdout } = await run(process.execPath, ['src/hub/main.ts', ...here(grant)]);
    expect(statSync(key).mode & 0o077).toBe(0);
    await nats.addUser(stdout);
    const [, servers = '', , name = '', ...options] = here(joining);
    {
      await using agent = await JoinProcess.join(servers, name, ...options);
      await using ann = await joinWorld(`${url}/lab`, { name: 'Ann', onError: () => undefined });
      await expect.poll(() => ann.participants.map(({ id }) => id), WITHIN).toContain(agent.id);
    }
    mkdirSync(CACHE, { recursive: true });
    const file = `${CACHE}/bus.ts`;
    writeFileSync(file, blockOf('ts', 'bus').text);
    expect(existsSync('dist/headless/headless.js')).toBe(true);
    const environment = { ...process.env, NODE_EXTRA_CA_CERTS: nats.authority };
    const ran = await run(process.execPath, [file, servers, key], { env: environment });
    expect(ran.stdout.trim()).toBe('done');
  });
});
