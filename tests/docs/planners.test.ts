import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PLANNERS } from '../../src/core/planners/planners.ts';
import { blockOf } from './documentation.ts';

const run = promisify(execFile);
const CACHE = '.cache/docs';
const names = PLANNERS.map(({ name }) => name);

describe('docs/planners.md', { timeout: 120_000 }, () => {
  it('has commands that run, and pictures that the tool draws', async () => {
    mkdirSync(CACHE, { recursive: true });
    for (const line of blockOf('sh', 'plan').text.trim().split('\n')) {
      const [program, ...args] = line.split(' ');
      expect(program).toBe('bin/manyhands');
      await run(process.execPath, ['src/hub/main.ts', ...args]);
    }
    const changed = names.filter(
      (name) => readFileSync(`${CACHE}/way-${name}.svg`, 'utf8') !== readFileSync(`docs/pictures/way-${name}.svg`, 'utf8'),
    );
    expect(changed, `if these are right, look at them and run: cp ${CACHE}/way-*.svg docs/pictures/`).toEqual([]);
  });

  it('tells of every planner', () => {
    const page = readFileSync('docs/planners.md', 'utf8');
    expect(names.filter((name) => !page.includes(`| \`${name}\` |`) || !page.includes(`pictures/way-${name}.svg`))).toEqual([]);
  });

  it('has a planner that finds a way', async () => {
    mkdirSync(`${CACHE}/planners`, { recursive: true });
    writeFileSync(`${CACHE}/planners/corners.ts`, blockOf('ts', 'planner').text);
    const query = [
      'examples/research-floor.edl',
      '--from',
      '2,2',
      '--to',
      '4,4',
      '--planners',
      `${CACHE}/planners`,
      '--planner',
      'corners',
    ];
    const { stdout } = await run(process.execPath, ['src/hub/main.ts', 'plan', ...query, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ planner: 'corners', length: expect.closeTo(Math.hypot(2, 2), 5) as number });
  });
});
