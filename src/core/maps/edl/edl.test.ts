import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edl, fig8 } from '../maps.contract.ts';
import { applyEdits, checkEdl, compileEdl, type Diagnostic, formatEdl, parseEdl, readCfg } from '../maps.ts';
import { parser } from './edl-parser.generated.ts';
import { MOST_LETTERS, MOST_MEMBERS } from './limits.ts';

const WALL = '1 WALL: x= 500 y= 300 theta= 90 long= 200';

describe('reading EDL', () => {
  it('[E1] loads figure 8 of the paper as it is', () => {
    const { document, diagnostics } = checkEdl(fig8);
    expect(diagnostics).toEqual([]);
    expect(document).toMatchObject({ lengthCm: 900, widthCm: 500 });
    expect(document?.members.map(({ kind, number }) => `${number} ${kind}`)).toEqual([
      ...['1 CORRIDOR', '2 CORRIDOR', '3 JUNCTION', '4 JUNCTION', '5 JUNCTION', '6 DOOR', '7 DOOR'],
    ]);
    expect(document?.members[1]).toEqual({ kind: 'CORRIDOR', number: 2, xCm: 450, yCm: 250, thetaDeg: 90, longCm: 500, wideCm: 100 });
    expect(formatEdl(fig8).text).toBe(fig8);
  });

  it('[E2] takes any case, any order and any line breaks, with and without numbers and comments', () => {
    const text = '// a house\nWidth\n600 # cm\nlength 1e3\nwall\n:X=5 LONG = 2.5\ntheta\n=\n-0\ny=+7.';
    expect(parseEdl(text)).toEqual({
      document: { lengthCm: 1000, widthCm: 600, members: [{ kind: 'WALL', xCm: 5, yCm: 7, thetaDeg: 0, longCm: 2.5 }] },
      diagnostics: [],
    });
    expect(parseEdl('LENGTH 1 WIDTH 2')).toEqual({ document: { lengthCm: 1, widthCm: 2, members: [] }, diagnostics: [] });
  });

  it('[E3] takes texts in quotes and bare', () => {
    const files = (text: string) => parseEdl(edl(text)).document?.members.map((member) => member.kind === 'NOTICE' && member.file);
    const notice = (file: string) => `NOTICE: x= 1 y= 2 height= 150 file= ${file}`;
    expect(files(notice('room-a.png'))).toEqual(['room-a.png']);
    expect(files(notice('12.png#comment'))).toEqual(['12.png']);
    expect(files(notice('12//comment'))).toEqual(['12']);
    expect(files(notice('"a b: # = //.png"'))).toEqual(['a b: # = //.png']);
    const { document, diagnostics } = parseEdl(edl(notice('"open'), WALL));
    expect(diagnostics).toMatchObject([{ code: 'unclosed-text', line: 3, column: 37 }]);
    expect(document?.members.map(({ kind }) => kind)).toContain('WALL');
  });

  it('[E7] lets every kind have a name, and only a notice leave out theta', () => {
    const { document, diagnostics } = parseEdl(edl('NOTICE: x= 1 y= 2 height= 3 file= a name= "Way out"', `${WALL} name= w`));
    expect(diagnostics).toEqual([]);
    expect(document?.members).toMatchObject([{ name: 'Way out', thetaDeg: 0 }, { name: 'w' }]);
    expect(parseEdl(edl('POINT: x= 1 y= 2')).diagnostics).toMatchObject([
      { code: 'missing-attribute', message: 'this POINT has no theta' },
    ]);
  });

  it('[E6] reads what is whole, and says nothing of how it fits together while words are wrong', () => {
    const text = edl('CORIDOR: x= 1', WALL, '7 DOOR: x= 5 y= 5 theta= 400 wide= 10');
    const { document, diagnostics } = checkEdl(text);
    expect(document?.members.map(({ kind }) => kind)).toEqual(['WALL', 'DOOR']);
    // Neither that the door opens nothing nor the gap in the numbers.
    expect(diagnostics.map(({ code }) => code)).toEqual(['unknown-keyword', 'theta-range']);
    expect(compileEdl(text).cfg).toBeUndefined();
  });
});

/** What is wrong, the text, where it is found, and what the fix, if there is one, makes of the line. */
const errors: [code: string, text: string, line: number, column: number, fixed?: string][] = [
  ['field-missing', 'WIDTH 600\n', 1, 1],
  ['field-missing', 'LENGTH 600\n', 1, 1],
  ['field-duplicate', 'LENGTH 1000\nWIDTH 600\nLENGTH 900\n', 3, 1, ''],
  ['field-size', 'LENGTH 0\nWIDTH 600\n', 1, 8],
  ['field-size', 'LENGTH 10\nWIDTH -5\n', 2, 7],
  ['stray', 'LENGTH\nWIDTH 600\n', 1, 1],
  ['stray', 'LENGHT 900\nWIDTH 600\n', 1, 1],
  [
    'unknown-keyword',
    edl('1 CORIDOR: x= 500 y= 50 theta= 0 long= 900 wide= 100'),
    3,
    3,
    '1 CORRIDOR: x= 500 y= 50 theta= 0 long= 900 wide= 100',
  ],
  ['unknown-keyword', edl('1 ELEVATOR: x= 5'), 3, 3],
  ['unknown-attribute', edl('1 WALL: x= 500 y= 300 teta= 90 long= 200'), 3, 23, '1 WALL: x= 500 y= 300 theta= 90 long= 200'],
  ['unknown-attribute', edl(`${WALL} wide= 10`), 3, 43],
  ['missing-attribute', edl('1 WALL: x= 500 y= 300 long= 200'), 3, 3],
  ['missing-attribute', edl('1 NOTICE: x= 500 y= 300 height= 150'), 3, 3],
  ['duplicate-attribute', edl(`${WALL} x= 400`), 3, 43, `${WALL} `],
  ['missing-value', edl('1 WALL: x= y= 300 theta= 90 long= 200'), 3, 9],
  ['missing-value', edl('1 NOTICE: x= 1 y= 2 height= 3 file= ""'), 3, 31],
  ['not-a-number', edl('1 WALL: x= 5m y= 300 theta= 90 long= 200'), 3, 12, '1 WALL: x= 5 y= 300 theta= 90 long= 200'],
  ['not-a-number', edl('1 WALL: x= 5 y= 3,5 theta= 90 long= 2'), 3, 17, '1 WALL: x= 5 y= 3.5 theta= 90 long= 2'],
  ['not-a-number', edl('1 WALL: x= 5 y= middle theta= 90 long= 2'), 3, 17],
  ['too-large', edl('1 WALL: x= 1e999 y= 300 theta= 90 long= 200'), 3, 12],
  ['too-large', edl('1 WALL: x= 5 y= 300 theta= 90 long= 20000000'), 3, 37],
  ['not-positive', edl('1 WALL: x= 500 y= 300 theta= 90 long= 0'), 3, 39],
  ['not-positive', edl('1 DOOR: x= 500 y= 300 theta= 90 wide= -1'), 3, 39],
  ['duplicate-number', edl(WALL, '1 POINT: x= 1 y= 1 theta= 0'), 4, 1, '2 POINT: x= 1 y= 1 theta= 0'],
  ['bad-number', edl('1.5 POINT: x= 1 y= 1 theta= 0'), 3, 1],
  ['unclosed-text', edl('1 NOTICE: x= 1 y= 2 height= 3 file= "a'), 3, 37, '1 NOTICE: x= 1 y= 2 height= 3 file= "a"'],
  ['stray', edl('x= 5'), 3, 1],
  ['stray', edl(WALL, 'DOOR'), 4, 1],
  ['stray', edl(`${WALL} , 5 6 7`), 3, 43],
  ['stray', edl(`${WALL} = 7`), 3, 43],
];

describe('errors', () => {
  it.each(errors)('[E5] %s in %j', (code, text, line, column, fixed) => {
    const { diagnostics } = checkEdl(text);
    const found = diagnostics.find((each) => each.code === code) as Diagnostic;
    expect(found, JSON.stringify(diagnostics)).toMatchObject({ severity: 'error', line, column, remedy: expect.stringMatching(/./) });
    expect(compileEdl(text).cfg).toBeUndefined();
    expect(found.fix === undefined).toBe(fixed === undefined);
    if (!found.fix) return;
    const mended = applyEdits(text, found.fix.edits);
    expect(mended.split('\n')[line - 1]).toBe(fixed);
    expect(checkEdl(mended).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('[E5] limits how large a map may be', () => {
    const tooLong = ' '.repeat(MOST_LETTERS + 1);
    for (const { diagnostics } of [parseEdl(tooLong), checkEdl(tooLong), formatEdl(tooLong), readCfg(`900;500\n${tooLong}`)])
      expect(diagnostics).toMatchObject([{ code: 'too-large', line: 1 }]);
    const points = Array.from({ length: MOST_MEMBERS + 1 }, () => 'POINT: x= 1 y= 1 theta= 0');
    const { document, diagnostics } = parseEdl(edl(...points));
    expect(document?.members).toHaveLength(MOST_MEMBERS);
    expect(diagnostics).toMatchObject([{ code: 'too-large', line: MOST_MEMBERS + 3 }]);
  });

  it('[E4] has an answer for any text', () => {
    const word = fc.constantFrom(
      'LENGTH',
      'wall',
      'x',
      '=',
      ':',
      '7',
      '-1e3',
      '"',
      '#',
      '//',
      '\n',
      ' ',
      'file',
      '\u{feff}',
      '\0',
      '900',
      'theta',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(word, { maxLength: 60 }).map((words) => words.join('')),
        ),
        (text) => {
          // The grammar has a place for everything.
          parser.parse(text).iterate({ enter: ({ type }) => expect(type.isError).toBe(false) });
          const { diagnostics } = checkEdl(text);
          const lines = text.split('\n');
          for (const { line, column, message, from, to } of diagnostics) {
            expect(message).not.toBe('');
            expect(column).toBeLessThanOrEqual((lines[line - 1] as string).length + 1);
            expect([from >= 0, to >= from, to <= text.length]).toEqual([true, true, true]);
          }
          const formatted = formatEdl(text).text;
          if (formatted !== undefined) expect(formatEdl(formatted).text).toBe(formatted);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['comments', '# a\n'.repeat(300_000)],
    ['comments above a member', `${'# a\n'.repeat(300_000)}POINT: x= 1 y= 1 theta= 0\n`],
    ['letters in a word', 'a'.repeat(1_000_000)],
  ])('[E4] has an answer for a text of very many %s', (_what, text) => {
    expect(checkEdl(text).diagnostics.length).toBeGreaterThan(0);
    const formatted = formatEdl(text);
    expect(formatted.text?.length ?? formatted.diagnostics.length).toBeGreaterThan(0);
  });

  it('[E4] tells no more than anybody reads, errors first', () => {
    const { diagnostics } = checkEdl(edl(...Array.from({ length: 500 }, () => 'POINT: x= a y= 1 theta= 400')));
    expect(diagnostics).toHaveLength(201);
    expect(diagnostics.at(-1)).toMatchObject({ code: 'more', message: '300 more like these are not shown' });
  });
});
