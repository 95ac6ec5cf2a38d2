import { encodeFrame, visitRecords } from '../../core/bus/frames.ts';

export type Frame = Uint8Array<ArrayBuffer>;

/**
 * Frames of state or video on their way out. While the link keeps up they pass as they are. Once held back, only the newest
 * value of each subject and author is kept, and every alias that was announced.
 */
export class NewestLane {
  readonly #passing: Frame[] = [];
  readonly #aliases = new Map<number, Frame>();
  readonly #values = new Map<number | string, Frame>();
  #heldBytes = 0;

  get isEmpty(): boolean {
    return this.#passing.length === 0 && !this.#holds;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  push(frame: Frame): void {
    this.#passing.push(frame);
  }

  /** Moves all that waits into `frames`, to be sent now. */
  takeAll(frames: Frame[]): void {
    if (this.#holds) {
      this.hold();
      frames.push(...this.#takeHeld());
    } else {
      for (const frame of this.#passing) frames.push(frame);
      this.#passing.length = 0;
    }
  }

  /** The frame that waits longest. */
  takeFirst(): Frame | undefined {
    if (!this.#holds) return this.#passing.shift();
    this.hold();
    for (const frame of this.#takeHeld()) return frame;
    return undefined;
  }

  /** Keeps the newest of each instead of all. */
  hold(): void {
    for (const frame of this.#passing) this.#absorb(frame);
    this.#passing.length = 0;
  }

  get #holds(): boolean {
    return this.#aliases.size + this.#values.size > 0;
  }

  /** Values are copied out of their frame: a view would keep the whole of it alive. */
  #absorb(frame: Frame): void {
    visitRecords(frame, (record, start, end) => {
      switch (record.type) {
        case 'alias':
          // A waiting value under this number would be taken for one of the new subject.
          this.#drop(this.#values, record.number);
          this.#put(this.#aliases, record.number, encodeFrame(record));
          break;
        case 'aliased':
          this.#put(this.#values, record.number, withVersion(frame, start, end));
          break;
        case 'publish':
          this.#put(this.#values, `${record.from} ${record.subject}`, withVersion(frame, start, end));
          break;
        case 'message':
          this.#put(this.#values, `${record.subscription} ${record.from} ${record.subject}`, withVersion(frame, start, end));
          break;
        default:
          throw new TypeError(`a ${record.type} record does not belong into a lane that forgets`);
      }
    });
  }

  #put<K>(held: Map<K, Frame>, key: K, frame: Frame): void {
    this.#heldBytes += frame.length - (held.get(key)?.length ?? 0);
    held.set(key, frame);
  }

  #drop<K>(held: Map<K, Frame>, key: K): void {
    this.#heldBytes -= held.get(key)?.length ?? 0;
    held.delete(key);
  }

  *#takeHeld(): Iterable<Frame> {
    for (const [number, frame] of this.#aliases) {
      this.#drop(this.#aliases, number);
      yield frame;
    }
    for (const [key, frame] of this.#values) {
      this.#drop(this.#values, key);
      yield frame;
    }
  }
}

function withVersion(frame: Frame, start: number, end: number): Frame {
  const alone = new Uint8Array(end - start + 1);
  alone[0] = frame[0] as number;
  alone.set(frame.subarray(start, end), 1);
  return alone;
}
