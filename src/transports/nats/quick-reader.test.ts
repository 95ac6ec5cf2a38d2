import { connect, type NatsConnection } from '@nats-io/transport-node';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textToBytes } from '../../core/base/bytes.ts';
import { Addresses } from './addresses.ts';
import { PrivateNats } from './private-nats.contract.ts';
import { QuickReader } from './quick-reader.ts';

interface Parsed {
  kind: number;
  msg?: { subject: Uint8Array; reply?: Uint8Array; sid: number };
  data?: Uint8Array;
}
type Parser = new (dispatcher: { push(parsed: Parsed): void }) => { state: number; parse(chunk: Uint8Array): void };

/** Of these subscriptions our own reader knows. */
const QUICK = [3, 12];

const text = (bytes: Uint8Array | undefined) => (bytes ? new TextDecoder().decode(bytes) : '');

let nats: PrivateNats;
let connection: NatsConnection;
let LibraryParser: Parser;

beforeAll(async () => {
  nats = await PrivateNats.start({ servers: 1 });
  connection = await connect({ servers: nats.addresses });
  const { protocol } = connection as unknown as { protocol: { parser: object } };
  LibraryParser = protocol.parser.constructor as Parser;
});
afterAll(async () => {
  await connection.close();
  await nats[Symbol.asyncDispose]();
});

/** What comes out of these pieces, with our reader or without it. */
function readAll(pieces: readonly Uint8Array[], sids: readonly number[]): { heard: string[]; quick: number } {
  const heard: string[] = [];
  let quick = 0;
  const push = ({ kind, msg, data }: Parsed) =>
    void heard.push(msg ? `${msg.sid} ${text(msg.subject)} ${text(msg.reply)} ${data?.join()}` : `${kind} ${data?.join()}`);
  const protocol = { parser: new LibraryParser({ push }), inMsgs: 0, inBytes: 0 };
  const reader = new QuickReader({ protocol } as unknown as NatsConnection, new Addresses('s'));
  for (const sid of sids) {
    reader.add(sid, (payload, { from, subject }) => {
      quick++;
      heard.push(`${sid} s.${from}.${subject}  ${payload.join()}`);
    });
  }
  for (const piece of pieces) protocol.parser.parse(piece);
  return { heard, quick };
}

const payload = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.constant(textToBytes('MSG s.a.b 3 2\r\nxx\r\n')),
  fc.constant(textToBytes('\r\n\n')),
);
const message = fc
  .tuple(
    fc.constantFrom('MSG', 'MSG', 'MSG', 'REPLY', 'HMSG', 'PING', '+OK'),
    fc.constantFrom('s.ann.v1.w.bb.x', 's.bob.v1.w.bb.y', 's.a.z'),
    fc.constantFrom(3, 4, 12),
    payload,
  )
  .map(([kind, subject, sid, bytes]): Uint8Array[] => {
    const end = textToBytes('\r\n');
    const headers = textToBytes('NATS/1.0\r\nA: b\r\n\r\n');
    if (kind === 'PING' || kind === '+OK') return [textToBytes(kind), end];
    if (kind === 'HMSG')
      return [textToBytes(`HMSG ${subject} ${sid} ${headers.length} ${headers.length + bytes.length}\r\n`), headers, bytes, end];
    return [textToBytes(`MSG ${subject} ${sid} ${kind === 'REPLY' ? '_INBOX.x ' : ''}${bytes.length}\r\n`), bytes, end];
  });

/** Cut at these places. */
function cut(stream: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set(places.map((place) => place % (stream.length + 1)))].sort((a, b) => a - b);
  return [0, ...ends].map((start, i) => stream.subarray(start, ends[i] ?? stream.length));
}

describe('reading from the connection', () => {
  it('[N12] tells the same in the same order as the library alone, however it is cut in pieces', () => {
    let quick = 0;
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 1, maxLength: 12, size: 'max' }),
        fc.array(fc.nat(2000), { maxLength: 8 }),
        (messages, places) => {
          const stream = Uint8Array.from(messages.flat().flatMap((bytes) => [...bytes]));
          const ours = readAll(cut(stream, places), QUICK);
          quick += ours.quick;
          expect(ours.heard).toEqual(readAll([stream], []).heard);
        },
      ),
      { numRuns: 500 },
    );
    // It would be blind if the library had read them all.
    expect(quick).toBeGreaterThan(200);
  });

  it('[N12] finds in the library what it needs: a new version that hides it would only be slow', () => {
    const addresses = new Addresses('s');
    const reader = new QuickReader(connection, addresses);
    expect(reader.isQuick).toBe(true);
    expect(new QuickReader({} as NatsConnection, addresses).isQuick).toBe(false);
  });

  it('[N12] knows who speaks of what, also when two subjects fall on the same place', () => {
    const addresses = new Addresses('space');
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 10_000; i++) {
        const chunk = textToBytes(`MSG space.p${i % 7}.v1.w.bb.v.${i} 1 0`);
        expect(addresses.at(chunk, 4, chunk.length - 4)).toMatchObject({ from: `p${i % 7}`, subject: `v1.w.bb.v.${i}` });
      }
    }
  });
});
