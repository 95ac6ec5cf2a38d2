import { WebSocket } from 'ws';

/** A message that some client got, or that a producer sent, in some tick. */
export interface Batch {
  readonly tick: number;
  readonly client: number;
  readonly bytes: number;
}

/** Every raw message begins with the time it was sent at, on the machine's clock. */
export const STAMP_BYTES = 8;
/** A producer's message goes on with its tick. */
export const HEAD_BYTES = STAMP_BYTES + 4;

/** The first ticks, which are used again and again to run in. */
export const RUN_IN_TICKS = 20;

/** As long as a command of Manyhands and the state that follows from it. */
export const COMMAND_BYTES = 256;
export const STATE_BYTES = 48;
/** Between two commands, at random: no command may fall in step with a timer. */
export const COMMAND_GAP_MS = [4, 20] as const;

export async function openRaw(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return socket;
}
