import { ByteReader, ByteWriter } from '../base/bytes.ts';
import { MalformedError, MisuseError } from '../base/errors.ts';
import { bytes, count, type Field, group, optional, rest, text, word } from './frame-fields.ts';

/**
 * What travels between a participant and a hub's door: a frame is one binary message, `[version][record]*`, and a record is
 * `[code][length][body]`. Records stand for themselves, so frames are joined by leaving out all versions but the first.
 */
export const FRAME_VERSION = 1;

/** The version of what the records mean, told in `hello`: a door and a participant must agree on it. */
export const PROTOCOL_VERSION = 2;

/** The code of a record never changes and is never given to another; a body changes only with FRAME_VERSION. */
const SHAPES = {
  /** Participant: the first record. `resume` asks for the id it had before its link broke. */
  hello: shape(1, group({ protocol: count, world: text, name: text, resume: optional(group({ id: text, secret: text })) })),
  /** Door: admitted. `info` is JSON, whatever the hub tells its participants (such as the world's incarnation). */
  welcome: shape(2, group({ id: text, secret: text, hub: text, info: text })),
  /** Either: the last record, before the link is closed on purpose. */
  goodbye: shape(3, group({ code: count, text })),
  /** Participant: `seen` is the `mark` of the newest pong it read, so that the door knows whether it still reads. */
  ping: shape(4, group({ stamp: count, seen: count })),
  pong: shape(5, group({ stamp: count, mark: count })),
  /** Door: something without an answer was not allowed. */
  notice: shape(6, group({ about: text, reason: text })),
  /** Door: the addresses of other hubs on the same bus, a line each. Whoever loses this one goes to one of them. */
  doors: shape(7, group({ hubs: text })),

  /** Participant: `from` is empty or its own id; another's is forgery. */
  publish: shape(10, group({ subject: text, from: text, payload: rest })),
  /** Either: from now on `number` stands for this subject and author, in this direction of this link. */
  alias: shape(11, group({ number: count, subject: text, from: text })),
  aliased: shape(12, group({ number: count, payload: rest })),
  subscribe: shape(13, group({ subscription: count, pattern: text })),
  unsubscribe: shape(14, group({ subscription: count })),
  /** Door: a message for one subscription. Those of state and video come aliased, for all subscriptions at once. */
  message: shape(15, group({ subscription: count, subject: text, from: text, payload: rest })),

  request: shape(20, group({ request: count, subject: text, timeoutMs: count, payload: rest })),
  answered: shape(21, group({ request: count, payload: rest })),
  /** Door: the request, get or swap came to nothing. */
  failed: shape(22, group({ request: count, failure: word('noResponders', 'timeout', 'disconnected', 'refused'), reason: text })),
  /** Door: a message that may be answered by `reply`. */
  question: shape(23, group({ subscription: count, question: count, subject: text, from: text, payload: rest })),
  reply: shape(24, group({ question: count, payload: rest })),

  get: shape(30, group({ request: count, bucket: text, key: text })),
  got: shape(31, group({ request: count, entry: optional(group({ value: bytes, revision: text })) })),
  swap: shape(32, group({ request: count, bucket: text, key: text, expected: optional(text), value: optional(bytes) })),
  /** `detail`: the new revision if applied, the reason if unknown. */
  swapped: shape(33, group({ request: count, result: word('applied', 'conflict', 'unknown'), detail: text })),
  watch: shape(34, group({ watch: count, bucket: text })),
  unwatch: shape(35, group({ watch: count })),
  value: shape(36, group({ watch: count, key: text, revision: text, value: rest })),
  deleted: shape(37, group({ watch: count, key: text, revision: text })),
  synced: shape(38, group({ watch: count })),
} as const;

type Shapes = typeof SHAPES;
export type RecordType = keyof Shapes;
export type FrameRecord = { [T in RecordType]: { readonly type: T } & (Shapes[T] extends Shape<infer V> ? V : never) }[RecordType];
export type RecordOf<T extends RecordType> = Extract<FrameRecord, { readonly type: T }>;

interface Shape<V> {
  readonly code: number;
  readonly body: Field<V>;
}

function shape<V>(code: number, body: Field<V>): Shape<V> {
  return { code, body };
}

const ALIASED_CODE = SHAPES.aliased.code;
const TYPES_BY_CODE: readonly (RecordType | undefined)[] = (Object.keys(SHAPES) as RecordType[]).reduce<(RecordType | undefined)[]>(
  (types, type) => {
    types[SHAPES[type].code] = type;
    return types;
  },
  [],
);

/** One record as a frame of its own. */
export function encodeFrame(record: FrameRecord): Uint8Array<ArrayBuffer> {
  const { code, body } = SHAPES[record.type] as Shape<FrameRecord>;
  const content = new ByteWriter();
  body.write(content, record);
  return new ByteWriter().byte(FRAME_VERSION).byte(code).count(content.length).raw(content.finish()).finish();
}

/** Starts a frame that `writeRecord` and `writeAliased` append to. */
export const beginFrame = (): ByteWriter => new ByteWriter().byte(FRAME_VERSION);

export function writeRecord(frame: ByteWriter, record: FrameRecord): void {
  frame.raw(encodeFrame(record).subarray(1));
}

/** The record there are most of: three or four bytes more than its payload. */
export function writeAliased(frame: ByteWriter, number: number, payload: Uint8Array): void {
  frame
    .byte(ALIASED_CODE)
    .count(countSize(number) + payload.length)
    .count(number)
    .raw(payload);
}

function countSize(value: number): number {
  let size = 1;
  for (let bound = 0x80; value >= bound; bound *= 0x80) size++;
  return size;
}

/** One frame with the records of all. A single frame is given back as it is: the same bytes may go to many. */
export function joinFrames(frames: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [first] = frames;
  if (first === undefined) throw new MisuseError('no frames to join: give at least one');
  if (frames.length === 1) return first;
  let length = 1;
  for (const frame of frames) length += frame.length - 1;
  const joined = new Uint8Array(length);
  joined[0] = FRAME_VERSION;
  let offset = 1;
  for (const frame of frames) {
    joined.set(frame.subarray(1), offset);
    offset += frame.length - 1;
  }
  return joined;
}

/** All records of a frame; payloads are views of `frame`. Throws MalformedError that names the record and the byte. */
export function decodeFrame(frame: Uint8Array): FrameRecord[] {
  const records: FrameRecord[] = [];
  visitRecords(frame, (record) => void records.push(record));
  return records;
}

/** Calls `visit` with each record and the range of its bytes in `frame`. */
export function visitRecords(frame: Uint8Array, visit: (record: FrameRecord, start: number, end: number) => void): void {
  const reader = new ByteReader(frame);
  const version = reader.byte();
  if (version !== FRAME_VERSION) throw new MalformedError(`frame of version ${version}, expected ${FRAME_VERSION}`);
  while (reader.remaining > 0) {
    const start = frame.length - reader.remaining;
    let record: FrameRecord;
    try {
      record = readRecord(reader);
    } catch (cause) {
      throw new MalformedError(`record at byte ${start} of ${frame.length}`, { cause });
    }
    visit(record, start, frame.length - reader.remaining);
  }
}

function readRecord(reader: ByteReader): FrameRecord {
  const code = reader.byte();
  const length = reader.count();
  if (code === ALIASED_CODE) return readAliased(reader, length);
  const type = TYPES_BY_CODE[code];
  if (type === undefined) throw new MalformedError(`no record has the code ${code}`);
  const body = new ByteReader(reader.raw(length));
  const values = (SHAPES[type] as Shape<object>).body.read(body);
  body.end();
  return { type, ...values } as FrameRecord;
}

/** Without a reader of its own for the body: this runs for every state of every robot. */
function readAliased(reader: ByteReader, length: number): FrameRecord {
  const before = reader.remaining;
  const number = reader.count();
  const payloadLength = length - (before - reader.remaining);
  if (payloadLength < 0) throw new MalformedError(`a body of ${length} bytes ends inside its number`);
  return { type: 'aliased', number, payload: reader.raw(payloadLength) };
}
