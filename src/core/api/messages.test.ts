import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textToBytes } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';
import { NO_TWIST, ORIGIN, planarPose } from '../base/pose.ts';
import {
  actionSchema,
  chatSchema,
  check,
  clockAnswerSchema,
  commandSchema,
  decodeJson,
  descriptionSchema,
  encodeJson,
  leaderSchema,
  leaseRequestSchema,
  nonceSchema,
  ownershipSchema,
  poseSchema,
  replySchema,
  setupSchema,
  twistSchema,
  urgentSchema,
  worldTimeSchema,
} from './messages.ts';

const JOINT = { name: 'joint', kind: 'rotation', low: -1, high: 1, speedPerS: 1 };
const ROBOT = { name: 'Robot', model: 'robot', kind: 'dynamic', dofs: [JOINT], initial: { pose: ORIGIN, values: [0] } };
const SEGMENT = { rate: 1, sharedT0: 0, worldT0: 0, generation: 0 };
const COMMAND = { id: 'ann.1', epoch: 7, expiresAt: 1000.5, action: { kind: 'halt' } };
const HOLD = { kind: 'hold', nonce: 'abcdefgh', seq: 3, twist: NO_TWIST, rates: [[0, 0.5]] };

describe('a message', () => {
  it.each([
    ['a pose', poseSchema, planarPose(1, 2, 3)],
    ['a twist', twistSchema, NO_TWIST],
    ['an action', actionSchema, { kind: 'glide', dof: 0, to: 1, durationMs: 100, speedPerS: 2, ramp: 0.5 }],
    ['a request for a lease', leaseRequestSchema, { kind: 'force', reason: 'fire drill' }],
    ['a command', commandSchema, COMMAND],
    ['a reply', replySchema, { kind: 'applied', epoch: 1, seq: 2, region: 'f0' }],
    ['a refusal', replySchema, { kind: 'refused', reason: 'no' }],
    ['a stop', urgentSchema, { kind: 'stop', id: 'ann.stop1', reason: '' }],
    ['a held command', urgentSchema, HOLD],
    ['a nonce', nonceSchema, { kind: 'nonce', entity: 'arm', epoch: 1, nonce: 'abc' }],
    ['ownership', ownershipSchema, { owner: 'ann', epoch: 3, nonce: 'abc', stop: { id: 's1', by: 'bob', reason: 'a hand in the way' } }],
    ['world time', worldTimeSchema, { rev: 2, segments: [SEGMENT] }],
    ['the leader of the clock', leaderSchema, { leader: 'ann', life: 'first', term: 1, errorMs: 0.5 }],
    ['the setup of a world', setupSchema, { incarnation: 1, cellM: 16 }],
    ['an answer of the clock', clockAnswerSchema, { term: 1, sharedMs: -5.25, errorMs: 0 }],
    ['a chat', chatSchema, { text: 'good morning' }],
  ])('comes back from its bytes as it was: %s', (_, schema, message) => {
    expect(decodeJson(schema, encodeJson(message))).toEqual(message);
  });

  it.each(['a\0b', 'a\uD83D', '\uDE00b'])('is refused with a text that no record could keep: %j', (text) => {
    expect(() => check(chatSchema, { text })).toThrow(/^text: must have no NUL/);
    expect(() => check(leaseRequestSchema, { kind: 'force', reason: text })).toThrow(/^reason: must have no NUL/);
  });

  it('stops whatever is wrong with the letters of its reason', () => {
    expect(check(urgentSchema, { kind: 'stop', id: 's', reason: 'a\0b\uD83D' })).toMatchObject({ reason: 'a\uFFFDb\uFFFD' });
  });

  it('leaves out what was not said to be in it', () => {
    expect(check(chatSchema, { text: 'hello', from: 'somebody else' })).toEqual({ text: 'hello' });
  });

  it('is refused with MalformedError and nothing else, whatever the bytes', () => {
    const schemas = [commandSchema, urgentSchema, ownershipSchema, worldTimeSchema, descriptionSchema, replySchema];
    const anything = fc.oneof(
      fc.uint8Array(),
      fc.json().map((text) => textToBytes(text)),
    );
    fc.assert(
      fc.property(anything, fc.constantFrom(...schemas), (bytes, schema) => {
        expect(() => decodeJson(schema, bytes)).toThrow(MalformedError);
      }),
    );
  });

  it('with a part changed is accepted or refused with MalformedError', () => {
    const part = fc.constantFrom('kind', 'nonce', 'seq', 'twist', 'rates');
    fc.assert(
      fc.property(part, fc.jsonValue(), (key, value) => {
        try {
          check(urgentSchema, { ...HOLD, [key]: value });
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedError);
        }
      }),
    );
  });

  it('that is not JSON is refused with the cause', () => {
    expect(() => decodeJson(chatSchema, textToBytes('{"text":'))).toThrow(
      expect.objectContaining({ message: 'not JSON', cause: expect.any(SyntaxError) }),
    );
    expect(() => decodeJson(chatSchema, Uint8Array.of(0xff))).toThrow('not JSON');
  });

  it('is refused by the name of the part that is wrong', () => {
    expect(() => check(commandSchema, { ...COMMAND, action: { kind: 'glide', dof: -1, to: 0 } })).toThrow(/^action\.dof: /);
    expect(() => check(chatSchema, 'hello')).toThrow(/^message: /);
  });
});

describe('what a message may hold', () => {
  it.each([
    ['a quaternion of another length', poseSchema, { ...ORIGIN, qw: 0.9 }],
    ['a place that is no number', poseSchema, { ...ORIGIN, x: Number.NaN }],
    ['a place a thousand kilometres away', poseSchema, { ...ORIGIN, y: 1e6 }],
    ['an id with a dot', nonceSchema, { kind: 'nonce', entity: 'a.b', epoch: 1, nonce: 'abc' }],
    ['a kind nobody knows', actionSchema, { kind: 'explode' }],
    ['a ramp over a half', actionSchema, { kind: 'glide', dof: 0, to: 1, ramp: 0.6 }],
    ['a path of nothing', actionSchema, { kind: 'follow', knots: [] }],
    ['a motion of more than a day', actionSchema, { kind: 'drift', twist: NO_TWIST, durationMs: 86_400_001 }],
    ['a speed of nothing', actionSchema, { kind: 'glide', dof: 0, to: 1, speedPerS: 0 }],
    ['a number that is not whole', commandSchema, { ...COMMAND, epoch: 1.5 }],
    ['limits the wrong way round', descriptionSchema, { ...ROBOT, dofs: [{ ...JOINT, low: 2 }] }],
    ['a value for no joint', descriptionSchema, { ...ROBOT, initial: { pose: ORIGIN, values: [0, 0] } }],
    ['a name of spaces', descriptionSchema, { ...ROBOT, name: '   ' }],
    [
      'a floor whose regions would have no id',
      setupSchema,
      { incarnation: 1, cellM: 16, floors: [{ id: 'f'.repeat(64), name: 'F', heightM: 0, x: 0, y: 0, radiusM: 1 }] },
    ],
    ['a time without a segment', worldTimeSchema, { rev: 1, segments: [] }],
    ['a world that runs backwards', worldTimeSchema, { rev: 1, segments: [{ ...SEGMENT, rate: -1 }] }],
    ['a chat of a novel', chatSchema, { text: 'x'.repeat(2001) }],
  ])('does not include %s', (_, schema, message) => {
    expect(() => check(schema, message)).toThrow(MalformedError);
  });

  it('is filled in where a caller may leave it out', () => {
    expect(check(actionSchema, { kind: 'glide', dof: 0, to: 1 })).toMatchObject({ ramp: 0.25 });
    expect(check(descriptionSchema, { ...ROBOT, name: '  Puma  ' }).name).toBe('Puma');
  });
});
