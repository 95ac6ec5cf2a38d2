import { chance, integerBelow, pick, type Random } from '../../src/core/base/random.ts';

/** Words that readers of numbers and names stumble over. */
const words = [
  ...[
    '1e308',
    '-1e308',
    '1e999',
    'NaN',
    'Infinity',
    '-1',
    '0',
    '4294967295',
    '2147483648',
    '1e16',
    '0x10',
    '',
    ' ',
    '.',
    '-',
    '\0',
    '\u{1F916}',
  ],
  ...['<!DOCTYPE a [<!ENTITY b "c">]>', '&b;', '<a>', '</robot>', '<![CDATA[', '<!--', '"', "'", '>', '#'],
  ...[
    'DEF A',
    'USE A',
    'USE Cube',
    'Group {',
    '}',
    '[',
    ']',
    'PROTO X [',
    'Inline { url "x" }',
    '__proto__',
    'constructor',
    '../../x',
    'facet',
    'endsolid',
  ],
];
const numbers = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
/** Still numbers, or nearly: what they stand in stays well formed, and the readers behind the parser get to see them. */
const figures = ['1e308', '-1e308', '1e999', 'NaN', '-1', '0', '1', '2', '3', '7', '-0.5', '1e-30', '4294967295', '1e6', '12345678'];
const LARGEST_BYTES = 200_000;

type Mutation = (random: Random, bytes: Uint8Array, other: Uint8Array) => Uint8Array;

const encoder = new TextEncoder();
const joined = (...pieces: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(pieces));
const place = (random: Random, bytes: Uint8Array): number => integerBelow(random, bytes.length + 1);
function range(random: Random, bytes: Uint8Array): [number, number] {
  const from = place(random, bytes);
  return [from, Math.min(bytes.length, from + integerBelow(random, 60))];
}

/** Texts: a number is replaced where one is. */
function otherFigure(random: Random, bytes: Uint8Array): Uint8Array {
  return withOther(random, bytes, /(?<=[\s",[:])-?\d[\d.e-]*/g, () => pick(random, figures));
}

/** Texts: one name becomes another that is there too. */
function otherName(random: Random, bytes: Uint8Array): Uint8Array {
  return withOther(random, bytes, /[A-Za-z_]{2,}/g, (found) => pick(random, found));
}

function withOther(random: Random, bytes: Uint8Array, pattern: RegExp, other: (found: readonly string[]) => string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return bytes;
  const match = pick(random, found);
  const instead = other(found.map(([word]) => word));
  return Uint8Array.from(Buffer.from(text.slice(0, match.index) + instead + text.slice(match.index + match[0].length), 'latin1'));
}

const gentle: readonly Mutation[] = [otherFigure, otherFigure, otherName];

const mutations: readonly Mutation[] = [
  function flippedBits(random, bytes) {
    const spoilt = bytes.slice();
    for (let flips = 1 + integerBelow(random, 8); flips > 0 && spoilt.length > 0; flips--) {
      const at = integerBelow(random, spoilt.length);
      spoilt[at] = (spoilt[at] ?? 0) ^ (1 << integerBelow(random, 8));
    }
    return spoilt;
  },
  function truncated(random, bytes) {
    return bytes.slice(0, place(random, bytes));
  },
  function without(random, bytes) {
    const [from, to] = range(random, bytes);
    return joined(bytes.subarray(0, from), bytes.subarray(to));
  },
  function wordInstead(random, bytes) {
    const [from, to] = range(random, bytes);
    return joined(bytes.subarray(0, from), encoder.encode(pick(random, words)), bytes.subarray(to));
  },
  otherFigure,
  otherName,
  function otherWord32(random, bytes) {
    if (bytes.length < 4) return bytes;
    const spoilt = bytes.slice();
    new DataView(spoilt.buffer).setUint32(integerBelow(random, spoilt.length - 3), pick(random, numbers), true);
    return spoilt;
  },
  function repeated(random, bytes) {
    const [from, to] = range(random, bytes);
    const piece = bytes.subarray(from, to);
    const times = Math.min(pick(random, [2, 10, 1000]), Math.floor(LARGEST_BYTES / Math.max(1, piece.length)));
    return joined(bytes.subarray(0, from), ...Array.from({ length: times }, () => piece), bytes.subarray(to));
  },
  function spliced(random, bytes, other) {
    return joined(bytes.subarray(0, place(random, bytes)), other.subarray(place(random, other)));
  },
];

/** The file with one to four things wrong: half of them gently, so that they come past the parser. */
export function mutated(random: Random, bytes: Uint8Array, other: Uint8Array): Uint8Array {
  const ways = chance(random, 0.5) ? gentle : mutations;
  let spoilt = bytes;
  for (let times = 1 + integerBelow(random, 4); times > 0; times--) {
    spoilt = pick(random, ways)(random, spoilt, other).subarray(0, LARGEST_BYTES);
  }
  return spoilt.slice();
}
