import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readTask } from '../../src/core/tasks/tasks.ts';
import { blockOf } from './documentation.ts';

const run = promisify(execFile);
const CACHE = '.cache/docs';
const CELL = 'src/hub/demos/practice-cell';

async function said(args: readonly string[], cwd = '.'): Promise<string> {
  const main = `${process.cwd()}/src/hub/main.ts`;
  const { stdout } = await run(process.execPath, [main, 'task', ...args], { cwd }).catch((error: { stdout: string }) => error);
  return stdout;
}

const argsOf = (note: string): string[] => blockOf('sh', note).text.trim().split(' ').slice(2);

describe('the docs of tasks', { timeout: 180_000 }, () => {
  it('show the example as it is shipped, and how it is checked', async () => {
    expect(blockOf('task', 'stamping').text).toBe(readFileSync(`${CELL}/stamping.task`, 'utf8'));
    expect(await said(argsOf('task'))).toBe(`${CELL}/stamping.task: 6 rows, all is well\n`);
    expect(readTask(blockOf('json', 'task').text)).toMatchObject({ diagnostics: [], rows: { length: 4 } });
  });

  it('show what is said of a circle', async () => {
    const folder = `${CACHE}/tasks`;
    mkdirSync(folder, { recursive: true });
    for (const file of readdirSync(CELL)) writeFileSync(`${folder}/${file}`, readFileSync(`${CELL}/${file}`, 'utf8'));
    writeFileSync(`${folder}/circle.task`, blockOf('task', 'circle').text);
    expect(await said(['check', 'circle.task'], folder)).toBe(blockOf('text', 'circle').text);
  });

  it('show what is said of the example while it runs', async () => {
    expect(await said(argsOf('task-run'))).toBe(blockOf('text', 'task-run').text);
  });

  it('name every code there is', () => {
    const page = readFileSync('docs/tasks.md', 'utf8');
    const sources = ['read-task.ts', 'check-task.ts'].map((file) => readFileSync(`src/core/tasks/${file}`, 'utf8')).join('\n');
    const codes = [...sources.matchAll(/(?:tell\(|finding\(\s*(?:severity|'error'),)\s*'([a-z-]+)'/g)].map(([, code]) => code ?? '');
    expect(new Set(codes).size).toBeGreaterThan(10);
    expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
  });
});
