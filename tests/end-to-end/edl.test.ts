import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandFolder, manyhands } from './command.ts';

const FIG_8 = 'src/core/maps/samples/fig-8.edl';
const fig8 = readFileSync(FIG_8, 'utf8');
const folder = new CommandFolder('edl');

const edl = (...words: string[]) => manyhands('edl', ...words);
const file = (name: string, text: string) => folder.file(name, text);

describe('manyhands edl', { timeout: 60_000 }, () => {
  it('checks: says where, shows the line, and what to do; 1 for errors, 0 for warnings', async () => {
    const good = await edl('check', FIG_8);
    expect([good.code, good.program.lines]).toEqual([0, [`${FIG_8}: all is well: 7 members`]]);
    const bad = file('bad.edl', fig8.replace('7 DOOR', '7 DOR'));
    const wrong = await edl('check', bad);
    expect(wrong.code, wrong.program.transcript).toBe(1);
    expect(wrong.program.lines).toEqual([
      `${bad}:42:3: error: there is no member "DOR" [unknown-keyword]`,
      ' 42 | 7 DOR:',
      '    |   ^^^',
      '    = did you mean DOOR?',
      `${bad}: 1 error, 0 warnings`,
    ]);
    const narrow = await edl('check', FIG_8, '--robot-radius', '60', '--json');
    expect(narrow.code).toBe(0);
    const [said] = narrow.program.events as unknown as [{ ok: boolean; warnings: number; diagnostics: object[] }];
    expect(said).toMatchObject({ file: FIG_8, ok: true, errors: 0, warnings: 5 });
    expect(said.diagnostics[0]).toMatchObject({ code: 'too-narrow', line: 22, column: 3, fix: { edits: [{ insert: '120.0' }] } });
  });

  it('formats to stdout or in place, and tells which files are not formatted', async () => {
    const path = file('scribbled.edl', '# mine\nwidth 5 length 9 // short\npoint: x=1 theta=0 y=2');
    const tidy = '# mine\nLENGTH 9.0 // short\nWIDTH 5.0\n\nPOINT:\n  x= 1.0\n  y= 2.0\n  theta= 0.0\n';
    const unformatted = await edl('format', path, '--check');
    expect([unformatted.code, unformatted.program.lines]).toEqual([
      1,
      [`${path} is not formatted: run manyhands edl format ${path} --write`],
    ]);
    expect((await edl('format', path, '--write')).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(tidy);
    expect((await edl('format', path, '--check')).code).toBe(0);
    const stray = await edl('format', file('stray.edl', 'LENGTH 5\nWIDTH 5\n7 , 8'));
    expect([stray.code, stray.program.lines]).toEqual([1, []]);
    expect(stray.program.errors).toContain('stray.edl:3:1: error');
  });

  it('compiles, reads what it compiled, and draws', async () => {
    const cfg = join(folder.path, 'fig-8.cfg');
    expect((await edl('compile', FIG_8, '--out', cfg)).code).toBe(0);
    expect(readFileSync(cfg, 'utf8').split('\n')[0]).toBe('900;500');
    const back = await edl('format', cfg);
    expect(`${back.program.lines.join('\n')}\n`).toBe(fig8);
    const drawn = await edl('draw', cfg);
    expect(drawn.program.lines[0]).toMatch(/^<svg .*aria-label="fig-8, 9\.0 × 5\.0 m">$/);
    const refused = await edl('compile', file('door.edl', 'LENGTH 500\nWIDTH 500\nDOOR: x= 100 y= 100 theta= 0 wide= 50\n'), '--json');
    expect(refused.code).toBe(1);
    expect(refused.program.events).toMatchObject([{ ok: false, diagnostics: [{ code: 'opens-nothing' }] }]);
  });

  it('needs files that are there', async () => {
    const missing = await edl('check', join(folder.path, 'nowhere.edl'));
    expect([missing.code, missing.program.errors]).toEqual([2, expect.stringContaining('nowhere.edl cannot be read')]);
    expect((await edl('draw', FIG_8, '--out', join(folder.path, 'no', 'such', 'place.svg'))).code).toBe(2);
    expect((await edl('check', FIG_8, '--robot-radius', 'x')).code).toBe(2);
  });
});
