import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';
import { type Beat, decodeBeat, encodeBeat, splitBeat } from './beat.ts';
import type { Epoch } from './epoch.ts';
import {
  decodeRepairReply,
  decodeRepairRequest,
  decodeSnapshotPage,
  decodeSnapshotRequest,
  encodeRepairReply,
  encodeRepairRequest,
  encodeSnapshotPage,
  encodeSnapshotRequest,
  fitting,
} from './repair-codec.ts';

const id = fc.stringMatching(/^[a-z0-9_-]{1,20}$/);
const ids = fc.array(id, { maxLength: 5 });
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const digest = fc.nat({ max: 2 ** 32 - 1 });
/** Times in whole milliseconds and errors in tenths: what a beat keeps. */
const presence = fc
  .record({
    id,
    name: fc.string({ unit: 'grapheme' }),
    pace: fc.constantFrom('working' as const, 'resting' as const),
    goodUntilMs: fc.nat({ max: 1e9 }),
    clockErrorMs: fc.nat({ max: 10_000 }).map((tenths) => tenths / 10),
    leaving: fc.boolean(),
    mayLead: fc.boolean(),
    holdsAll: fc.boolean(),
    sinceMs: fc.nat({ max: 1e9 }),
    term: fc.nat(),
    digest,
  })
  // Who owns nothing confirms nothing.
  .map(({ sinceMs, ...member }) => ({
    ...member,
    term: member.digest === 0 ? 0 : member.term,
    confirmedMs: member.goodUntilMs - (member.digest === 0 ? 1000 : sinceMs),
  }));
const beat: fc.Arbitrary<Beat> = fc.record({
  members: fc.array(presence, { maxLength: 5 }),
  estates: fc.array(fc.record({ owner: id, goodUntilMs: number, digest }), { maxLength: 3 }),
});
const states = fc.array(fc.record({ entity: id, region: id, author: id, bytes: fc.uint8Array() }), { maxLength: 5 });
const holdings = fc.array(fc.record({ entity: id, epoch: fc.nat().map((epoch) => epoch as Epoch), seq: fc.nat() }), { maxLength: 5 });
const request = fc.oneof(
  fc.record({ kind: fc.constant('compare' as const), owner: id, region: id, after: id, upTo: id, holdings }),
  fc.record({ kind: fc.constant('give' as const), states }),
);
const page = fc.record({ states, frozen: fc.array(fc.record({ owner: id, goodUntilMs: number })), next: id });

function returns<T>(messages: fc.Arbitrary<T>, encode: (message: T) => Uint8Array, decode: (bytes: Uint8Array) => T): void {
  fc.assert(
    fc.property(messages, (message) => {
      expect(decode(encode(message))).toEqual(message);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      try {
        decode(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedError);
      }
    }),
  );
}

const member = {
  id: 'guest',
  name: 'n'.repeat(80),
  goodUntilMs: 1,
  clockErrorMs: 0,
  leaving: false,
  mayLead: false,
  holdsAll: false,
  confirmedMs: 0,
  pace: 'working' as const,
  term: 0,
  digest: 0,
};

describe('what keeps replicas alike', () => {
  it('[W18] comes back from its bytes, and only MalformedError from others: beats', () => returns(beat, encodeBeat, decodeBeat));

  it('[W3] promises no more and confirms no later than was said, however it is rounded', () => {
    const time = fc.double({ min: 0, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(time, time), { minLength: 1, maxLength: 5 }), (times) => {
        const members = times.map(([goodUntilMs, sinceMs]) => ({
          ...member,
          goodUntilMs,
          clockErrorMs: sinceMs / 1e6,
          confirmedMs: goodUntilMs - sinceMs,
          digest: 1,
        }));
        decodeBeat(encodeBeat({ members, estates: [] })).members.forEach((decoded, i) => {
          const said = members[i] ?? expect.fail('nobody said it');
          expect(said.goodUntilMs - decoded.goodUntilMs).toBeGreaterThanOrEqual(0);
          expect(said.goodUntilMs - decoded.goodUntilMs).toBeLessThanOrEqual(2);
          expect(said.confirmedMs - decoded.confirmedMs).toBeGreaterThanOrEqual(0);
          expect(said.confirmedMs - decoded.confirmedMs).toBeLessThanOrEqual(3);
          expect(decoded.clockErrorMs).toBeGreaterThanOrEqual(said.clockErrorMs);
        });
      }),
    );
  });

  it('[W18] comes back from its bytes, and only MalformedError from others: questions for repair', () => {
    returns(request, encodeRepairRequest, decodeRepairRequest);
  });

  it('[W18] comes back from its bytes, and only MalformedError from others: answers with repairs', () => {
    returns(fc.record({ states, wanted: ids }), encodeRepairReply, decodeRepairReply);
  });

  it('[W18] comes back from its bytes, and only MalformedError from others: questions for a snapshot', () => {
    returns(fc.record({ after: id, regions: ids }), encodeSnapshotRequest, decodeSnapshotRequest);
  });

  it('[W18] comes back from its bytes, and only MalformedError from others: pages of a snapshot', () => {
    returns(page, encodeSnapshotPage, decodeSnapshotPage);
  });

  it('[W18] has lists of bounded length', () => {
    expect(() => decodeBeat(new ByteWriter().float(0).count(1e6).finish())).toThrow(
      'a beat with a list of 1000000, at most 2000 are allowed',
    );
    expect(() => decodeRepairReply(new ByteWriter().count(1e6).finish())).toThrow('a list of 1000000, at most 5000 are allowed');
  });

  it('[W5] goes in beats that any bus carries, however many a hub vouches for, and nothing is left out', () => {
    const members = Array.from({ length: 1000 }, (_, i) => ({ ...member, id: `${i}`.padStart(64, 'g'), digest: 2 ** 32 - 1 }));
    const estates = Array.from({ length: 200 }, (_, i) => ({ owner: `${i}`.padStart(64, 'g'), goodUntilMs: 1, digest: 2 ** 32 - 1 }));
    const parts = splitBeat({ members, estates });
    for (const part of parts) expect(encodeBeat(part).length).toBeLessThan(60_000);
    expect(parts.flatMap((part) => part.members)).toEqual(members);
    expect(parts.flatMap((part) => part.estates)).toEqual(estates);
  });

  it('[W35] goes in pages that any bus carries, and at least one state in each', () => {
    const carried = (size: number) => ({ entity: 'arm', region: 'f0', author: 'ann', bytes: new Uint8Array(size) });
    expect(fitting(Array.from({ length: 100 }, () => carried(1000)))).toHaveLength(39);
    expect(fitting([carried(50_000), carried(1)])).toHaveLength(1);
    expect(fitting([])).toEqual([]);
  });
});
