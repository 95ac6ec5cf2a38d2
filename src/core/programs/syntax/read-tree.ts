import type { Tree } from '@lezer/common';
import { ContextTracker } from '@lezer/lr';
import { parser } from './robot-parser.generated.ts';

export interface Reading {
  readonly tree: Tree;
  /** From where on nothing was read, for the mistakes before it took too long to guess at; undefined where all was. */
  readonly unreadFrom: number | undefined;
  /** How often a word was taken or several made into one, in all the ways that were tried behind the first mistake. */
  readonly work: number;
}

/** What guessing may take: a hundred and fifty mistakes and more, in about 10 ms. */
export const MOST_WORK = 20_000;
/** And for each letter that was read: twice what programs take that need no guessing. */
export const WORK_A_LETTER = 2;

let work = 0;
const count = (): null => {
  work++;
  return null;
};

const strict = parser.configure({ strict: true });
const guessing = parser.configure({
  contextTracker: new ContextTracker<null>({ start: null, shift: count, reduce: count, strict: false }),
});

/**
 * The tree of a text. Behind a mistake the parser goes on in many ways at once, and in some texts takes all of them back at each further one:
 * seconds for a text that is nothing but signs. So what it does is counted, and what is behind too much of it is left unread.
 */
export function readTree(text: string): Reading {
  const tree = strictTree(text);
  return tree ? { tree, unreadFrom: undefined, work: 0 } : guessedTree(text);
}

function strictTree(text: string): Tree | undefined {
  try {
    return strict.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function guessedTree(text: string): Reading {
  work = 0;
  const parse = guessing.startParse(text);
  let unreadFrom: number | undefined;
  for (;;) {
    const tree = parse.advance();
    if (tree) return { tree, unreadFrom, work };
    if (unreadFrom !== undefined || work <= MOST_WORK + WORK_A_LETTER * parse.parsedPos) continue;
    unreadFrom = parse.parsedPos;
    parse.stopAt(unreadFrom);
  }
}
