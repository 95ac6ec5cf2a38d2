import { idFromName } from '../base/ids.ts';
import { type Random, randomId } from '../base/random.ts';

/** What the texts of a world are: a map is EDL, a program is of the robot language, positions are a taught list, a task is a table. */
export const DOCUMENT_KINDS = ['map', 'program', 'positions', 'task'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Of a name that are in an id. */
const MOST_LETTERS = 40;
const RANDOM_LETTERS = 6;
const KIND_IN_ID = new RegExp(`-(${DOCUMENT_KINDS.join('|')})-[a-z0-9]{${RANDOM_LETTERS}}$`);

/** For a new document. Never the id of one that was removed: late words about that one would be taken for words about this. */
export const newDocumentId = (kind: DocumentKind, name: string, random: Random): string =>
  `${idFromName(name).slice(0, MOST_LETTERS)}-${kind}-${randomId(random, RANDOM_LETTERS)}`;

/** What an id says of its document; those that say nothing are maps. */
export function kindOf(document: string): DocumentKind {
  const said = KIND_IN_ID.exec(document)?.[1];
  return DOCUMENT_KINDS.find((kind) => kind === said) ?? 'map';
}

export const ofKind = <Entry extends { readonly id: string }>(documents: readonly Entry[], kind: DocumentKind): Entry[] =>
  documents.filter(({ id }) => kindOf(id) === kind);
