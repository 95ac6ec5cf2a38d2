import type { SyntaxNode, Tree } from '@lezer/common';
import type { Finding, Fix, Stretch } from '../../base/diagnostics.ts';
import { DEEPEST_NESTING } from '../limits.ts';
import { Comments } from './comments.ts';
import { after, ExpressionReader } from './read-expression.ts';
import * as terms from './robot-terms.generated.ts';
import type { Assignment, Body, CallStatement, Declaration, Name, Program, Statement } from './syntax.ts';

export interface ProgramReading {
  readonly program: Program;
  readonly findings: readonly Finding[];
}

/** The tree of a program. What is not whole is left out; what the parser had to guess is told in slips.ts. */
export function readProgram(text: string, tree: Tree): ProgramReading {
  const reader = new TreeReader(text, tree);
  return { program: reader.program(tree.topNode), findings: reader.findings };
}

const BLOCK_ENDS = 1;
const STATEMENTS: ReadonlySet<number> = new Set([
  ...[terms.FunctionDefinition, terms.If, terms.While, terms.For, terms.Block],
  ...[terms.Declaration, terms.Assignment, terms.CallStatement, terms.Return, terms.Break, terms.Continue],
]);
const COMPOUND: ReadonlySet<number> = new Set([terms.FunctionDefinition, terms.If, terms.While, terms.For]);

class TreeReader {
  readonly findings: Finding[] = [];
  readonly #text: string;
  readonly #comments: Comments;
  readonly #expressions: ExpressionReader;
  #depth = 0;

  constructor(text: string, tree: Tree) {
    this.#text = text;
    this.#comments = new Comments(text, tree);
    this.#expressions = new ExpressionReader(text, this.findings);
  }

  program(top: SyntaxNode): Program {
    this.#comments.open(0);
    const statements = this.#statements(top, 'top');
    return { body: { statements, below: this.#comments.before(this.#text.length + 1) } };
  }

  #statements(parent: SyntaxNode, place: 'top' | 'inside'): Statement[] {
    const statements: Statement[] = [];
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      if (STATEMENTS.has(node.type.id)) statements.push(...this.#statement(node, place));
    }
    return statements;
  }

  #statement(node: SyntaxNode, place: 'top' | 'inside'): readonly Statement[] {
    if (node.type.id === terms.FunctionDefinition && place === 'inside')
      this.#tell(node, 'function-inside', 'this function stands inside of something', 'move it out of all braces');
    if (this.#depth >= DEEPEST_NESTING) {
      this.#tell(node, 'too-deep', `this stands in more than ${DEEPEST_NESTING} others`, 'make functions of the inner parts');
      return [];
    }
    this.#depth++;
    const above = this.#comments.above(node.from);
    const read = COMPOUND.has(node.type.id) ? this.#compound(node, above) : this.#simple(node, above);
    this.#depth--;
    return read;
  }

  /** One that declares several variables is as many statements. */
  #simple(node: SyntaxNode, lead: readonly string[]): readonly Statement[] {
    if (node.type.id === terms.Block) {
      this.#tell(node, 'stray-block', 'these braces belong to nothing', 'write if, while, for or function before them');
      this.#body(node);
      return [];
    }
    if (node.lastChild?.type.id !== terms.Semicolon) this.#semicolon(node);
    const statements = this.#plain(node);
    const above = [...lead, ...this.#comments.within(node.to)];
    this.#comments.pass(node.to);
    const beside = this.#comments.beside(node.to);
    return statements.map((statement, index) => ({
      ...statement,
      ...(index === 0 && { above }),
      ...(index === statements.length - 1 && beside !== undefined && { beside }),
    }));
  }

  #plain(node: SyntaxNode): readonly Statement[] {
    const placed = { from: node.from, to: node.to, above: [] };
    switch (node.type.id) {
      case terms.Declaration:
        return this.#declarations(node);
      case terms.Assignment:
        return some(this.#assignment(node));
      case terms.CallStatement:
        return some(this.#calling(node));
      case terms.Return: {
        const second = after(node.firstChild);
        const value = second ? this.#expressions.read(second) : undefined;
        return [{ ...placed, kind: 'return', ...(value && { value }) }];
      }
      case terms.Break:
        return [{ ...placed, kind: 'break' }];
      default:
        return [{ ...placed, kind: 'continue' }];
    }
  }

  #declarations(node: SyntaxNode): Declaration[] {
    return node.getChildren(terms.Declared).flatMap((declared) => {
      const name = this.#name(declared.getChild(terms.Name));
      const last = declared.lastChild;
      const value = last && last.type.id !== terms.Name ? this.#expressions.read(last) : undefined;
      return name ? [{ kind: 'declaration', from: declared.from, to: declared.to, above: [], name, ...(value && { value }) }] : [];
    });
  }

  #assignment(node: SyntaxNode): Assignment | undefined {
    const name = this.#name(node.getChild(terms.Name));
    const sign = node.getChild(terms.Compound) ?? node.getChild(terms.Step);
    const written = after(node.getChild('='));
    if (name && sign) this.#shortened(node, name, sign);
    const value = written ? this.#expressions.read(written) : undefined;
    return name && value ? { kind: 'assignment', from: node.from, to: node.to, above: [], name, value } : undefined;
  }

  /** `i += 2` and `i++`, as other languages have them. */
  #shortened(node: SyntaxNode, { text: name }: Name, sign: SyntaxNode): void {
    const operator = this.#text[sign.from] ?? '+';
    const amount = after(sign);
    const by = sign.type.id === terms.Step || !amount ? '1' : this.#text.slice(amount.from, amount.to);
    const whole = amount?.type.id === terms.Binary ? `(${by})` : by;
    const to = sign.type.id === terms.Step || !amount ? sign.to : amount.to;
    const insert = `${name} = ${name} ${operator} ${whole}`;
    const fix = { title: `Write ${insert}`, edits: [{ from: node.from, to, insert }] };
    this.#tell(
      { from: sign.from, to: sign.to },
      'shortened',
      `${this.#text.slice(sign.from, sign.to)} is not of this language`,
      `write ${insert}`,
      fix,
    );
  }

  #calling(node: SyntaxNode): CallStatement | undefined {
    const call = this.#expressions.call(node.getChild(terms.Call));
    return call && { kind: 'call', from: node.from, to: node.to, above: [], call };
  }

  #compound(node: SyntaxNode, lead: readonly string[]): readonly Statement[] {
    const [body, otherwise] = bodiesOf(node);
    const above = [...lead, ...this.#comments.within(body?.from ?? node.to)];
    const beside = body?.type.id === terms.Block ? this.#comments.beside(body.from + BLOCK_ENDS) : undefined;
    const placed = { from: node.from, to: node.to, above, ...(beside !== undefined && { beside }) };
    const read = this.#body(body);
    const between = otherwise ? this.#comments.before(otherwise.from) : [];
    const first = between.length > 0 ? { ...read, below: [...read.below, ...between] } : read;
    const statement = this.#headed(node, placed, first, otherwise && this.#body(otherwise));
    this.#comments.pass(node.to);
    return some(statement);
  }

  #headed(
    node: SyntaxNode,
    placed: Pick<Statement, 'from' | 'to' | 'above' | 'beside'>,
    body: Body,
    otherwise: Body | undefined,
  ): Statement | undefined {
    if (node.type.id === terms.FunctionDefinition) {
      const name = this.#name(node.getChild(terms.Name));
      const parameters = node.getChild(terms.Parameters)?.getChildren(terms.Parameter) ?? [];
      const names = parameters.flatMap((parameter) => some(this.#name(parameter.getChild(terms.Name))));
      return name && { ...placed, kind: 'function', name, parameters: names, body };
    }
    if (node.type.id === terms.For) return { ...placed, kind: 'for', ...this.#forHead(node.getChild(terms.ForHead)), body };
    const written = after(node.getChild(terms.Condition)?.firstChild ?? null);
    const condition = written ? this.#expressions.read(written) : undefined;
    if (!condition) return undefined;
    if (node.type.id === terms.While) return { ...placed, kind: 'while', condition, body };
    return { ...placed, kind: 'if', condition, body, ...(otherwise && { otherwise }) };
  }

  #forHead(head: SyntaxNode | null) {
    const [start, condition, step] = [terms.ForStart, terms.ForCondition, terms.ForStep].map((id) => head?.getChild(id) ?? undefined);
    const begun = start && (start.getChild(terms.Declared) ? this.#declarations(start)[0] : this.#assignment(start));
    const asked = condition?.firstChild ? this.#expressions.read(condition.firstChild) : undefined;
    const stepped = step && (step.getChild(terms.Call) ? this.#calling(step) : this.#assignment(step));
    return { ...(begun && { start: begun }), ...(asked && { condition: asked }), ...(stepped && { step: stepped }) };
  }

  /** In braces, or a single statement. */
  #body(node: SyntaxNode | undefined): Body {
    if (!node) return { statements: [], below: [] };
    if (node.type.id === terms.Empty) {
      this.#comments.open(node.to);
      return { statements: [], below: [] };
    }
    if (node.type.id !== terms.Block) {
      this.#comments.open(node.from);
      return { statements: this.#statement(node, 'inside'), below: [] };
    }
    this.#comments.open(node.from + BLOCK_ENDS);
    const statements = this.#statements(node, 'inside');
    return { statements, below: this.#comments.before(node.to - BLOCK_ENDS) };
  }

  #name(node: SyntaxNode | null): Name | undefined {
    return node ? this.#expressions.name(node) : undefined;
  }

  #semicolon({ from, to }: SyntaxNode): void {
    const end = from + this.#text.slice(from, to).trimEnd().length;
    const fix = { title: 'Add ;', edits: [{ from: end, to: end, insert: ';' }] };
    this.#tell({ from: Math.max(from, end - 1), to: end }, 'missing', 'a ; is missing here', 'add ;', fix);
  }

  #tell({ from, to }: Stretch, code: string, message: string, remedy: string, fix?: Fix): void {
    this.findings.push({ severity: 'error', from, to, code, message, remedy, ...(fix && { fix }) });
  }
}

/** What is done: of an if also what is done otherwise. */
function bodiesOf(node: SyntaxNode): [SyntaxNode | undefined, SyntaxNode | undefined] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (STATEMENTS.has(child.type.id) || child.type.id === terms.Empty) found.push(child);
  return [found[0], found[1]];
}

const some = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);
