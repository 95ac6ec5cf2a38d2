import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pngHeader } from '../../geometry/pictures.contract.ts';
import { anyDocument, edl, fig8 } from '../maps.contract.ts';
import { applyEdits, type CheckOptions, checkEdl, compileEdl, type Diagnostic, parseEdl, writeEdl } from '../maps.ts';

const WALL = '1 WALL: x= 500 y= 300 theta= 0 long= 400';
const ACROSS = '1 CORRIDOR: x= 500 y= 250 theta= 0 long= 1000 wide= 100';
const UP = '2 CORRIDOR: x= 500 y= 300 theta= 90 long= 600 wide= 100';
const junction = (number: number, x: number, y: number, theta: number) => `${number} JUNCTION: x= ${x} y= ${y} theta= ${theta} wide= 100`;

const pictures: Readonly<Record<string, Uint8Array>> = {
  'there.png': pngHeader(9, 9),
  'huge.png': pngHeader(9000, 9),
  'text.png': new Uint8Array(9),
};
const pictureOf = (file: string) => pictures[file];

interface Case {
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly message: RegExp;
  /** Whether there is a fix, which then leaves nothing to say. */
  readonly fix?: true;
  readonly options?: CheckOptions;
}

function check(code: string, { text, line, column, message, fix, options }: Case, severity: string): void {
  const { diagnostics } = checkEdl(text, options);
  expect(diagnostics, JSON.stringify(diagnostics)).toHaveLength(1);
  const found = diagnostics[0] as Diagnostic;
  expect(found).toMatchObject({
    severity,
    code,
    line,
    column,
    message: expect.stringMatching(message),
    remedy: expect.stringMatching(/./),
  });
  expect(compileEdl(text, options).cfg === undefined).toBe(severity === 'error');
  expect(found.fix !== undefined).toBe(fix === true);
  if (found.fix) expect(checkEdl(applyEdits(text, found.fix.edits), options).diagnostics).toEqual([]);
}

describe('errors of a map', () => {
  it.each<[string, Case]>([
    ['outside', { text: edl('1 WALL: x= 1500 y= 300 theta= 90 long= 200'), line: 3, column: 9, message: /wall is outside/ }],
    ['outside', { text: edl('1 POINT: x= 10 y= -5 theta= 0'), line: 3, column: 10, message: /point is outside/ }],
    [
      'outside',
      { text: edl('1 CORRIDOR: x= 500 y= 700 theta= 0 long= 500 wide= 100'), line: 3, column: 13, message: /corridor is outside/ },
    ],
  ])('[E18] %s: %j', (code, expected) => check(code, expected, 'error'));

  it.each<[string, Case]>([
    [
      'picture-unfit',
      {
        text: edl('1 NOTICE: x= 1 y= 2 height= 3 file= there.png', '2 NOTICE: x= 1 y= 2 height= 3 file= huge.png'),
        line: 4,
        column: 31,
        message: /"huge.png" cannot be shown: it has 9000 x 9 pixels/,
        options: { pictureOf },
      },
    ],
    [
      'picture-unfit',
      {
        text: edl('1 NOTICE: x= 1 y= 2 height= 3 file= text.png'),
        line: 3,
        column: 31,
        message: /"text.png" cannot be shown: it is neither a PNG nor a JPEG/,
        options: { pictureOf },
      },
    ],
  ])('[E29] %s: %j', (code, expected) => check(code, expected, 'error'));

  it('[E19] opens-nothing: a door in the middle of a room', () => {
    check(
      'opens-nothing',
      { text: edl(WALL, '2 DOOR: x= 500 y= 400 theta= 90 wide= 90'), line: 4, column: 3, message: /lies on no wall/ },
      'error',
    );
  });
});

describe('warnings of a map', () => {
  it.each<[string, Case]>([
    ['partly-outside', { text: edl('1 WALL: x= 950 y= 300 theta= 0 long= 200'), line: 3, column: 3, message: /to 1050, 300/ }],
    [
      'askew',
      { text: edl(WALL, '2 DOOR: x= 500 y= 300 theta= 60 wide= 90'), line: 4, column: 23, message: /30 degrees off the wall 1/, fix: true },
    ],
    [
      'too-wide',
      { text: edl(WALL, '2 DOOR: x= 700 y= 300 theta= 90 wide= 90'), line: 4, column: 33, message: /90 wide, but opens only 45/ },
    ],
    [
      'too-narrow',
      {
        text: edl(WALL, '2 DOOR: x= 500 y= 300 theta= 90 wide= 50'),
        line: 4,
        column: 33,
        message: /a robot of 60 does not/,
        fix: true,
        options: { robotRadiusCm: 30 },
      },
    ],
    ['border', { text: edl('1 DOOR: x= 500 y= 600 theta= 90 wide= 90'), line: 3, column: 3, message: /lies on the border/ }],
    ['junctions-missing', { text: edl(ACROSS, UP), line: 4, column: 3, message: /corridor 1 and corridor 2 meet without/, fix: true }],
    [
      'junction-count',
      {
        text: edl(ACROSS, UP, junction(3, 450, 250, 0), junction(4, 550, 250, 0), junction(5, 500, 200, 90)),
        line: 4,
        column: 3,
        message: /a cross, which needs 4 junctions; it has 3/,
        fix: true,
      },
    ],
    [
      'junction-count',
      {
        text: fig8
          .replace(/5 JUNCTION:[^J]*?\n\n/, '')
          .replace('6 DOOR', '5 DOOR')
          .replace('7 DOOR', '6 DOOR'),
        line: 11,
        column: 3,
        message: /a T, which needs 3 junctions; it has 2/,
        fix: true,
      },
    ],
    [
      'junction-misplaced',
      { text: edl(WALL, junction(2, 500, 300, 90)), line: 4, column: 3, message: /not where one corridor meets/, fix: true },
    ],
    [
      'corridor-wide',
      {
        text: edl('1 CORRIDOR: x= 500 y= 300 theta= 0 long= 100 wide= 400'),
        line: 3,
        column: 46,
        message: /wider \(400\) than long \(100\)/,
        fix: true,
      },
    ],
    [
      'unreachable',
      {
        text: edl('1 WALL: x= 400 y= 300 theta= 90 long= 600', '2 POINT: x= 100 y= 100 theta= 0'),
        line: 4,
        column: 3,
        message: /^3\d\.\d m² around 7\d\d, 300/,
      },
    ],
    [
      'unreachable',
      {
        text: edl('1 WALL: x= 400 y= 300 theta= 90 long= 600', '2 POINT: x= 100 y= 100 theta= 0', '3 POINT: x= 800 y= 9 theta= 0'),
        line: 5,
        column: 3,
        message: /cannot be reached from the first/,
      },
    ],
    ['unreachable', { text: edl(WALL, '2 POINT: x= 500 y= 300 theta= 0'), line: 4, column: 3, message: /stands in a wall/ }],
    [
      'overlapping-doors',
      {
        text: edl(WALL, '2 DOOR: x= 450 y= 300 theta= 90 wide= 90', '3 DOOR: x= 500 y= 300 theta= 90 wide= 90'),
        line: 5,
        column: 3,
        message: /door 2 overlap by 40/,
        fix: true,
      },
    ],
    [
      'hidden-wall',
      { text: edl(WALL, '2 WALL: x= 450 y= 300.5 theta= 180 long= 90'), line: 4, column: 3, message: /within the wall 1/, fix: true },
    ],
    [
      'hidden-wall',
      {
        text: edl(ACROSS, '2 WALL: x= 450 y= 300 theta= 0 long= 90'),
        line: 4,
        column: 3,
        message: /within the side of corridor 1/,
        fix: true,
      },
    ],
    [
      'hidden-wall',
      { text: edl('1 WALL: x= 1000 y= 300 theta= 90 long= 90'), line: 3, column: 3, message: /within the border/, fix: true },
    ],
    ['theta-range', { text: edl('1 WALL: x= 500 y= 300 theta= -90 long= 200'), line: 3, column: 23, message: /theta is -90/, fix: true }],
    [
      'picture-missing',
      {
        text: edl('1 NOTICE: x= 1 y= 2 height= 3 file= a.png', '2 NOTICE: x= 1 y= 2 height= 3 file= there.png'),
        line: 3,
        column: 31,
        message: /"a.png" is not there/,
        options: { pictureOf },
      },
    ],
    ['numbering', { text: edl(WALL, '4 POINT: x= 90 y= 90 theta= 0'), line: 4, column: 3, message: /after 1 is 4/, fix: true }],
    [
      'numbering',
      {
        text: edl('7 POINT: x= 90 y= 90 theta= 0', 'POINT: x= 95 y= 95 theta= 0'),
        line: 3,
        column: 3,
        message: /first number is 7/,
        fix: true,
      },
    ],
  ])('[E18] [E19] [E20] [E21] [E22] [E23] [E24] [E25] [E26] [E27] [E28] [E29] [E30] %s in %j', (code, expected) =>
    check(code, expected, 'warning'),
  );

  it('[E22] suggests the junctions of a cross, a T, a corner and a mouth where they belong', () => {
    const suggested = (...members: string[]) => {
      const fix = checkEdl(edl(...members)).diagnostics.find(({ code }) => code === 'junctions-missing')?.fix;
      const mended = parseEdl(applyEdits(edl(...members), fix?.edits ?? [])).document;
      return mended?.members
        .slice(2)
        .map((each) => (each.kind === 'JUNCTION' ? [each.number, each.xCm, each.yCm, each.thetaDeg, each.wideCm] : [each.kind]));
    };
    expect(suggested(ACROSS, UP)).toEqual([
      [3, 500, 300, 90, 100],
      [4, 500, 200, 90, 100],
      [5, 450, 250, 0, 100],
      [6, 550, 250, 0, 100],
    ]);
    const down = '2 CORRIDOR: x= 500 y= 150 theta= 90 long= 300 wide= 100';
    expect(suggested(ACROSS, down)).toEqual([
      [3, 500, 200, 90, 100],
      [4, 450, 250, 0, 100],
      [5, 550, 250, 0, 100],
    ]);
    const corner = ['1 CORRIDOR: x= 300 y= 250 theta= 0 long= 500 wide= 100', '2 CORRIDOR: x= 500 y= 150 theta= 90 long= 300 wide= 100'];
    expect(suggested(...corner)).toEqual([
      [3, 500, 200, 90, 100],
      [4, 450, 250, 0, 100],
    ]);
    // Its end touches the side of the other: that is open, and the side is not.
    expect(suggested(ACROSS, '2 CORRIDOR: x= 500 y= 100 theta= 90 long= 200 wide= 100')).toEqual([[3, 500, 200, 90, 100]]);
    // One goes on where the other ends: nothing is in the way.
    expect(
      checkEdl(edl('1 CORRIDOR: x= 300 y= 250 theta= 0 long= 500 wide= 100', '2 CORRIDOR: x= 700 y= 250 theta= 0 long= 500 wide= 100'))
        .diagnostics,
    ).toEqual([]);
  });

  it('[E23] notices junctions that are too many', () => {
    const text = edl(
      ACROSS,
      UP,
      junction(3, 450, 250, 0),
      junction(4, 550, 250, 0),
      junction(5, 500, 200, 90),
      junction(6, 500, 300, 90),
      '7 JUNCTION: x= 450 y= 220 theta= 0 wide= 20',
    );
    expect(checkEdl(text).diagnostics.map(({ code }) => code)).toEqual(['junction-count', 'overlapping-doors']);
  });

  it('[E26] finds its way through doors and junctions', () => {
    expect(checkEdl(`${fig8}\n8 POINT:\n  x= 50\n  y= 50\n  theta= 0\n`).diagnostics).toEqual([]);
    const shut = fig8.replace('7 DOOR', '7 POINT').replace(/wide= 100.0\n$/, '');
    expect(checkEdl(shut).diagnostics.map(({ code, line }) => [code, line])).toEqual([['unreachable', 42]]);
  });

  const times = (count: number, member: (i: number) => string) => Array.from({ length: count }, (_, i) => member(i));
  it.each([
    ['walls that hide each other', times(5000, (i) => `WALL: x= ${400 + i / 50} y= 300 theta= 0 long= 500`), 'wall'],
    [
      'walls and doors',
      times(6000, (i) => (i % 2 ? 'WALL: x= 500 y= 300 theta= 0 long= 800' : `DOOR: x= ${200 + i / 10} y= 300 theta= 90 wide= 90`)),
      'door',
    ],
    [
      'doors askew',
      times(6000, (i) => `${i % 2 ? 'WALL: long= 500' : 'DOOR: wide= 90'} x= 500 y= 300 theta= ${(i % 60) * 3 + (i % 2) * 1.5}`),
      'door',
    ],
    ['corridors', times(3000, (i) => `CORRIDOR: x= 500 y= 300 theta= ${i / 100} long= 500 wide= 90`), 'corridor'],
  ])('[E44] says where too many %s lie over each other to look at all, and makes no errors up', (_what, members, kind) => {
    const { diagnostics } = checkEdl(edl('POINT: x= 5 y= 5 theta= 0', ...members));
    const found = diagnostics.filter(({ code }) => code === 'crowded');
    expect(found).toMatchObject([
      { severity: 'warning', message: expect.stringContaining(`over this ${kind}`), remedy: expect.stringMatching(/remove/) },
    ]);
    expect(members[(found[0] as Diagnostic).line - 4]).toMatch(new RegExp(`^${kind}`, 'i'));
    // It is told though there are more warnings than anybody reads.
    expect(diagnostics.map(({ code }) => code)).toContain('more');
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('[E44] finds all of 5,000 walls that are the same, and is not crowded by them', () => {
    const { diagnostics } = checkEdl(edl(...times(5000, () => 'WALL: x= 500 y= 300 theta= 0 long= 800')));
    expect(diagnostics.at(-1)).toMatchObject({ code: 'more', message: '4799 more like these are not shown' });
  });

  it('[E44] compares no doors that are too narrow to overlap, and is not crowded by 4,000 of them', () => {
    const { diagnostics } = checkEdl(edl(...times(4000, () => 'DOOR: x= 500 y= 300 theta= 90 wide= 1')));
    expect(diagnostics.map(({ code }) => code)).not.toContain('crowded');
  });

  it('[E31] offers fixes that mend what they are offered for, and make no error', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const text = writeEdl(document);
        for (const { fix, code, line } of checkEdl(text, { robotRadiusCm: 30 }).diagnostics) {
          if (!fix) continue;
          const mended = applyEdits(text, fix.edits);
          expect(parseEdl(mended).diagnostics, `${code} at line ${line}: ${fix.title}`).toEqual([]);
          const times = (each: string) => checkEdl(each, { robotRadiusCm: 30 }).diagnostics.filter((found) => found.code === code).length;
          expect(times(mended), `${code} at line ${line}: ${fix.title} in ${text}`).toBeLessThan(times(text));
        }
      }),
      { numRuns: 150 },
    );
  });
});
