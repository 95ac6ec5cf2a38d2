import { ByteReader, ByteWriter } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';
import type { Stamp } from './age.ts';

/** Who came late, or may have missed something, asks a keeper; when both hold the same, a few bytes say so. */
export interface BoardRequest {
  /** Names up to this one were told before. */
  readonly after: string;
  /** Values ordered after this (shared time) are under way still, and not compared. */
  readonly upToMs: number;
  /** Of what the asker holds up to then; 0 asks for all. */
  readonly digest: number;
}

/** A value as its writer made it, and how old it was when the keeper told of it. */
export interface CarriedValue {
  readonly name: string;
  readonly writer: string;
  /** Undefined: the keeper could not say. */
  readonly ageMs: number | undefined;
  readonly bytes: Uint8Array;
}

export interface BoardPage {
  /** When the keeper told. */
  readonly stamp: Stamp;
  /** `same`: the keeper holds what the asker holds. */
  readonly verdict: 'same' | 'differs';
  readonly values: readonly CarriedValue[];
  /** Ask for what comes after this; empty when this is the last page. */
  readonly next: string;
}

const VERSION = 1;
const UNKNOWN_AGE = -1;

export const encodeBoardRequest = ({ after, upToMs, digest }: BoardRequest): Uint8Array<ArrayBuffer> =>
  new ByteWriter().byte(VERSION).text(after).float(upToMs).word(digest).finish();

export function decodeBoardRequest(bytes: Uint8Array): BoardRequest {
  const reader = versioned(bytes);
  const request = { after: reader.text(), upToMs: reader.float(), digest: reader.word() };
  reader.end();
  return request;
}

export function encodeBoardPage({ stamp, verdict, values, next }: BoardPage): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter()
    .byte(VERSION)
    .byte(verdict === 'same' ? 1 : 0)
    .float(stamp.atMs)
    .float(stamp.errorMs ?? UNKNOWN_AGE)
    .count(stamp.term)
    .text(next)
    .count(values.length);
  for (const { name, writer, ageMs, bytes } of values) {
    out
      .text(name)
      .text(writer)
      .float(ageMs ?? UNKNOWN_AGE)
      .count(bytes.length)
      .raw(bytes);
  }
  return out.finish();
}

export function decodeBoardPage(bytes: Uint8Array): BoardPage {
  const reader = versioned(bytes);
  const verdict = reader.byte() === 1 ? ('same' as const) : ('differs' as const);
  const stamp = { atMs: reader.float(), errorMs: orUnknown(reader.float()), term: reader.count() };
  const next = reader.text();
  const count = reader.count();
  const values: CarriedValue[] = [];
  for (let i = 0; i < count; i++) {
    const [name, writer, ageMs] = [reader.text(), reader.text(), orUnknown(reader.float())];
    // A copy: a value must not keep its whole page alive.
    values.push({ name, writer, ageMs, bytes: reader.raw(reader.count()).slice() });
  }
  reader.end();
  return { stamp, verdict, values, next };
}

function versioned(bytes: Uint8Array): ByteReader {
  const reader = new ByteReader(bytes);
  const version = reader.byte();
  if (version !== VERSION) throw new MalformedError(`a word about the blackboard of version ${version}, where ${VERSION} is understood`);
  return reader;
}

const orUnknown = (ms: number): number | undefined => (ms < 0 ? undefined : ms);
