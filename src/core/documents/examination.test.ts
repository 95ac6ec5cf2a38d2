import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { ByteWriter, textToBytes } from '../base/bytes.ts';
import { examine, type Verdict } from './examination.ts';
import { LARGEST_DOCUMENT, LARGEST_EDIT, MOST_RUNS } from './limits.ts';
import { applyWhole, emptyDocument, textOfDocument } from './text-state.ts';

/** One struct as it stands in an update: what no editor writes can be written with it. */
type Struct = (out: ByteWriter) => unknown;
interface Run {
  readonly hand: number;
  readonly clock: number;
  readonly structs: readonly Struct[];
}
type Range = readonly [hand: number, clock: number, length: number];

const bytesOf = (out: ByteWriter, text: string) => out.count(textToBytes(text).length).raw(textToBytes(text));
const garbage =
  (length: number): Struct =>
  (out) =>
    out.byte(0).count(length);
const skip =
  (length: number): Struct =>
  (out) =>
    out.byte(10).count(length);
const letters =
  (text: string, parent = 'text'): Struct =>
  (out) =>
    bytesOf(bytesOf(out.byte(4).count(1), parent), text);
const lettersAfter =
  (text: string, [hand, clock]: readonly [number, number]): Struct =>
  (out) =>
    bytesOf(
      out
        .byte(0x80 | 4)
        .count(hand)
        .count(clock),
      text,
    );
const deletedLetters =
  (length: number): Struct =>
  (out) =>
    bytesOf(out.byte(1).count(1), 'text').count(length);
const embedded =
  (json: string): Struct =>
  (out) =>
    bytesOf(bytesOf(out.byte(5).count(1), 'text'), json);

function updateOf(runs: readonly Run[], deletions: readonly Range[] = []): Uint8Array {
  const out = new ByteWriter().count(runs.length);
  for (const { hand, clock, structs } of runs) {
    out.count(structs.length).count(hand).count(clock);
    for (const write of structs) write(out);
  }
  out.count(deletions.length);
  for (const [hand, clock, length] of deletions) out.count(hand).count(1).count(clock).count(length);
  return out.finish();
}

/** Hand 1 has written five letters. */
function five(): Y.Doc {
  const doc = emptyDocument(1);
  textOfDocument(doc).insert(0, 'abcde');
  doc.clientID = 3;
  return doc;
}

const GAP: Verdict = { kind: 'gap' };
const MALFORMED = expect.objectContaining({ code: 'malformed' });
const NOT_TEXT = expect.objectContaining({ code: 'not-text' });

describe('an update that was made by hand', () => {
  it('[T7] is taken when it is one that an editor could have made', () => {
    const doc = five();
    const update = updateOf([{ hand: 7, clock: 0, structs: [lettersAfter('fg', [1, 4])] }], [[1, 0, 2]]);
    expect(examine(doc, update, LARGEST_EDIT)).toEqual({ kind: 'fits' });
    expect(applyWhole(doc, update)).toBe('applied');
    expect(textOfDocument(doc).toString()).toBe('cdefg');
  });

  const hostile: readonly [what: string, update: Uint8Array, verdict: unknown][] = [
    [
      'two runs of one hand, of which Yjs takes only the last',
      updateOf([
        { hand: 7, clock: 0, structs: [garbage(1)] },
        { hand: 7, clock: 0, structs: [letters('x')] },
      ]),
      MALFORMED,
    ],
    [
      'runs of one hand after each other, of which the second waits for the first for ever',
      updateOf([
        { hand: 7, clock: 0, structs: [letters('abcde')] },
        { hand: 7, clock: 5, structs: [letters('fghij')] },
      ]),
      MALFORMED,
    ],
    ['a run of nothing', updateOf([{ hand: 7, clock: 0, structs: [] }]), MALFORMED],
    ['an embedded thing', updateOf([{ hand: 7, clock: 0, structs: [embedded('{}')] }]), NOT_TEXT],
    ['letters that are known, in another type', updateOf([{ hand: 1, clock: 0, structs: [letters('abcde', 'other')] }]), NOT_TEXT],
    ['letters that are known, beside some that nobody has', updateOf([{ hand: 1, clock: 1, structs: [lettersAfter('b', [9, 4])] }]), GAP],
    ['no letters, at the end of another’s', updateOf([{ hand: 1, clock: 5, structs: [letters('')] }]), MALFORMED],
    ['no garbage', updateOf([{ hand: 7, clock: 0, structs: [garbage(0)] }]), MALFORMED],
    ['nothing left out', updateOf([{ hand: 1, clock: 5, structs: [skip(0)] }]), MALFORMED],
    ['no deleted letters', updateOf([{ hand: 7, clock: 0, structs: [deletedLetters(0)] }]), MALFORMED],
    ['a deletion of nothing, at the end', updateOf([], [[1, 5, 0]]), MALFORMED],
    ['bytes after its end', Uint8Array.of(0, 0, 0), MALFORMED],
  ];

  it.each(hostile)('[T7] [T10] %s: is not taken', (_, update, verdict) => {
    const doc = five();
    expect(examine(doc, update, LARGEST_EDIT)).toEqual(verdict);
    expect([...doc.share.keys()]).toEqual(['text']);
  });

  it('[T7] of very many pieces is refused before any of them is built', () => {
    const structs = Array.from({ length: LARGEST_EDIT.pieces + 1 }, () => garbage(1));
    const update = updateOf([{ hand: 7, clock: 0, structs }]);
    expect(examine(five(), update, LARGEST_EDIT)).toMatchObject({ kind: 'refused', code: 'edit-too-large' });
    const deletions = updateOf(
      [],
      Array.from({ length: LARGEST_EDIT.pieces + 1 }, (): Range => [1, 0, 1]),
    );
    expect(examine(five(), deletions, LARGEST_EDIT)).toMatchObject({ kind: 'refused', code: 'edit-too-large' });
    // A number of structs that no update has room for.
    const boast = new ByteWriter()
      .count(1)
      .count(2 ** 50)
      .count(7)
      .count(0)
      .finish();
    expect(examine(five(), boast, LARGEST_EDIT)).toMatchObject({ kind: 'refused', code: 'edit-too-large' });
  });

  it('[T7] brings at most a part of the letters and hands that there is room for, and no more runs than that', () => {
    const tooMany = updateOf([{ hand: 7, clock: 0, structs: [garbage(LARGEST_EDIT.letters + 1)] }]);
    expect(examine(five(), tooMany, LARGEST_EDIT)).toMatchObject({ kind: 'refused', code: 'edit-too-large' });
    expect(examine(five(), tooMany, LARGEST_DOCUMENT)).toEqual({ kind: 'fits' });
    const crowd = updateOf(
      Array.from({ length: LARGEST_EDIT.hands + 1 }, (_, i) => ({ hand: 100 + i, clock: 0, structs: [letters('x')] })),
    );
    expect(examine(five(), crowd, LARGEST_EDIT)).toMatchObject({ kind: 'refused', code: 'edit-too-large' });
    const x = lettersAfter('x', [1, 0]);
    const runs = updateOf([{ hand: 7, clock: 0, structs: Array.from({ length: MOST_RUNS }, () => x) }]);
    const verdict = examine(five(), runs, LARGEST_DOCUMENT);
    expect(verdict).toMatchObject({ kind: 'refused', code: 'document-too-large', reason: expect.stringContaining('runs') });
  });

  it('[T10] that waits for others is applied as far as it goes, and nothing of it stays behind', () => {
    const doc = five();
    const waiting = updateOf([{ hand: 7, clock: 3, structs: [letters('x')] }], [[7, 0, 2]]);
    expect(applyWhole(doc, waiting)).toBe('gap');
    expect([doc.store.pendingStructs, doc.store.pendingDs]).toEqual([null, null]);
    expect(applyWhole(doc, updateOf([], [[1, 0, 1]]))).toBe('applied');
    expect(textOfDocument(doc).toString()).toBe('bcde');
  });

  it('[T7] [T10] whatever it is made of: what fits is applied whole, and is nothing but text', { timeout: 120_000 }, () => {
    const hand = fc.constantFrom(1, 7, 8);
    const clock = fc.nat(6);
    const struct: fc.Arbitrary<Struct> = fc.oneof(
      fc.nat(2).map(garbage),
      fc.nat(2).map(skip),
      fc.nat(2).map(deletedLetters),
      fc
        .tuple(fc.constantFrom('', 'a', 'ab'), fc.constantFrom('text', 'text', 'text', 'other'))
        .map(([text, parent]) => letters(text, parent)),
      fc.tuple(fc.constantFrom('', 'a', 'ab'), fc.tuple(hand, clock)).map(([text, place]) => lettersAfter(text, place)),
      fc.constant(embedded('{}')),
    );
    const run = fc.record({ hand, clock: fc.oneof(fc.constant(0), clock), structs: fc.array(struct, { maxLength: 3 }) });
    const range = fc.tuple(hand, clock, fc.nat(3));
    let fitting = 0;
    fc.assert(
      fc.property(fc.array(run, { maxLength: 3 }), fc.array(range, { maxLength: 2 }), (runs, deletions) => {
        const doc = five();
        const update = updateOf(runs, deletions);
        const before = Y.encodeStateAsUpdate(doc);
        if (examine(doc, update, LARGEST_EDIT).kind === 'fits') {
          fitting++;
          expect(applyWhole(doc, update)).toBe('applied');
        } else expect(Y.encodeStateAsUpdate(doc)).toEqual(before);
        expect([...doc.share.keys()]).toEqual(['text']);
        const [operation, ...more] = textOfDocument(doc).toDelta();
        expect([typeof (operation?.insert ?? ''), more]).toEqual(['string', []]);
        // And whoever is told of all of it takes it.
        expect(examine(emptyDocument(2), Y.encodeStateAsUpdate(doc), LARGEST_DOCUMENT)).toEqual({ kind: 'fits' });
      }),
      { numRuns: 5000, seed: 20 },
    );
    expect(fitting).toBeGreaterThan(100);
  });
});
