import { applyEdits, type Diagnostic, type Stretch, type TextEdit } from '../../base/diagnostics.ts';
import { appendLine, moveLine, removeLine } from '../../base/lines.ts';
import {
  isPositionName,
  isPositionValue,
  type LocatedPosition,
  locatePositions,
  POSITION_WORDS,
  readPositions,
  type TaughtPosition,
  writePositions,
  written,
} from '../positions.ts';

export interface ListedPosition extends TaughtPosition {
  /** What is behind `//` in its line. */
  readonly note: string;
}

export interface PositionList {
  readonly positions: readonly ListedPosition[];
  readonly diagnostics: readonly Diagnostic[];
}

export type ListChange = { readonly kind: 'add'; readonly position: TaughtPosition } | PositionChange;

/** Positions are known by their names. */
type PositionChange =
  | { readonly kind: 'rename'; readonly name: string; readonly to: string }
  | { readonly kind: 'note'; readonly name: string; readonly note: string }
  | { readonly kind: 'values'; readonly name: string; readonly values: readonly (number | null)[] }
  /** `before` another one, or to the end. */
  | { readonly kind: 'move'; readonly name: string; readonly before: string | undefined }
  | { readonly kind: 'remove'; readonly name: string };

export type ListEdits =
  | { readonly kind: 'edits'; readonly edits: readonly TextEdit[] }
  | { readonly kind: 'refused'; readonly reason: string };

const LONGEST_NOTE = 200;

export function listPositions(text: string): PositionList {
  if (isJson(text)) {
    const { positions, diagnostics } = readPositions(text);
    return { positions: positions.map((position) => ({ ...position, note: '' })), diagnostics };
  }
  const { positions, diagnostics } = locatePositions(text);
  const noteIn = ({ from, to }: Stretch): string => {
    const comment = wordsIn(text, { from, to }).at(-1);
    return comment && isComment(comment.word) ? comment.word.slice(2).trim() : '';
  };
  return { positions: positions.map(({ name, values, from, to }) => ({ name, values, note: noteIn({ from, to }) })), diagnostics };
}

/** What has to be written where so that the list is changed and nothing else is. */
export function changeList(text: string, change: ListChange): ListEdits {
  if (isJson(text)) {
    const lines = writePositions(readPositions(text).positions);
    const changed = changeList(lines, change);
    if (changed.kind === 'refused') return changed;
    return { kind: 'edits', edits: [{ from: 0, to: text.length, insert: applyEdits(lines, changed.edits) }] };
  }
  const { positions } = locatePositions(text);
  const named = (name: string) => positions.find((position) => position.name === name);
  const reason = reasonAgainst(change, named);
  if (reason !== undefined) return refused(reason);
  if (change.kind === 'add') return { kind: 'edits', edits: appendLine(text, writePositions([change.position])) };
  const subject = named(change.name);
  if (!subject) return refused(`there is no position ${change.name} any more`);
  return { kind: 'edits', edits: editsAt(text, subject, change, named) };
}

/** The one that people would give it next. */
export const nextPositionName = (positions: readonly TaughtPosition[]): string =>
  `p${1 + Math.max(0, ...positions.map(({ name }) => Number(/^p(\d{1,9})$/.exec(name)?.[1] ?? 0)))}`;

const isJson = (text: string): boolean => text.trimStart().startsWith('{');
const isComment = (word: string): boolean => word.startsWith('//');
const refused = (reason: string): ListEdits => ({ kind: 'refused', reason });

function reasonAgainst(change: ListChange, named: (name: string) => TaughtPosition | undefined): string | undefined {
  const name = change.kind === 'add' ? change.position.name : change.kind === 'rename' ? change.to : undefined;
  if (name !== undefined && !isPositionName(name)) return 'a position has a name of 1 to 40 letters, without quotes';
  if (name !== undefined && named(name) && !(change.kind === 'rename' && change.name === name))
    return `there is a position ${name} already`;
  const values = change.kind === 'add' ? change.position.values : change.kind === 'values' ? change.values : undefined;
  if (values?.some((value) => value !== null && !isPositionValue(value))) return 'that is no value that a robot could take';
  if (values?.length === 0) return 'a position needs at least one value';
  if (change.kind === 'move' && change.before !== undefined && !named(change.before))
    return `there is no position ${change.before} any more`;
  return undefined;
}

function editsAt(
  text: string,
  subject: LocatedPosition,
  change: PositionChange,
  named: (name: string) => LocatedPosition | undefined,
): readonly TextEdit[] {
  const [name, ...others] = wordsIn(text, subject);
  const values = others.filter(({ word }) => !isComment(word));
  const last = values.at(-1) ?? name;
  switch (change.kind) {
    case 'rename':
      return name ? [{ from: name.from, to: name.to, insert: written(change.to) }] : [];
    case 'note': {
      const note = change.note.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_NOTE);
      return last ? [{ from: last.to, to: subject.to, insert: note === '' ? '' : ` // ${note}` }] : [];
    }
    case 'values':
      return valueEdits(values, last?.to ?? subject.to, change.values);
    case 'move':
      return change.before === change.name ? [] : moveLine(text, subject, change.before === undefined ? undefined : named(change.before));
    case 'remove':
      return removeLine(text, subject);
  }
}

/** Only those that differ: somebody may be writing another one. */
function valueEdits(words: readonly Word[], end: number, values: readonly (number | null)[]): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const [index, value] of values.entries()) {
    const [word, insert] = [words[index], String(value ?? '-')];
    if (word && word.word !== insert) edits.push({ from: word.from, to: word.to, insert });
  }
  const more = values.slice(words.length).map((value) => ` ${value ?? '-'}`);
  if (more.length > 0) edits.push({ from: end, to: end, insert: more.join('') });
  const kept = words[values.length - 1];
  if (words.length > values.length && kept) edits.push({ from: kept.to, to: end, insert: '' });
  return edits;
}

interface Word extends Stretch {
  readonly word: string;
}

const wordsIn = (text: string, { from, to }: Stretch): Word[] =>
  [...text.slice(from, to).matchAll(POSITION_WORDS)].map(({ 0: word, index }) => ({
    word,
    from: from + index,
    to: from + index + word.length,
  }));
