import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chance, integerBelow, pick, type Random, seededRandom } from '../../base/random.ts';
import { anyDocument, edl } from '../maps.contract.ts';
import { formatEdl, parseEdl, writeEdl } from '../maps.ts';

const messy = `# a house
# of one wall


width 6e2  // across
LENGTH   1000
# the wall
  3 wall: # thin
  LONG= +2 x=1 theta=
  90 // upright

  # where it is
  y= 2.50
notice : file= a.png x=1 y=1 height=150
# the end`;

const tidy = `# a house
# of one wall

LENGTH 1000.0
WIDTH 600.0 // across

# the wall
3 WALL: # thin
  x= 1.0
  # where it is
  y= 2.5
  theta= 90.0 // upright
  long= 2.0

NOTICE:
  x= 1.0
  y= 1.0
  height= 150.0
  file= "a.png"

# the end
`;

/** The same, written by somebody in a hurry: comments come from `words`, each with its own number. */
function scribbled(text: string, random: Random): string {
  let comments = 0;
  const comment = () => (chance(random, 0.3) ? ` ${pick(random, ['#', '//'])} note ${comments++}` : '');
  const gap = () => '\n'.repeat(1 + integerBelow(random, 3));
  return text
    .split('\n')
    .map((line) => {
      const above = chance(random, 0.2) ? `${' '.repeat(integerBelow(random, 3))}# note ${comments++}${gap()}` : '';
      const cased = line.includes('"') || chance(random, 0.7) ? line : line.toLowerCase();
      const spaced = line.includes('"') ? cased : cased.replace('= ', pick(random, ['=', ' = ', '=  ', '= ']));
      const behind = comment();
      return `${above}${spaced}${behind}${behind === '' && !/^(\d+ )?[A-Z]+/i.test(line) && line !== '' && chance(random, 0.3) ? ' ' : gap()}`;
    })
    .join('');
}

const notesOf = (text: string): string[] => (text.match(/note \d+/g) ?? []).toSorted();

describe('formatting EDL', () => {
  it('[E8] [E9] lays out what was scribbled, and keeps its comments', () => {
    expect(formatEdl(messy)).toEqual({ text: tidy, diagnostics: [] });
    expect(formatEdl(tidy).text).toBe(tidy);
  });

  it('[E9] never changes what a text says, loses no comment, and has nothing more to change', () => {
    fc.assert(
      fc.property(anyDocument, fc.nat(), (document, seed) => {
        const text = scribbled(writeEdl(document), seededRandom(seed));
        const once = formatEdl(text).text as string;
        expect(parseEdl(once)).toEqual({ ...parseEdl(text), diagnostics: [] });
        expect(parseEdl(once).document).toEqual(document);
        expect(notesOf(once)).toEqual(notesOf(text));
        expect(formatEdl(once).text).toBe(once);
      }),
      { numRuns: 500 },
    );
  });

  it('[E8] writes a document as it would be formatted', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const text = writeEdl(document);
        expect(parseEdl(text)).toEqual({ document, diagnostics: [] });
        expect(formatEdl(text).text).toBe(text);
      }),
    );
  });

  it('[E9] reads a line that an old editor ended inside of a text as it writes it again', () => {
    const text = 'LENGTH 9 WIDTH 9 NOTICE: x= 1 y= 2 theta= 0 height= 3 file= "a\rb.png" ODD: t=';
    const tidy = formatEdl(text).text ?? '';
    expect(parseEdl(text).document?.members).toMatchObject([{ file: 'a b.png' }]);
    expect(parseEdl(tidy).document).toEqual(parseEdl(text).document);
  });

  it('[E9] formats what has errors but is in its place', () => {
    expect(formatEdl('1 WALL: colour= red x= 5m y=').text).toBe('1 WALL:\n  x= 5m\n  y=\n  colour= red\n');
    expect(formatEdl(' \n# only this \n\n').text).toBe('# only this\n');
    expect(formatEdl('').text).toBe('');
  });

  it('[E10] leaves alone what has something in it that belongs nowhere', () => {
    expect(formatEdl(edl('WALL: x= 5, y= 3 WALL'))).toMatchObject({ text: undefined, diagnostics: [{ code: 'stray', line: 3 }] });
  });
});
