import { describe, expect, it } from 'vitest';
import { applyEdits, diagnosticsOf } from '../../base/diagnostics.ts';
import { checkProgram } from '../checks/check.ts';
import { formatProgram } from '../format.ts';
import { parse } from './parse.ts';
import { MOST_WORK, readTree, WORK_A_LETTER } from './read-tree.ts';
import { type Expression, meaningOf, type Program, type Statement } from './syntax.ts';

const told = (text: string): string[] =>
  diagnosticsOf(text, parse(text).findings).map(({ line, column, code, message }) => `${line}:${column} ${code}: ${message}`);

const statementsOf = (text: string): readonly Statement[] => {
  const { program, findings } = parse(text);
  expect(findings, text).toEqual([]);
  return (program as Program).body.statements;
};

/** Every binary expression in parentheses. */
function grouped(expression: Expression): string {
  switch (expression.kind) {
    case 'number':
    case 'constant':
      return String(expression.value);
    case 'text':
      return `"${expression.text}"`;
    case 'variable':
      return expression.name;
    case 'calling':
      return `${expression.name.text}(${expression.operands.map(grouped).join(' ')})`;
    case 'unary':
      return `(${expression.operator}${grouped(expression.operand)})`;
    case 'binary':
      return `(${grouped(expression.left)} ${expression.operator} ${grouped(expression.right)})`;
  }
}

const reckoned = (text: string): string => {
  const [statement] = statementsOf(`x = ${text};`);
  return statement?.kind === 'assignment' ? grouped(statement.value) : 'none';
};

describe('the words of a program', () => {
  it('[RL1] are all statements there are', () => {
    const text = `
      // both kinds of comments
      int a = 1, b; /* and
      of several lines */
      a = 2;
      move(p1); ;
      if (a == 1) wait(5); else if (b) { } else flag(1);
      while (a) { break; continue; }
      for (int i = 0; i < 3; i = i + 1) print("i ", i);
      for (;;) return;
      function f(int c, d) { return c; }`;
    const kinds = statementsOf(text).map(({ kind }) => kind);
    expect(kinds).toEqual(['declaration', 'declaration', 'assignment', 'call', 'if', 'while', 'for', 'for', 'function']);
    const [, , , , choice] = statementsOf(text);
    expect(choice).toMatchObject({ body: { statements: [{ kind: 'call' }] }, otherwise: { statements: [{ kind: 'if' }] } });
    expect(statementsOf('')).toEqual([]);
  });

  it('[RL1] say the same with and without braces, and for one variable a declaration or several', () => {
    const meaning = (text: string) => meaningOf({ body: { statements: statementsOf(text), below: [] } });
    expect(meaning('if (a) b = 1; else b = 2;')).toEqual(meaning('if (a) { b = 1; } else { b = 2; }'));
    expect(meaning('while (a);')).toEqual(meaning('while (a) {}'));
    expect(meaning('int a = 1, b;')).toEqual(meaning('int a = 1; int b;'));
  });

  it('[RL3] bind as they do in other languages', () => {
    expect(reckoned('1 + 2 * 3 - 4')).toBe('((1 + (2 * 3)) - 4)');
    expect(reckoned('a || b && c == d < e + f * -g')).toBe('(a || (b && (c == (d < (e + (f * (-g)))))))');
    expect(reckoned('(a || b) && !c')).toBe('((a || b) && (!c))');
    expect(reckoned('10 - 4 - 3')).toBe('((10 - 4) - 3)');
    expect(reckoned('!!a == - -b')).toBe('((!(!a)) == (-(-b)))');
    expect(reckoned('12 / 3 % 2 * 5')).toBe('(((12 / 3) % 2) * 5)');
  });

  it.each([
    ['move(p1)', '1:8 missing: a ; is missing here'],
    ['wait(5)\nflag(1);', '1:7 missing: a ; is missing here'],
    ['if (a == 1 { }', '1:10 missing: a ) is missing here'],
    ['if (a = 1) { }', '1:7 unexpected: = sets a variable; here two values are compared'],
    ['a == 1;', '1:4 unexpected: == compares; here a variable is set'],
    ['if a == 1 { }', '1:2 missing: the condition is missing its parentheses'],
    ['while (a) {\n  wait(5);\n', '2:10 missing: a } is missing here'],
    ['a = ;', '1:3 missing: a value is missing here'],
    ['a = 3 +;', '1:7 missing: a value is missing here'],
    ['move(1, );', '1:7 missing: a value is missing here'],
    ['}', '1:1 unexpected: this } closes nothing'],
    ['else { }', '1:1 unexpected: this else belongs to no if'],
    ['int a[10];', '1:6 unexpected: there are no lists of numbers'],
    ["print('a');", '1:7 unexpected: texts stand in double quotes'],
    ['a = 5 $ 3;', '1:7 unexpected: $ does not belong here'],
    ['a += 2;', '1:3 shortened: += is not of this language'],
    ['a = 2.5;', '1:5 decimal: 2.5 is not a whole number'],
    ['a = 2147483648;', '1:5 number-range: 2147483648 is too large'],
    ['print("a);', '1:7 unclosed-text: this text has no closing quote'],
    ['a = 1; /* so', '1:8 unclosed-comment: this comment is not closed'],
    ['{ a = 1; }', '1:1 stray-block: these braces belong to nothing'],
    ['if (a) { function f() {} }', '1:10 function-inside: this function stands inside of something'],
    ['if (a) function f() {}', '1:8 function-inside: this function stands inside of something'],
    ['home;', '1:4 missing: home alone says nothing'],
  ])('[RL2] tells of a slip: %s', (text, first) => {
    expect(told(text)[0]).toBe(first);
    expect(parse(text).program).toBeUndefined();
  });

  it.each([
    'move(p1)',
    'if (a = 1) { }',
    'if (a == 1 { }',
    'wait(5',
    'while (a) {\n  wait(5);\n',
    'a += 2 + 3;',
    'a++;',
    'a -= 1;',
    'print("a',
    '/* so',
    '} wait(5);',
    'a == 1;',
    'for (i = 0, i < 3; i = i + 1) { }',
  ])('[RL4] mends a slip with its fixes: %s', (text) => {
    let mended = text;
    for (let times = 0; times < 4 && !parse(mended).program; times++) {
      const [finding] = diagnosticsOf(mended, parse(mended).findings);
      expect(finding?.fix, mended).toBeDefined();
      mended = applyEdits(mended, finding?.fix?.edits ?? []);
    }
    expect(parse(mended).findings, mended).toEqual([]);
  });

  it('[RL4] says nothing of what words mean while some are wrong', () => {
    expect(checkProgram('a = nothing;').diagnostics.map(({ code }) => code)).toEqual(['undeclared', 'undeclared']);
    expect(checkProgram('a = nothing').diagnostics.map(({ code }) => code)).toEqual(['missing']);
  });

  it('[RL2] has limits, and answers beyond them', () => {
    const deep = `${'('.repeat(40_000)}1${')'.repeat(40_000)}`;
    expect(told(`a = ${deep};`)).toEqual([expect.stringContaining('too-deep')]);
    expect(told(`a = ${'1+'.repeat(40_000)}1;`)).toEqual([expect.stringContaining('too-deep')]);
    expect(told('if (a) '.repeat(150))[0]).toContain('missing');
    expect(told(`${'while (a) {'.repeat(5000)}${'}'.repeat(5000)}`)).toEqual([expect.stringContaining('too-deep')]);
    expect(told('if (a) b = 1; else '.repeat(300))).toEqual([expect.stringContaining('too-deep')]);
    expect(told(`a = ${'-'.repeat(2000)}1;`)).toHaveLength(1);
    expect(parse(`${'// ('.repeat(300)}\nprint("${'('.repeat(150)}", "${'{'.repeat(150)}"); /* ${'('.repeat(300)} */`).findings).toEqual(
      [],
    );
    expect(told('x'.repeat(100_001))).toEqual(['1:1 too-large: 100001 letters are more than the 100000 that a program may have']);
    expect(told(`${'n'.repeat(41)} = 1;`)).toEqual(['1:1 too-long: a name of 41 letters is too long']);
    expect(told(`print("${'t'.repeat(201)}");`)).toEqual(['1:7 too-long: a text of 201 letters is too long']);
    expect(told('}\n'.repeat(4000))).toHaveLength(201);
  });

  it.each([
    '!=',
    '=!',
    'a != != ',
    '1 ',
    'a\n',
    'a b ',
    '"',
    '} ',
    'if ',
    'if a { b } ',
    'for(int i=0,i<3,i++){}',
    '% ',
    'a = !-!-',
    'x[1] = 2;\n',
  ])('[RL30] reads no further than is worth it: %j, over and over', (part) => {
    const text = part.repeat(90_000 / part.length);
    const { work, unreadFrom = text.length } = readTree(text);
    // One more step of the parser, with all the ways that it then tries.
    expect(work).toBeLessThan(MOST_WORK + WORK_A_LETTER * unreadFrom + 2000);
    expect(readTree(text)).toMatchObject({ work, unreadFrom });
    expect(parse(text).program).toBeUndefined();
    expect(formatProgram(text).text).toBeUndefined();
  });

  it('[RL30] says from where on nothing was read, and nothing of what may be missing there', () => {
    const text = `print(1);\nint a = 2;\n${'1 '.repeat(20_000)}`;
    const { unreadFrom = 0 } = readTree(text);
    expect(told(text)).toEqual([
      '3:1 unexpected: 1 does not belong here',
      `3:${unreadFrom - 20} unread: from here on nothing was read: there are too many mistakes before it`,
    ]);
    expect(text.slice(unreadFrom)).not.toBe('');
  });

  it('[RL30] reads to the end where there are few mistakes, or some more of a common kind', () => {
    const long = 'if (a == 1) { print("so", a); }\n'.repeat(2500);
    expect(readTree(long)).toMatchObject({ unreadFrom: undefined, work: 0 });
    expect(told(`a b\n${long}c d`).map((each) => each.slice(0, 6))).toEqual(['1:1 mi', '1:3 mi', '2502:1', '2502:3']);
    for (const slip of ['a = ;\n', 'if a { b(); }\n', 'a\n', 'x[1] = 2;\n', 'print("a);\n', 'f(a b);\n'])
      expect(readTree(slip.repeat(150)).unreadFrom, slip).toBeUndefined();
  });
});
