/** The faults that strike single messages and answers. They can be changed at any virtual time; probabilities are 0 to 1. */
export interface MessageFaults {
  /** How long anything is under way. Not a fault: it never breaks an order. */
  latencyMs: { readonly min: number; readonly max: number };
  /** Probability that a message between nodes is lost. */
  loss: number;
  /** Probability that a message between nodes arrives twice. */
  duplication: number;
  /** Probability that a message between nodes takes up to `reorderMs` longer and is overtaken. */
  reorder: number;
  reorderMs: number;
  /** Probability that a swap is decided but its answer is lost. */
  swapReplyLoss: number;
  /** Probability that `get` answers what was replaced less than `staleMs` ago. */
  staleReads: number;
  staleMs: number;
  /** On three servers: until a second one has a change, how far those that do not lead are behind, and the probability that news of a change are lost. */
  replicationMs: number;
  serverLagMs: number;
  newsLoss: number;
}

export const noFaults = (): MessageFaults => ({
  latencyMs: { min: 1, max: 5 },
  loss: 0,
  duplication: 0,
  reorder: 0,
  reorderMs: 200,
  swapReplyLoss: 0,
  staleReads: 0,
  staleMs: 1000,
  replicationMs: 1,
  serverLagMs: 0,
  newsLoss: 0,
});

/** sent + duplicated = delivered + lost + blocked + missed + what is under way or had not been handled by a node that crashed. */
export interface NetworkCounts {
  /** Copies of messages, requests and answers sent to one subscription each. */
  sent: number;
  delivered: number;
  /** By chance. */
  lost: number;
  /** Dropped because the way was blocked. */
  blocked: number;
  /** Arrived when its receiver had unsubscribed, closed or lost its connection. */
  missed: number;
  duplicated: number;
  reordered: number;
  blocks: number;
  stalls: number;
  recordStalls: number;
  crashes: number;
  pauses: number;
  clockSteps: number;
  swapRepliesLost: number;
  staleReads: number;
  leadersLost: number;
  /** Changes that only the leader had when it died. */
  writesUndone: number;
  /** Lists of records that a watch got again, from another server. */
  relistings: number;
}

export const noCounts = (): NetworkCounts => ({
  sent: 0,
  delivered: 0,
  lost: 0,
  blocked: 0,
  missed: 0,
  duplicated: 0,
  reordered: 0,
  blocks: 0,
  stalls: 0,
  recordStalls: 0,
  crashes: 0,
  pauses: 0,
  clockSteps: 0,
  swapRepliesLost: 0,
  staleReads: 0,
  leadersLost: 0,
  writesUndone: 0,
  relistings: 0,
});

/** All faults that were injected, great and small; a blocked way counts once, however many messages it dropped. */
export function faultsInjected(counts: NetworkCounts): number {
  const ofMessages = counts.lost + counts.duplicated + counts.reordered + counts.swapRepliesLost + counts.staleReads;
  const ofPlaces =
    counts.blocks + counts.stalls + counts.recordStalls + counts.crashes + counts.pauses + counts.clockSteps + counts.leadersLost;
  return ofMessages + ofPlaces;
}
