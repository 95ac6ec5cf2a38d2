import { describe, expect, it } from 'vitest';
import { integerBelow, type Random, seededRandom } from '../base/random.ts';
import { readTask, type StartCondition, type Task, taskToJson, writeTask } from './tasks.ts';

const rowsOf = (text: string) => readTask(text).rows.map(({ at: _, ...row }) => row);
const first = (text: string) => {
  const [found] = readTask(text).diagnostics;
  return found && { code: found.code, line: found.line, column: found.column, message: found.message, remedy: found.remedy };
};

function anyTask(random: Random): Task {
  const pick = <T>(from: readonly T[]): T => from[integerBelow(random, from.length)] as T;
  const robots = ['puma', 'jupiter-2', 'belt_1'];
  const conditions: readonly (() => StartCondition)[] = [
    () => ({ kind: 'none' }),
    () => ({ kind: 'time', afterS: integerBelow(random, 100) / 4 }),
    () => ({ kind: 'status', robot: pick(robots), status: pick([1, 2]) }),
    () => ({ kind: 'flag', flag: pick([...robots, '#1', '#10']), value: integerBelow(random, 200) - 100 }),
  ];
  const names = ['load', 'Zur Drehbank', 'a/b', 'x//y', '2'];
  return {
    rows: Array.from({ length: integerBelow(random, 12) }, () => ({
      condition: pick(conditions)(),
      ...{ robot: pick(robots), program: pick(names), positions: pick([undefined, ...names]) },
    })),
  };
}

describe('a task as text', () => {
  it('[TK1] is a line of six words for each row', () => {
    const text = `// the cell
N      -       -  puma     load  "at the lathe"
time   -     2.5  jupiter  stamp -   // later
S      puma    2  conveyor run   -
F      #3     -1  mm       clean cloth
`;
    expect(readTask(text).diagnostics).toEqual([]);
    expect(rowsOf(text)).toEqual([
      { condition: { kind: 'none' }, robot: 'puma', program: 'load', positions: 'at the lathe' },
      { condition: { kind: 'time', afterS: 2.5 }, robot: 'jupiter', program: 'stamp', positions: undefined },
      { condition: { kind: 'status', robot: 'puma', status: 2 }, robot: 'conveyor', program: 'run', positions: undefined },
      { condition: { kind: 'flag', flag: '#3', value: -1 }, robot: 'mm', program: 'clean', positions: 'cloth' },
    ]);
  });

  it('[TK2] and as JSON reads as what was written', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const task = anyTask(seededRandom(seed));
      for (const text of [writeTask(task), taskToJson(task)]) {
        expect(readTask(text).diagnostics, `seed ${seed}`).toEqual([]);
        expect(rowsOf(text), `seed ${seed}`).toEqual(task.rows);
      }
    }
  });

  it('[TK3] tells where a slip is, and the remedy', () => {
    expect(first('N - - puma load -\n  S puma 3 jupiter stamp -\n')).toEqual({
      ...{ code: 'value', line: 2, column: 10, message: 'there is no status 3', remedy: 'write 1 for started, or 2 for finished' },
    });
    const slips: readonly [text: string, code: string, column: number][] = [
      ['N - - puma load', 'columns', 1],
      ['N - - puma load a b', 'columns', 1],
      ['X - - puma load -', 'condition', 1],
      ['N puma - puma load -', 'value', 3],
      ['T - soon puma load -', 'value', 5],
      ['T - 90000 puma load -', 'value', 5],
      ['T puma 1 puma load -', 'value', 3],
      ['S - 2 puma load -', 'robot', 3],
      ['F #11 2 puma load -', 'robot', 3],
      ['F puma x puma load -', 'value', 8],
      ['N - - Puma load -', 'robot', 7],
      ['N - - puma - -', 'name', 12],
      ['N - - puma "" -', 'name', 12],
      ['{"rows": 3}', 'json', 1],
      ['{"rows": [null, {"condition": {"kind": "status", "robot": {}}}]}', 'condition', 1],
      ['{', 'json', 1],
    ];
    for (const [text, code, column] of slips) expect(first(text), text).toMatchObject({ code, line: 1, column });
  });

  it('[TK3] is never thrown at, whatever it is', () => {
    const letters = 'NTSF -"/#\n{}[]:,1a';
    for (let seed = 1; seed <= 3000; seed++) {
      const random = seededRandom(seed);
      const text = Array.from({ length: integerBelow(random, 80) }, () => letters[integerBelow(random, letters.length)]).join('');
      const { rows, diagnostics } = readTask(text);
      for (const { remedy, message } of diagnostics) expect([typeof remedy, message.length > 0], `seed ${seed}`).toEqual(['string', true]);
      expect(rows.length).toBeLessThanOrEqual(100);
    }
    expect(first('N - - puma load -\n'.repeat(101))).toMatchObject({ code: 'too-large', line: 101 });
    expect(first('/'.repeat(20_001))).toMatchObject({ code: 'too-large', line: 1 });
  });
});
