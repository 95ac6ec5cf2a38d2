import type { Frame } from './newest-lane.ts';

const FINAL_BINARY = 0x82;

/**
 * Wraps frames as WebSocket messages of a server (RFC 6455, section 5.2: unmasked, one fragment). The wrapped bytes of the last frame are kept,
 * for mostly the next reader gets the same: then nothing at all is made for it, and the kernel gets one buffer instead of two.
 */
export class Envelope {
  #frame: Frame | undefined;
  #message = Buffer.alloc(0);

  wrap(frame: Frame): Buffer {
    if (frame !== this.#frame) {
      this.#frame = frame;
      this.#message = message(frame);
    }
    return this.#message;
  }
}

function message(frame: Frame): Buffer<ArrayBuffer> {
  const { length } = frame;
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafeSlow(headerLength + length);
  bytes[0] = FINAL_BINARY;
  if (headerLength === 2) {
    bytes[1] = length;
  } else if (headerLength === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = 127;
    bytes.writeBigUInt64BE(BigInt(length), 2);
  }
  bytes.set(frame, headerLength);
  return bytes;
}
