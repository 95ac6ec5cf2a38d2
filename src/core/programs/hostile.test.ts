import { describe, expect, it } from 'vitest';
import { compileProgram, Machine, tick } from './programs.ts';
import { ScriptedCell } from './scripted-cell.contract.ts';

/** As an owner gives them, twenty times a second of the world's time. */
const STEPS_A_TICK = 10_000;
const TICK_MS = 50;
/** Whatever is hostile is stopped within this. */
const SECOND_MS = 1000;

/** Each with a part of what is said of it: of those that are not even started by the checks, of the others when they are stopped. */
const REFUSED: readonly (readonly [text: string, told: string])[] = [
  ['int a[1000000];', 'there are no lists of numbers'],
  [`print("${'x'.repeat(50_000)}");`, 'is too long'],
  [`${'{'.repeat(3000)}`, 'brackets stand in each other'],
  [`int a = ${'('.repeat(3000)}1${')'.repeat(3000)};`, 'brackets stand in each other'],
  [`int a = 1${' + 1'.repeat(20_000)};`, 'stand in each other'],
  [`int ${'v'.repeat(5000)} = 1;`, 'a name of 5000 letters'],
  [Array.from({ length: 3000 }, (_, i) => `int v${i} = ${i};`).join('\n'), 'places of memory'],
  ['x'.repeat(200_000), 'letters are more than'],
  ['constructor.constructor("return process")();', '. does not belong here'],
  ['__proto__ = 1;', 'there is no variable __proto__'],
  ['eval("1");', 'there is no instruction eval'],
  ['process.exit(1);', '. does not belong here'],
  ['import("fs");', 'there is no instruction import'],
  ['move(__proto__); toString();', 'there is no instruction toString'],
  ['print(1 / 0);', 'divided by 0'],
  ['wait(86400001);', 'is outside'],
  ['function move() { return 1; }', 'is an instruction'],
];

const STOPPED: readonly (readonly [text: string, told: string])[] = [
  ['while (true) {}', 'steps without doing or reading anything'],
  ['for (;;) ;', 'steps without doing or reading anything'],
  ['int i = 0; while (1) { i = 1 - i; }', 'steps without doing or reading anything'],
  ['int i = 0; for (;;) { for (;;) { if (i == 0) continue; break; } }', 'steps without doing or reading anything'],
  ['function f() { return 1; } while (f()) f();', 'steps without doing or reading anything'],
  ['int a = 0; for (int i = 0; i < 2000000000; i = i + 1) a = i % 7;', 'steps without doing or reading anything'],
  ['speed(50); while (true) { int a = 3; a = a * a % 11; }', 'steps without doing or reading anything'],
  ['function f(n) { return f(n + 1); } print(f(1));', 'calls that have not returned'],
  ['function f() { g(); } function g() { f(); } f();', 'calls that have not returned'],
  ['function f(n) { return f(f(n)); } f(1);', 'calls that have not returned'],
  [
    `function f(n) { ${Array.from({ length: 60 }, (_, i) => `int v${i} = n;`).join(' ')} return f(n + 1); } f(1);`,
    'calls that have not returned',
  ],
  ['function f(n) { if (n > 90) return 0; return f(n + 1) + f(n + 1); } print(f(1));', 'steps without doing or reading anything'],
  ['while (true) flag(1);', 'things within one second'],
  ['int i = 0; while (true) { i = i + 1; wcellflag(i % 10 + 1, i); }', 'things within one second'],
  ['while (true) print("spam");', 'things within one second'],
  ['while (true) { flag(1); wcellflag(1, cellflag(1) + 1); print(cellflag(1)); }', 'things within one second'],
  ['while (true) move(p1);', 'things within one second'],
  ['while (true) { move(1, 0); }', 'things within one second'],
  ['while (true) wait(0);', 'things within one second'],
  ['while (true) drive(0);', 'things within one second'],
  ['while (true) if (grip()) release();', 'things within one second'],
  ['function flood(n) { flag(n); flood(n + 1); } flood(1);', 'calls that have not returned'],
  ['int a = 2; while (true) { a = a * a; }', 'is beyond the numbers'],
  ['int a = 1; while (true) { a = a + a; flag(a); }', 'is beyond the numbers'],
  ['int z = 0; while (true) { z = 5 / z; }', 'divided by 0'],
  ['int __proto__ = 5; int constructor = 1; while (constructor) { __proto__ = constructor; }', 'steps without doing or reading anything'],
  [
    'function constructor(toString) { return hasOwnProperty(toString); } function hasOwnProperty(a) { return constructor(a); } constructor(1);',
    'calls that have not returned',
  ],
  ['print(flagof("__proto__"));', 'there is no robot __proto__'],
  ['print(sensor("constructor"));', 'there is no sensor constructor'],
  ['int n = 2000000000; wcellflag(n, n);', 'is outside'],
];

const titled = ([text, told]: readonly [string, string]) => ({ text, told, title: text.slice(0, 70).replaceAll('\n', ' ') });

function machineOf(text: string): Machine {
  const { program } = compileProgram(text);
  if (!program) throw new Error(`${text} is not even compiled`);
  return new Machine(program);
}

describe('hostile programs', () => {
  it.each(REFUSED.map(titled))('[RL2] [RL5] [RL18] are not started: $title', ({ text, told }) => {
    const { program, diagnostics } = compileProgram(text);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(program).toBeUndefined();
    expect(errors.map(({ message, code }) => `${code} ${message}`).join('\n')).toContain(told);
    expect(diagnostics.length).toBeLessThanOrEqual(201);
  });

  it.each(STOPPED.map(titled))('[RL18] are stopped with a message: $title', ({ text, told }) => {
    const machine = machineOf(text);
    const cell = new ScriptedCell();
    let largest = 0;
    while (!machine.isOver && cell.nowMs < SECOND_MS) {
      tick(machine, cell, STEPS_A_TICK);
      largest = Math.max(largest, ...cell.states.splice(0).map(({ length }) => length));
      cell.nowMs += TICK_MS;
    }
    expect(cell.end?.outcome).toBe('failed');
    expect(cell.end?.message).toContain(told);
    expect(cell.effects.length).toBeLessThanOrEqual(101);
    expect(largest).toBeLessThan(20_000);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('[RL18] there are enough of them, and one of them does not hold up another', () => {
    expect(REFUSED.length + STOPPED.length).toBeGreaterThanOrEqual(30);
    const [busy, honest] = [machineOf('while (true) {}'), machineOf('print("on time");')];
    const [cells, cell] = [new ScriptedCell(), new ScriptedCell()];
    expect(tick(busy, cells, STEPS_A_TICK)).toBe('resting');
    expect(busy.steps).toBe(STEPS_A_TICK);
    expect(tick(honest, cell, STEPS_A_TICK)).toBe('over');
    expect(cell.printed).toEqual(['on time']);
  });

  it('[RL18] a line that is printed has an end, and one that waits for a flag may wait for ever', () => {
    const long = `print(${Array.from({ length: 9 }, () => `"${'x'.repeat(190)}"`).join(', ')});`;
    const cell = new ScriptedCell();
    tick(machineOf(long), cell, STEPS_A_TICK);
    expect(cell.printed[0]).toHaveLength(403);
    const patient = machineOf('while (cellflag(1) == 0) {} print("at last");');
    const waited = new ScriptedCell();
    for (; waited.nowMs < 60_000; waited.nowMs += TICK_MS) expect(tick(patient, waited, 200)).toBe('resting');
    waited.flags[1] = 1;
    expect(tick(patient, waited, 200)).toBe('over');
    expect(waited.printed).toEqual(['at last']);
  });
});
