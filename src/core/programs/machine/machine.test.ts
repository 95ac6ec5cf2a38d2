import { describe, expect, it } from 'vitest';
import { advanceTo, compileProgram, type Effect, Machine, tick, variablesOf } from '../programs.ts';
import { ScriptedCell } from '../scripted-cell.contract.ts';
import type { CompiledProgram } from './code.ts';

const STEPS = 10_000;

function compiled(text: string): CompiledProgram {
  const { program, diagnostics } = compileProgram(text);
  expect(
    diagnostics.filter(({ severity }) => severity === 'error'),
    text,
  ).toEqual([]);
  return program as CompiledProgram;
}

/** Runs it to its end, a tick each 50 ms. */
function ran(text: string, cell = new ScriptedCell()): ScriptedCell {
  const machine = new Machine(compiled(text));
  for (let ticks = 0; ticks < 1000 && !machine.isOver; ticks++) {
    tick(machine, cell, STEPS);
    cell.nowMs += 50;
  }
  return cell;
}

/** What it prints. */
const printed = (text: string): string[] => ran(text).printed;

const failure = (text: string): string => {
  const cell = ran(text);
  const last = cell.effects.at(-1);
  return `${last?.line} ${cell.end?.outcome}: ${cell.end?.message}`;
};

describe('what programs mean', () => {
  it('[RL11] whole numbers of 32 bits, divided towards zero', () => {
    expect(printed('print(7 / 2, " ", -7 / 2, " ", 7 % 3, " ", -7 % 3, " ", 7 % -3);')).toEqual(['3 -3 1 -1 1']);
    expect(printed('int a = -7; int b = 2; print(a / b, " ", a % b, " ", -a / -b);')).toEqual(['-3 -1 -3']);
    expect(printed('int a = 2147483647; print(a, " ", -a - 1);')).toEqual(['2147483647 -2147483648']);
    expect(failure('int a = 2147483647;\na = a + 1;')).toBe(
      '2 failed: 2147483648 is beyond the numbers of this language, -2147483648 to 2147483647',
    );
    expect(failure('int a = 65536;\nprint(a * a);')).toContain('2 failed: 4294967296 is beyond');
    expect(failure('int a = -2147483647 - 1; print(-a);')).toContain('2147483648 is beyond');
    expect(failure('int a = -2147483647 - 1; print(abs(a));')).toContain('2147483648 is beyond');
    expect(failure('int a = -2147483647 - 1; int b = -1; print(a / b);')).toContain('2147483648 is beyond');
    expect(failure('int a = 0;\n\nprint(5 / a);')).toBe('3 failed: something is divided by 0');
    expect(failure('int a = -2147483647 - 1; min(a, 1); abs(a);')).toContain('2147483648 is beyond');
    expect(printed('max(1, 2); cellflag(1); print(3);')).toEqual(['3']);
    expect(failure('int a = 0; print(a % a);')).toBe('1 failed: something is divided by 0');
  });

  it('[RL12] 1 and 0 for what is true and false; nothing is reckoned that does not count', () => {
    expect(printed('int a = 5; print(a > 3, a < 3, a == 5, a != 5, !a, !0, a && 2, 0 || 7);')).toEqual(['10100111']);
    expect(printed('int a = 0; if (a && 1 / a) print("x"); if (a == 0 || 1 / a) print("y");')).toEqual(['y']);
    expect(printed('int a = 1; function f() { a = a + 1; return a; } print(a + f(), " ", f() * 10 + a, " ", a - f());')).toEqual([
      '3 33 -1',
    ]);
    expect(printed('int a = 1; function f() { a = 9; return 2; } print(a < f(), " ", min(a, f()));')).toEqual(['1 2']);
  });

  it('[RL13] functions take values, give one and call themselves', () => {
    expect(printed('function f(n) { if (n < 2) { return n; } return f(n - 1) + f(n - 2); } print(f(15));')).toEqual(['610']);
    expect(printed('function none() {} function early(a) { if (a) return; wait(1); } print(none(), early(1));')).toEqual(['00']);
    expect(
      printed(
        'function odd(n) { if (n == 0) return 0; return even(n - 1); } function even(n) { if (n == 0) return 1; return odd(n - 1); } print(even(20), odd(20));',
      ),
    ).toEqual(['10']);
    expect(printed('int a = 1; function f(a) { a = a * 10; int b = a + 1; return b; } print(f(a + 1), " ", a);')).toEqual(['21 1']);
  });

  it('[RL8] a variable in braces begins anew each time', () => {
    expect(printed('for (int i = 0; i < 3; i = i + 1) { int a; a = a + i; print(a); }')).toEqual(['0', '1', '2']);
    expect(printed('int i = 0; while (true) { i = i + 1; if (i == 2) continue; if (i > 4) break; print(i); }')).toEqual(['1', '3', '4']);
    expect(printed('f(); int a = 4; f(); function f() { print(a); a = a + 1; }')).toEqual(['0', '4']);
  });

  it('[RL14] [RL15] every instruction of Table 1, and those that were added, with its units', () => {
    const cell = new ScriptedCell();
    cell.readings = (what) =>
      ({ 'robot jupiter': 3, 'sensor sonar 2': 812.6, 'sensor puma laser': 90, 'dof 2': -45.4, 'dof wrist': Number.NaN })[what] ?? {
        reason: what,
      };
    ran(
      `speed(40); move(p1); move("above the lathe"); move(position(1 + 1)); speed(100); move(1, 30); move("waist", -90);
       flag(7); wcellflag(2, flag() + 1); int v; rcellflag(2, v); wait(v * 10);
       drive(500); drive(0, 90); goto("room 2"); goto(1000, -200); goto(1, 2, 90); grip(); release();
       print(v, " ", cellflag(2), " ", flagof("jupiter"), " ", sensor("sonar", 2), " ", sensorof("puma", "laser"), " ", dof(2), " ", dof("wrist"));
       print(abs(-3), min(2, 1), max(2, 1), " ", time());`,
      cell,
    );
    expect(cell.deeds).toEqual([
      { kind: 'move', position: 'p1', speedPercent: 40 },
      { kind: 'move', position: 'above the lathe', speedPercent: 40 },
      { kind: 'move', position: 2, speedPercent: 40 },
      { kind: 'move-by', dof: 1, by: 30, speedPercent: 100 },
      { kind: 'move-by', dof: 'waist', by: -90, speedPercent: 100 },
      { kind: 'flag', value: 7 },
      { kind: 'cell-flag', flag: 2, value: 8 },
      { kind: 'wait', untilMs: 80 },
      { kind: 'drive', forwardMm: 500, turnDeg: 0, speedPercent: 100 },
      { kind: 'drive', forwardMm: 0, turnDeg: 90, speedPercent: 100 },
      { kind: 'goto', place: 'room 2', speedPercent: 100 },
      { kind: 'goto-point', xMm: 1000, yMm: -200, headingDeg: null, speedPercent: 100 },
      { kind: 'goto-point', xMm: 1, yMm: 2, headingDeg: 90, speedPercent: 100 },
      { kind: 'grip' },
      { kind: 'release' },
      { kind: 'print', text: '8 8 3 813 90 -45 0' },
      { kind: 'print', text: '312 100' },
      { kind: 'end', outcome: 'finished', message: '' },
    ]);
  });

  it('[RL15] what is outside of its range, or not there, ends it', () => {
    expect(failure('int n = 11; wcellflag(n, 1);')).toBe('1 failed: a flag of the environment goes from 1 to 10; 11 is outside');
    expect(failure('int n = 0; print(cellflag(n));')).toBe('1 failed: a flag of the environment goes from 1 to 10; 0 is outside');
    expect(failure('int v = 101; speed(v);')).toBe('1 failed: a speed in percent goes from 1 to 100; 101 is outside');
    expect(failure('int m = -1;\nwait(m);')).toBe('2 failed: a wait in milliseconds goes from 0 to 86400000; -1 is outside');
    expect(failure('print(flagof("nobody"));')).toBe('1 failed: there is no robot nobody');
  });

  it('[RL11] [RL15] what is read is a number of the language, whatever the cell measures', () => {
    const cell = new ScriptedCell();
    cell.readings = (what) => (what === 'sensor far' ? 1e12 : -1e12);
    expect(ran('print(sensor("far"), " ", sensor("deep"));', cell).printed).toEqual(['2147483647 -2147483648']);
  });

  it('[RL16] what fails ends the program, unless it is asked whether it was done', () => {
    const cell = () => {
      const made = new ScriptedCell();
      made.refusal = ({ deed }: Effect) => (deed.kind === 'grip' ? 'there is nothing between the fingers' : undefined);
      return made;
    };
    const stopped = ran('print("a");\ngrip();\nprint("b");', cell());
    expect([stopped.printed, stopped.effects.at(-1)]).toEqual([
      ['a'],
      { number: 3, line: 2, deed: { kind: 'end', outcome: 'failed', message: 'there is nothing between the fingers' } },
    ]);
    expect(ran('if (grip()) print("got it"); else print("nothing there"); print(release(), move(p1));', cell()).printed).toEqual([
      'nothing there',
      '11',
    ]);
  });
});

describe('how programs run', () => {
  it('[RL18] goes on for as long as it likes when it does or reads something again and again', () => {
    const readsAll =
      'for (int i = 0; i < 30; i = i + 1) { for (int j = 0; j < 3000; j = j + 1) {} if (cellflag(1)) print("x"); } print("end");';
    expect(printed(readsAll)).toEqual(['end']);
    const acts = ran('for (int i = 0; i < 300; i = i + 1) { flag(i); wait(50); } print("end");');
    expect([acts.end?.outcome, acts.printed]).toEqual(['finished', ['end']]);
  });

  it('[RL18] ends when what it remembers has no room, however few its calls are', () => {
    const locals = Array.from({ length: 40 }, (_, index) => `int v${index} = n;`).join(' ');
    const text = `function f(n) { ${locals} if (n > 0) f(n - 1); return v39; } print(f(60));`;
    expect(failure(text)).toContain('calls that have not returned');
    expect(printed(text.replace('f(60)', 'f(20)'))).toEqual(['20']);
  });

  it('[RL17] rests when its steps are used up, and goes on', () => {
    const machine = new Machine(compiled('int i = 0; while (i < 1000) i = i + 1; print(i);'));
    const cell = new ScriptedCell();
    let ticks = 1;
    while (tick(machine, cell, 100) === 'resting') ticks++;
    expect(cell.printed).toEqual(['1000']);
    expect(ticks).toBe(Math.ceil(machine.steps / 100));
    expect(machine.advance(cell, 100)).toEqual({ kind: 'over' });
  });

  it('[RL22] waits for what takes time, as long as the cell says', () => {
    const cell = new ScriptedCell();
    cell.takesMs = 120;
    const machine = new Machine(compiled('move(p1); wait(100); print(time());'));
    expect(tick(machine, cell, STEPS)).toBe('waiting');
    cell.nowMs = 119;
    expect(tick(machine, cell, STEPS)).toBe('waiting');
    cell.nowMs = 120;
    expect(tick(machine, cell, STEPS)).toBe('waiting');
    expect(cell.deeds).toEqual([
      { kind: 'move', position: 'p1', speedPercent: 100 },
      { kind: 'wait', untilMs: 220 },
    ]);
    cell.nowMs = 219;
    const taker = Machine.resume(machine.program, JSON.parse(JSON.stringify(machine.state)));
    expect(tick(taker, cell, STEPS)).toBe('waiting');
    cell.nowMs = 220;
    expect(tick(taker, cell, STEPS)).toBe('over');
    expect(cell.printed).toEqual(['220']);
  });

  it('[RL19] its state is JSON at every step, and goes on from there', () => {
    const program = compiled(
      'int s = 0; function f(n) { if (n == 0) return 0; return n + f(n - 1); } for (int i = 0; i < 4; i = i + 1) s = s + f(i); print(s);',
    );
    const cell = new ScriptedCell();
    let machine = new Machine(program);
    for (let steps = 0; !machine.isOver; steps++) {
      expect(steps).toBeLessThan(500);
      const text = JSON.stringify(machine.state);
      expect(JSON.stringify(JSON.parse(text))).toBe(text);
      machine = Machine.resume(program, JSON.parse(text));
      expect(JSON.stringify(machine.state)).toBe(text);
      const standing = machine.advance(cell, 1);
      if (standing.kind === 'effect') cell.issue(standing.effect, machine.state);
    }
    expect(cell.printed).toEqual(['10']);
  });

  it('[RL19] refuses what is no state of this program, and says which field', () => {
    const program = compiled('function f(a) { wait(a); } f(5);');
    const machine = new Machine(program);
    machine.advance(new ScriptedCell(), STEPS);
    const good = machine.state;
    const wrong = (change: object): string => {
      try {
        Machine.resume(program, { ...good, ...change });
        return 'none';
      } catch (error) {
        return error instanceof Error ? `${error.name}: ${error.message}` : 'no error';
      }
    };
    expect(wrong({})).toBe('none');
    expect(wrong({ version: 2 })).toBe("MalformedError: version of a program's state must be 1, not 2");
    expect(wrong({ program: 1 })).toContain('the hash of the program that is resumed');
    const fields: Record<string, unknown[]> = {
      at: [-1, 99, 1.5, '0', undefined],
      base: [-1, 3000, null],
      function: [7, 0],
      memory: [[], [1.5], new Array(5000).fill(0), 'x', { length: 3 }],
      calls: [[], [1], [9, 9, 9], [1, 1, 0], [0, 9, 0], [0, 0, 5000], new Array(900).fill(0)],
      speedPercent: [0, 101],
      // There one more is the same number: who counted steps up to a limit would never come to it.
      steps: [-1, Number.MAX_SAFE_INTEGER],
      idleSteps: ['many'],
      startedMs: [Number.NaN, '0'],
      second: [null, {}, { sinceMs: 0, effects: -1 }],
      last: [
        ...[null, {}, { number: 0, line: 1, deed: { kind: 'wait' } }, { number: 1, line: 1, deed: { kind: 'wait', untilMs: 'x' } }],
        { number: Number.MAX_SAFE_INTEGER, line: 1, deed: { kind: 'wait', untilMs: 0 } },
        ...[
          ...[{ kind: 'constructor' }, { kind: 'move', position: {}, speedPercent: 50 }, { kind: 'print', text: 5 }],
          ...[
            { kind: 'drive', forwardMm: Number.POSITIVE_INFINITY, turnDeg: 0, speedPercent: 50 },
            { kind: 'flag' },
            { kind: 'end', outcome: 'lost', message: '' },
          ],
        ].map((deed) => ({ number: 1, line: 1, deed })),
      ],
      awaited: [50, -2],
      isOver: [undefined, 1],
    };
    for (const [field, values] of Object.entries(fields))
      for (const value of values) expect(wrong({ [field]: value }), `${field} ${JSON.stringify(value)}`).toMatch(/^MalformedError: /);
    for (const value of [null, 5, 'state', undefined]) expect(() => Machine.resume(program, value)).toThrow('is an object');
  });

  it('[RL20] each effect has its number and line, and goes out with the state behind it', () => {
    const cell = ran('flag(1);\n\nflag(2);\nprint("x");');
    expect(cell.effects.map(({ number, line, deed }) => [number, line, deed.kind])).toEqual([
      [1, 1, 'flag'],
      [2, 3, 'flag'],
      [3, 4, 'print'],
      [4, 4, 'end'],
    ]);
    for (const [index, state] of cell.states.entries()) expect(JSON.parse(state).last).toEqual(cell.effects[index]);
  });

  it('[RL23] can be gone through, with breakpoints and what its variables are', () => {
    const text =
      'int a = 1;\nint b = 2;\nwhile (a < 3) {\n  int c = twice(a);\n  a = a + 1;\n  b = b + c;\n}\nprint(b);\nfunction twice(n) {\n  int m = n * 2;\n  return m;\n}\n';
    const machine = new Machine(compiled(text));
    const cell = new ScriptedCell();
    const lines: number[] = [];
    for (let stop = advanceTo(machine, cell, STEPS); stop.kind === 'stopped'; stop = advanceTo(machine, cell, STEPS))
      lines.push(machine.line);
    expect(lines).toEqual([2, 3, 4, 10, 11, 5, 6, 3, 4, 10, 11, 5, 6, 3, 8]);
    const again = new Machine(compiled(text));
    expect(advanceTo(again, cell, STEPS, new Set([11]))).toEqual({ kind: 'stopped' });
    expect(variablesOf(again)).toEqual([
      { name: 'a', value: 1, of: 'program' },
      { name: 'b', value: 2, of: 'program' },
      { name: 'n', value: 1, of: 'function' },
      { name: 'm', value: 2, of: 'function' },
    ]);
    expect(advanceTo(again, cell, STEPS, new Set([6]))).toEqual({ kind: 'stopped' });
    expect(variablesOf(again).map(({ name, value }) => `${name}=${value}`)).toEqual(['a=2', 'b=2', 'c=2']);
    expect(advanceTo(again, cell, 3, new Set([8])).kind).toBe('resting');
    expect(advanceTo(again, cell, STEPS, new Set([8]))).toEqual({ kind: 'stopped' });
    expect(variablesOf(again).map(({ name, value }) => `${name}=${value}`)).toEqual(['a=3', 'b=8']);
  });
});
