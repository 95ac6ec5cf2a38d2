import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { puma560 } from '../robots/catalog/puma-560.ts';
import { type Performed, perform, plantedTask } from './planted-task.contract.ts';
import { checkTask, readTask, rowMeant } from './tasks.ts';

const TASKS = 200;
const TRIALS = 4;

const told = (text: string, surroundings = {}) =>
  checkTask(text, surroundings).diagnostics.map(({ severity, code, line, message, remedy }) => ({ severity, code, line, message, remedy }));

describe('the checks of a task', () => {
  it(`[TK5] find all planted circles and unreachable starts in ${TASKS} random tasks, and accuse nobody else`, () => {
    let found = 0;
    for (let seed = 1; seed <= TASKS; seed++) {
      const planted = plantedTask(seed);
      const { rows, diagnostics } = checkTask(planted.text, { program: (name) => planted.programs.get(name) });
      const accused = (code: string) => diagnostics.filter((each) => each.code === code).map(({ line }) => rows[line - 1]?.program);
      const where = `seed ${seed}\n${planted.text}`;
      expect(accused('circular').toSorted(), where).toEqual(planted.circular.toSorted());
      expect(accused('unreachable').toSorted(), where).toEqual(planted.unreachable.toSorted());
      found += planted.circular.length + planted.unreachable.length;
    }
    // Enough of each was planted.
    expect(found).toBeGreaterThan(TASKS);
  });

  it('[TK5] agree with who performs the tasks, also about what a hand could start', () => {
    for (let seed = 1; seed <= TASKS; seed++) {
      const { text, programs, settings } = plantedTask(seed);
      const { rows, diagnostics } = checkTask(text, { program: (name) => programs.get(name) });
      const never = new Map(
        diagnostics.flatMap(({ code, line, severity }) =>
          code === 'circular' || code === 'unreachable' ? [[line - 1, severity] as const] : [],
        ),
      );
      const alone = perform(rows, settings, { random: seededRandom(seed), byHand: false });
      const byHand = perform(rows, settings, { random: seededRandom(seed), byHand: true });
      const judged = rows.map((_, row) =>
        alone.started[row] !== undefined ? undefined : byHand.started[row] === undefined ? 'error' : 'warning',
      );
      expect(
        rows.map((_, row) => never.get(row)),
        `seed ${seed}\n${text}`,
      ).toEqual(judged);
    }
  });

  it('[TK6] find all rows of one robot that start together, and accuse nobody else', () => {
    let found = 0;
    for (let seed = 1; seed <= TASKS; seed++) {
      const { text, programs, settings, conflicting } = plantedTask(seed);
      const { rows, diagnostics } = checkTask(text, { program: (name) => programs.get(name) });
      const trials = Array.from({ length: TRIALS }, (_, trial) =>
        perform(rows, settings, { random: seededRandom(1000 * seed + trial), byHand: true }),
      );
      const together = ({ due, started }: Performed, row: number, other: number) =>
        due[row] !== undefined &&
        ((other < row && due[row] === due[other]) || (rowMeant(rows, row) === other && due[row] === started[other]));
      const judged = rows.flatMap(({ robot, program }, row) =>
        rows.some((each, other) => other !== row && each.robot === robot && trials.every((trial) => together(trial, row, other)))
          ? [program]
          : [],
      );
      const accused = diagnostics.filter(({ code }) => code === 'conflict').map(({ line }) => rows[line - 1]?.program);
      expect(accused, `seed ${seed}\n${text}`).toEqual(judged);
      for (const program of conflicting) expect(accused, `seed ${seed}\n${text}`).toContain(program);
      found += conflicting.length;
    }
    expect(found).toBeGreaterThan(TASKS / 5);
  });

  it('[TK4] take a status for that of the last row above, or else of the first below', () => {
    const text = 'S a 2 z p -\nN - - a p -\nS a 1 b p -\nS a 2 a q -\nS a 2 b r -\nS a 2 a r -\n';
    const { rows } = readTask(text);
    expect(rows.map((_, row) => rowMeant(rows, row))).toEqual([1, undefined, 1, 1, 3, 3]);
    expect(told(text)).toEqual([]);
  });

  it('[TK5] say who waits for whom', () => {
    expect(told('S b 2 a load -\nS c 1 b turn -\nS a 2 c clean -\nS c 2 d end -\n')).toMatchObject([
      {
        ...{ severity: 'error', code: 'circular', line: 1, remedy: 'let one of them start without the others' },
        message:
          'a starts load when b has finished its program, and they wait for each other: a (load) waits for b (turn) waits for c (clean) waits for a (load)',
      },
      { code: 'circular', line: 2 },
      { code: 'circular', line: 3 },
      { code: 'unreachable', line: 4, message: 'd starts end when c has finished its program, but clean never starts' },
    ]);
    expect(told('S a 2 a load -\n')).toMatchObject([{ code: 'circular', message: expect.stringContaining('waits for itself') }]);
    expect(told('S b 1 a load -\n')).toMatchObject([{ code: 'unreachable', message: expect.stringContaining('but it has no row') }]);
  });

  it('[TK5] say which flag nobody sets, and how it could be set', () => {
    const program = () => 'flag(2);';
    expect(told('N - - a load -\nF a 1 b load -\nF #3 1 c load -\nF a 2 d load -\n', { program })).toEqual([
      {
        ...{ severity: 'warning', code: 'unreachable', line: 2 },
        message: 'b starts load when the flag of a is 1, but no program of this task gives the flag of a that value',
        remedy: 'write flag(1) into a program of it, or set it by hand while the task runs',
      },
      {
        ...{ severity: 'warning', code: 'unreachable', line: 3 },
        message:
          'c starts load when flag 3 of the environment is 1, but no program of this task gives flag 3 of the environment that value',
        remedy: 'write wcellflag(3, 1) into a program of it, or set it by hand while the task runs',
      },
    ]);
  });

  it('[TK6] say what a robot would start at once', () => {
    expect(told('N - - a load -\nF b 0 a turn -\nN - - b load -\n')).toMatchObject([
      {
        ...{ severity: 'error', code: 'conflict', line: 2, remedy: 'let one wait for the other: S a 2' },
        message: 'a starts turn when the flag of b is 0, while it starts load (with the task)',
      },
    ]);
  });

  it('[TK7] look at robots, programs and positions as far as they are known', () => {
    const text = 'N - - puma load at\nS pumma 2 jupiter stamp -\nN - - jupiter wrong none\n';
    expect(told(text).map(({ code }) => code)).toEqual(['unreachable']);
    const programs: Record<string, string> = { load: 'move(p1); move(p9);', wrong: 'mvoe(p1);' };
    const findings = told(text, {
      program: (name: string) => programs[name],
      positions: (name: string) => (name === 'at' ? 'p1 0 90\n' : undefined),
      robots: new Map([
        ['puma', puma560],
        ['jupiter', undefined],
      ]),
    });
    expect(findings.filter(({ code }) => code !== 'unreachable').map(({ line, code, message }) => `${line} ${code}: ${message}`)).toEqual([
      '1 program: load, line 1: there is no position p9',
      '2 robot: there is no robot pumma here; did you mean puma?',
      '2 program: there is no program stamp',
      '3 positions: there is no list of positions none',
      '3 program: wrong, line 1: there is no instruction mvoe',
    ]);
    expect(told('')).toMatchObject([{ code: 'empty', severity: 'error' }]);
  });

  it('[TK7] look once at a program that many rows name', () => {
    const looks = (rows: number): number => {
      let looked = 0;
      const model = new Proxy(puma560, {
        get: (target, key) => {
          if (key !== 'id') looked++;
          return Reflect.get(target, key);
        },
      });
      const text = Array.from({ length: rows }, (_, row) => `T - ${row} robot${row} bend -`).join('\n');
      const robots = new Map(Array.from({ length: rows }, (_, row) => [`robot${row}`, model]));
      expect(told(text, { program: () => 'move(9, 5);', positions: () => '', robots })).toHaveLength(rows);
      return looked;
    };
    expect(looks(1)).toBeGreaterThan(0);
    expect(looks(100)).toBe(looks(1));
  });
});
