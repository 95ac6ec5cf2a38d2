import { MisuseError } from '../../../core/base/errors.ts';
import { dotted, requireNamePattern } from '../../../core/blackboard/names.ts';
import { matches } from '../../../core/bus/subjects.ts';

/** One line of the tree. A name may be both: a value, and the beginning of others. */
export type TreeRow =
  | {
      readonly kind: 'branch';
      readonly path: string;
      readonly segment: string;
      readonly depth: number;
      readonly count: number;
      readonly isOpen: boolean;
    }
  | { readonly kind: 'leaf'; readonly path: string; readonly segment: string; readonly depth: number };

/** Unique among the rows. */
export const keyOfRow = ({ kind, path }: TreeRow): string => `${kind} ${path}`;

/** What is mounted is many: each robot begins as one line. */
export const isFoldedAtFirst = (path: string): boolean => /^robots\/[^/]+$/.test(path);

export interface TreeOptions {
  /** Branches that are not as they were at first. */
  readonly toggled: ReadonlySet<string>;
  /** All are open, so that what was found can be seen. */
  readonly isSearching: boolean;
}

/** Names, sorted by `bySegments`, as a tree: what is to be seen of them while some branches are folded. */
export function rowsOf(names: readonly string[], { toggled, isSearching }: TreeOptions): TreeRow[] {
  const rows: TreeRow[] = [];
  const isOpen = (path: string) => isSearching || toggled.has(path) === isFoldedAtFirst(path);
  const place = (from: number, to: number, depth: number) => {
    for (let at = from; at < to; ) {
      const segments = (names[at] ?? '').split('/');
      const path = segments.slice(0, depth + 1).join('/');
      const segment = segments[depth] ?? '';
      const end = endOf(names, at, to, path);
      const isLeaf = names[at] === path;
      if (isLeaf) rows.push({ kind: 'leaf', path, segment, depth });
      const first = isLeaf ? at + 1 : at;
      if (first < end) {
        rows.push({ kind: 'branch', path, segment, depth, count: end - first, isOpen: isOpen(path) });
        if (isOpen(path)) place(first, end, depth + 1);
      }
      at = end;
    }
  };
  place(0, names.length, 0);
  return rows;
}

/** Which names a person means: those that contain each of the words, or fit the pattern. */
export function filterOf(text: string): ((name: string) => boolean) | undefined {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  const tests = words.map((word) => (/[*>]/.test(word) ? patternTest(word) : (name: string) => name.includes(word)));
  return (name) => tests.every((test) => test(name));
}

function patternTest(word: string): (name: string) => boolean {
  try {
    const pattern = requireNamePattern(word);
    return (name) => matches(pattern, dotted(name));
  } catch (error) {
    if (!(error instanceof MisuseError)) throw error;
    // What is no pattern fits nothing: whoever types is told so by the empty list.
    return () => false;
  }
}

/** Where the names of a branch end. */
function endOf(names: readonly string[], from: number, to: number, path: string): number {
  let end = from + 1;
  while (end < to && (names[end] === path || names[end]?.startsWith(`${path}/`))) end++;
  return end;
}

/** `a/b` before `a-c`: all of a branch stands together. Numbers by their size. */
export function bySegments(one: string, other: string): number {
  const [a, b] = [one.split('/'), other.split('/')];
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compareSegments(a[i] ?? '', b[i] ?? '');
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

const collator = new Intl.Collator('en', { numeric: true });
const compareSegments = (a: string, b: string): number => (a === b ? 0 : collator.compare(a, b) || (a < b ? -1 : 1));
