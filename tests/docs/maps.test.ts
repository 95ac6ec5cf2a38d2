import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { checkEdl, compileEdl, formatEdl } from '../../src/core/maps/maps.ts';
import { blockOf, blocks } from './documentation.ts';

const run = promisify(execFile);
const CACHE = '.cache/docs';
const examples = blocks.filter(({ language, note }) => language === 'edl' && note === '');
const fig8 = 'src/core/maps/samples/fig-8.edl';

/** What the command says of a text in a file of this name. */
async function said(name: string, text: string): Promise<string> {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(`${CACHE}/${name}`, text);
  const main = `${process.cwd()}/src/hub/main.ts`;
  const { stdout } = await run(process.execPath, [main, 'edl', 'check', name], { cwd: CACHE }).catch((error: { stdout: string }) => error);
  return stdout;
}

describe('docs/maps.md', { timeout: 60_000 }, () => {
  it('has maps to read', () => expect(examples.length).toBeGreaterThan(1));

  it.each(examples)('$file:$line is a good map, laid out as the tool would', ({ text }) => {
    expect(checkEdl(text, { robotRadiusCm: 30 }).diagnostics).toEqual([]);
    expect(formatEdl(text).text).toBe(text);
  });

  it('shows figure 8 of the paper, and what it compiles to', () => {
    const text = readFileSync(fig8, 'utf8');
    expect(examples.map((example) => example.text)).toContain(text);
    expect(blockOf('text', 'compiled').text).toBe(compileEdl(text).cfg);
  });

  it('shows what is said of a slip, and of what comes to light once it is mended', async () => {
    const { text } = blockOf('edl', 'crossing');
    expect(await said('crossing.edl', text)).toBe(blockOf('text', 'crossing').text);
    expect(await said('mended.edl', text.replace('3 DOR', '3 DOOR'))).toBe(blockOf('text', 'mended').text);
  });

  it('has commands that run, and pictures that the tool draws', async () => {
    mkdirSync(CACHE, { recursive: true });
    for (const line of ['maps', 'pictures'].flatMap((note) => blockOf('sh', note).text.trim().split('\n'))) {
      const [program, ...args] = line.split(' ');
      expect(program).toBe('bin/manyhands');
      await run(process.execPath, ['src/hub/main.ts', ...args]);
    }
    expect(readFileSync(`${CACHE}/research-floor.svg`, 'utf8')).toBe(readFileSync('docs/pictures/research-floor.svg', 'utf8'));
    await run(process.execPath, ['src/hub/main.ts', 'edl', 'draw', fig8, '--out', `${CACHE}/fig-8.svg`]);
    expect(readFileSync(`${CACHE}/fig-8.svg`, 'utf8')).toBe(readFileSync('docs/pictures/fig-8.svg', 'utf8'));
  });

  it('names every code there is', () => {
    const page = readFileSync('docs/maps.md', 'utf8');
    const sources = ['edl/understand', 'edl/read-edl', 'checks/placement', 'checks/openings', 'checks/crossings', 'checks/reach'];
    const codes = sources.flatMap((name) => [
      ...readFileSync(`src/core/maps/${name}.ts`, 'utf8').matchAll(/(?:#error|warning)\(\s*'([a-z-]+)'|code: '([a-z-]+)'/g),
    ]);
    const named = new Set(codes.map(([, first, second]) => first ?? second ?? ''));
    expect(named.size).toBeGreaterThan(25);
    // Of one that says only that there is more, nothing needs to be explained.
    expect([...named].filter((code) => code !== 'crowded' && !page.includes(`\`${code}\``))).toEqual([]);
  });
});
