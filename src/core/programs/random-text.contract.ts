/** A program's text in a random layout: with comments anywhere, braces and parentheses that nobody needs, declarations in one line. */
import { chance, pick, type Random } from '../base/random.ts';
import type { Line, Node, RandomProgram } from './random-program.contract.ts';

const BINDING: Readonly<Record<string, number>> = {
  ...{ '||': 1, '&&': 2, '==': 3, '!=': 3, '<': 4, '<=': 4, '>': 4, '>=': 4, '+': 5, '-': 5, '*': 6, '/': 6, '%': 6 },
};
const BLANKS = ['', '', '', ' ', ' ', '  ', '\n', '\t', '\n\n', '\r\n'];

export interface RandomText {
  readonly text: string;
  /** In their order, as they stand there. */
  readonly comments: readonly string[];
}

export function randomText(random: Random, { lines, functions }: RandomProgram): RandomText {
  const writer = new Writer(random);
  const parts = functions.map(({ name, parameters, body }) => [
    'function',
    name,
    '(',
    ...parameters.flatMap((parameter, index) => [...(index > 0 ? [','] : []), ...(chance(random, 0.3) ? ['int'] : []), parameter]),
    ')',
    ...writer.braced(body),
  ]);
  const main = writer.lines(lines);
  const words = chance(random, 0.5) ? [...parts.flat(), ...main] : [...main, ...parts.flat()];
  return writer.laidOut(words);
}

class Writer {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  lines(lines: readonly Line[]): string[] {
    return lines.flatMap((line) => [...this.#line(line), ...(chance(this.#random, 0.03) ? [';'] : [])]);
  }

  braced(lines: readonly Line[]): string[] {
    return ['{', ...this.lines(lines), '}'];
  }

  /** A single statement needs no braces; but an else behind it would go to its if. */
  #body(lines: readonly Line[], isBeforeElse = false): string[] {
    const [only, ...others] = lines;
    if (!only) return chance(this.#random, 0.5) ? [';'] : ['{', '}'];
    const isPlain =
      others.length === 0 &&
      only.kind !== 'declare' &&
      !(isBeforeElse && (only.kind === 'if' || only.kind === 'while' || only.kind === 'for'));
    return isPlain && chance(this.#random, 0.4) ? this.#line(only) : this.braced(lines);
  }

  #line(line: Line): string[] {
    switch (line.kind) {
      case 'declare':
        return ['int', line.name, ...(line.value ? ['=', ...this.#value(line.value, 0)] : []), ';'];
      case 'set':
        return [line.name, '=', ...this.#value(line.value, 0), ';'];
      case 'do':
        return [...this.#value(line.call, 0), ';'];
      case 'if':
        return [
          ...['if', '(', ...this.#value(line.condition, 0), ')', ...this.#body(line.body, line.otherwise !== undefined)],
          ...(line.otherwise ? ['else', ...this.#body(line.otherwise)] : []),
        ];
      case 'while':
        return ['while', '(', ...this.#value(line.condition, 0), ')', ...this.#body(line.body)];
      case 'for': {
        const step = [line.counter, '=', line.counter, '+', ...this.#value(line.step, 6)];
        const head = ['int', line.counter, '=', '0', ';', line.counter, '<', ...this.#value(line.to, 5), ';', ...step];
        return ['for', '(', ...head, ')', ...this.#body(line.body)];
      }
      case 'leave':
        return [line.word, ';'];
      case 'return':
        return ['return', ...(line.value ? this.#value(line.value, 0) : []), ';'];
    }
  }

  /** In parentheses if it binds less than it must. */
  #value(node: Node, least: number): string[] {
    const [words, binding] = this.#bare(node);
    const isText =
      node.kind === 'text' || (node.kind === 'name' && !/^(true|false)$/.test(node.name) && least === 0) || node.kind === 'call';
    return binding < least || (!isText && chance(this.#random, 0.05)) ? ['(', ...words, ')'] : words;
  }

  #bare(node: Node): [words: string[], binding: number] {
    switch (node.kind) {
      case 'number':
        return [[String(node.value)], 9];
      case 'name':
        return [[node.name], 9];
      case 'text':
        return [[`"${node.text}"`], 9];
      case 'sign':
        return [[node.sign, ...this.#value(node.of, 7)], 7];
      case 'pair': {
        const binding = BINDING[node.sign] ?? 0;
        return [[...this.#value(node.left, binding), node.sign, ...this.#value(node.right, binding + 1)], binding];
      }
      case 'call':
        return [
          [node.name, '(', ...node.operands.flatMap((operand, index) => [...(index > 0 ? [','] : []), ...this.#value(operand, 0)]), ')'],
          9,
        ];
    }
  }

  laidOut(words: readonly string[]): RandomText {
    const random = this.#random;
    const comments: string[] = [];
    let text = '';
    for (const word of words) {
      const isGlued = /\w$/.test(text) && /^\w/.test(word);
      const isSign = /[-+*/%<>=!&|]$/.test(text) && /^[-+*/%<>=!&|]/.test(word);
      let blank = pick(random, BLANKS);
      if (chance(random, 0.04)) {
        const comment = chance(random, 0.6)
          ? `// note ${comments.length}`
          : `/* note ${comments.length}${chance(random, 0.2) ? '\n   and on' : ''} */`;
        comments.push(comment);
        blank = `${text === '' || /\s$/.test(text) ? '' : ' '}${comment}${comment.startsWith('//') ? '\n' : ' '}`;
      } else if ((isGlued || isSign) && blank === '') blank = ' ';
      text += blank + word;
    }
    return { text: `${text}\n`, comments };
  }
}
