import { WebSocket } from 'ws';
import { CLOSE_REASONS, type CloseReason, closeText } from './close-reason.ts';

interface Fault {
  readonly reason: CloseReason;
  readonly detail: string;
}

/** What `ws` finds wrong by itself, by the code it would close with. */
const FAULTS_BY_CODE: ReadonlyMap<number, Fault> = new Map<number, Fault>([
  [1002, { reason: 'malformed', detail: 'not a WebSocket frame' }],
  [1007, { reason: 'malformed', detail: 'text that is not UTF-8' }],
  [1008, { reason: 'malformed', detail: 'too many fragments' }],
  [1009, { reason: 'oversized', detail: 'the message is too large' }],
]);

const FAULTS_BY_ERROR: ReadonlyMap<string, number> = new Map([
  ['WS_ERR_UNSUPPORTED_MESSAGE_LENGTH', 1009],
  ['WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH', 1009],
  ['WS_ERR_INVALID_UTF8', 1007],
  ['WS_ERR_TOO_MANY_BUFFERED_PARTS', 1008],
]);

/** Gives what `ws` closes by itself the names of our own close reasons. */
export class DoorSocket extends WebSocket {
  override close(code?: number, data?: string | Buffer): void {
    const found = code === undefined ? undefined : FAULTS_BY_CODE.get(code);
    if (found === undefined) super.close(code, data);
    else this.closeFor(found.reason, found.detail);
  }

  closeFor(reason: CloseReason, detail: string): void {
    super.close(CLOSE_REASONS[reason].code, closeText(reason, detail));
  }
}

/** What an error of `ws` means: undefined if the network failed and nobody is to blame. */
export function faultOf(error: Error & { readonly code?: string }): Fault | undefined {
  if (error.code?.startsWith('WS_ERR_') !== true) return undefined;
  return FAULTS_BY_CODE.get(FAULTS_BY_ERROR.get(error.code) ?? 1002);
}
