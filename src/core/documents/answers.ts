import type { NewsCount, SyncAnswer } from './frames.ts';
import { partOf, partsOf } from './joined-bytes.ts';

/** Of all that is held for those who fetch it part by part. */
const MOST_BYTES = 64_000_000;

/** What somebody lacked when it asked. */
export interface KeptAnswer {
  readonly number: number;
  readonly bytes: Uint8Array;
  /** What the keeper held then. */
  readonly vector: Uint8Array;
  readonly digest: number;
  readonly count: NewsCount;
}

/** Answers that take several messages: one for each who asks, so that nobody can have another's forgotten by asking often. */
export class Answers {
  readonly #answers = new Map<string, KeptAnswer>();

  /** Holds it, and gives its first part. */
  begin(asker: string, answer: KeptAnswer): SyncAnswer {
    this.#answers.delete(asker);
    if (partsOf(answer.bytes) > 1) this.#answers.set(asker, answer);
    let total = [...this.#answers.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
    for (const [other, { bytes }] of this.#answers) {
      if (total <= MOST_BYTES || other === asker) break;
      this.#answers.delete(other);
      total -= bytes.length;
    }
    return partAsked(answer, 0);
  }

  /** `over` when it is not held any more, or never was. */
  part(asker: string, number: number, part: number): SyncAnswer {
    const answer = this.#answers.get(asker);
    if (answer?.number !== number || part >= partsOf(answer.bytes)) return { kind: 'over' };
    if (part === partsOf(answer.bytes) - 1) this.#answers.delete(asker);
    return partAsked(answer, part);
  }
}

function partAsked({ number, bytes, vector, digest, count }: KeptAnswer, part: number): SyncAnswer {
  return { kind: 'part', answer: number, part, parts: partsOf(bytes), bytes: partOf(bytes, part), vector, digest, count };
}
