import { textOf } from '../../core/base/bytes.ts';

/** What a stream of bytes was cut into. */
export type Cut = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'too long' };

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Cuts bytes into lines. Holds no more than the longest line that is allowed: the rest of a longer one is thrown away as it comes. */
export class LineCutter {
  readonly #held: Uint8Array<ArrayBuffer>;
  #length = 0;
  #state: 'taking' | 'throwing away' = 'taking';

  constructor(longestBytes: number) {
    this.#held = new Uint8Array(longestBytes);
  }

  /** A line has begun, and has not ended yet. */
  get isWithinLine(): boolean {
    return this.#length > 0;
  }

  /** The lines that end in these bytes. */
  *cut(bytes: Uint8Array): Generator<Cut> {
    for (let start = 0; start < bytes.length; ) {
      const newline = bytes.indexOf(NEWLINE, start);
      const end = newline < 0 ? bytes.length : newline;
      if (this.#hold(bytes.subarray(start, end)) === 'too long') yield { kind: 'too long' };
      if (newline >= 0 && this.#state === 'taking') yield { kind: 'line', text: this.#line() };
      if (newline >= 0) this.#begin();
      start = end + 1;
    }
  }

  #hold(bytes: Uint8Array): 'held' | 'too long' {
    if (this.#state === 'throwing away') return 'held';
    if (this.#length + bytes.length > this.#held.length) {
      this.#state = 'throwing away';
      return 'too long';
    }
    this.#held.set(bytes, this.#length);
    this.#length += bytes.length;
    return 'held';
  }

  #line(): string {
    const end = this.#held[this.#length - 1] === RETURN && this.#length > 0 ? this.#length - 1 : this.#length;
    return textOf(this.#held.subarray(0, end));
  }

  #begin(): void {
    this.#length = 0;
    this.#state = 'taking';
  }
}
