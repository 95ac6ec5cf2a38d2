import type { Lane } from '../../core/bus/subjects.ts';
import type { CloseReason } from './close-reason.ts';

export interface LaneCount {
  messages: number;
  bytes: number;
}

type LaneCounts = { readonly [L in Lane]: LaneCount };

const noTraffic = (): LaneCounts => ({
  control: { messages: 0, bytes: 0 },
  command: { messages: 0, bytes: 0 },
  state: { messages: 0, bytes: 0 },
  video: { messages: 0, bytes: 0 },
});

/** What went through the door since it opened: counters that only grow, for a metrics page. */
export class Traffic {
  /** Payload bytes that participants sent. */
  readonly received = noTraffic();
  /** Frame bytes that went to participants, counted when they are put into an outbox; of what waits there, newer values may replace some. */
  readonly delivered = noTraffic();
  readonly closed = new Map<CloseReason, number>();
  refusals = 0;
  /** WebSockets that were not taken because of where they came from. */
  barred = 0;
  /** WebSocket messages. */
  messagesIn = 0;
  messagesOut = 0;

  got(lane: Lane, bytes: number): void {
    const count = this.received[lane];
    count.messages++;
    count.bytes += bytes;
  }

  sent(lane: Lane, messages: number, bytes: number): void {
    const count = this.delivered[lane];
    count.messages += messages;
    count.bytes += bytes;
  }

  cut(reason: CloseReason): void {
    this.closed.set(reason, (this.closed.get(reason) ?? 0) + 1);
  }
}
