import type { ByteWriter } from '../../core/base/bytes.ts';
import { beginFrame, writeAliased } from '../../core/bus/frames.ts';
import type { Alias } from './aliases.ts';
import type { Frame } from './newest-lane.ts';

/** Someone at the door who gets states and pictures. */
export interface Subscriber {
  readonly id: string;
  deliverStates(frame: Frame): void;
  deliverVideo(frame: Frame): void;
}

/** A pattern that somebody at the door subscribed to, and the door's own subscription for it. */
export interface SharedPattern {
  readonly pattern: string;
  readonly members: Set<Subscriber>;
  readonly audiences: Set<Audience>;
  readonly source: Disposable;
  /** Since the last sweep. */
  use: 'used' | 'unused';
}

/** All who get the same subjects: those subscribed to any of a set of patterns. What it hears in a turn is one frame, the same bytes for all. */
export class Audience {
  readonly patterns: readonly SharedPattern[];
  #members: readonly Subscriber[] | undefined;
  #frame: ByteWriter | undefined;
  #records = 0;
  /** Of all records of the frame; undefined if they have several, or if the frame must reach their author too. */
  #soleAuthor: string | undefined;

  constructor(patterns: readonly SharedPattern[]) {
    this.patterns = patterns;
    for (const pattern of patterns) pattern.audiences.add(this);
  }

  get members(): readonly Subscriber[] {
    if (this.#members === undefined) {
      const members = new Set<Subscriber>();
      for (const pattern of this.patterns) for (const member of pattern.members) members.add(member);
      this.#members = [...members];
    }
    return this.#members;
  }

  membersChanged(): void {
    this.#members = undefined;
  }

  append(alias: Alias, payload: Uint8Array): void {
    const frame = this.#open(alias.from);
    if (this.#soleAuthor !== alias.from) this.#soleAuthor = undefined;
    writeAliased(frame, alias.number, payload);
    this.#records++;
  }

  /** Goes to its author too: a number that means something else at one reader would make it see another's robot move. */
  announce(alias: Alias): void {
    this.#open(alias.from).raw(alias.announcement.subarray(1));
    this.#soleAuthor = undefined;
  }

  /** Ends the frame. An author does not get what only it said; what it said among others it knows by its own id. */
  flush(sent: (records: number, bytes: number) => void): void {
    if (this.#frame === undefined) return;
    const frame = this.#frame.finish();
    this.#frame = undefined;
    for (const member of this.members) {
      if (member.id === this.#soleAuthor) continue;
      member.deliverStates(frame);
      sent(this.#records, frame.length);
    }
    this.#records = 0;
  }

  #open(author: string): ByteWriter {
    if (this.#frame === undefined) {
      this.#frame = beginFrame();
      this.#soleAuthor = author;
    }
    return this.#frame;
  }
}
