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

/** Whole stretches are compared at once, in a tenth of the time that letters take. */
const STRETCH = 1024;

/** From the first letter that differs to the last, in both. */
function changeBetween(before: string, after: string) {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from + STRETCH <= shorter && before.slice(from, from + STRETCH) === after.slice(from, from + STRETCH)) from += STRETCH;
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from++;
  const most = shorter - from;
  let tail = 0;
  while (tail + STRETCH <= most && stretchBefore(before, tail) === stretchBefore(after, tail)) tail += STRETCH;
  while (tail < most && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)) tail++;
  return { fromA: from, toA: before.length - tail, fromB: from, toB: after.length - tail };
}

const stretchBefore = (text: string, tail: number): string => text.slice(text.length - tail - STRETCH, text.length - tail);
