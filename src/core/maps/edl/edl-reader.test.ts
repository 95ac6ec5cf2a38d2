import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDocument, fig8 } from '../maps.contract.ts';
import { checkEdl, EdlReader, writeEdl } from '../maps.ts';
import { readPlainly } from './plain-reader.ts';
import { readEdl } from './read-edl.ts';

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

describe('reading a text once', () => {
  it('[E46] says the same as reading it for the first of many times, whatever is out of place', () => {
    let plain = 0;
    fc.assert(
      fc.property(anyDocument, fc.array(edit, { maxLength: 3 }), (document, edits) => {
        let text = `${writeEdl(document)}\n${fig8.slice(fig8.indexOf('1 '))}`;
        for (const { at, removed, typed: insert } of edits) {
          const from = Math.floor(at * text.length);
          text = text.slice(0, from) + insert + text.slice(from + removed);
        }
        const written = readPlainly(text);
        const { written: byGrammar, findings } = readEdl(text);
        if (written) expect({ written: byGrammar, findings }).toEqual({ written, findings: [] });
        else if (edits.length === 0) expect.fail('what is written plainly is read plainly');
        if (written && edits.length > 0) plain++;
        const reader = new EdlReader().read(text);
        expect(checkEdl(text)).toEqual({ document: reader.document, diagnostics: reader.check() });
      }),
      { numRuns: 400 },
    );
    // Some of the edits leave it plain, or else only the grammar would have been asked.
    expect(plain).toBeGreaterThan(20);
  });
});
