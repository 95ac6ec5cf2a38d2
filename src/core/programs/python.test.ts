import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { writePython } from './python.ts';
import { randomProgram } from './random-program.contract.ts';
import { randomText } from './random-text.contract.ts';
import { parse } from './syntax/parse.ts';
import type { Program } from './syntax/syntax.ts';

const pythonOf = (text: string): string => writePython(parse(text).program as Program, { name: 'it' });
/** Behind what stands at the top, up to the empty line. */
function linesOf(text: string): string[] {
  const lines = pythonOf(text).trimEnd().split('\n');
  return lines.slice(lines.indexOf('') + 1);
}

describe('a program in Python', () => {
  it('[RL29] keeps its words, comments and empty lines', () => {
    const text = `// Loads the lathe.
int n = 0; // pieces
int v;

while (n < 6 && v == 0) { // six
  move(p1);
  move("above the belt");
  move(1, -90);
  rcellflag(2, v);
  /* two
     lines */
  if (v == 1) { // there
    grip();
  } else if (!flag()) {
    wait(100);
  } else {
  }
  n = n + 1;
}
print("n is ", n);
// the end
`;
    expect(pythonOf(text).split('\n')[0]).toBe('# it, in Python: for reading. Degrees, millimetres, milliseconds, percent.');
    expect(pythonOf(text).split('\n')[1]).toBe('from robot import move, flag, rcellflag, wait, grip');
    expect(linesOf(text)).toEqual([
      '# Loads the lathe.',
      'n = 0  # pieces',
      'v = 0',
      '',
      'while n < 6 and v == 0:  # six',
      '    move("p1")',
      '    move("above the belt")',
      '    move(1, -90)',
      '    v = rcellflag(2)',
      '    # two',
      '    # lines',
      '    if v == 1:  # there',
      '        grip()',
      '    elif not flag():',
      '        wait(100)',
      '    else:',
      '        pass',
      '    n = n + 1',
      'print("n is ", n, sep="")',
      '# the end',
    ]);
  });

  it('[RL29] counts as the language does: whole numbers, and 1 or 0 for what is true', () => {
    expect(linesOf('int a = 7 / -2 % 3;')).toEqual(['a = remainder(quotient(7, -2), 3)']);
    expect(linesOf('int a = (1 < 2) + !0; int b = a && 3;')).toEqual(['a = int(1 < 2) + int(not 0)', 'b = int(bool(a) and bool(3))']);
    expect(linesOf('int a = 1 - (2 - 3) * 4;')).toEqual(['a = 1 - (2 - 3) * 4']);
    expect(linesOf('if (true || false) {}')).toEqual(['if True or False:', '    pass']);
    expect(linesOf('int a; if ((a || 1) && a) {}').at(1)).toBe('if (bool(a) or bool(1)) and bool(a):');
  });

  it('[RL29] has its loops, and what is done before the next round also where a round is left', () => {
    expect(linesOf('for (int i = 0; i < 3; i = i + 1) { wait(i); }')).toEqual(['for i in range(3):', '    wait(i)']);
    expect(linesOf('for (int i = 2; i <= 8; i = i + 2) {}')).toEqual(['for i in range(2, 9, 2):', '    pass']);
    expect(linesOf('int n; for (n = 0; n < 3; n = n + 1) { if (n == 1) continue; wait(n); }')).toEqual([
      ...['n = 0', 'n = 0', 'while n < 3:', '    if n == 1:', '        n = n + 1', '        continue', '    wait(n)', '    n = n + 1'],
    ]);
    expect(linesOf('for (;;) { break; }')).toEqual(['while True:', '    break']);
  });

  it('[RL29] has its functions first, with what they share, and names that Python has taken are others', () => {
    expect(linesOf('int n; f(1); return; function f(lambda) { n = n + lambda; }')).toEqual([
      ...['def f(lambda_):', '    global n', '    n = n + lambda_', '    return 0', '', 'n = 0', 'f(1)', 'exit()'],
    ]);
  });

  it('[RL29] is written of every program: each comment is in it, and each colon opens what stands deeper', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = seededRandom(seed);
      const { text, comments } = randomText(random, randomProgram(random));
      const lines = pythonOf(text).split('\n');
      for (const [index] of comments.entries())
        expect(
          lines.filter((line) => new RegExp(`# note ${index}\\b`).test(line)),
          `seed ${seed}`,
        ).toHaveLength(1);
      const indents = lines.filter((line) => /^\s*[^\s#]/.test(line)).map((line) => [line, /^ */.exec(line)?.[0].length ?? 0] as const);
      for (const [index, [line, indent]] of indents.entries()) {
        const next = indents[index + 1]?.[1] ?? 0;
        expect(/:( {2}#.*)?$/.test(line) ? next === indent + 4 : next <= indent, `seed ${seed}: ${line}`).toBe(true);
      }
    }
  });
});
