import type { Change, Concern, Mend } from '../checks/concern.ts';
import type { Finding, Fix, Stretch, TextEdit } from './diagnostic.ts';
import type { EdlDocument, EdlMember } from './document.ts';
import { writeMember, writeValue } from './write-edl.ts';
import type { WrittenMember } from './written.ts';

/** A text that was understood, and where in it each member of the document stands. */
export interface Located {
  readonly text: string;
  readonly places: readonly WrittenMember[];
  /** What the next member is numbered; undefined when none has a number. */
  readonly nextNumber: number | undefined;
}

export function locate(text: string, { members }: EdlDocument, places: readonly WrittenMember[]): Located {
  const highest = members.reduce((most, { number = -1 }) => Math.max(most, number), -1);
  return { text, places, nextNumber: highest < 0 ? undefined : highest + 1 };
}

/** What was found about members, at their place in the text, with what would mend it there. */
export function findingOf(concern: Concern, located: Located): Finding {
  const { member: _, attribute, mend, ...told } = concern;
  const written = placeOf(concern, located);
  const { from, to } = (attribute && attributeOf(written, attribute)) ?? written.keyword;
  return { ...told, from, to, fix: mend && fixOf(mend, located) };
}

const attributeOf = (written: WrittenMember, name: string): Stretch | undefined =>
  written.attributes.find((attribute) => attribute.name.toLowerCase() === name);

const fixOf = ({ title, changes }: Mend, located: Located): Fix => ({ title, edits: editsOf(changes, located) });

/** What to change in the text, and nothing else of it: comments and layout stay. */
export const editsOf = (changes: readonly Change[], located: Located): TextEdit[] => changes.map((change) => editOf(change, located));

function editOf(change: Change, located: Located): TextEdit {
  switch (change.kind) {
    case 'add':
      return appended(change.members, located);
    case 'set': {
      const { attributes, to } = placeOf(change, located);
      const value = writeValue(change.attribute, change.value);
      const old = attributes.find(({ name }) => name.toLowerCase() === change.attribute)?.value;
      return old ? { from: old.from, to: old.to, insert: value } : { from: to, to, insert: `\n  ${change.attribute}= ${value}` };
    }
    case 'become': {
      const { keyword } = placeOf(change, located);
      return { from: keyword.from, to: keyword.to, insert: change.keyword };
    }
    case 'number': {
      const { number, keyword } = placeOf(change, located);
      if (number) return { from: number.from, to: number.to, insert: String(change.number) };
      return { from: keyword.from, to: keyword.from, insert: `${change.number} ` };
    }
    case 'remove':
      return removal(placeOf(change, located), located.text);
  }
}

const placeOf = ({ member }: { readonly member: number }, { places }: Located): WrittenMember => places[member] as WrittenMember;

/** With the lines that nothing else stands on, and one of the empty lines around it. */
function removal({ from, to }: WrittenMember, text: string): TextEdit {
  const [, before = ''] = /(\n?[ \t]*)$/.exec(text.slice(Math.max(0, from - 200), from)) ?? [];
  const [after = ''] = /^[ \t]*\r?\n?/.exec(text.slice(to)) ?? [];
  const standsAlone = after.endsWith('\n') || to + after.length === text.length;
  return standsAlone ? { from: from - before.length, to: to + after.length, insert: '' } : { from, to, insert: '' };
}

/** At the end, numbered on where the others are numbered. */
function appended(members: readonly EdlMember[], { text, nextNumber }: Located): TextEdit {
  const numbered = members.map((member, i) => (nextNumber === undefined ? member : { ...member, number: nextNumber + i }));
  const gap = text.endsWith('\n') || text === '' ? '\n' : '\n\n';
  return { from: text.length, to: text.length, insert: gap + numbered.map(writeMember).join('\n') };
}
