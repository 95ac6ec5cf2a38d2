import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDocument, fig8 } from '../maps.contract.ts';
import { EdlReader, writeEdl } from '../maps.ts';

/** What somebody types, and what turns the meaning of all that follows. */
const typed = fc.oneof(
  fc.constantFrom('"', '#', '\n', ' ', '=', ':', 'x= 1', '9 WALL:', 'DOOR:', 'LENGTH 5', '7', '.', '', '\r\n', '# "', 'name= "a'),
  fc.string({ maxLength: 6 }),
);
const edit = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), removed: fc.integer({ min: 0, max: 60 }), typed });

const told = (text: string, reader: EdlReader) => {
  const { document, stretches, edits, check } = reader.read(text);
  const moved = edits(stretches.map((_, member) => ({ kind: 'set', member, attribute: 'x', value: 1 })));
  return { document, moved, stretches: stretches.map(({ from, to }) => [from, to]), diagnostics: check() };
};

describe('reading a text again', () => {
  it('[E46] says the same as reading it for the first time, after any edits', () => {
    fc.assert(
      fc.property(fc.array(anyDocument, { minLength: 1, maxLength: 6 }), fc.array(edit, { maxLength: 12 }), (documents, edits) => {
        // Longer than what a parser reads again in any case.
        let text = [fig8, ...documents.map(writeEdl), fig8].join('\n');
        const reader = new EdlReader();
        reader.read(text);
        for (const { at, removed, typed: insert } of edits) {
          const from = Math.floor(at * text.length);
          text = text.slice(0, from) + insert + text.slice(from + removed);
          expect(told(text, reader)).toEqual(told(text, new EdlReader()));
        }
      }),
      { numRuns: 60 },
    );
  });
});
