import { Gunzip, Inflate } from 'fflate';
import { refusal } from './import-error.ts';
import { MEGABYTE, MOST_TEXT_BYTES } from './limits.ts';

/** So little at a time that what comes out of it, at most a thousand times as much, is little too: a bomb is noticed before it goes off. */
const BITE_BYTES = 16 * 1024;

/** Exactly `size` bytes, or a refusal. */
export function inflated(file: string, path: string, packed: Uint8Array, size: number): Uint8Array {
  const plain = new Uint8Array(size);
  let length = 0;
  const more = (chunk: Uint8Array) => {
    if (length + chunk.length > size) throw refusal(file, `"${path}" in the zip unpacks to more than the ${size} bytes its directory says`);
    plain.set(chunk, length);
    length += chunk.length;
  };
  fed(new Inflate(more), file, `"${path}" in the zip`, packed);
  if (length < size) throw refusal(file, `"${path}" in the zip unpacks to ${length} bytes, not the ${size} its directory says`);
  return plain;
}

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** VRML often comes this way, under its own name. */
export function gunzipped(file: string, packed: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const more = (chunk: Uint8Array) => {
    length += chunk.length;
    if (length > MOST_TEXT_BYTES) throw refusal(file, `unpacks to more than ${MOST_TEXT_BYTES / MEGABYTE} MB`);
    // fflate hands out a view of a buffer that may be much larger.
    chunks.push(chunk.slice());
  };
  fed(new Gunzip(more), file, 'the gzip', packed);
  const plain = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    plain.set(chunk, at);
    at += chunk.length;
  }
  return plain;
}

function fed(stream: Inflate | Gunzip, file: string, what: string, packed: Uint8Array): void {
  try {
    for (let at = 0; at === 0 || at < packed.length; at += BITE_BYTES) {
      stream.push(packed.subarray(at, at + BITE_BYTES), at + BITE_BYTES >= packed.length);
    }
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'ImportError') throw cause;
    throw refusal(file, `${what} cannot be unpacked: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
