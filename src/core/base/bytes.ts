import { MalformedError, MisuseError } from './errors.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder();

/** What bytes say as UTF-8; for those that say nothing `\ufffd` stands. */
export const textOf = (bytes: Uint8Array): string => lenient.decode(bytes);

export const textToBytes = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

export function bytesToText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new MalformedError(`${bytes.length} bytes are not UTF-8 text`, { cause });
  }
}

/** Where the bytes of a float are put together: a view of its own for each message would cost more than all that is read from it. */
const float = new DataView(new ArrayBuffer(8));

/** Most texts are ids: as many letters, each of one byte, are quicker written one by one than by an encoder. Less than 128: their count takes one byte. */
const SHORT_TEXT = 64;
const KNOWN_TEXTS = 1024;
/** Ids come again with every message: those read lately are kept, each at a place that its bytes tell, so that the same one is the same string. */
const known = new Array<string | undefined>(KNOWN_TEXTS);

/** Appends numbers and texts to a buffer that grows. Whole numbers are varints: small ones take one byte. */
export class ByteWriter {
  #bytes = new Uint8Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(value: number): this {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
    return this;
  }

  /** A whole number from 0 to 2^53 - 1. */
  count(value: number): this {
    if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER)) throw new MisuseError(`${value} does not fit 53 bits`);
    this.#reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
    return this;
  }

  /** A whole number of either sign, within +-2^52. */
  integer(value: number): this {
    return this.count(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** A whole number of 32 bits that may be any of them, such as a hash. */
  word(value: number): this {
    this.#reserve(4);
    this.#word(value);
    return this;
  }

  float(value: number): this {
    this.#reserve(8);
    float.setFloat64(0, value, true);
    this.#word(float.getUint32(0, true));
    this.#word(float.getUint32(4, true));
    return this;
  }

  text(value: string): this {
    if (value.length <= SHORT_TEXT && this.#isShortWritten(value)) return this;
    const bytes = encoder.encode(value);
    return this.count(bytes.length).raw(bytes);
  }

  raw(bytes: Uint8Array): this {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  /** Forgets what was written, and keeps the room for more. */
  restart(): this {
    this.#length = 0;
    return this;
  }

  /** A copy of what was written. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  /** False, and nothing is written, if one of its letters takes more than a byte. */
  #isShortWritten(value: string): boolean {
    const { length } = value;
    this.#reserve(1 + length);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = length;
    for (let i = 0; i < length; i++) {
      const code = value.charCodeAt(i);
      if (code >= 0x80) return false;
      bytes[at++] = code;
    }
    this.#length = at;
    return true;
  }

  #word(value: number): void {
    const bytes = this.#bytes;
    bytes[this.#length++] = value;
    bytes[this.#length++] = value >>> 8;
    bytes[this.#length++] = value >>> 16;
    bytes[this.#length++] = value >>> 24;
  }

  #reserve(extra: number): void {
    const needed = this.#length + extra;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Reads what ByteWriter wrote. Throws MalformedError with the offset when the bytes end early or make no sense. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get remaining(): number {
    return this.#bytes.length - this.#offset;
  }

  byte(): number {
    this.#require(1);
    return this.#bytes[this.#offset++] as number;
  }

  count(): number {
    let value = 0;
    let scale = 1;
    for (let i = 0; i < 8; i++) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if (value > Number.MAX_SAFE_INTEGER) break;
        return value;
      }
      scale *= 0x80;
    }
    throw new MalformedError(`number over 53 bits at byte ${this.#offset}`);
  }

  integer(): number {
    const folded = this.count();
    return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
  }

  word(): number {
    this.#require(4);
    return this.#word();
  }

  /** A finite double; NaN and infinities are refused, for they poison everything they touch. */
  float(): number {
    this.#require(8);
    float.setUint32(0, this.#word(), true);
    float.setUint32(4, this.#word(), true);
    const value = float.getFloat64(0, true);
    if (!Number.isFinite(value)) throw new MalformedError(`number not finite at byte ${this.#offset - 8}`);
    return value;
  }

  text(): string {
    const length = this.count();
    if (length === 0) return '';
    return (length <= SHORT_TEXT ? this.#knownText(length) : undefined) ?? bytesToText(this.raw(length));
  }

  /** A view of the next `length` bytes, not a copy. */
  raw(length: number): Uint8Array {
    this.#require(length);
    // Not `subarray`: of what Node calls a Buffer that would be one too, whose `slice` is no copy.
    const part = new Uint8Array(this.#bytes.buffer, this.#bytes.byteOffset + this.#offset, length);
    this.#offset += length;
    return part;
  }

  rest(): Uint8Array {
    return this.raw(this.remaining);
  }

  /** Refuses bytes left over: a longer message is from a newer version or is not ours. */
  end(): void {
    if (this.remaining > 0) throw new MalformedError(`${this.remaining} bytes left over at byte ${this.#offset}`);
  }

  /** Undefined, and nothing is read, if a letter takes more than a byte. */
  #knownText(length: number): string | undefined {
    this.#require(length);
    const bytes = this.#bytes;
    const from = this.#offset;
    let hash = length;
    for (let at = from; at < from + length; at++) {
      const byte = bytes[at] as number;
      if (byte >= 0x80) return undefined;
      hash = (Math.imul(hash, 31) + byte) | 0;
    }
    const place = (hash ^ (hash >>> 12)) & (KNOWN_TEXTS - 1);
    const text = known[place];
    if (text !== undefined && says(bytes, from, length, text)) {
      this.#offset = from + length;
      return text;
    }
    const read = bytesToText(this.raw(length));
    known[place] = read;
    return read;
  }

  #word(): number {
    const bytes = this.#bytes;
    const at = this.#offset;
    this.#offset = at + 4;
    const low = (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
    return (low | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24)) >>> 0;
  }

  #require(length: number): void {
    if (length > this.remaining) {
      throw new MalformedError(`needed ${length} bytes at byte ${this.#offset}, only ${this.remaining} left`);
    }
  }
}

function says(bytes: Uint8Array, from: number, length: number, text: string): boolean {
  if (text.length !== length) return false;
  for (let i = 0; i < length; i++) if (bytes[from + i] !== text.charCodeAt(i)) return false;
  return true;
}
