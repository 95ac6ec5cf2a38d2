import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandFolder, manyhands } from './command.ts';

const folder = new CommandFolder('task');

const task = (...words: string[]) => manyhands('task', ...words);
const file = (name: string, text: string) => folder.file(name, text);

describe('manyhands task', { timeout: 180_000 }, () => {
  it('checks: says where, shows the line, and what to do; 1 for errors, 0 for warnings', async () => {
    file('wave.prg', 'move(p1);\nflag(1);\n');
    file('at.pos', 'p1 0 90 -90\n');
    const circle = file('circle.task', '// two of them\nS jupiter 2 puma wave at\nS puma 2 jupiter wave at\n');
    const wrong = await task('check', circle);
    expect(wrong.code).toBe(1);
    expect(wrong.program.lines).toEqual([
      `${circle}:2:1: error: puma starts wave when jupiter has finished its program, and they wait for each other: puma (wave) waits for jupiter (wave) waits for puma (wave) [circular]`,
      ' 2 | S jupiter 2 puma wave at',
      '   | ^^^^^^^^^^^^^^^^^^^^^^^^',
      '   = let one of them start without the others',
      expect.stringContaining(`${circle}:3:1: error: jupiter starts wave`),
      expect.anything(),
      expect.anything(),
      expect.anything(),
      `${circle}: 2 errors, 0 warnings`,
    ]);
    const byHand = file('by-hand.task', 'F #4 1 puma wave at\n');
    expect((await task('check', byHand, '--in', 'practice-cell')).code).toBe(0);
    const unknown = await task(
      'check',
      file('unknown.task', 'N - - pumma wave at\nN - - puma nothing -\n'),
      '--in',
      'practice-cell',
      '--json',
    );
    expect(unknown.code).toBe(1);
    expect(unknown.program.events).toMatchObject([
      {
        ok: false,
        errors: 2,
        diagnostics: [
          { code: 'robot', line: 1, column: 1 },
          { code: 'program', line: 2, column: 1 },
        ],
      },
    ]);
    const nowhere = await task('check', join(folder.path, 'nowhere.task'));
    expect([nowhere.code, nowhere.program.errors]).toEqual([
      2,
      expect.stringContaining('no task that comes with the product: those are stamping'),
    ]);
  });

  it("runs the paper's example, in virtual time, from start to end", async () => {
    const { code, program } = await task('run', 'stamping', '--json');
    expect(code, program.transcript).toBe(0);
    expect(program.events.at(-1)).toMatchObject({
      ...{ kind: 'over', view: { phase: 'finished' } },
      chart: ['load', 'turn', 'unload', 'carry', 'stamp', 'clean'].map((each) => ({ program: each, phase: 'finished' })),
    });
  });

  it('runs what people wrote, for as long as they say; 1 when it did not finish, 2 for a world that is not there', async () => {
    file('wave.prg', 'move(p1);\nflag(1);\nprint("waved");\n');
    file('wait.prg', 'while (cellflag(1) == 0) {\n  wait(100);\n}\n');
    file('at.pos', 'p1 0 90 -90\n');
    const waved = await task('run', file('waved.task', 'N - - puma wave at\nF puma 1 lathe turn -\n'), '--in', 'practice-cell');
    expect([waved.code, waved.program.errors]).toEqual([1, expect.stringContaining('there is no program turn')]);
    const late = await task('run', file('late.task', 'N - - puma wave at\nS puma 2 conveyor wait -\n'), '--for', '4');
    expect(late.code, late.program.transcript).toBe(1);
    expect(late.program.lines.some((line) => /^ +\d\.\d{3} s {2}puma: waved$/.test(line))).toBe(true);
    expect(late.program.lines.at(-1)).toMatch(/^late stopped after 4\.\d{3} s of the world's time; state [0-9a-f]{8}$/);
    const elsewhere = await task('run', 'stamping', '--in', 'practise-cell');
    expect([elsewhere.code, elsewhere.program.errors]).toEqual([2, expect.stringContaining('did you mean practice-cell?')]);
  });
});
