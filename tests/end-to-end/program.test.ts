import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandFolder, manyhands } from './command.ts';

const folder = new CommandFolder('program');

const program = (...words: string[]) => manyhands('program', ...words);
const file = (name: string, text: string) => folder.file(name, text);

/** What --json prints of one effect. */
interface Told {
  readonly atMs: number;
  readonly deed?: { readonly kind: string; readonly outcome?: string; readonly message?: string };
  readonly posture?: { readonly base: { readonly xMm: number; readonly yMm: number; readonly headingDeg: number } };
}

describe('manyhands program', { timeout: 120_000 }, () => {
  it('checks: says where, shows the line, and what to do; 1 for errors, 0 for warnings', async () => {
    const bad = file('bad.prg', 'int i = 0;\nmove(p3);\nwait(i)\n');
    const wrong = await program('check', bad);
    expect([wrong.code, wrong.program.lines[0]]).toEqual([1, `${bad}:3:7: error: a ; is missing here [missing]`]);
    const positions = file('taught.pos', 'p1 0 90\np2 10 90\n');
    const unknown = await program(
      'check',
      file('unknown.prg', 'move(p3);\ndrive(5);\n'),
      '--robot',
      'puma-560',
      '--positions',
      positions,
      '--json',
    );
    expect(unknown.code).toBe(1);
    expect(unknown.program.events).toMatchObject([
      { ok: false, errors: 2, diagnostics: [{ code: 'unknown-position' }, { code: 'robot' }] },
    ]);
    expect((await program('check', file('unused.prg', 'int i = 0;\n'))).code).toBe(0);
  });

  it('formats: prints, changes files, or only says which are not formatted', async () => {
    const path = file('scribbled.prg', '// mine\nif(1){wait( 5 );}');
    const unformatted = await program('format', path, '--check');
    expect([unformatted.code, unformatted.program.lines]).toEqual([
      1,
      [`${path} is not formatted: run manyhands program format ${path} --write`],
    ]);
    expect((await program('format', path, '--write')).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe('// mine\nif (1) {\n  wait(5);\n}\n');
    // Not into a file that is called so.
    expect((await program('format', '-', '--write')).code).toBe(2);
  });

  it('[RL29] exports to Python; what has errors in its words is not exported', async () => {
    const { code, program: told } = await program(
      'export',
      file('loop.prg', '// twice\nfor (int i = 0; i < 2; i = i + 1) { move(p1); }\n'),
      '--to',
      'python',
    );
    expect(code, told.transcript).toBe(0);
    expect(told.lines.filter((line) => !line.startsWith('from robot'))).toEqual([
      ...['# loop.prg, in Python: for reading. Degrees, millimetres, milliseconds, percent.', '', '# twice', 'for i in range(2):'],
      '    move("p1")',
    ]);
    expect((await program('export', file('wrong.prg', 'move(p1'), '--to', 'python')).code).toBe(1);
    expect((await program('export', file('right.prg', ''), '--to', 'basic')).code).not.toBe(0);
  });

  it('[RL25] runs on a simulated robot: real motions in virtual time, the same each time; 1 when it failed', async () => {
    const square = file('square.prg', 'for (int i = 0; i < 4; i = i + 1) {\n  drive(1000);\n  drive(0, 90);\n}\ndrive(500);\n');
    const first = await program('run', square, '--robot', 'pioneer-3-dx', '--json');
    expect(first.code, first.program.transcript).toBe(0);
    const told = first.program.events as unknown as Told[];
    expect(told.at(-1)?.posture?.base).toEqual({ xMm: 500, yMm: 0, headingDeg: 0 });
    // A metre at 1.2 m/s with 1 m/s2 takes 2 s, a quarter turn 0.9 s at least.
    expect(told.at(-1)?.atMs).toBeGreaterThan(4 * 2900);
    expect(told.at(-1)?.atMs).toBeLessThan(20_000);
    const second = await program('run', square, '--robot', 'pioneer-3-dx', '--json');
    expect(second.program.lines).toEqual(first.program.lines);
    const stuck = await program('run', file('stuck.prg', 'move(1, 100);\nmove(1, 100);\n'), '--json');
    expect(stuck.code).toBe(1);
    const [, , end] = stuck.program.events as unknown as Told[];
    expect(end?.deed).toEqual({ kind: 'end', outcome: 'failed', message: 'waist goes from -160 to 160; 200 is outside' });
  });

  it('ends what never ends, and refuses what it cannot use', async () => {
    const waiting = file('waiting.prg', 'while (cellflag(1) == 0) {}\n');
    const late = await program('run', waiting, '--for', '3');
    expect([late.code, late.program.errors]).toEqual([1, expect.stringContaining('was still running after 3 s')]);
    const wrong = await program('run', waiting, '--robot', 'puma');
    expect([wrong.code, wrong.program.errors]).toEqual([2, expect.stringContaining('there is no model puma; did you mean puma-560?')]);
    expect((await program('run', join(folder.path, 'nowhere.prg'))).code).toBe(2);
    expect((await program('run', waiting, '--positions', file('bad.pos', 'p1 x'))).code).toBe(2);
  });
});
