/**
 * A gateway serves a world to programs and devices that speak something else. Whoever comes to it joins the world as a participant of its own, by a token of its own: so the
 * table of rights and the rules of control hold for it as for anyone. To add one: implement `Gateway` in a folder named like its protocol, list it in catalog.ts, and pass gateway.contract.ts.
 */
import type { Clock } from '../core/base/clock.ts';
import type { Random } from '../core/base/random.ts';
import type { Blackboard } from '../core/blackboard/blackboard.ts';
import type { BusStatus } from '../core/bus/bus.ts';

export interface Gateway extends AsyncDisposable {
  /** Resolves when it serves, with the places where it does; rejects when it cannot serve at one of them. */
  start(): Promise<readonly string[]>;
  /** Says goodbye to all who are here, and resolves when they have left their world. May be called again. */
  stop(): Promise<void>;
  /** Who is in the world through it now. */
  readonly guests: readonly Guest[];
}

export interface Guest {
  /** Its id in the world. */
  readonly id: string;
  /** Where it is, for people: `tcp 127.0.0.1:4711`. */
  readonly place: string;
}

/** Somebody who wants to come in. */
export interface Newcomer {
  /** What stands behind the # of a join link; undefined: whoever runs the gateway vouches for it. */
  readonly token: string | undefined;
  readonly name: string;
  /** Nobody waits for it any more: if it comes in all the same, it leaves at once. */
  readonly signal: AbortSignal;
  /** Told of what the hub refused later on, and of bad words of others. */
  readonly onError: (error: unknown) => void;
}

/** A place in a world: what a gateway needs of a participant. */
export interface Seat {
  readonly id: string;
  readonly world: string;
  readonly board: Blackboard;
  readonly status: BusStatus;
  onStatus(handler: (status: BusStatus) => void): Disposable;
  leave(): Promise<void>;
}

export interface GatewayPorts {
  readonly clock: Clock;
  readonly random: Random;
  /** Joins the world. Rejects when it is not let in, or the world cannot be reached. */
  readonly enter: (newcomer: Newcomer) => Promise<Seat>;
  /** Whether an error of the world's means that the hub did not allow something: trying the same again is refused again. */
  readonly isRefusal: (error: unknown) => boolean;
  /** For whoever runs the gateway. */
  readonly tell: (event: GatewayEvent) => void;
}

export type GatewayEvent =
  | { readonly event: 'came'; readonly id: string; readonly world: string; readonly place: string }
  | { readonly event: 'went'; readonly id: string; readonly place: string; readonly reason: string }
  | { readonly event: 'turned-away'; readonly place: string; readonly reason: string }
  | { readonly event: 'place-lost'; readonly place: string; readonly reason: string }
  | { readonly event: 'place-found'; readonly place: string }
  | { readonly event: 'failed'; readonly place: string; readonly reason: string };
