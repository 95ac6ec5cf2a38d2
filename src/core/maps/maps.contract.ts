import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { EdlDocument, EdlMember } from './maps.ts';

/** As in the paper. */
export const fig8 = readFileSync(new URL('./samples/fig-8.edl', import.meta.url), 'utf8');

/** A text of members, each on one line: `WALL x= 1 ...` for its usual seven lines. */
export const edl = (...members: readonly string[]): string => ['LENGTH 1000', 'WIDTH 600', ...members, ''].join('\n');

const centimetres = fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.double({ min: -50, max: 2000, noNaN: true })).map((cm) => cm + 0);
const size = fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.double({ min: 0.01, max: 1e6, noNaN: true }));
const theta = fc.oneof(fc.constantFrom(0, 90, 180, 270), fc.double({ min: -400, max: 400, noNaN: true })).map((deg) => deg + 0);
const text = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).filter((word) => word.trim() !== '' && !/["\r\n]/.test(word));
const oriented = { xCm: centimetres, yCm: centimetres, thetaDeg: theta };
const named = fc.option(text, { nil: undefined });

const member: fc.Arbitrary<EdlMember> = fc.oneof(
  fc.record({ kind: fc.constant('POINT' as const), ...oriented, name: named }),
  fc.record({ kind: fc.constant('CORRIDOR' as const), ...oriented, longCm: size, wideCm: size, name: named }),
  fc.record({ kind: fc.constant('WALL' as const), ...oriented, longCm: size, name: named }),
  fc.record({ kind: fc.constantFrom('DOOR' as const, 'JUNCTION' as const), ...oriented, wideCm: size, name: named }),
  fc.record({ kind: fc.constant('NOTICE' as const), ...oriented, heightCm: centimetres, file: text, name: named }),
);

/** Any document that can be written: good maps and nonsense alike. */
export const anyDocument: fc.Arbitrary<EdlDocument> = fc
  .record({ lengthCm: size, widthCm: size, members: fc.array(member, { maxLength: 12 }), isNumbered: fc.boolean() })
  .map(({ isNumbered, members, ...field }) => ({
    ...field,
    members: isNumbered ? members.map((each, i) => ({ ...each, number: i + 1 })) : members,
  }));
