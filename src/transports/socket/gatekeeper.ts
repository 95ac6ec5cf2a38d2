import type { CloseReason } from './close-reason.ts';

/** Who may come in and do what: implemented by the hub, asked by its door. Asked for every state, so its answers must be cheap: return `ALLOW` itself. */
export interface Gatekeeper {
  admit(applicant: Applicant): Admission;
  mayPublish(from: string, subject: string, payload: Uint8Array): Verdict;
  mayRequest(from: string, subject: string, payload: Uint8Array): Verdict;
  /** Asked when the answer comes: by then the asked may have lost the right to give it. */
  mayReply(from: string, subject: string, payload: Uint8Array): Verdict;
  maySubscribe(from: string, pattern: string): Verdict;
  /** Get or watch. */
  mayRead(from: string, bucket: string): Verdict;
  /** `value` undefined: it wants to delete the record. */
  maySwap(from: string, bucket: string, key: string, value: Uint8Array | undefined): Verdict;
  /** Asked after `maySwap`, when `present` is the record that would be replaced. `close` is no more than `drop` here. */
  mayReplace(
    from: string,
    place: { readonly bucket: string; readonly key: string },
    present: Uint8Array | undefined,
    value: Uint8Array | undefined,
  ): Verdict;
}

/** `drop`: refused, counted, and told where there is an answer. `close`: the participant claims what is not its own, and is closed as `forged`. */
export type Verdict = { readonly kind: 'allow' } | Refusal;

export interface Refusal {
  readonly kind: 'drop' | 'close';
  readonly reason: string;
}

export const ALLOW: Verdict = { kind: 'allow' };

export interface Applicant {
  readonly world: string;
  /** As people typed it: data, not an id. */
  readonly name: string;
  /** The id it had before its link broke. */
  readonly former: { readonly id: string; readonly proof: 'proven' | 'unknown' } | undefined;
  /** Of a session, as it was shown: not checked yet. */
  readonly token: string | undefined;
  readonly peer: Peer;
  /** Another hub sent it here: it is not sent on. */
  readonly isSent: boolean;
  /** As many are here as may be: who is not sent elsewhere is turned away, unless it comes back to its place. */
  readonly isFull: boolean;
  /** Held by a participant, or kept for one that may come back: the door refuses such an id to all others. */
  isTaken(id: string): boolean;
}

export interface Peer {
  readonly address: string;
  /** The page that opened the link, when a browser did. */
  readonly origin: string | undefined;
  /** The host that the peer believes it speaks to. */
  readonly host: string | undefined;
  /** `forwarded`: a proxy or a tunnel stands between, so that `address` is only its own. */
  readonly way?: 'direct' | 'forwarded' | undefined;
}

export type Admission =
  /** `info` reaches the participant as `welcome`: anything JSON can carry. */
  | { readonly kind: 'admit'; readonly id: string; readonly info: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'refuse';
      readonly reason: Extract<CloseReason, 'name-taken' | 'not-admitted' | 'door-full' | 'link-revoked' | 'link-expired' | 'elsewhere'>;
      readonly text: string;
    };
