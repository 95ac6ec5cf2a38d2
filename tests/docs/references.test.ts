import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/core/api/rights.ts';
import { pages } from './documentation.ts';

const run = promisify(execFile);
const MOST_PICTURE_BYTES = 700_000;

const all = pages.map(({ text }) => text).join('\n');

/** Of links and pictures, in either way of writing them; not those to other sites or into the same page. */
const targetsOf = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)]+)\)|src="([^"]+)"/g)]
    .map(([, link, source]) => (link ?? source ?? '').replace(/#.*/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));

describe('what the docs refer to', () => {
  it.each(pages)('is there, from $file', ({ file, text }) => {
    expect(targetsOf(text).filter((target) => !existsSync(join(dirname(file), target)))).toEqual([]);
  });

  it('is every picture there is, none too large', () => {
    const pictures = readdirSync('docs/pictures');
    expect(pictures.filter((name) => !all.includes(`pictures/${name}`))).toEqual([]);
    expect(pictures.filter((name) => statSync(`docs/pictures/${name}`).size > MOST_PICTURE_BYTES)).toEqual([]);
  });

  it('is every route of a hub, with its least role', () => {
    const rows = [...all.matchAll(/^\| `((?:GET|POST|PUT|PATCH|DELETE) [^`]+)` \| ([^|]+) \|/gm)].map(([, route, role]) => [route, role]);
    const written = [...ROUTES].map(([route, [role, scope]]) => [route, scope === 'self' ? role : `${role}, ${scope}`]);
    expect(rows).toEqual(written);
  });

  it('is a script of this package', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const named = new Set([...all.matchAll(/npm run (?:-s )?([a-z]+)/g)].map(([, name = '']) => name));
    expect([...named].filter((name) => !(name in scripts))).toEqual([]);
  });

  it.each(['soak', 'bench'])('is something that npm run %s can run', async (script) => {
    const main = { soak: 'tests/soak/main.ts', bench: 'bench/main.ts' }[script] ?? '';
    const { stdout } = await run(process.execPath, [main, '--help']);
    const named = new Set([...all.matchAll(new RegExp(`npm run (?:-s )?${script} -- ([a-z]+)`, 'g'))].map(([, name = '']) => name));
    expect([...named].filter((name) => !new RegExp(`\\b${name}\\b`).test(stdout))).toEqual([]);
  });

  it('is an option of the command line', async () => {
    const boards = ['get', 'set', 'watch', 'list', 'tree'].map((command) => ['board', command]);
    const maps = ['check', 'format', 'compile', 'draw', 'export', 'import'].map((command) => ['edl', command]);
    const programs = ['check', 'format', 'export', 'run'].map((command) => ['program', command]);
    const tasks = ['check', 'run'].map((command) => ['task', command]);
    const sites = ['check', 'draw', 'apply'].map((command) => ['site', command]);
    const others = [['gateway', 'line'], ['bus', 'grant'], ['plan'], ['catalog', 'import'], ['catalog', 'export']];
    const commands = [['hub'], ['join'], ...others, ...boards, ...maps, ...programs, ...tasks, ...sites];
    const helps = await Promise.all(commands.map((command) => run(process.execPath, ['src/hub/main.ts', ...command, '--help'])));
    const known = helps.map(({ stdout }) => stdout).join('\n');
    const lines = all.split('\n').filter((line) => /bin\/manyhands|npm start --/.test(line));
    const named = new Set(lines.flatMap((line) => line.match(/--[a-z][a-z-]+/g) ?? []));
    expect([...named].filter((option) => !known.includes(option))).toEqual([]);
  });
});
