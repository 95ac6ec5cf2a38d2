import { MisuseError } from '../base/errors.ts';
import { requireId } from '../base/ids.ts';
import { isPattern, isSubject } from './subjects.ts';

/** Of a message's payload and of a record's value. With its subject and sender it still fits a frame of 64 KB. */
export const MAX_PAYLOAD_BYTES = 60_000;

export function requireSubject(subject: string): string {
  if (!isSubject(subject)) throw new MisuseError(`"${subject}" is not a subject: use ids joined by dots, at most 255 characters`);
  return subject;
}

export function requirePattern(pattern: string): string {
  if (!isPattern(pattern)) {
    throw new MisuseError(`"${pattern}" is not a pattern: use ids or * joined by dots, > only as the last, at most 255 characters`);
  }
  return pattern;
}

export function requireBucketName(name: string): string {
  if (!isSubject(name)) throw new MisuseError(`"${name}" does not name a bucket: use ids joined by dots, at most 255 characters`);
  return name;
}

export const requireKey = (key: string): string => requireId(key, 'key');

export function requirePayload(payload: Uint8Array): void {
  if (payload.length > MAX_PAYLOAD_BYTES) {
    throw new MisuseError(`${payload.length} bytes are too many for a message or record: at most ${MAX_PAYLOAD_BYTES}, send it in parts`);
  }
}

/** A swap without `expected` and `value` would delete what is not there: the buses do not agree on what that means. */
export function requireSwap(key: string, expected: string | undefined, value: Uint8Array | undefined): void {
  requireKey(key);
  if (value !== undefined) requirePayload(value);
  else if (expected === undefined) throw new MisuseError(`to delete "${key}" give the revision it is expected to have`);
}

export function requireTimeout(timeoutMs: number): void {
  if (!(timeoutMs > 0 && timeoutMs < Number.POSITIVE_INFINITY)) {
    throw new MisuseError(`a time-out of ${timeoutMs} ms is none: give more than 0 and less than infinity`);
  }
}
