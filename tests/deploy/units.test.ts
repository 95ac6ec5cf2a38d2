import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { natsProgram } from '../../src/transports/nats/private-nats.contract.ts';

const run = promisify(execFile);
const UNITS = readdirSync('deploy/systemd');
const ANALYZE = ['/usr/bin/systemd-analyze', '/bin/systemd-analyze'].find(existsSync);

const textOf = (unit: string): string => readFileSync(`deploy/systemd/${unit}`, 'utf8');
const settingsOf = (unit: string): Map<string, string> =>
  new Map([...textOf(unit).matchAll(/^([A-Z][A-Za-z]+)=(.+)$/gm)].map(([, name = '', value = '']) => [name, value]));

describe('the units of deploy/', () => {
  it.each(UNITS)('%s has nothing in it that systemd does not know', async (unit) => {
    const unknown = textOf(unit)
      .split('\n')
      .filter((line) => line !== '' && !/^(#.*|\[(Unit|Service|Install)\]|[A-Z][A-Za-z]+=.+)$/.test(line));
    expect(unknown).toEqual([]);
    if (ANALYZE === undefined) return;
    const folder = mkdtempSync(join(tmpdir(), 'manyhands-units-'));
    try {
      // The programs are looked for, and may lie elsewhere on this machine.
      writeFileSync(
        join(folder, unit),
        textOf(unit).replace('/usr/bin/node', process.execPath).replace('/usr/sbin/nats-server', natsProgram()),
      );
      const { stdout, stderr } = await run(ANALYZE, ['verify', '--recursive-errors=no', join(folder, unit)]);
      expect(`${stdout}${stderr}`).toBe('');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('name files that deploy/ has, and folders that its configuration uses', () => {
    const nats = settingsOf('manyhands-nats.service');
    const configuration = readFileSync('deploy/nats/nats.conf', 'utf8');
    expect(configuration).toContain(`/var/lib/${nats.get('StateDirectory')}`);
    expect(nats.get('ExecStart')).toContain('/etc/manyhands/nats/nats.conf');
    for (const name of ['NATS_NAME', 'HUB_PASSWORD']) expect(readFileSync('deploy/nats/nats.env', 'utf8')).toContain(`${name}=`);
    expect(readFileSync('deploy/hub.env', 'utf8')).toContain('HUB_OPTIONS=');
  });

  it('have longer to stop than what they run needs', () => {
    const seconds = (unit: string) => Number(settingsOf(unit).get('TimeoutStopSec'));
    expect(seconds('manyhands-hub.service')).toBeGreaterThan(3);
    const [, lameDuckS] = /lame_duck_duration: "(\d+)s"/.exec(readFileSync('deploy/nats/nats.conf', 'utf8')) ?? [];
    expect(seconds('manyhands-nats.service')).toBeGreaterThan(Number(lameDuckS));
  });

  it('start a hub with options that it knows', async () => {
    const { stdout } = await run(process.execPath, ['src/hub/main.ts', 'hub', '--help']);
    const named =
      `${settingsOf('manyhands-hub.service').get('ExecStart')} ${readFileSync('deploy/hub.env', 'utf8')}`.match(/--[a-z][a-z-]+/g) ?? [];
    expect(named.length).toBeGreaterThan(4);
    // What stands in a comment is about all options.
    expect(named.filter((option) => option !== '--help' && !stdout.includes(`${option} `))).toEqual([]);
  });
});
