import { type Tree, TreeFragment } from '@lezer/common';
import { parser } from './edl-parser.generated.ts';

/** A text and its syntax. */
export interface ParsedEdl {
  readonly text: string;
  readonly tree: Tree;
}

/** The syntax of a text, with what it has in common with an earlier one: after one key, all but a few letters. */
export function parsedAgain(text: string, earlier: ParsedEdl | undefined): ParsedEdl {
  if (earlier?.text === text) return earlier;
  const kept = earlier ? TreeFragment.applyChanges(TreeFragment.addTree(earlier.tree), [changeBetween(earlier.text, text)]) : [];
  return { text, tree: parser.parse(text, kept) };
}

/** From the first letter that differs to the last, in both. */
function changeBetween(before: string, after: string) {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from++;
  let tail = 0;
  while (tail < shorter - from && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)) tail++;
  return { fromA: from, toA: before.length - tail, fromB: from, toB: after.length - tail };
}
