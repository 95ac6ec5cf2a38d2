import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../base/diagnostics.ts';
import { pioneer3dx } from '../../robots/catalog/pioneer-3-dx.ts';
import { puma560 } from '../../robots/catalog/puma-560.ts';
import type { Surroundings } from '../surroundings.ts';
import { checkProgram } from './check.ts';

const told = (text: string, around: Surroundings = {}): string[] =>
  checkProgram(text, around).diagnostics.map(({ severity, line, code, message }) => `${severity} ${line} ${code}: ${message}`);

/** After the first fix. */
function mended(text: string, around: Surroundings = {}): string {
  const [first] = checkProgram(text, around).diagnostics;
  expect(first?.fix, text).toBeDefined();
  return applyEdits(text, first?.fix?.edits ?? []);
}

describe('a program is checked', () => {
  it.each([
    ['count = 1;', 'undeclared: there is no variable count here'],
    ['int a = a;', 'undeclared: there is no variable a here'],
    ['if (1) { int a = 1; print(a); } print(a);', 'undeclared: there is no variable a here'],
    ['int a = 1; int a = 2; print(a);', 'declared-twice: there is a variable a already'],
    ['function f() {} function f() {} f();', 'declared-twice: there is a function f already'],
    ['function f(a, a) { print(a); } f(1, 2);', 'declared-twice: there is a variable a already'],
    ['int wait = 1; print(wait);', 'reserved: wait is an instruction'],
    ['function move() {} move();', 'reserved: move is an instruction'],
    ['wiat(5);', 'unknown: there is no instruction wiat'],
    ['wait();', 'arguments: wait does not take 0 values'],
    ['move(1, 2, 3);', 'arguments: move does not take 3 values'],
    ['function f(a) { print(a); } f();', 'arguments: f takes 1 value, not 0'],
    ['wait("long");', 'kind: a text is no number'],
    ['int a = "text"; print(a);', 'kind: a text is no number'],
    ['goto(kitchen);', 'kind: here stands the name of a place, as text'],
    ['rcellflag(1, 5);', 'kind: here stands the variable that gets the value'],
    ['move(1 + 2);', 'kind: here stands a taught position'],
    ['int a = wait(5); print(a);', 'no-value: wait gives no value'],
    ['int a = flag(5); print(a);', 'no-value: flag gives no value'],
    ['int a = print(5); print(a);', 'no-value: print gives no value'],
    ['wcellflag(11, 1);', 'range: n goes from 1 to 10; 11 is outside'],
    ['wcellflag(2 - 2, 1);', 'range: n goes from 1 to 10; 0 is outside'],
    ['speed(0);', 'range: v goes from 1 to 100; 0 is outside'],
    ['wait(-1);', 'range: m goes from 0 to 86400000; -1 is outside'],
    ['print(1 / 0);', 'division: this is always 0, and nothing can be divided by 0'],
    ['int a = 1; print(a % (3 - 3));', 'division: this is always 0, and nothing can be divided by 0'],
    ['break;', 'outside-loop: break stands in no loop'],
    ['while (cellflag(1)) {} continue;', 'outside-loop: continue stands in no loop'],
    ['return 1;', 'outside-function: only a function gives a value back'],
  ])('[RL5] %s', (text, first) => {
    expect(told(text)[0]).toBe(`error 1 ${first}`);
  });

  it('[RL5] knows no names but those that are declared', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(told(`print(${name});`)).toEqual([`error 1 undeclared: there is no variable ${name} here`]);
      expect(told(`${name}(1);`)).toEqual([`error 1 unknown: there is no instruction ${name}`]);
      expect(told(`int ${name} = 1; print(${name});`)).toEqual([]);
      expect(told(`move(${name});`, { positions: ['p1'] })).toEqual([`error 1 unknown-position: there is no position ${name}`]);
    }
  });

  it('[RL6] for what is known of where it runs, and for nothing else', () => {
    const text = 'move(p7); print(flagof("jupyter"), sensor("sonr"));';
    expect(told(text)).toEqual([]);
    expect(told(text, { positions: ['p1', 'p2'], robots: ['jupiter'], sensors: ['sonar'] })).toEqual([
      'error 1 unknown-position: there is no position p7',
      'error 1 unknown-robot: there is no robot jupyter',
      'error 1 unknown-sensor: there is no sensor sonr',
    ]);
    expect(told('goto("kitchn");', { places: ['kitchen'] })).toEqual(['error 1 unknown-place: there is no place kitchn']);
    expect(told('move(position(3));', { positions: ['p1', 'p2'] })).toEqual(['error 1 range: n goes from 1 to 2; 3 is outside']);
    expect(told('move(8, 10); move("wrst", 5); move(waist);', { model: puma560, positions: [] })).toEqual([
      'error 1 unknown-dof: Puma 560 has 7 degrees of freedom; there is no number 8',
      'error 1 unknown-dof: Puma 560 has no wrst',
      'error 1 unknown-position: there is no position waist',
    ]);
    expect(told('drive(100); grip();', { model: puma560 })).toEqual(['error 1 robot: Puma 560 stands where it is']);
    expect(told('drive(100); grip(); move(1, 100); move("turn", 5); move(3, 1);', { model: pioneer3dx })).toEqual([
      'error 1 robot: Pioneer 3-DX has no gripper',
      'error 1 unknown-dof: Pioneer 3-DX has 2 degrees of freedom; there is no number 3',
    ]);
  });

  it.each([
    ['while (true) wait(5); wait(6);', '1 unreachable: nothing ever comes here'],
    ['return; wait(6);', '1 unreachable: nothing ever comes here'],
    ['function f() { if (cellflag(1)) { return 1; } else { return 2; } wait(5); } print(f());', '1 unreachable: nothing ever comes here'],
    ['if (false) wait(5);', '1 unreachable: nothing ever comes here: its condition is always the same'],
    ['if (1 == 1) wait(5); else wait(6);', '1 unreachable: nothing ever comes here: its condition is always the same'],
    ['int a = 1;', '1 unused: nobody reads a'],
    ['function f() {}', '1 unused: nobody calls f'],
    ['cellflag(1);', '1 unused: what cellflag gives is not used'],
    ['int a = 1; while (true) a = a + 1;', '1 endless: this loop never ends, and does and reads nothing'],
    ['for (;;) {}', '1 endless: this loop never ends, and does and reads nothing'],
  ])('[RL7] warns: %s', (text, first) => {
    expect(told(text)[0]).toBe(`warning ${first}`);
  });

  it.each([
    'while (true) { if (cellflag(1)) break; } wait(5);',
    'while (cellflag(1) == 0) {}',
    'for (;;) { wait(5); }',
    'function f() { while (true) { if (cellflag(1)) return 1; } } print(f());',
    'int a; rcellflag(1, a); while (a == 0) rcellflag(1, a);',
  ])('[RL7] does not warn: %s', (text) => {
    expect(told(text)).toEqual([]);
  });

  it('[RL8] a variable is seen to the end of its braces, and in functions if it stands outside of all', () => {
    expect(told('int a = 1; function f() { a = a + 1; } f(); print(a);')).toEqual([]);
    expect(told('f(); function f() { late = late + 1; } int late = 5; print(late);')).toEqual([]);
    expect(told('int a = 1; function f(a) { int b = a; return b; } print(f(a));')).toEqual([]);
    expect(told('for (int i = 0; i < 2; i = i + 1) print(i); for (int i = 0; i < 2; i = i + 1) print(i);')).toEqual([]);
    expect(told('int i = 0; for (int i = 0; i < 2; i = i + 1) print(i);')).toEqual([
      'error 1 declared-twice: there is a variable i already',
    ]);
    expect(told('if (cellflag(1)) { int a = 1; print(a); } function f() { print(a); } f();')).toEqual([
      'error 1 undeclared: there is no variable a here',
    ]);
  });

  it('[RL4] offers fixes that mend', () => {
    expect(mended('int count = 1; print(cuont);')).toBe('int count = 1; print(count);');
    expect(mended('x = 5;')).toBe('int x = 5;');
    expect(mended('wiat(5);')).toBe('wait(5);');
    expect(mended('While (cellflag(1) == 0) {}'.replace(' {}', ';'))).toBe('while (cellflag(1) == 0);');
    expect(mended('goto(kitchen);')).toBe('goto("kitchen");');
    expect(mended('goto("kitchn");', { places: ['kitchen'] })).toBe('goto("kitchen");');
    expect(mended('move(homw);', { positions: ['home', 'p1'] })).toBe('move(home);');
  });
});
