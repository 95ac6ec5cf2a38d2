import { explain, MalformedError, MisuseError } from '../../core/base/errors.ts';
import { decodeFrame, FRAME_VERSION, type FrameRecord } from '../../core/bus/frames.ts';
import type { Report } from '../../core/bus/listeners.ts';
import type { CloseReason } from './close-reason.ts';

/** A participant did what closes its link; the message has the numbers of the case. */
export class BreachError extends Error {
  override readonly name = 'BreachError';
  readonly reason: CloseReason;

  constructor(reason: CloseReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The largest frame that is taken. */
export interface FrameLimits {
  readonly frameBytes: number;
  readonly frameRecords: number;
}

/** The records of a message as it came from the network: a frame is taken whole or not at all. Throws BreachError or MalformedError. */
export function readMessage(data: Uint8Array, { frameBytes, frameRecords }: FrameLimits): readonly FrameRecord[] {
  if (data.length > frameBytes) throw new BreachError('oversized', `${data.length} bytes, at most ${frameBytes} are taken`);
  if (data.length > 0 && data[0] !== FRAME_VERSION) {
    throw new BreachError('wrong-version', `frame version ${data[0]}, this hub speaks ${FRAME_VERSION}`);
  }
  const records = countRecords(data);
  if (records > frameRecords) throw new BreachError('flooding', `${records} records in one message, at most ${frameRecords} are taken`);
  return decodeFrame(data);
}

/** How many records a frame claims to have, by their lengths alone: a hundredth of the work of decoding them. */
export function countRecords(frame: Uint8Array): number {
  let records = 0;
  for (let offset = 1; offset < frame.length; records++) {
    let length = 0;
    let factor = 1;
    let byte: number;
    do {
      byte = frame[++offset] ?? 0;
      length += (byte & 0x7f) * factor;
      factor *= 0x80;
    } while (byte >= 0x80);
    offset += 1 + length;
  }
  return records;
}

/** Why a link is closed after `error`. A failure of the hub's own is reported, and costs its participant the link but not the others. */
export function blame(error: unknown, report: Report): { readonly reason: CloseReason; readonly detail: string } {
  if (error instanceof BreachError) return { reason: error.reason, detail: error.message };
  if (error instanceof MisuseError || error instanceof MalformedError) return { reason: 'malformed', detail: explain(error) };
  report(error);
  return { reason: 'shutting-down', detail: 'the hub failed to handle what it got' };
}
