import type { SyntaxNode } from '@lezer/common';
import type { Finding, Stretch } from '../../base/diagnostics.ts';
import { DEEPEST_NESTING, LARGEST_NUMBER, LONGEST_NAME, LONGEST_TEXT } from '../limits.ts';
import * as terms from './robot-terms.generated.ts';
import type { BinaryOperator, Call, Expression, Name } from './syntax.ts';

const EXPRESSIONS: ReadonlySet<number> = new Set([
  ...[terms.Number, terms.Text, terms.Variable, terms.Constant],
  ...[terms.Call, terms.Group, terms.Unary, terms.Binary],
]);

/** The next that is no comment. */
export function after(node: SyntaxNode | null): SyntaxNode | null {
  let next = node?.nextSibling ?? null;
  while (next && (next.type.id === terms.LineComment || next.type.id === terms.BlockComment)) next = next.nextSibling;
  return next;
}

/** Reads expressions; undefined for what is none, or not whole. */
export class ExpressionReader {
  readonly #text: string;
  readonly #findings: Finding[];
  #depth = 0;

  constructor(text: string, findings: Finding[]) {
    this.#text = text;
    this.#findings = findings;
  }

  read(node: SyntaxNode): Expression | undefined {
    if (!EXPRESSIONS.has(node.type.id)) return undefined;
    if (this.#depth >= DEEPEST_NESTING) {
      // Of a thousand parentheses one is enough.
      if (!this.#findings.some(({ code }) => code === 'too-deep'))
        this.#tell(node, 'too-deep', `more than ${DEEPEST_NESTING} expressions stand in each other`, 'reckon in several statements');
      return undefined;
    }
    this.#depth++;
    const expression = this.#expression(node);
    this.#depth--;
    return expression;
  }

  #expression(node: SyntaxNode): Expression | undefined {
    const { from, to } = node;
    switch (node.type.id) {
      case terms.Number:
        return { kind: 'number', from, to, value: this.#number(node) };
      case terms.Text:
        return { kind: 'text', from, to, text: this.#quoted(node) };
      case terms.Variable: {
        const name = node.firstChild && this.name(node.firstChild);
        return name ? { kind: 'variable', from, to, name: name.text } : undefined;
      }
      case terms.Constant:
        return { kind: 'constant', from, to, value: this.#written(node) === 'true' };
      case terms.Call:
        return this.call(node);
      case terms.Group: {
        const inner = after(node.firstChild);
        return inner ? this.read(inner) : undefined;
      }
      case terms.Unary: {
        const operand = node.lastChild ? this.read(node.lastChild) : undefined;
        return operand && { kind: 'unary', from, to, operator: this.#text[from] === '!' ? '!' : '-', operand };
      }
      default:
        return this.#binary(node);
    }
  }

  call(node: SyntaxNode | null): Call | undefined {
    const name = node?.firstChild && this.name(node.firstChild);
    const list = node?.getChild(terms.Arguments);
    if (!node || !name || !list) return undefined;
    const operands: Expression[] = [];
    for (let child = list.firstChild; child; child = child.nextSibling) {
      const operand = this.read(child);
      if (operand) operands.push(operand);
    }
    return { kind: 'calling', from: node.from, to: node.to, name, operands };
  }

  name({ from, to }: Stretch): Name {
    const text = this.#text.slice(from, to);
    if (text.length > LONGEST_NAME)
      this.#tell({ from, to }, 'too-long', `a name of ${text.length} letters is too long`, `use ${LONGEST_NAME} at most`);
    return { from, to, text };
  }

  #binary(node: SyntaxNode): Expression | undefined {
    const { from, to, firstChild, lastChild } = node;
    const sign = after(firstChild);
    if (!firstChild || !lastChild || !sign) return undefined;
    const left = this.read(firstChild);
    const right = this.read(lastChild);
    return left && right && { kind: 'binary', from, to, operator: this.#written(sign) as BinaryOperator, left, right };
  }

  #number(node: SyntaxNode): number {
    const written = this.#written(node);
    const value = Number(written);
    if (!Number.isInteger(value) || written.includes('.')) {
      this.#tell(node, 'decimal', `${written} is not a whole number`, 'degrees, millimetres and milliseconds are counted in whole numbers');
      return 0;
    }
    if (value <= LARGEST_NUMBER) return value;
    this.#tell(node, 'number-range', `${written.slice(0, 20)} is too large`, `the largest number is ${LARGEST_NUMBER}`);
    return 0;
  }

  #quoted(node: SyntaxNode): string {
    const written = this.#written(node);
    const isClosed = written.length > 1 && written.endsWith('"');
    if (!isClosed) {
      const end = node.from + written.trimEnd().length;
      const fix = { title: 'Close the quotes', edits: [{ from: end, to: end, insert: '"' }] };
      this.#findings.push({
        ...{ severity: 'error', code: 'unclosed-text', from: node.from, to: node.to, fix },
        message: 'this text has no closing quote',
        remedy: 'close it on its line',
      });
    }
    const text = written.slice(1, isClosed ? -1 : undefined);
    if (text.length > LONGEST_TEXT)
      this.#tell(node, 'too-long', `a text of ${text.length} letters is too long`, `use ${LONGEST_TEXT} at most`);
    return text;
  }

  #written({ from, to }: Stretch): string {
    return this.#text.slice(from, to);
  }

  #tell({ from, to }: Stretch, code: string, message: string, remedy: string): void {
    this.#findings.push({ severity: 'error', from, to, code, message, remedy });
  }
}
