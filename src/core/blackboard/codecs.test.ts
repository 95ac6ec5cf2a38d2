import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedError, MisuseError } from '../base/errors.ts';
import { isId } from '../base/ids.ts';
import { planarPose } from '../base/pose.ts';
import { matches } from '../bus/subjects.ts';
import { decodeDeclaration, encodeDeclaration } from './declaration.ts';
import { decodeValue, encodeValue, MOST_HOPS, typeOfFrame, type ValueFrame } from './frame.ts';
import { dotted, isName, keyOf, nameOfSubject, requireDeclarable, requireName, requireNamePattern, subjectOf } from './names.ts';
import { decodeBoardPage, decodeBoardRequest, encodeBoardPage, encodeBoardRequest } from './snapshot.ts';
import { type BoardValue, distanceBetween, typed } from './value.ts';

const VALUES: BoardValue[] = [
  true,
  0.25,
  'Größe',
  [1, -2, 3.5],
  [],
  planarPose(1, 2, 3),
  { content: 'image/jpeg', bytes: new Uint8Array([0, 255]) },
];
const frameOf = (value: BoardValue): Omit<ValueFrame, 'type'> => ({
  stamp: { atMs: 1234.5, errorMs: 0.75, term: 3 },
  orderMs: 1300,
  hops: [{ node: 'ir-ring', kind: 'device', shareMs: 12.5, basis: 'assumed' }],
  value,
});

describe('names', () => {
  it.each(['a', 'robots/puma-1/joints/2', 'x_y/z'])('[K1] %s is one', (name) => {
    expect(requireName(name)).toBe(name);
    expect(nameOfSubject(subjectOf('w', name))).toBe(name);
  });

  it.each(['', '/', 'a/', '/a', 'A', 'a b', 'a/*', 'st/a', 'inv', 'a'.repeat(65), 'a/'.repeat(90)])('[K1] "%s" is none', (name) => {
    expect(isName(name)).toBe(false);
    expect(() => requireName(name)).toThrow(MisuseError);
  });

  it.each([
    ['sensors/*/ir', 'sensors/yair/ir', true],
    ['sensors/*/ir', 'sensors/yair/sonar', false],
    ['sensors/>', 'sensors/yair/ir', true],
    ['sensors/**', 'sensors/yair/ir', true],
    ['sensors/**', 'sensors', false],
    ['**', 'sensors', true],
  ])('[K1] the pattern %s and %s: %s', (pattern, name, isMatch) => {
    expect(matches(requireNamePattern(pattern), dotted(name))).toBe(isMatch);
  });

  it.each(['', 'a/**/b', '>/a', 'a*', 'A/*'])('[K1] "%s" is no pattern', (pattern) => {
    expect(() => requireNamePattern(pattern)).toThrow(MisuseError);
  });

  it('[K1] each has a key of its own, which is an id', () => {
    const segment = fc.stringMatching(/^[a-z0-9_-]{1,8}$/);
    const name = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/'));
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(isId(keyOf(one))).toBe(true);
        expect(keyOf(one) === keyOf(other)).toBe(one === other);
      }),
    );
    expect(() => requireDeclarable(`${'a'.repeat(40)}/${'b'.repeat(40)}`)).toThrow('too long to be declared');
  });
});

describe('values', () => {
  it.each(VALUES)('[K2] come back as they were: %j', (value) => {
    const bytes = encodeValue(frameOf(value));
    const { type, ...frame } = decodeValue(bytes);
    expect(frame).toEqual(frameOf(value));
    expect([type, typeOfFrame(bytes)]).toEqual([typed(value).type, typed(value).type]);
  });

  it('[K11] say so when their writer had compared no clocks', () => {
    const frame = { ...frameOf(1), stamp: { atMs: 1, errorMs: undefined, term: 0 } };
    expect(decodeValue(encodeValue(frame)).stamp).toEqual(frame.stamp);
  });

  it('[K2] are not larger than what those who come late can be told of on a page', () => {
    const ofBytes = (length: number) => ({ content: 'image/jpeg', bytes: new Uint8Array(length) });
    const frame = { stamp: { atMs: 0, errorMs: 0, term: 0 }, orderMs: 0, hops: [] };
    expect(decodeValue(encodeValue({ ...frame, value: ofBytes(56_900) })).value).toEqual(ofBytes(56_900));
    expect(() => encodeValue({ ...frame, value: ofBytes(57_000) })).toThrow(MisuseError);
    expect(() => decodeValue(new Uint8Array(57_001))).toThrow(MalformedError);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, [1, Number.NaN], { x: 1 }, null])('[K2] %j is none', (value) => {
    expect(() => typed(value as BoardValue)).toThrow(MisuseError);
  });

  it('[K6] [K10] are refused with a clock error or a share below zero: nothing gets younger that way', () => {
    const stamp = { atMs: 1, errorMs: -5, term: 0 };
    expect(() => decodeValue(encodeValue({ ...frameOf(1), stamp }))).toThrow(MalformedError);
    const hop = { node: 'n', kind: 'gateway', shareMs: -5, basis: 'measured' } as const;
    expect(() => decodeValue(encodeValue({ ...frameOf(1), hops: [hop] }))).toThrow(MalformedError);
  });

  it('[K13] refuse to go round in circles', () => {
    const hop = { node: 'n', kind: 'gateway', shareMs: 1, basis: 'measured' } as const;
    const round = { ...frameOf(1), hops: Array.from({ length: MOST_HOPS + 1 }, () => hop) };
    expect(() => encodeValue(round)).toThrow(MisuseError);
  });

  it('[K15] are apart by what their type says', () => {
    expect(distanceBetween(1, 3)).toBe(2);
    expect(distanceBetween([1, 2], [1, 5])).toBe(3);
    expect(distanceBetween([1], [1, 2])).toBe(Number.POSITIVE_INFINITY);
    expect(distanceBetween(planarPose(0, 0, 0), planarPose(0.1, 0, 0.5))).toBeCloseTo(0.5);
    expect(distanceBetween('a', 'b')).toBe(Number.POSITIVE_INFINITY);
    expect(distanceBetween({ content: 'c', bytes: new Uint8Array([1]) }, { content: 'c', bytes: new Uint8Array([1]) })).toBe(0);
  });
});

describe('records and pages', () => {
  const declaration = {
    name: 'a/b_c',
    type: 'vector',
    unit: 'm',
    writers: { kind: 'participant', id: 'ir' },
    goodForMs: 200,
    by: 'ir',
  } as const;

  it('[K4] a declaration comes back as it was, from the record of its own key', () => {
    expect(decodeDeclaration(encodeDeclaration(declaration), keyOf(declaration.name))).toEqual(declaration);
    expect(() => decodeDeclaration(encodeDeclaration(declaration), 'another')).toThrow(MalformedError);
    expect(() => encodeDeclaration({ ...declaration, goodForMs: 0 })).toThrow(MisuseError);
  });

  it('[K8] a page and a request come back as they were', () => {
    const values = [{ name: 'a', writer: 'w', ageMs: undefined, bytes: new Uint8Array([1, 2]) }];
    const page = { stamp: { atMs: 5, errorMs: 0.5, term: 1 }, verdict: 'differs', values, next: 'a' } as const;
    expect(decodeBoardPage(encodeBoardPage(page))).toEqual(page);
    const request = { after: 'a', upToMs: 3.5, digest: 0xffffffff };
    expect(decodeBoardRequest(encodeBoardRequest(request))).toEqual(request);
  });

  it('[K6] garbage, truncated and mutated bytes are refused by name, or are another value', () => {
    const whole = [encodeValue(frameOf([1, 2])), encodeDeclaration(declaration), encodeBoardRequest({ after: '', upToMs: 1, digest: 1 })];
    const decoders = [decodeValue, (bytes: Uint8Array) => decodeDeclaration(bytes, 'k'), decodeBoardRequest, decodeBoardPage, typeOfFrame];
    const refusesByName = (bytes: Uint8Array) => {
      for (const decode of decoders) {
        try {
          decode(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedError);
        }
      }
    };
    fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), refusesByName));
    for (const bytes of whole) {
      for (let end = 0; end < bytes.length; end++) refusesByName(bytes.subarray(0, end));
      for (let at = 0; at < bytes.length; at++) refusesByName(bytes.with(at, (bytes[at] as number) ^ 0x55));
    }
    expect(() => decodeValue(whole[0]?.with(0, 9) ?? new Uint8Array())).toThrow('version 9');
    expect(() => decodeValue(new Uint8Array([...(whole[0] ?? []), 0]))).toThrow(MalformedError);
  });
});
