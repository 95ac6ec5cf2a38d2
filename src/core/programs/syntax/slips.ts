/** What is wrong with the words of a program, told so that its author can mend it. */
import type { SyntaxNode, Tree } from '@lezer/common';
import type { Finding } from '../../base/diagnostics.ts';
import { LONGEST_NAME } from '../limits.ts';
import * as terms from './robot-terms.generated.ts';

type Told = Pick<Finding, 'code' | 'message' | 'remedy' | 'fix'>;

const VALUES: ReadonlySet<number> = new Set([
  terms.Assignment,
  terms.Declared,
  terms.Binary,
  terms.Unary,
  terms.ForCondition,
  terms.ForStart,
]);

/** One finding for each place where the parser had to guess. Several beside each other are one slip. */
export function slipsIn(text: string, tree: Tree): Finding[] {
  const findings: Finding[] = [];
  let toldUntil = -1;
  tree.iterate({
    enter: (reference) => {
      if (!reference.type.isError) return;
      // Only now: to make a node of each reference takes most of the time.
      const { node } = reference;
      const { from, to } = node;
      if (from > toldUntil) findings.push(from === to ? missing(text, node) : stray(text, node));
      // What comes next on the same line follows from the guess.
      const lineEnd = text.indexOf('\n', to);
      toldUntil = lineEnd < 0 ? text.length : lineEnd;
      return false;
    },
  });
  return findings;
}

function missing(text: string, node: SyntaxNode): Finding {
  const end = text.slice(0, node.from).trimEnd().length;
  const place = { severity: 'error', from: Math.max(0, end - 1), to: end } as const;
  const sign = missingSign(node);
  if (sign === undefined) return { ...place, ...missingPart(node, text) };
  const fix = { title: `Add ${sign}`, edits: [{ from: end, to: end, insert: sign }] };
  return { ...place, code: 'missing', message: `a ${sign} is missing here`, remedy: `add ${sign}`, fix };
}

function missingSign({ parent, prevSibling }: SyntaxNode): string | undefined {
  const before = prevSibling?.name;
  switch (parent?.type.id) {
    case terms.Condition:
      return before === undefined ? undefined : before === '(' ? undefined : ')';
    case terms.Arguments:
    case terms.Parameters:
      return before === ',' ? undefined : ')';
    case terms.Group:
      return before === '(' ? undefined : ')';
    case terms.ForHead:
      return before === 'ForStart' || before === 'ForCondition' ? ';' : undefined;
    case terms.Block:
      return '}';
    default:
      return undefined;
  }
}

function missingPart({ parent, prevSibling }: SyntaxNode, text: string): Told {
  const id = parent?.type.id ?? terms.Program;
  const told = (message: string, remedy: string): Told => ({ code: 'missing', message, remedy });
  if (VALUES.has(id) || id === terms.Arguments || id === terms.Group)
    return told('a value is missing here', 'write a number, a variable or an expression');
  if (id === terms.Condition) return told('the condition is missing its parentheses', 'write it as (a == 1)');
  if (id === terms.ForHead) return told('a loop counts so: for (int i = 0; i < 3; i = i + 1)', 'mind the two ; between its parts');
  if (id === terms.Call && prevSibling) {
    const name = text.slice(prevSibling.from, Math.min(prevSibling.to, prevSibling.from + LONGEST_NAME));
    return told(`${name} alone says nothing`, `write ${name}(...) to do it, or ${name} = ... to set it`);
  }
  if (id === terms.Declaration || id === terms.Declared) return told('the name of the variable is missing', 'write: int count = 0;');
  if (id === terms.FunctionDefinition) return told('this function is not whole', 'write: function name(a, b) { ... }');
  if (id === terms.If || id === terms.While || id === terms.For)
    return told(`what belongs to ${prevSibling?.name ?? 'it'} is missing`, 'write a condition in parentheses, and what to do in braces');
  return told('something is missing here', 'look at the examples of the reference');
}

function stray(text: string, node: SyntaxNode): Finding {
  const written = text.slice(node.from, node.to);
  return { severity: 'error', from: node.from, to: node.to, ...strayWords(written, node, text) };
}

function strayWords(written: string, node: SyntaxNode, text: string): Told {
  const { from, to, parent } = node;
  const told = (message: string, remedy: string, insert?: string): Told => ({
    code: 'unexpected',
    message,
    remedy,
    ...(insert !== undefined && { fix: { title: `Write ${insert || 'nothing'}`, edits: [{ from, to, insert }] } }),
  });
  const shown = written.length > 20 ? `${written.slice(0, 20)}...` : written;
  if (written === '=' && text[from - 1] !== '=') return told('= sets a variable; here two values are compared', 'write ==', '==');
  if (written === '=') return told('== compares; here a variable is set', 'write =', '');
  if (written.startsWith("'")) return told(`texts stand in double quotes`, 'write "..."');
  if (written.startsWith('['))
    return told('there are no lists of numbers', 'use a variable for each; taught positions are counted: position(i)');
  if (written === '}') return told('this } closes nothing', 'remove it, or look for a { that is missing above', '');
  if (written === 'else') return told('this else belongs to no if', 'write it right behind the } of the if');
  if (written === ',' && parent && (parent.type.id === terms.ForStart || parent.type.id === terms.ForCondition))
    return told('the parts of a loop are told apart by ;', 'write ;', ';');
  return told(`${shown} does not belong here`, 'remove it, or look for what is missing before it');
}
