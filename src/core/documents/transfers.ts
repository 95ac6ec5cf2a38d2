import type { Clock } from '../base/clock.ts';
import type { EditPart } from './frames.ts';
import { joinBytes } from './joined-bytes.ts';
import { LARGEST_EDIT } from './limits.ts';

/** Whoever says nothing for so long has given up. */
const STALE_MS = 30_000;
const MOST_AT_ONCE = 16;

type Receipt = { readonly kind: 'whole'; readonly update: Uint8Array } | { readonly kind: 'part' | 'gap' | 'busy' | 'too-large' };

interface Transfer {
  readonly edit: number;
  readonly parts: Uint8Array[];
  bytes: number;
  heardMs: number;
}

/** Edits that are too large for one message, as their parts come in: one at a time of each author. */
export class Transfers {
  readonly #clock: Clock;
  readonly #transfers = new Map<string, Transfer>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  take(author: string, { edit, part, parts, bytes }: EditPart): Receipt {
    if (parts === 1) return { kind: 'whole', update: bytes };
    const nowMs = this.#clock.now();
    const transfer = part === 0 ? this.#begin(author, edit, nowMs) : this.#transfers.get(author);
    if (transfer === 'busy') return { kind: 'busy' };
    if (transfer?.edit !== edit || part > transfer.parts.length) return { kind: 'gap' };
    transfer.heardMs = nowMs;
    // Its answer was lost.
    if (part < transfer.parts.length) return { kind: 'part' };
    transfer.parts.push(bytes);
    transfer.bytes += bytes.length;
    if (transfer.bytes > LARGEST_EDIT.bytes) {
      this.#transfers.delete(author);
      return { kind: 'too-large' };
    }
    if (part < parts - 1) return { kind: 'part' };
    this.#transfers.delete(author);
    return { kind: 'whole', update: joinBytes(transfer.parts) };
  }

  #begin(author: string, edit: number, nowMs: number): Transfer | 'busy' {
    const known = this.#transfers.get(author);
    if (known?.edit === edit) return known;
    for (const [other, { heardMs }] of this.#transfers) if (nowMs - heardMs > STALE_MS) this.#transfers.delete(other);
    if (!known && this.#transfers.size >= MOST_AT_ONCE) return 'busy';
    const transfer = { edit, parts: [], bytes: 0, heardMs: nowMs };
    this.#transfers.set(author, transfer);
    return transfer;
  }
}
