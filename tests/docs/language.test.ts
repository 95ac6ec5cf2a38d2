import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  type CompiledProgram,
  compileProgram,
  type Effect,
  formatProgram,
  formsOf,
  INSTRUCTIONS,
  readPositions,
} from '../../src/core/programs/programs.ts';
import { catalog, type Model } from '../../src/core/robots/robots.ts';
import { performProgram } from '../../src/hub/program/performance.ts';
import { blockOf, blocks } from './documentation.ts';

const run = promisify(execFile);
const CACHE = '.cache/docs';
const { positions } = readPositions(blockOf('text', 'positions').text);
const programs = blocks.filter(({ language }) => language === 'robot');
const modelOf = (note: string): Model => catalog.find(({ id }) => id === (/^[a-z]+(-\w+)+$/.test(note) ? note : 'puma-560')) as Model;

async function performed(program: CompiledProgram, model: Model): Promise<Effect[]> {
  const effects: Effect[] = [];
  for await (const { effect } of performProgram(program, { model, positions, longestMs: 600_000 })) effects.push(effect);
  return effects;
}

/** What the command says of a program in a file of this name. */
async function said(args: readonly string[], cwd = '.'): Promise<string> {
  const main = `${process.cwd()}/src/hub/main.ts`;
  const { stdout } = await run(process.execPath, [main, 'program', ...args], { cwd }).catch((error: { stdout: string }) => error);
  return stdout;
}

describe('the docs of the robot language', { timeout: 120_000 }, () => {
  it('have programs to read', () => expect(programs.length).toBeGreaterThan(8));

  it.each(programs)('$file:$line is a good program, laid out as the tool would, and runs to its end', async ({ text, note }) => {
    const model = modelOf(note);
    const { program, diagnostics } = compileProgram(text, { model, positions: positions.map(({ name }) => name) });
    expect(diagnostics).toEqual([]);
    expect(formatProgram(text).text).toBe(text);
    const deeds = (await performed(program as CompiledProgram, model)).map(({ deed }) => deed);
    expect(deeds.at(-1)).toEqual({ kind: 'end', outcome: 'finished', message: '' });
    const printed = deeds.flatMap((deed) => (deed.kind === 'print' ? [deed.text] : []));
    const promised = [...text.matchAll(/(?:\/\/| {3})\s*prints (.*?)(?: \*\/)?$/gm)].map(([, line]) => line);
    if (note !== 'first') expect(printed).toEqual(promised);
  });

  it('name every instruction in each of its forms, and every code there is', () => {
    const page = readFileSync('docs/language.md', 'utf8');
    expect(INSTRUCTIONS.filter(({ name }) => !page.includes(`\`${name}(`) && !page.includes(`\`${name}\``)).map(formsOf)).toEqual([]);
    const folder = 'src/core/programs';
    const sources = ['checks', 'syntax', 'machine'].flatMap((name) =>
      readdirSync(`${folder}/${name}`).map((file) => `${folder}/${name}/${file}`),
    );
    const codes = sources
      .filter((file) => file.endsWith('.ts') && !/\.(test|generated)\.ts$/.test(file))
      .flatMap((file) => [
        ...readFileSync(file, 'utf8').matchAll(
          /(?:error|warning|unknown|unknownText|#tell|told)\(\s*(?:\w+, )?'([a-z-]+)'|code: '([a-z-]+)'/g,
        ),
      ]);
    const named = new Set(codes.map(([, first, second]) => first ?? second ?? ''));
    expect(named.size).toBeGreaterThan(20);
    expect([...named].filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
  });

  it('show the first program as it is shipped, and what is said of it', async () => {
    expect(blockOf('robot', 'first').text).toBe(readFileSync('examples/first.prg', 'utf8'));
    expect(blockOf('text', 'first-positions').text).toBe(readFileSync('examples/first.pos', 'utf8'));
    for (const line of blockOf('sh', 'program').text.trim().split('\n')) {
      const [program, ...args] = line.split(' ');
      expect(program).toBe('bin/manyhands');
      await run(process.execPath, ['src/hub/main.ts', ...args]);
    }
    const [, , ...args] = blockOf('sh', 'run').text.trim().split(' ');
    expect(await said(args)).toBe(blockOf('text', 'run').text);
    const [, , ...exporting] = blockOf('sh', 'export').text.trim().split(' ');
    expect(await said(exporting)).toBe(blockOf('text', 'python').text);
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(`${CACHE}/slip.prg`, blockOf('robot', 'first').text.replace('move(p1)', 'mvoe(p1)'));
    expect(await said(['check', 'slip.prg'], CACHE)).toBe(blockOf('text', 'program-slip').text);
  });

  it('show lists of positions that say the same', () => {
    const list = readPositions(blockOf('text', 'base-positions').text);
    expect(list.diagnostics).toEqual([]);
    expect(readPositions(blockOf('json', 'positions').text)).toEqual(list);
  });
});
