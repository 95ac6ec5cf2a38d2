import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StartedProcess } from '../processes/started-process.ts';
import { blockOf } from './documentation.ts';

const run = promisify(execFile);
const CACHE = '.cache/docs';
const EXAMPLE = 'examples/research-building.json';

describe('docs/sites.md', { timeout: 60_000 }, () => {
  it('shows the example as it is', () => {
    expect(blockOf('json', 'site').text).toBe(readFileSync(EXAMPLE, 'utf8'));
  });

  it('has commands that run, and pictures that the tool draws', async () => {
    mkdirSync(CACHE, { recursive: true });
    for (const line of blockOf('sh', 'sites').text.trim().split('\n')) {
      const [program, ...args] = line.split(' ');
      expect(program).toBe('bin/manyhands');
      await run(process.execPath, ['src/hub/main.ts', ...args]);
    }
    expect(readFileSync(`${CACHE}/research-building.svg`, 'utf8')).toBe(readFileSync('docs/pictures/research-building.svg', 'utf8'));
  });

  it('has a command that makes a site the building of a running world', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'manyhands-sites-'));
    await using hub = StartedProcess.start('the hub', 'src/hub/main.ts', [
      'hub',
      '--port',
      '0',
      '--data',
      folder,
      '--world',
      'lab',
      '--json',
    ]);
    const { url, administrator } = await hub.until(
      'it said where it listens',
      ({ value }) => value as { url: string; administrator: string },
    );
    const args = blockOf('sh', 'apply')
      .text.trim()
      .replace('bin/manyhands ', '')
      .replace('HUB', url)
      .replace('LINK', administrator)
      .split(' ');
    const { stdout } = await run(process.execPath, ['src/hub/main.ts', ...args]);
    expect(stdout).toBe('lab: 6 things inserted, 0 removed, 0 as before\n');
    expect((await run(process.execPath, ['src/hub/main.ts', ...args])).stdout).toBe('lab: 0 things inserted, 0 removed, 6 as before\n');
    onTestFinished(() => rmSync(folder, { recursive: true }));
  });

  it('shows what is said of a slip', async () => {
    const text = readFileSync(EXAMPLE, 'utf8').replace(/(stops"[\s\S]*)First floor/, '$1Frist floor');
    mkdirSync(CACHE, { recursive: true });
    for (const floor of ['research-floor.edl', 'first-floor.edl']) writeFileSync(`${CACHE}/${floor}`, readFileSync(`examples/${floor}`));
    mkdirSync(`${CACHE}/signs`, { recursive: true });
    writeFileSync(`${CACHE}/slip.json`, text);
    const main = `${process.cwd()}/src/hub/main.ts`;
    const said = await run(process.execPath, [main, 'site', 'check', 'slip.json'], { cwd: CACHE }).catch(
      (error: { stdout: string }) => error,
    );
    const lines = said.stdout.split('\n');
    const from = lines.findIndex((line) => line.includes('unknown-floor'));
    // Before it, that the pictures of the notices are not there.
    expect([...lines.slice(from, from + 2), lines.at(-2)].join('\n').replace(/\d+ warnings/, '0 warnings')).toBe(
      blockOf('text', 'site-slip').text.trimEnd(),
    );
  });

  it('names every code there is', () => {
    const page = readFileSync('docs/sites.md', 'utf8');
    const sources = ['site', 'site-document', 'topology', 'overlay'].map((name) => readFileSync(`src/core/maps/site/${name}.ts`, 'utf8'));
    const codes = sources.flatMap((source) => [...source.matchAll(/\berror\(\s*'([a-z-]+)'|code: '([a-z-]+)'/g)]);
    const named = new Set(codes.map(([, first, second]) => first ?? second ?? ''));
    expect(named.size).toBeGreaterThan(10);
    expect([...named].filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
  });
});
