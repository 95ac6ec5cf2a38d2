import { ByteReader, ByteWriter } from '../base/bytes.ts';
import { MalformedError, MisuseError } from '../base/errors.ts';
import { HOP_KINDS, type Hop, type Stamp } from './age.ts';
import { type BoardValue, type TypedValue, typed, VARIABLE_TYPES, type VariableType } from './value.ts';

const VERSION = 1;
/** In the byte of the type: there is no bound of the writer's error. */
const UNCOMPARED = 0x10;
const MICROS = 1000;
/** A value that has been to more places goes round in circles. */
export const MOST_HOPS = 16;
/** So that it fits, with its name and its writer, on a page that tells those who come late. */
export const LARGEST_FRAME_BYTES = 57_000;
const NO_HOPS: readonly Hop[] = [];

/** One for all: a value is encoded at a time. */
const out = new ByteWriter();

/** A value on its way: made once, by its writer. */
export interface ValueFrame {
  readonly stamp: Stamp;
  /** Decides which of two values is the later one: shared time of writing, but above all the writer had seen of this variable. */
  readonly orderMs: number;
  /** Where it was before the writer had it. */
  readonly hops: readonly Hop[];
  readonly value: BoardValue;
  readonly type: VariableType;
}

export function encodeValue({ stamp, orderMs, hops, value }: Omit<ValueFrame, 'type'>): Uint8Array<ArrayBuffer> {
  if (hops.length > MOST_HOPS)
    throw new MisuseError(`a value that came over ${hops.length} hops goes round in circles: at most ${MOST_HOPS}`);
  const content = typed(value);
  out
    .restart()
    .byte(VERSION)
    .byte(VARIABLE_TYPES.indexOf(content.type) | (stamp.errorMs === undefined ? UNCOMPARED : 0))
    .float(stamp.atMs);
  if (stamp.errorMs !== undefined) out.float(stamp.errorMs);
  out
    .count(stamp.term)
    .integer(Math.ceil((orderMs - stamp.atMs) * MICROS))
    .count(hops.length);
  for (const hop of hops) {
    out
      .text(hop.node)
      .byte(HOP_KINDS.indexOf(hop.kind))
      .byte(hop.basis === 'measured' ? 0 : 1)
      .float(hop.shareMs);
  }
  writeValue(content);
  const bytes = out.finish();
  if (bytes.length > LARGEST_FRAME_BYTES)
    throw new MisuseError(`a value of ${bytes.length} bytes is too large: at most ${LARGEST_FRAME_BYTES}, with its hops`);
  return bytes;
}

/** Throws MalformedError for whatever encodeValue could not have made. Bytes in it are a view of these, not a copy. */
export function decodeValue(bytes: Uint8Array): ValueFrame {
  if (bytes.length > LARGEST_FRAME_BYTES)
    throw new MalformedError(`a value of ${bytes.length} bytes, where at most ${LARGEST_FRAME_BYTES} are taken`);
  const reader = new ByteReader(bytes);
  const version = reader.byte();
  if (version !== VERSION) throw new MalformedError(`a value of version ${version}, where ${VERSION} is understood`);
  const head = reader.byte();
  const type = VARIABLE_TYPES[head & ~UNCOMPARED];
  if (type === undefined) throw new MalformedError(`a value of the unknown type ${head}`);
  const atMs = reader.float();
  const errorMs = head & UNCOMPARED ? undefined : nonNegative(reader.float(), 'an error');
  const term = reader.count();
  const orderMs = atMs + reader.integer() / MICROS;
  const hops = readHops(reader);
  const value = readValue(reader, type);
  reader.end();
  return { stamp: { atMs, errorMs, term }, orderMs, hops, value, type };
}

/** The type alone: for the door, which asks for each value that passes. */
export function typeOfFrame(bytes: Uint8Array): VariableType {
  const [version, head = 0xff] = bytes;
  const type = version === VERSION ? VARIABLE_TYPES[head & ~UNCOMPARED] : undefined;
  if (type === undefined) throw new MalformedError(`${bytes.length} bytes that are no value of the blackboard`);
  return type;
}

function readHops(reader: ByteReader): readonly Hop[] {
  const count = reader.count();
  if (count === 0) return NO_HOPS;
  if (count > MOST_HOPS) throw new MalformedError(`${count} hops, where at most ${MOST_HOPS} are taken`);
  return Array.from({ length: count }, () => {
    const node = reader.text();
    const kind = HOP_KINDS[reader.byte()];
    const basis = reader.byte();
    if (kind === undefined || basis > 1) throw new MalformedError(`the hop ${node} is of no known kind`);
    return {
      node,
      kind,
      basis: basis === 0 ? ('measured' as const) : ('assumed' as const),
      shareMs: nonNegative(reader.float(), 'a share'),
    };
  });
}

function nonNegative(value: number, what: string): number {
  if (value < 0) throw new MalformedError(`${what} of ${value} ms is below 0`);
  return value;
}

function writeValue({ type, value }: TypedValue): void {
  switch (type) {
    case 'boolean':
      out.byte(value ? 1 : 0);
      break;
    case 'number':
      out.float(value);
      break;
    case 'text':
      out.text(value);
      break;
    case 'vector':
      out.count(value.length);
      for (const component of value) out.float(component);
      break;
    case 'pose':
      for (const part of [value.x, value.y, value.z, value.qx, value.qy, value.qz, value.qw]) out.float(part);
      break;
    case 'bytes':
      out.text(value.content).raw(value.bytes);
      break;
  }
}

function readValue(reader: ByteReader, type: VariableType): BoardValue {
  switch (type) {
    case 'boolean': {
      const byte = reader.byte();
      if (byte > 1) throw new MalformedError(`a boolean of ${byte}`);
      return byte === 1;
    }
    case 'number':
      return reader.float();
    case 'text':
      return reader.text();
    case 'vector': {
      const length = reader.count();
      if (length * 8 !== reader.remaining) throw new MalformedError(`a vector of ${length} numbers in ${reader.remaining} bytes`);
      return Array.from({ length }, () => reader.float());
    }
    case 'pose': {
      const [x, y, z, qx, qy, qz, qw] = Array.from({ length: 7 }, () => reader.float()) as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      return { x, y, z, qx, qy, qz, qw };
    }
    case 'bytes':
      return { content: reader.text(), bytes: reader.rest() };
  }
}
