import { parseSync } from '@swc/core';

/** Something that is wrong, and where. */
export interface Complaint {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** A node of swc's syntax tree. Only what tidy looks at is named; the rest is walked through. */
export interface SyntaxNode {
  readonly type: string;
  readonly span?: { readonly start: number; readonly end: number };
  readonly [field: string]: unknown;
}

/** A text file of the project; `path` is from the root, with slashes. */
export class Source {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  #tree: SyntaxNode | undefined;
  #lineStarts: readonly number[] | undefined;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
    this.lines = text.replace(/\n$/, '').split('\n');
  }

  get isCode(): boolean {
    return /\.(ts|tsx|mjs)$/.test(this.path) || this.path.startsWith('bin/');
  }

  get isTest(): boolean {
    return /\.(test|contract)\.tsx?$/.test(this.path);
  }

  get tree(): SyntaxNode {
    this.#tree ??= parseSync(this.text, { syntax: 'typescript', tsx: this.path.endsWith('x'), target: 'esnext' }) as unknown as SyntaxNode;
    return this.#tree;
  }

  complain(at: SyntaxNode | number, message: string): Complaint {
    return { path: this.path, line: typeof at === 'number' ? at : this.firstLine(at), message };
  }

  firstLine(node: SyntaxNode): number {
    return this.#lineOf(node.span?.start ?? 1);
  }

  lineCount(node: SyntaxNode): number {
    return this.#lineOf((node.span?.end ?? 1) - 1) - this.firstLine(node) + 1;
  }

  /** swc counts bytes, from 1. */
  #lineOf(position: number): number {
    this.#lineStarts ??= lineStarts(this.text);
    let line = 0;
    while (line < this.#lineStarts.length && (this.#lineStarts[line] as number) <= position - 1) line++;
    return line;
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  Buffer.from(text).forEach((byte, offset) => {
    if (byte === 0x0a) starts.push(offset + 1);
  });
  return starts;
}

/** Visits every node below `value`, parents first; `parents` ends with the nearest. */
export function walk(value: unknown, visit: (node: SyntaxNode, parents: readonly SyntaxNode[]) => void, parents: SyntaxNode[] = []): void {
  if (typeof value !== 'object' || value === null) return;
  const node = isNode(value) ? value : undefined;
  if (node) {
    visit(node, parents);
    parents.push(node);
  }
  for (const child of Object.values(value)) walk(child, visit, parents);
  if (node) parents.pop();
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

/** The name of an identifier, undefined for any other node. */
export const nameOf = (value: unknown): string | undefined =>
  isNode(value) && value.type === 'Identifier' ? (value.value as string) : undefined;

/** `it` for `it(...)`, `it.each(table)(...)` and `it.only(...)`: the name that the called expression begins with. */
export function calledName(call: SyntaxNode): string | undefined {
  let callee = call.callee;
  while (isNode(callee) && (callee.type === 'MemberExpression' || callee.type === 'CallExpression')) {
    callee = callee.type === 'MemberExpression' ? callee.object : callee.callee;
  }
  return nameOf(callee);
}
