import { beginFrame, writeAliased, writeRecord } from '../../core/bus/frames.ts';
import type { Frame } from './newest-lane.ts';

/** As many as a door keeps for each participant. */
const MAX_NUMBERS = 16_384;

/** Gives the subjects of this participant's own states numbers, for one link. The oldest number gets a new meaning when all are given out. */
export class ClientNumbering {
  readonly #limit: number;
  readonly #bySubject = new Map<string, number>();

  constructor(limit = MAX_NUMBERS) {
    this.#limit = limit;
  }

  has(subject: string): boolean {
    return this.#bySubject.has(subject);
  }

  frame(subject: string, payload: Uint8Array): Frame {
    const frame = beginFrame();
    let number = this.#bySubject.get(subject);
    if (number === undefined) {
      number = this.#give(subject);
      writeRecord(frame, { type: 'alias', number, subject, from: '' });
    }
    writeAliased(frame, number, payload);
    return frame.finish();
  }

  #give(subject: string): number {
    let number = this.#bySubject.size;
    for (const [oldest, given] of this.#bySubject) {
      if (this.#bySubject.size < this.#limit) break;
      this.#bySubject.delete(oldest);
      number = given;
    }
    this.#bySubject.set(subject, number);
    return number;
  }
}
