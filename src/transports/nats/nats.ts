import { connect, credsAuthenticator, errors, type NatsConnection } from '@nats-io/transport-node';
import { type Clock, delay } from '../../core/base/clock.ts';
import { requireId } from '../../core/base/ids.ts';
import { type Backbone, type Bus, DisconnectedError } from '../../core/bus/bus.ts';
import { EmbeddedBackbone } from '../../core/bus/embedded.ts';
import type { Report } from '../../core/bus/listeners.ts';
import { NatsBus } from './nats-bus.ts';
import { NatsRecords } from './nats-records.ts';
import { NatsWire } from './nats-wire.ts';
import { openRecordStream, requireServer, UnfitServerError } from './server.ts';

/** Tried again so soon when there is one server only; with several the next one is tried at once. */
const RETRY_MS = 100;
const FIRST_DIAL_MS = 10_000;
/** A server that says nothing for three times this long is dead: one that was killed is noticed at once. */
const PING_MS = 1000;
const MOST_PINGS_OUT = 2;

export interface NatsOptions {
  /** `host:port` or `nats://host:port` of some servers of a cluster; the others are learnt from them. */
  readonly servers: readonly string[];
  readonly access?: NatsAccess;
  /** `required`: nobody between here and the servers may listen or take part. */
  readonly tls?: 'required' | undefined;
  /** Everything of one deployment has this name in front: several can share the servers. */
  readonly space: string;
  /** What the servers' monitoring calls this connection. */
  readonly label: string;
  /** 1000 unless told. After three of them without a word from the server the connection counts as lost. */
  readonly pingPeriodMs?: number;
  /** 10,000 unless told: after so long without an answer a swap is `unknown`. */
  readonly swapMs?: number;
  readonly clock: Clock;
  readonly report: Report;
  /** Runs an action soon, after the caller has returned. */
  readonly defer: (action: () => void) => void;
}

export type NatsAccess =
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  | { readonly kind: 'token'; readonly token: string }
  /** The text of a credentials file, as `nsc` writes it. */
  | { readonly kind: 'credentials'; readonly text: string };

/**
 * One connection to NATS, and any number of buses on it: a hub has one for all at its door. What they say to each other goes the short way, inside
 * the process; what they say to others goes once, however many listen here.
 */
export class NatsBackbone implements Backbone, AsyncDisposable {
  readonly #wire: NatsWire;
  readonly #records: NatsRecords;
  readonly #local: EmbeddedBackbone;
  readonly #options: NatsOptions;

  private constructor(options: NatsOptions, wire: NatsWire, records: NatsRecords) {
    this.#options = options;
    this.#wire = wire;
    this.#records = records;
    this.#local = new EmbeddedBackbone(options);
  }

  /** Rejects with UnfitServerError when the servers lack something that is needed, with DisconnectedError when none answers. */
  static async connect(options: NatsOptions): Promise<NatsBackbone> {
    requireId(options.space, 'space');
    requireId(options.label, 'label');
    const connection = await dial(options);
    try {
      requireServer(connection);
      const stream = await openRecordStream(connection, options);
      const wire = new NatsWire(connection, { ...options, inboxPrefix: inboxPrefixOf(options) });
      return new NatsBackbone(options, wire, new NatsRecords(wire, stream, options));
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  connect(self: string): Bus {
    const { report, clock } = this.#options;
    return new NatsBus(requireId(self, 'self'), { wire: this.#wire, records: this.#records, local: this.#local, report, clock });
  }

  /** What was published is handed on; then all its buses are closed. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#records[Symbol.dispose]();
    await this.#wire[Symbol.asyncDispose]();
  }
}

/** Servers that are about to start, or busy, are waited for; who is not let in is told at once. */
async function dial(options: NatsOptions): Promise<NatsConnection> {
  const { clock, servers } = options;
  const giveUpMs = clock.now() + FIRST_DIAL_MS;
  for (;;) {
    try {
      return await dialOnce(options);
    } catch (error) {
      if (error instanceof errors.AuthorizationError)
        throw new UnfitServerError('the NATS servers do not take these credentials', { cause: error });
      if (clock.now() > giveUpMs) throw new DisconnectedError(`no NATS server answers at ${servers.join(', ')}`, { cause: error });
      await delay(clock, RETRY_MS);
    }
  }
}

async function dialOnce({ servers, access, tls, label, space, pingPeriodMs = PING_MS }: NatsOptions): Promise<NatsConnection> {
  return await connect({
    servers: [...servers],
    name: label,
    ...authentication(access),
    ...(tls === 'required' && { tls: {} }),
    inboxPrefix: inboxPrefixOf({ space, label }),
    noEcho: true,
    timeout: 2 * pingPeriodMs,
    pingInterval: pingPeriodMs,
    maxPingOut: MOST_PINGS_OUT,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    reconnectJitter: RETRY_MS,
    reconnectJitterTLS: RETRY_MS,
  });
}

/** Answers come where nobody else may listen: a participant with credentials of its own may subscribe to its own inbox only. */
const inboxPrefixOf = ({ space, label }: Pick<NatsOptions, 'space' | 'label'>): string => `_INBOX_${space}_${label}`;

function authentication(access: NatsAccess | undefined) {
  switch (access?.kind) {
    case undefined:
      return {};
    case 'password':
      return { user: access.user, pass: access.password };
    case 'token':
      return { token: access.token };
    case 'credentials':
      return { authenticator: credsAuthenticator(new TextEncoder().encode(access.text)) };
  }
}
