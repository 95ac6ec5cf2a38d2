import { connect, credsAuthenticator, errors, type NatsConnection, nkeyAuthenticator } from '@nats-io/transport-node';
import { textToBytes } from '../../core/base/bytes.ts';
import { type Clock, delay } from '../../core/base/clock.ts';
import { DisconnectedError } from '../../core/bus/bus.ts';
import type { Report } from '../../core/bus/listeners.ts';
import { secretInboxOf } from './inboxes.ts';
import { requireServer, UnfitServerError } from './server.ts';

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
  /** Nobody between here and the servers may listen or take part. Without TLS in their configuration they are refused. */
  readonly tls?: NatsTls | undefined;
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

export interface NatsTls {
  /** Certificates (PEM) of who vouches for the servers, where the system does not know them. */
  readonly authorities?: string | undefined;
}

export type NatsAccess =
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  | { readonly kind: 'token'; readonly token: string }
  /** The text of a credentials file, as `nsc` writes it. */
  | { readonly kind: 'credentials'; readonly text: string }
  /** A key of its own, whose public half stands in the servers' configuration. */
  | { readonly kind: 'key'; readonly seed: string };

export interface Dialled {
  readonly connection: NatsConnection;
  /** Before the inboxes that the connection itself uses. */
  readonly privateInbox: string;
}

/** Servers that are about to start, or busy, are waited for; who is not let in is told at once. */
export async function dial(options: NatsOptions): Promise<Dialled> {
  const { clock, servers } = options;
  const giveUpMs = clock.now() + FIRST_DIAL_MS;
  for (;;) {
    try {
      return await dialOnce(options);
    } catch (error) {
      if (error instanceof UnfitServerError) throw error;
      if (error instanceof errors.AuthorizationError)
        throw new UnfitServerError('the NATS servers do not take these credentials', { cause: error });
      const flaw = certificateFlaw(error);
      if (flaw !== undefined)
        throw new UnfitServerError(
          `the certificate of the NATS servers is not good here (${flaw}): see who vouches for it, and for which names`,
          {
            cause: error,
          },
        );
      if (clock.now() > giveUpMs) throw new DisconnectedError(`no NATS server answers at ${servers.join(', ')}`, { cause: error });
      await delay(clock, RETRY_MS);
    }
  }
}

const CERTIFICATE_FLAWS = /^(SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_(GET|VERIFY)_|CERT_|ERR_TLS_CERT_)/;

/** What is wrong with the servers' certificate, as TLS calls it; that does not change by waiting. */
function certificateFlaw(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return CERTIFICATE_FLAWS.test(code) ? code : certificateFlaw(error.cause);
}

async function dialOnce(options: NatsOptions): Promise<Dialled> {
  const { servers, access, tls, label, pingPeriodMs = PING_MS } = options;
  const privateInbox = secretInboxOf(options);
  const connection = await connect({
    servers: [...servers],
    name: label,
    ...authentication(access),
    ...(tls && { tls: tls.authorities === undefined ? {} : { ca: tls.authorities } }),
    inboxPrefix: privateInbox,
    noEcho: true,
    timeout: 2 * pingPeriodMs,
    pingInterval: pingPeriodMs,
    maxPingOut: MOST_PINGS_OUT,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    reconnectJitter: RETRY_MS,
    reconnectJitterTLS: RETRY_MS,
  });
  try {
    requireServer(connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return { connection, privateInbox };
}

function authentication(access: NatsAccess | undefined) {
  switch (access?.kind) {
    case undefined:
      return {};
    case 'password':
      return { user: access.user, pass: access.password };
    case 'token':
      return { token: access.token };
    case 'credentials':
      return { authenticator: credsAuthenticator(textToBytes(access.text)) };
    case 'key':
      return { authenticator: nkeyAuthenticator(textToBytes(access.seed)) };
  }
}
