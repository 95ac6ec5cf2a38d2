import { ByteReader, ByteWriter } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';
import { LONGEST_NAME, MOST_PLACE_BYTES } from './limits.ts';

/** All that travels between those who have a document open and who keeps it. Each frame begins with its version. */
const VERSION = 1;

/** A part of an edit, on its way to the keeper. */
export interface EditPart {
  /** Chosen by the editor, another one for each edit. */
  readonly edit: number;
  /** Under which number this editor's letters are counted. */
  readonly hand: number;
  readonly part: number;
  readonly parts: number;
  readonly bytes: Uint8Array;
}

export type RefusalCode = (typeof REFUSALS)[number];
/** Order is the wire's: new ones go last. */
const REFUSALS = [
  'malformed',
  'not-text',
  'another-hand',
  'edit-too-large',
  'document-too-large',
  'too-many-hands',
  'no-such-document',
  'busy',
  'not-allowed',
] as const;

/** `saved`: it is in the Store. `part`: the next one, please. `gap`: it builds on what the keeper has not got: compare first. */
export type EditAnswer =
  | { readonly kind: 'saved' }
  | { readonly kind: 'part' }
  | { readonly kind: 'gap' }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly reason: string };

/** What an editor holds. */
export interface SyncRequest {
  readonly vector: Uint8Array;
  readonly digest: number;
  /** 0: the first part of a new answer. */
  readonly answer: number;
  readonly part: number;
}

/** `same`: both hold the same. `over`: the answer is not kept any more: ask anew. */
export type SyncAnswer =
  | { readonly kind: 'same'; readonly count: NewsCount }
  | { readonly kind: 'over' }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly reason: string }
  | {
      readonly kind: 'part';
      readonly answer: number;
      readonly part: number;
      readonly parts: number;
      readonly bytes: Uint8Array;
      /** What the keeper held when it was asked. */
      readonly vector: Uint8Array;
      readonly digest: number;
      readonly count: NewsCount;
    };

/** Which news of which keeper's life: a gap in the numbers is news that were lost. */
export interface NewsCount {
  readonly life: number;
  readonly number: number;
}

/** What the keeper took, told to all. Without bytes it was too large to tell: compare. */
export interface News {
  readonly count: NewsCount;
  readonly author: string;
  readonly update: Uint8Array;
}

/** Who has a document open, and where. Places are Yjs's relative positions. */
export interface PresenceFrame {
  readonly name: string;
  /** 1 to 12 of the palette. */
  readonly colour: number;
  readonly anchor: Uint8Array;
  readonly head: Uint8Array;
  readonly stay: 'here' | 'leaving';
}

const begin = (): ByteWriter => new ByteWriter().byte(VERSION);

function open(bytes: Uint8Array): ByteReader {
  const reader = new ByteReader(bytes);
  const version = reader.byte();
  if (version !== VERSION) throw new MalformedError(`a frame of documents of version ${version}, where ${VERSION} is understood`);
  return reader;
}

const copyOfRest = (reader: ByteReader): Uint8Array => reader.rest().slice();

export const encodeEditPart = ({ edit, hand, part, parts, bytes }: EditPart): Uint8Array =>
  begin().count(edit).count(hand).count(part).count(parts).raw(bytes).finish();

export function decodeEditPart(bytes: Uint8Array): EditPart {
  const reader = open(bytes);
  const [edit, hand, part, parts] = [reader.count(), reader.count(), reader.count(), reader.count()];
  if (part >= parts) throw new MalformedError(`part ${part} of ${parts}`);
  return { edit, hand, part, parts, bytes: copyOfRest(reader) };
}

const EDIT_ANSWERS = ['saved', 'part', 'gap', 'refused'] as const;

export function encodeEditAnswer(answer: EditAnswer): Uint8Array {
  const out = begin().byte(EDIT_ANSWERS.indexOf(answer.kind));
  if (answer.kind === 'refused') writeRefusal(out, answer);
  return out.finish();
}

export function decodeEditAnswer(bytes: Uint8Array): EditAnswer {
  const reader = open(bytes);
  const kind = EDIT_ANSWERS[reader.byte()];
  if (kind === undefined) throw new MalformedError('an answer to an edit of no known kind');
  const answer: EditAnswer = kind === 'refused' ? { kind, ...readRefusal(reader) } : { kind };
  reader.end();
  return answer;
}

export const encodeSyncRequest = ({ vector, digest, answer, part }: SyncRequest): Uint8Array =>
  begin().count(answer).count(part).word(digest).raw(vector).finish();

export function decodeSyncRequest(bytes: Uint8Array): SyncRequest {
  const reader = open(bytes);
  const [answer, part, digest] = [reader.count(), reader.count(), reader.word()];
  return { answer, part, digest, vector: copyOfRest(reader) };
}

const SYNC_ANSWERS = ['same', 'over', 'refused', 'part'] as const;

export function encodeSyncAnswer(answer: SyncAnswer): Uint8Array {
  const out = begin().byte(SYNC_ANSWERS.indexOf(answer.kind));
  switch (answer.kind) {
    case 'same':
      writeCount(out, answer.count);
      break;
    case 'over':
      break;
    case 'refused':
      writeRefusal(out, answer);
      break;
    case 'part':
      writeCount(out.count(answer.answer).count(answer.part).count(answer.parts).word(answer.digest), answer.count)
        .count(answer.vector.length)
        .raw(answer.vector)
        .raw(answer.bytes);
      break;
  }
  return out.finish();
}

export function decodeSyncAnswer(bytes: Uint8Array): SyncAnswer {
  const reader = open(bytes);
  const kind = SYNC_ANSWERS[reader.byte()];
  if (kind === 'same') return { kind, count: readCount(reader) };
  if (kind === 'over') return { kind };
  if (kind === 'refused') return { kind, ...readRefusal(reader) };
  if (kind === undefined) throw new MalformedError('an answer to a comparison of no known kind');
  const [answer, part, parts, digest] = [reader.count(), reader.count(), reader.count(), reader.word()];
  const count = readCount(reader);
  const vector = reader.raw(reader.count()).slice();
  return { kind, answer, part, parts, digest, count, vector, bytes: copyOfRest(reader) };
}

export const encodeNews = ({ count, author, update }: News): Uint8Array => writeCount(begin(), count).text(author).raw(update).finish();

export function decodeNews(bytes: Uint8Array): News {
  const reader = open(bytes);
  return { count: readCount(reader), author: reader.text(), update: copyOfRest(reader) };
}

export function encodePresence({ name, colour, anchor, head, stay }: PresenceFrame): Uint8Array {
  const out = begin()
    .byte(stay === 'here' ? 1 : 0)
    .text(name)
    .byte(colour);
  return out.count(anchor.length).raw(anchor).count(head.length).raw(head).finish();
}

export function decodePresence(bytes: Uint8Array): PresenceFrame {
  const reader = open(bytes);
  const stay = reader.byte() === 1 ? 'here' : 'leaving';
  const [name, colour] = [reader.text(), reader.byte()];
  if (name.length > LONGEST_NAME || colour < 1 || colour > 12)
    throw new MalformedError(`somebody of the colour ${colour}, with a name of ${name.length} letters`);
  const place = (): Uint8Array => {
    const length = reader.count();
    if (length > MOST_PLACE_BYTES) throw new MalformedError(`a place of ${length} bytes, where at most ${MOST_PLACE_BYTES} are taken`);
    return reader.raw(length).slice();
  };
  const [anchor, head] = [place(), place()];
  reader.end();
  return { name, colour, anchor, head, stay };
}

function writeRefusal(out: ByteWriter, { code, reason }: { readonly code: RefusalCode; readonly reason: string }): void {
  out.byte(REFUSALS.indexOf(code)).text(reason);
}

function readRefusal(reader: ByteReader): { readonly code: RefusalCode; readonly reason: string } {
  const code = REFUSALS[reader.byte()];
  if (code === undefined) throw new MalformedError('a refusal for no known cause');
  return { code, reason: reader.text() };
}

const writeCount = (out: ByteWriter, { life, number }: NewsCount): ByteWriter => out.count(life).count(number);
const readCount = (reader: ByteReader): NewsCount => ({ life: reader.count(), number: reader.count() });
