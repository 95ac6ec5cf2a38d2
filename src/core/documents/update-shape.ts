import { ByteReader } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';

/** How much of an update there may be. */
export interface UpdateLimit {
  readonly bytes: number;
  /** Runs of letters and of deletions: each becomes an object. */
  readonly pieces: number;
  /** That are new by it. */
  readonly hands: number;
  /** That are new by it, be they deleted in the same. */
  readonly letters: number;
}

/** What an update consists of, read without making anything of it. */
export type UpdateShape =
  | { readonly kind: 'text'; readonly pieces: number }
  | { readonly kind: 'other-than-text' }
  | { readonly kind: 'too-many-pieces' };

/** Yjs's numbers for what a struct is, and its flags: which neighbours are named with it. */
const KIND = 0b11111;
const [GARBAGE, DELETED, STRING, SKIP] = [0, 1, 4, 10];
const [HAS_KEY, HAS_RIGHT, HAS_LEFT] = [0b100000, 0b1000000, 0b10000000];

/**
 * Walks through an update of Yjs's first format. Yjs itself builds all of it before anything can be looked at, reads several runs of one hand in two ways (one
 * of them takes only the last), and lets nothings through that wait for ever: those are refused as malformed.
 */
export function shapeOf(update: Uint8Array, mostPieces: number): UpdateShape {
  const reader = new ByteReader(update);
  const hands = new Set<number>();
  let pieces = 0;
  for (let runs = reader.count(); runs > 0; runs--) {
    const structs = reader.count();
    const hand = reader.count();
    reader.count();
    if (structs === 0 || hands.has(hand)) throw new MalformedError(`an empty run, or a second one, of the hand ${hand}`);
    hands.add(hand);
    pieces += structs;
    if (pieces > mostPieces) return { kind: 'too-many-pieces' };
    for (let i = 0; i < structs; i++) if (passStruct(reader) === 'other-than-text') return { kind: 'other-than-text' };
  }
  pieces += passDeletions(reader, mostPieces - pieces);
  reader.end();
  return pieces > mostPieces ? { kind: 'too-many-pieces' } : { kind: 'text', pieces };
}

function passStruct(reader: ByteReader): 'text' | 'other-than-text' {
  const info = reader.byte();
  const kind = info & KIND;
  if (kind === SKIP && info !== SKIP) throw new MalformedError('letters left out that have neighbours');
  if (kind === GARBAGE || kind === SKIP) {
    passLength(reader);
    return 'text';
  }
  if (kind !== DELETED && kind !== STRING) return 'other-than-text';
  if ((info & HAS_LEFT) !== 0) passPlace(reader);
  if ((info & HAS_RIGHT) !== 0) passPlace(reader);
  if ((info & (HAS_LEFT | HAS_RIGHT)) === 0) {
    if (reader.count() === 1) reader.raw(reader.count());
    else passPlace(reader);
    if ((info & HAS_KEY) !== 0) return 'other-than-text';
  }
  const length = passLength(reader);
  if (kind === STRING) reader.raw(length);
  return 'text';
}

/** Stops where there are too many. */
function passDeletions(reader: ByteReader, most: number): number {
  let pieces = 0;
  for (let hands = reader.count(); hands > 0; hands--) {
    reader.count();
    const ranges = reader.count();
    // A hand without any takes room, too.
    pieces += Math.max(1, ranges);
    if (pieces > most) {
      reader.rest();
      return pieces;
    }
    for (let i = 0; i < ranges; i++) {
      reader.count();
      passLength(reader);
    }
  }
  return pieces;
}

function passPlace(reader: ByteReader): void {
  reader.count();
  reader.count();
}

/** Of letters, or of the bytes of a text. */
function passLength(reader: ByteReader): number {
  const length = reader.count();
  if (length === 0) throw new MalformedError('letters, or a deletion, of no length');
  return length;
}
