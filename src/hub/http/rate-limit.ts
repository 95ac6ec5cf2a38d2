import type { Clock } from '../../core/base/clock.ts';
import { TokenBucket } from '../../core/base/token-bucket.ts';
import { Failure } from './failure.ts';

/** A class behind one router looks like one address: enough for forty pages that load at once, and for one body with all its meshes. */
const RATE = { messagesPerS: 500, bytesPerS: 40e6 };
const MOST_ADDRESSES = 10_000;

/** Counts what each address asks for; throws Failure when it is too much. */
export function limitRate(clock: Clock): (address: string, bytes: number) => void {
  const buckets = new Map<string, TokenBucket>();
  return (address, bytes) => {
    const nowMs = clock.now();
    if (buckets.size >= MOST_ADDRESSES) buckets.clear();
    const bucket = buckets.get(address) ?? new TokenBucket(RATE, nowMs);
    buckets.set(address, bucket);
    if (bucket.take(1, bytes, nowMs) === 'exceeded')
      throw new Failure(429, `more than ${RATE.messagesPerS} requests a second from ${address}; wait a second`);
  };
}
