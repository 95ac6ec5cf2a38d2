import type { Clock } from '../base/clock.ts';
import type { EditPart } from './frames.ts';
import { joinBytes } from './joined-bytes.ts';
import { LARGEST_EDIT, PART_BYTES } from './limits.ts';

/** Whoever says nothing for so long has given up. */
const STALE_MS = 30_000;
const MOST_AT_ONCE = 16;
const MOST_PARTS = Math.ceil(LARGEST_EDIT.bytes / PART_BYTES);

type Receipt =
  | { readonly kind: 'whole'; readonly update: Uint8Array }
  | { readonly kind: 'part' | 'gap' | 'busy' | 'too-large' | 'malformed' };

interface Transfer {
  readonly edit: number;
  readonly parts: Uint8Array[];
  heardMs: number;
}

/** Edits that are too large for one message, as their parts come in: one at a time of each author. */
export class Transfers implements Disposable {
  readonly #clock: Clock;
  readonly #transfers = new Map<string, Transfer>();
  #clearing: Disposable | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  take(author: string, { edit, part, parts, bytes }: EditPart): Receipt {
    if (parts === 1) return { kind: 'whole', update: bytes };
    if (parts > MOST_PARTS) return { kind: 'too-large' };
    // Parts of nothing could be sent for ever.
    const isLast = part === parts - 1;
    if (isLast ? bytes.length === 0 || bytes.length > PART_BYTES : bytes.length !== PART_BYTES) return { kind: 'malformed' };
    const nowMs = this.#clock.now();
    const transfer = part === 0 ? this.#begin(author, edit, nowMs) : this.#transfers.get(author);
    if (transfer === 'busy') return { kind: 'busy' };
    if (transfer?.edit !== edit || part > transfer.parts.length) return { kind: 'gap' };
    transfer.heardMs = nowMs;
    // Its answer was lost.
    if (part < transfer.parts.length) return { kind: 'part' };
    transfer.parts.push(bytes);
    if (!isLast) return { kind: 'part' };
    this.#transfers.delete(author);
    return { kind: 'whole', update: joinBytes(transfer.parts) };
  }

  [Symbol.dispose](): void {
    this.#clearing?.[Symbol.dispose]();
    this.#transfers.clear();
  }

  #begin(author: string, edit: number, nowMs: number): Transfer | 'busy' {
    const known = this.#transfers.get(author);
    if (known?.edit === edit) return known;
    this.#clear();
    if (!known && this.#transfers.size >= MOST_AT_ONCE) return 'busy';
    const transfer = { edit, parts: [], heardMs: nowMs };
    this.#transfers.set(author, transfer);
    this.#clearLater();
    return transfer;
  }

  /** Forgets those that were given up. */
  #clear(): void {
    const nowMs = this.#clock.now();
    for (const [author, { heardMs }] of this.#transfers) if (nowMs - heardMs > STALE_MS) this.#transfers.delete(author);
  }

  /** Also when nobody sends anything any more. */
  #clearLater(): void {
    this.#clearing ??= this.#clock.after(STALE_MS + 1, () => {
      this.#clearing = undefined;
      this.#clear();
      if (this.#transfers.size > 0) this.#clearLater();
    });
  }
}
