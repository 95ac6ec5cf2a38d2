import * as Y from 'yjs';
import { explain } from '../base/errors.ts';
import type { RefusalCode } from './frames.ts';
import { MOST_HANDS, MOST_LETTERS, MOST_LETTERS_EVER, MOST_RUNS } from './limits.ts';
import { applyWhole, emptyDocument, historyOf, TEXT, textOfDocument } from './text-state.ts';
import { shapeOf, type UpdateLimit } from './update-shape.ts';

export type Verdict =
  | { readonly kind: 'fits' }
  /** It builds on letters that are not here. */
  | { readonly kind: 'gap' }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly reason: string };

export interface Author {
  readonly id: string;
  /** Whose the letters of a hand are, where that is known. */
  ownerOf(hand: number): string | undefined;
  /** Whether this author may put the keeper to the work of trying an update on a copy of all there is. */
  mayRehearse(): boolean;
  /** Whether this author may take so much more of what a document has room for. */
  mayAdd(hands: number, letters: number): boolean;
}

const FITS: Verdict = { kind: 'fits' };
const GAP: Verdict = { kind: 'gap' };
const refused = (code: RefusalCode, reason: string): Verdict => ({ kind: 'refused', code, reason });

/**
 * Whether an update may be applied to a document. Yjs applies whatever can be decoded: other types than text, letters in another's name, and updates that wait
 * for ever for what never comes. So all of it is looked at before any of it is.
 */
export function examine(doc: Y.Doc, update: Uint8Array, limit: UpdateLimit, author?: Author): Verdict {
  if (update.length > limit.bytes)
    return refused('edit-too-large', `an edit of ${update.length} bytes is too large: at most ${limit.bytes}`);
  try {
    return examineShape(update, limit) ?? examineContent(doc, update, limit, author);
  } catch (error) {
    return refused('malformed', `${update.length} bytes are no update of a document: ${explain(error)}`);
  }
}

const NOT_TEXT = refused('not-text', 'a document is plain text: nothing else can be put into it');

function examineShape(update: Uint8Array, limit: UpdateLimit): Verdict | undefined {
  const { kind } = shapeOf(update, limit.pieces);
  switch (kind) {
    case 'text':
      return undefined;
    case 'other-than-text':
      return NOT_TEXT;
    case 'too-many-pieces':
      return refused('edit-too-large', `an edit of more than ${limit.pieces} pieces is too large: write less at once`);
  }
}

function examineContent(doc: Y.Doc, update: Uint8Array, limit: UpdateLimit, author: Author | undefined): Verdict {
  const decoded = Y.decodeUpdate(update);
  const census = new Census(doc);
  for (const struct of decoded.structs) {
    const objection = census.take(struct, author);
    if (objection) return objection;
  }
  const objection = census.judgeReferences(decoded.ds) ?? census.judgeSize(limit);
  if (objection) return objection;
  if (!census.isPlain && author?.mayRehearse() === false) return TOO_OFTEN;
  const verdict = census.isPlain ? FITS : rehearse(doc, update);
  return verdict.kind === 'fits' && author?.mayAdd(census.newHands, census.newLetters) === false ? TOO_OFTEN : verdict;
}

const TOO_OFTEN = refused('busy', 'so much cannot be taken at once: try again');

type Struct = ReturnType<typeof Y.decodeUpdate>['structs'][number];
type DeleteSet = ReturnType<typeof Y.decodeUpdate>['ds'];

/** What an update would add to a document. */
class Census {
  readonly #doc: Y.Doc;
  /** How far each hand's letters would be known. */
  readonly #ends = new Map<number, number>();
  readonly #items: Y.Item[] = [];
  #insertedLetters = 0;
  newLetters = 0;
  newRuns = 0;
  newHands = 0;

  constructor(doc: Y.Doc) {
    this.#doc = doc;
  }

  /** One hand at most has written, and there is room for all of it whatever was deleted. */
  get isPlain(): boolean {
    return this.#ends.size <= 1 && textOfDocument(this.#doc).length + this.#insertedLetters <= MOST_LETTERS;
  }

  take(struct: Struct, author: Author | undefined): Verdict | undefined {
    const { client: hand, clock } = struct.id;
    const end = this.#endOf(hand);
    const next = clock + struct.length;
    // What is skipped must be here: an acknowledgement of what was sent later can come before an earlier one.
    if (clock > end || (struct instanceof Y.Skip && next > end)) return GAP;
    // Also what is known: Yjs takes nothing of it, but makes what it names as its parent, and waits for what it names as its neighbour.
    if (struct instanceof Y.Item && !isInText(struct)) return NOT_TEXT;
    if (struct instanceof Y.Item) this.#items.push(struct);
    if (struct instanceof Y.Item && this.#isWrittenOtherwise(struct))
      return refused('another-hand', 'somebody has written other letters in the name of this page: copy what is here, and open it anew');
    if (next <= end) return undefined;
    const owner = author?.ownerOf(hand);
    if (owner !== undefined && owner !== author?.id)
      return refused('another-hand', `letters in the name of ${owner}, whose hand they are not of`);
    if (struct instanceof Y.Item && struct.content instanceof Y.ContentString) this.#insertedLetters += struct.length;
    this.newRuns++;
    this.newLetters += next - Math.max(end, clock);
    if (!this.#ends.has(hand) && end === 0) this.newHands++;
    this.#ends.set(hand, next);
    return undefined;
  }

  /** Yjs would drop them as known: of who was first in another's name, and of the other. */
  #isWrittenOtherwise({ id: { client, clock }, content }: Y.Item): boolean {
    if (!(content instanceof Y.ContentString) || clock >= Y.getState(this.#doc.store, client)) return false;
    const structs = this.#doc.store.clients.get(client) ?? [];
    const end = clock + content.str.length;
    for (let i = Y.findIndexSS(structs, clock); i < structs.length; i++) {
      const known = structs[i];
      if (!known || known.id.clock >= end) break;
      // What was deleted is not held any more.
      if (!(known instanceof Y.Item && known.content instanceof Y.ContentString)) continue;
      const from = Math.max(clock, known.id.clock);
      const to = Math.min(end, known.id.clock + known.length);
      const [mine, theirs] = [
        content.str.slice(from - clock, to - clock),
        known.content.str.slice(from - known.id.clock, to - known.id.clock),
      ];
      if (!isSameText(mine, theirs)) return true;
    }
    return false;
  }

  judgeReferences(deleted: DeleteSet): Verdict | undefined {
    for (const { id, origin, rightOrigin } of this.#items) {
      for (const other of [origin, rightOrigin]) {
        if (other === null) continue;
        // What one writes stands beside what one has written before: else it waits for itself.
        if (other.clock >= (other.client === id.client ? id.clock : this.#endOf(other.client))) return GAP;
      }
    }
    for (const [hand, ranges] of deleted.clients) {
      const end = this.#endOf(hand);
      if (ranges.some(({ clock, len }) => clock + len > end)) return GAP;
    }
    return undefined;
  }

  judgeSize(limit: UpdateLimit): Verdict | undefined {
    const { letters, runs, hands } = historyOf(this.#doc);
    if (runs + this.newRuns > MOST_RUNS)
      return refused('document-too-large', `more than ${MOST_RUNS} runs of letters are in it: go on in a copy`);
    if (letters + this.newLetters > MOST_LETTERS_EVER)
      return refused('document-too-large', `more than ${MOST_LETTERS_EVER} letters were ever written in it: go on in a copy`);
    if (hands + this.newHands > MOST_HANDS)
      return refused('too-many-hands', `more than ${MOST_HANDS} pages have written in it: go on in a copy`);
    if (this.newHands > limit.hands || this.newLetters > limit.letters)
      return refused('edit-too-large', `an edit brings at most ${limit.letters} letters, of ${limit.hands} pages: write less at once`);
    return undefined;
  }

  #endOf(hand: number): number {
    return this.#ends.get(hand) ?? Y.getState(this.#doc.store, hand);
  }
}

/** Yjs puts U+FFFD for each half of a letter that is split into two. */
function isSameText(one: string, other: string): boolean {
  if (one === other) return true;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i] && one[i] !== '\ufffd' && other[i] !== '\ufffd') return false;
  return true;
}

/** In the text itself: by its name, or beside letters of it. */
function isInText({ parent, parentSub, origin, rightOrigin }: Y.Item): boolean {
  // Typed as what it is once it stands in a document: before that it may be a name, or an id.
  const place: unknown = parent;
  return parentSub === null && (place === TEXT || (place === null && (origin ?? rightOrigin) !== null));
}

/** Hands that refer to each other in a circle, and deletions that make room, show only when it is applied: to another document. */
function rehearse(doc: Y.Doc, update: Uint8Array): Verdict {
  const copy = emptyDocument(0);
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  if (applyWhole(copy, update) === 'gap') return GAP;
  const { length } = textOfDocument(copy);
  if (length <= MOST_LETTERS) return FITS;
  return refused('document-too-large', `${length} letters are more than the ${MOST_LETTERS} that a document may have`);
}
