/** Who said something, and about what: both stand in the subject as the servers know it. */
export interface Address {
  readonly from: string;
  readonly subject: string;
}

interface Known extends Address {
  /** Of the whole subject. */
  readonly bytes: Uint8Array;
}

/** Busy subjects that are remembered, at most one in a place: a power of two. */
const PLACES = 4096;
/** Subjects differ most at their end. */
const END_BYTES = 8;

const decoder = new TextDecoder();

/**
 * Takes `ROOT.AUTHOR.SUBJECT` apart. To decode a text costs a quarter of all that is done for a small message, and to look up one that was just made as much again;
 * so a busy subject is known by its bytes, and the very same texts are answered for it each time.
 */
export class Addresses {
  readonly #authorAt: number;
  readonly #known: (Known | undefined)[] = new Array(PLACES).fill(undefined);

  constructor(root: string) {
    this.#authorAt = root.length + 1;
  }

  of(whole: string): Address {
    const end = whole.indexOf('.', this.#authorAt);
    return { from: whole.slice(this.#authorAt, end), subject: whole.slice(end + 1) };
  }

  /** Of the subject that stands there in what was read. */
  at(chunk: Uint8Array, start: number, end: number): Address {
    const place = hashOf(chunk, start, end) & (PLACES - 1);
    const known = this.#known[place];
    if (known !== undefined && isAt(known.bytes, chunk, start, end)) return known;
    // A copy: what was read is large. (Of a Buffer, as this is, `slice` is none.)
    const bytes = new Uint8Array(chunk.subarray(start, end));
    const next: Known = { bytes, ...this.of(decoder.decode(bytes)) };
    this.#known[place] = next;
    return next;
  }
}

/** Of its end and of each third byte before: whoever is found by it is compared byte by byte anyway. */
function hashOf(chunk: Uint8Array, start: number, end: number): number {
  const lastAt = Math.max(start, end - END_BYTES);
  let hash = end - start;
  for (let i = start; i < lastAt; i += 3) hash = (Math.imul(hash, 31) + (chunk[i] as number)) | 0;
  for (let i = lastAt; i < end; i++) hash = (Math.imul(hash, 31) + (chunk[i] as number)) | 0;
  return hash ^ (hash >>> 12);
}

function isAt(bytes: Uint8Array, chunk: Uint8Array, start: number, end: number): boolean {
  if (bytes.length !== end - start) return false;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== chunk[start + i]) return false;
  return true;
}
