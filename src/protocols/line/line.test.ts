import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Cut,
  ERROR_CODES,
  LINE_TYPES,
  LineCutter,
  type LineType,
  type LineValue,
  parseRequest,
  type Request,
  readValue,
  USAGE,
  writtenAnswer,
} from './line.ts';
import { writtenValue } from './written-value.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function cutAll(longestBytes: number, pieces: readonly Uint8Array[]): Cut[] {
  const cutter = new LineCutter(longestBytes);
  return pieces.flatMap((piece) => [...cutter.cut(piece)]);
}

const line = (text: string): Cut => ({ kind: 'line', text });

function requestOf(text: string): Request {
  const parsed = parseRequest(text, 1);
  if (parsed.kind !== 'request') throw new Error(`${text} is no request: ${JSON.stringify(parsed)}`);
  return parsed.request;
}

/** `column: message` of each diagnostic. */
function faultsOf(text: string): string[] {
  const parsed = parseRequest(text, 7);
  if (parsed.kind !== 'wrong') return [];
  expect(parsed.diagnostics.every((diagnostic) => diagnostic.line === 7)).toBe(true);
  return parsed.diagnostics.map(({ column, message }) => `${column}: ${message}`);
}

const word = (text: string, isQuoted = false) => ({ text, column: 5, isQuoted });

describe('LineCutter', () => {
  it('[L1] gives the same lines however the bytes are cut, with either end of line', () => {
    const text = 'hello - a\r\n\nget lab/é\r\n# note\nbye\nhalf';
    const expected = ['hello - a', '', 'get lab/é', '# note', 'bye'].map(line);
    fc.assert(
      fc.property(fc.array(fc.nat(bytesOf(text).length), { maxLength: 12 }), (cuts) => {
        const bytes = bytesOf(text);
        const at = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const pieces = at.slice(1).map((end, i) => bytes.subarray(at[i], end));
        expect(cutAll(100, pieces)).toEqual(expected);
      }),
    );
  });

  it('[L2] throws a line away that is too long, says so once, and goes on with the next', () => {
    expect(cutAll(4, [bytesOf('1234\n12345\n1\n')])).toEqual([line('1234'), { kind: 'too long' }, line('1')]);
    const megabyte = bytesOf('x'.repeat(1024 * 1024));
    expect(cutAll(4, [megabyte, megabyte, bytesOf('x\nget\n')])).toEqual([{ kind: 'too long' }, line('get')]);
  });
});

describe('parseRequest', () => {
  it('[L3] throws at nothing, and says where what is wrong stands', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^(set|bind|declare|hello) [ -~]{0,60}$/)), (text) => {
        const parsed = parseRequest(text, 3);
        if (parsed.kind !== 'wrong') return;
        expect(parsed.diagnostics.length).toBeGreaterThan(0);
        for (const { line, column } of parsed.diagnostics) {
          expect(line).toBe(3);
          expect(column).toBeGreaterThanOrEqual(1);
          expect(column).toBeLessThanOrEqual(text.length + 1);
        }
      }),
      { numRuns: 3000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const cut of cutAll(64, [bytes])) if (cut.kind === 'line') parseRequest(cut.text, 1);
      }),
    );
    expect(faultsOf('fly away')).toEqual([`1: "fly" is no word of this protocol: there are ${Object.keys(USAGE).join(', ')}`]);
    expect(faultsOf('  set lab/x')).toEqual([`12: a value is missing: ${USAGE.set}`]);
    expect(faultsOf('set lab/x \u0000')[0]).toMatch(/^11: something that is no text/);
  });

  it('[L4] [L1] asks for nothing with an empty line, a comment, or an echo of what the gateway says', () => {
    for (const text of [
      '',
      '   ',
      '# set a 1',
      'ok 3',
      'err 4 syntax column 1: ...',
      'val 2 a 1 age=3',
      'item 1 a number -',
      'note x',
      'bye! x',
    ])
      expect(parseRequest(text, 1)).toEqual({ kind: 'nothing' });
  });

  it('[L5] divides words by blanks, but for what is in quotes', () => {
    expect(requestOf('\tset  lab/name\t"two \\"big\\" words\\n\\\\"  ')).toMatchObject({
      kind: 'set',
      name: 'lab/name',
      value: { text: 'two "big" words\n\\', column: 16, isQuoted: true },
    });
    expect(requestOf('declare a/speed number unit="m / s"')).toMatchObject({ unit: 'm / s' });
    expect(requestOf('set a "age=3"')).toMatchObject({ value: { text: 'age=3', isQuoted: true }, ageMs: 0 });
    expect(faultsOf('set a "open')).toEqual(['7: this quote has no end']);
    expect(faultsOf('set a "x"y')).toEqual(['10: a blank is missing behind the quote']);
    expect(faultsOf('set a x"y"')).toEqual(['8: a quote inside of a word: put quotes around all of it']);
    expect(faultsOf('set a "\\q"')).toEqual(['8: a backslash stands before " or \\ or n, t, r']);
  });

  it('[L6] takes options in any order, each once, and names those there are', () => {
    const bound = { kind: 'bind', pattern: 'lab/**', onChange: true, minIntervalMs: 100, deadband: 0.5 };
    expect(requestOf('bind lab/** on-change min-interval=100 deadband=0.5')).toEqual(bound);
    expect(requestOf('bind lab/** deadband=.5 min-interval=1e2 on-change')).toEqual(bound);
    expect(requestOf('set a 1 nonce=abc age=20')).toMatchObject({ ageMs: 20, nonce: 'abc' });
    expect(requestOf('get a')).toEqual({ kind: 'get', name: 'a', maxAgeMs: undefined });
    expect(requestOf('hello - "Range finder"')).toEqual({ kind: 'hello', token: undefined, name: 'Range finder' });
    expect(requestOf('declare a pose good-for=500 own')).toMatchObject({ type: 'pose', goodForMs: 500, isOwn: true });
    expect(requestOf('list')).toEqual({ kind: 'list', pattern: '**' });
    expect(faultsOf('bind a on-change on-change')).toEqual(['18: on-change is given twice']);
    expect(faultsOf('get a max-age=-1 max-age=x')).toEqual([
      '18: max-age is given twice',
      '7: max-age is a number that is not below 0, not "-1"',
    ]);
    expect(faultsOf('get a maxage=1')).toEqual([`7: "maxage=1" does not belong here, where only max-age= may stand: ${USAGE.get}`]);
    expect(faultsOf('bye now')).toEqual([`5: "now" does not belong here, where nothing may stand: ${USAGE.bye}`]);
    expect(faultsOf('declare a matrix')).toEqual([`11: "matrix" is not a type: there are ${LINE_TYPES.join(', ')}`]);
    expect(faultsOf('unbind all')).toEqual(['8: "all" is not the number of the line that bound it']);
  });
});

describe('values', () => {
  const read = (text: string, type: LineType) => readValue(word(text), type);

  it('[L7] are read by the type of their variable', () => {
    expect(read('true', 'boolean')).toEqual({ value: true });
    expect(read('+.5e1', 'number')).toEqual({ value: 5 });
    expect(read('true', 'text')).toEqual({ value: 'true' });
    expect(read('0.2,0,-1', 'vector')).toEqual({ value: [0.2, 0, -1] });
    expect(read('[0.2,0,-1]', 'vector')).toEqual({ value: [0.2, 0, -1] });
    expect(read('[]', 'vector')).toEqual({ value: [] });
    expect(read('1,2,0', 'pose')).toEqual({ value: { x: 1, y: 2, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 } });
    const wrongs: [string, LineType][] = [
      ['yes', 'boolean'],
      ['1,5', 'number'],
      ['1e999', 'number'],
      ['0x10', 'number'],
      ['Infinity', 'number'],
      ['', 'number'],
      ['1,,2', 'vector'],
      ['1,2', 'pose'],
    ];
    for (const [text, type] of wrongs)
      expect(read(text, type)).toMatchObject({ fault: { column: 5, message: expect.stringContaining(`"${text}" is no ${type}`) } });
    expect(readValue(word('1', true), 'number')).toMatchObject({ fault: { column: 5 } });
  });

  it('[L7] are read again as they were written', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    const pose = fc.record({ x: number, y: number, z: number, qx: number, qy: number, qz: number, qw: number });
    const text = fc.string({ unit: 'grapheme' }).filter((candidate) => !/\p{Cc}|\ufffd/u.test(candidate.replaceAll(/[\n\r\t]/g, '')));
    const typed: [LineType, fc.Arbitrary<LineValue>][] = [
      ['boolean', fc.boolean()],
      ['number', number],
      ['text', text],
      ['vector', fc.array(number)],
      ['pose', pose],
    ];
    for (const [type, values] of typed)
      fc.assert(
        fc.property(values, (value) => {
          const request = requestOf(`set a ${writtenValue(value)}`);
          if (request.kind !== 'set') throw new Error('it is no set');
          expect(readValue(request.value, type)).toEqual({ value });
        }),
      );
  });
});

describe('writtenAnswer', () => {
  it('[L8] is one line, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...ERROR_CODES), (text, code) => {
        const answers = [
          writtenAnswer({ kind: 'failed', line: 1, code, message: text }),
          writtenAnswer({ kind: 'done', line: 1, words: [text] }),
          writtenAnswer({ kind: 'value', line: 1, name: 'a', value: text, ageMs: 1, isStale: false }),
          writtenAnswer({ kind: 'item', line: 1, name: 'a', type: 'text', unit: text }),
          writtenAnswer({ kind: 'note', message: text }),
          writtenAnswer({ kind: 'farewell', message: text }),
        ];
        for (const answer of answers) expect(answer).toMatch(/^[^\n\r\0]+\n$/);
      }),
    );
  });

  it('[L8] looks as the docs say, with ages that are rounded up', () => {
    const said = [
      writtenAnswer({ kind: 'done', line: 3 }),
      writtenAnswer({ kind: 'read', line: 4, name: 'lab/x', value: [1, 2.5], ageMs: 12.1 }),
      writtenAnswer({ kind: 'value', line: 5, name: 'lab/x', value: true, ageMs: undefined, isStale: true }),
      writtenAnswer({ kind: 'failed', line: 6, code: 'late', message: 'too late', nonce: 'abc' }),
      writtenAnswer({
        ...{ kind: 'age', line: 7, name: 'lab/x', ageMs: 30, writer: 'ann', isWriterHere: false },
        hops: [
          { node: 'wire', shareMs: 20, basis: 'assumed' },
          { node: 'ann', shareMs: 9.5, basis: 'measured' },
        ],
      }),
    ];
    expect(said).toEqual([
      'ok 3\n',
      'ok 4 lab/x [1,2.5] age=13\n',
      'val 5 lab/x true age=? stale\n',
      'err 6 late nonce=abc too late\n',
      'ok 7 lab/x age=30 hops=wire:20~,ann:10 writer=ann gone\n',
    ]);
  });
});
