import type { SyntaxNode } from '@lezer/common';
import { type Diagnostic, diagnosticsOf, excessOf } from './diagnostic.ts';
import { ATTRIBUTES, type AttributeName, isText, KINDS } from './document.ts';
import { parser } from './edl-parser.generated.ts';
import * as terms from './edl-terms.generated.ts';
import { unquoted } from './quotes.ts';
import { readEdl } from './read-edl.ts';
import { NUMBER } from './tokens.ts';
import { decimal, quoted } from './write-edl.ts';

export interface Formatting {
  /** Undefined when something belongs nowhere: where it goes is for its author to say. */
  readonly text: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** In the layout of the paper, with all its comments: those on a line of their own go before what follows, the others behind what they stand behind. */
export function formatEdl(text: string): Formatting {
  const excess = excessOf(text);
  const findings = excess ? [excess] : readEdl(text).findings;
  if (findings.length > 0) return { text: undefined, diagnostics: diagnosticsOf(text, findings) };
  const { items, tail } = piecesOf(text);
  const lines: string[][] = fieldsOf(items).map((field) => withComments(field, ''));
  for (const member of membersOf(items)) {
    const [head, ...attributes] = member as [Item, ...Item[]];
    lines.push([''], withComments(head, ''));
    for (const attribute of byRank(attributes)) lines.push(withComments(attribute, '  ').filter((line) => line !== ''));
  }
  if (tail.length > 0)
    lines.push(
      [''],
      tail.flatMap(({ words, isApart }) => (isApart ? ['', words] : [words])),
    );
  return { text: tidied(lines.flat()), diagnostics: [] };
}

/** A line of what is written, with the comments that belong to it. */
interface Item {
  readonly kind: 'field' | 'head' | 'attribute';
  readonly words: string;
  /** Where among its like it belongs. */
  readonly rank: number;
  /** On lines of their own above it. */
  readonly comments: readonly Comment[];
  readonly behind: string[];
  /** An empty line stands before it. */
  readonly isApart: boolean;
}

interface Comment {
  readonly words: string;
  readonly isApart: boolean;
}

function piecesOf(text: string): { items: Item[]; tail: Comment[] } {
  const items: Item[] = [];
  let waiting: Comment[] = [];
  let end = 0;
  const isApart = (from: number) => text.slice(end, from).split('\n').length > 2;
  parser.parse(text).iterate({
    enter({ node }) {
      const { from, to } = node;
      const kind = KIND_OF[node.type.id];
      if (kind) {
        items.push({ kind, ...wordsOf(text, node), comments: waiting, behind: [], isApart: isApart(from) });
        waiting = [];
        end = to;
      } else if (node.type.id === terms.Comment) {
        const words = text.slice(from, to).trimEnd();
        const item = items.at(-1);
        const isBehind = from < end || text.slice(text.lastIndexOf('\n', from - 1) + 1, from).trim() !== '';
        if (item && isBehind && waiting.length === 0) item.behind.push(words);
        else waiting.push({ words, isApart: isApart(from) });
        end = Math.max(end, to);
      }
    },
  });
  return { items, tail: waiting };
}

const KIND_OF: Readonly<Record<number, Item['kind']>> = {
  [terms.Field]: 'field',
  [terms.MemberHead]: 'head',
  [terms.Attribute]: 'attribute',
};

function wordsOf(text: string, node: SyntaxNode): Pick<Item, 'words' | 'rank'> {
  const textOf = (child: SyntaxNode | null) => (child ? text.slice(child.from, child.to) : '');
  switch (node.type.id) {
    case terms.Field: {
      const name = textOf(node.firstChild).toUpperCase();
      return { words: `${name} ${figures(textOf(node.lastChild))}`, rank: name === 'LENGTH' ? 0 : 1 };
    }
    case terms.MemberHead: {
      const number = node.getChild(terms.MemberNumber);
      const keyword = textOf(node.getChild(terms.Keyword));
      const kind = KINDS.find((each) => each === keyword.toUpperCase());
      return { words: `${number ? `${label(textOf(number))} ` : ''}${kind ?? keyword}:`, rank: 0 };
    }
    default: {
      const written = textOf(node.firstChild);
      const value = node.getChild(terms.Number) ?? node.getChild(terms.String) ?? node.getChild(terms.Word);
      const name = ATTRIBUTES.find((each) => each === written.toLowerCase());
      const rank = name === undefined ? ATTRIBUTES.length : ATTRIBUTES.indexOf(name);
      return { words: `${name ?? written}=${value ? ` ${valueText(name, textOf(value))}` : ''}`, rank };
    }
  }
}

function valueText(name: AttributeName | undefined, value: string): string {
  if (name === undefined) return value;
  return isText(name) ? quoted(unquoted(value)) : figures(value);
}

/** What is no number, or none that can be kept, stays as it was written. */
const figures = (value: string): string => (NUMBER.test(value) && Number.isFinite(Number(value)) ? decimal(Number(value) + 0) : value);
const label = (value: string): string => (/^\d{1,15}$/.test(value) ? String(Number(value)) : value);

const byRank = (items: readonly Item[]): Item[] => items.toSorted((a, b) => a.rank - b.rank);

/** What stands above all stays above all, whichever of them comes first. */
function fieldsOf(items: readonly Item[]): Item[] {
  const [top] = items;
  const [first, ...others] = byRank(items.filter(({ kind }) => kind === 'field'));
  if (!first || !top || top.kind !== 'field' || top === first || top.comments.length === 0) return first ? [first, ...others] : [];
  const raised: Item = {
    ...first,
    comments: [...top.comments, ...first.comments],
    isApart: first.comments.length > 0 ? first.isApart : top.isApart,
  };
  return [raised, ...others.map((other) => (other === top ? { ...other, comments: [] } : other))];
}

/** Each a head and its attributes. */
function membersOf(items: readonly Item[]): Item[][] {
  const members: Item[][] = [];
  for (const item of items) {
    if (item.kind === 'head') members.push([item]);
    else if (item.kind === 'attribute') members.at(-1)?.push(item);
  }
  return members;
}

function withComments({ comments, words, behind, isApart }: Item, indent: string): string[] {
  const above = comments.flatMap((comment, i) => (comment.isApart && i > 0 ? ['', indent + comment.words] : [indent + comment.words]));
  const line = indent + [words, ...behind].join(' ');
  return isApart && comments.length > 0 ? [...above, '', line] : [...above, line];
}

/** Without empty lines at either end, and never two in a row. */
function tidied(lines: readonly string[]): string {
  const kept = lines.filter((line, i) => line !== '' || (i > 0 && lines[i - 1] !== ''));
  const text = kept.join('\n').trim();
  return text === '' ? '' : `${text}\n`;
}
