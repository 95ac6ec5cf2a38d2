import { NUMBERS_PER_POSE } from './frame-writer.ts';
import type { FrameData } from './page-messages.ts';
import type { Frame } from './world-link.ts';

interface Held {
  readonly frame: Frame;
  readonly buffer: ArrayBuffer;
}

/** The page's side of the frames: one to draw, one that comes next, and the buffer of the last one goes back to be written again. */
export class FrameExchange {
  readonly #order: (spare: ArrayBuffer | undefined) => void;
  #current: Held | undefined;
  #next: Held | undefined;
  #isOrdered = false;

  constructor(order: (spare: ArrayBuffer | undefined) => void) {
    this.#order = order;
  }

  /** The newest frame. The one before it is not to be read any more. */
  take(): Frame | undefined {
    let spare: ArrayBuffer | undefined;
    if (this.#next) {
      spare = this.#current?.buffer;
      this.#current = this.#next;
      this.#next = undefined;
    }
    if (!this.#isOrdered) {
      this.#isOrdered = true;
      this.#order(spare);
    }
    return this.#current?.frame;
  }

  ordered(data: FrameData): void {
    this.#isOrdered = false;
    this.unasked(data);
  }

  /** A frame that came along with a new layout. */
  unasked({ layout, worldMs, slots, values, buffer }: FrameData): void {
    const poseNumbers = slots * NUMBERS_PER_POSE;
    const poses = new Float32Array(buffer, 0, poseNumbers);
    const frame = {
      layout,
      worldMs,
      poses,
      values: new Float32Array(buffer, poseNumbers * Float32Array.BYTES_PER_ELEMENT, values),
    };
    this.#next = { frame, buffer };
  }

  /** Nobody is left to carry out what was ordered. */
  cancel(): void {
    this.#isOrdered = false;
  }
}
