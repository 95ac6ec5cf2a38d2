import type { Rate } from '../../core/base/token-bucket.ts';
import type { Lane } from '../../core/bus/subjects.ts';
import type { FrameLimits } from './incoming.ts';
import { type IntakeLimits, intakeLimits } from './intake.ts';
import { type OutboxLimits, outboxLimits } from './outbox.ts';

/** A limit on everything a participant can make the hub hold or do. */
export interface DoorLimits extends FrameLimits {
  /** Participants at once. */
  readonly connections: number;
  /** Links that wait for their hello, in all and from one address: with more, those that wait longest are closed. */
  readonly strangers: number;
  readonly strangersPerAddress: number;
  /** Links of one address that are closed for what they did: with more, no new ones are taken from there for a while. */
  readonly offencesPerS: number;
  readonly subscriptions: number;
  readonly watches: number;
  /** Requests, gets and swaps of one participant that wait for an answer. */
  readonly pendingRequests: number;
  /** Numbers that one participant may give to its subjects. */
  readonly aliases: number;
  /** Subjects and authors of states that can have a number of the door's at once; with more, the oldest loses its own. */
  readonly numbers: number;
  readonly rates: { readonly [L in Lane]: Rate };
  /** Chat is kept and shown to people. Lines above `lines` are dropped; who writes more than `flood` is closed. */
  readonly chat: { readonly lines: Rate; readonly flood: Rate };
  readonly helloMs: number;
  /** Nothing was heard for so long: the link is dead. */
  readonly silentMs: number;
  /** Nothing was read for so long: the reader is cut. */
  readonly stalledMs: number;
  /** For so long an id waits for its participant to come back. */
  readonly graceMs: number;
  readonly longestRequestMs: number;
  /** Numbers and patterns that nobody used for so long, or up to twice so long, are forgotten. */
  readonly idleMs: number;
  readonly intake: IntakeLimits;
  readonly outbox: OutboxLimits;
}

export const doorLimits: DoorLimits = {
  connections: 1000,
  strangers: 500,
  strangersPerAddress: 200,
  offencesPerS: 100,
  subscriptions: 10_000,
  watches: 64,
  pendingRequests: 10_000,
  aliases: 16_384,
  numbers: 65_536,
  frameBytes: 64 * 1024,
  frameRecords: 2048,
  rates: {
    control: { messagesPerS: 5000, bytesPerS: 4e6 },
    command: { messagesPerS: 5000, bytesPerS: 4e6 },
    state: { messagesPerS: 10_000, bytesPerS: 4e6 },
    video: { messagesPerS: 1000, bytesPerS: 16e6 },
  },
  chat: {
    lines: { messagesPerS: 5, bytesPerS: 40_000, burstS: 4 },
    flood: { messagesPerS: 200, bytesPerS: 4e6 },
  },
  helloMs: 5000,
  silentMs: 4500,
  stalledMs: 2500,
  graceMs: 30_000,
  longestRequestMs: 60_000,
  idleMs: 10_000,
  intake: intakeLimits,
  outbox: outboxLimits,
};
