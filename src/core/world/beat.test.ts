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
const digests = fc.array(fc.record({ region: id, hash: fc.nat({ max: 2 ** 32 - 1 }) }), { maxLength: 4 });
const presence = fc.record({
  id,
  name: fc.string({ unit: 'grapheme' }),
  goodUntilMs: number,
  clockErrorMs: number,
  leaving: fc.boolean(),
  mayLead: fc.boolean(),
  digests,
});
const beat: fc.Arbitrary<Beat> = fc.record({
  members: fc.array(presence, { maxLength: 5 }),
  estates: fc.array(fc.record({ owner: id, goodUntilMs: number, digests }), { maxLength: 3 }),
});
const states = fc.array(fc.record({ entity: id, region: id, author: id, bytes: fc.uint8Array() }), { maxLength: 5 });
const holdings = fc.array(fc.record({ entity: id, epoch: fc.nat().map((epoch) => epoch as Epoch), seq: fc.nat() }), { maxLength: 5 });
const request = fc.oneof(
  fc.record({ kind: fc.constant('compare' as const), owner: id, after: id, upTo: id, holdings }),
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

describe('what keeps replicas alike', () => {
  it('[W18] comes back from its bytes, and only MalformedError from others: beats', () => returns(beat, encodeBeat, decodeBeat));

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
    const million = (): ByteWriter => new ByteWriter().count(1e6);
    expect(() => decodeBeat(million().finish())).toThrow('a beat with a list of 1000000, at most 2000 are allowed');
    expect(() => decodeRepairReply(million().finish())).toThrow('a list of 1000000, at most 5000 are allowed');
  });

  it('[W5] goes in beats that any bus carries, however many a hub vouches for, and nothing is left out', () => {
    const member = { name: 'n'.repeat(80), goodUntilMs: 1, clockErrorMs: 0, leaving: false, mayLead: false };
    const digests = Array.from({ length: 20 }, (_, i) => ({ region: `f0_${i}_0`, hash: 1 }));
    const members = Array.from({ length: 1000 }, (_, i) => ({ ...member, id: `guest-${i}`, digests }));
    const estates = Array.from({ length: 200 }, (_, i) => ({ owner: `gone-${i}`, goodUntilMs: 1, digests }));
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
