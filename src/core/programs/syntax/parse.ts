import type { Tree } from '@lezer/common';
import type { Finding } from '../../base/diagnostics.ts';
import { DEEPEST_NESTING, MOST_LETTERS } from '../limits.ts';
import { readProgram } from './read-program.ts';
import { readTree } from './read-tree.ts';
import * as terms from './robot-terms.generated.ts';
import { slipsIn } from './slips.ts';
import type { Program } from './syntax.ts';

export interface Parsing {
  /** Undefined when something is wrong with the words. */
  readonly program: Program | undefined;
  readonly findings: readonly Finding[];
}

/** What a text says, whether or not that makes a good program. */
export function parse(text: string): Parsing {
  if (text.length > MOST_LETTERS) return { program: undefined, findings: [excess(text)] };
  const depth = tooDeep(text);
  if (depth) return { program: undefined, findings: [depth] };
  const { tree, unreadFrom = Number.POSITIVE_INFINITY } = readTree(text);
  const slips = slipsIn(text, tree);
  const { program, findings } = readProgram(text, tree);
  // What is nested deeper than anybody reads is not whole in the tree either: what is missing there is not the author's fault.
  const deep = findings.find(({ code }) => code === 'too-deep');
  if (deep) return { program: undefined, findings: [deep] };
  // Where the parser had to guess, what follows from the guess is not told too.
  const told = new Set(slips.map(({ from }) => from));
  const all = [...slips, ...findings.filter(({ from }) => !told.has(from)), ...(text.includes('/*') ? unclosedComment(text, tree) : [])];
  // What is missing where reading ended may well be behind it.
  if (unreadFrom <= text.length) return { program: undefined, findings: [...all.filter(({ to }) => to < unreadFrom), unread(unreadFrom)] };
  return { program: all.length === 0 ? program : undefined, findings: all };
}

/** Comments, texts and brackets. */
const SIGNS = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"[^"\n]*"?|[(){}]/g;

/** Where brackets stand in more others than a tree may be deep: a parser would take long for it, to no use. */
function tooDeep(text: string): Finding | undefined {
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(SIGNS)) {
    if (sign === '(' || sign === '{') depth++;
    else if (sign === ')' || sign === '}') depth--;
    if (depth <= DEEPEST_NESTING) continue;
    const message = `more than ${DEEPEST_NESTING} brackets stand in each other here`;
    return { severity: 'error', code: 'too-deep', from: index, to: index + 1, message, remedy: 'make functions of the inner parts' };
  }
  return undefined;
}

/** It can only be the last. */
function unclosedComment(text: string, tree: Tree): Finding[] {
  const open: Finding[] = [];
  tree.iterate({
    enter: ({ type, from, to }) => {
      if (type.id !== terms.BlockComment || (to - from >= 4 && text.endsWith('*/', to))) return;
      const fix = { title: 'Close the comment', edits: [{ from: to, to, insert: ' */' }] };
      const words = { message: 'this comment is not closed', remedy: 'write */ behind it', fix };
      open.push({ severity: 'error', code: 'unclosed-comment', from, to: from + 2, ...words });
    },
  });
  return open;
}

function unread(from: number): Finding {
  const words = { message: 'from here on nothing was read: there are too many mistakes before it', remedy: 'mend the first ones' };
  return { severity: 'error', code: 'unread', from, to: from, ...words };
}

function excess(text: string): Finding {
  const message = `${text.length} letters are more than the ${MOST_LETTERS} that a program may have`;
  return { severity: 'error', code: 'too-large', from: 0, to: 0, message, remedy: 'make several programs of it' };
}
