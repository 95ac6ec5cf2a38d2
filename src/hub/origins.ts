import type { Peer } from '../transports/socket/gatekeeper.ts';

export interface OriginRules {
  /** The address the hub listens on. */
  readonly host: string;
  /** Other pages that may join from a browser, as `https://class.example`; `*` for any. */
  readonly allowed: readonly string[];
  /** Whether those on this very machine need a join link too. */
  readonly locals?: Locals | undefined;
}

export type Locals = 'let in' | 'need a link';

/**
 * Why a browser's page may not join; undefined if it may. Any page a user visits can open a WebSocket to this hub, loopback included: only
 * our own pages, and those the operator named, are let in. Programs send no origin.
 */
export function objectionToOrigin({ origin, host }: Pick<Peer, 'origin' | 'host'>, rules: OriginRules): string | undefined {
  if (origin === undefined || rules.allowed.includes('*') || rules.allowed.includes(origin)) return undefined;
  const page = URL.canParse(origin) ? new URL(origin) : undefined;
  // A name that an attacker points at this machine would pass for our own page: on loopback only loopback's names count.
  const isOurs = page?.host === host && (!isLoopback(rules.host) || isLoopback(page?.hostname ?? ''));
  return isOurs ? undefined : `pages of ${origin} may not join; start the hub with --allow-origin ${origin}`;
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);

/** On this very machine, and meaning it: the name it calls us by is loopback's too, so that no page of another site, whose name points here, passes for one. */
export function isLocal({ address, host, way }: Pick<Peer, 'address' | 'host' | 'way'>, rules: OriginRules): boolean {
  // Behind a proxy or a tunnel on this machine everybody seems to be on it.
  if (rules.locals === 'need a link' || way === 'forwarded') return false;
  const called = `http://${host}`;
  return (
    isLoopback(rules.host) && isLoopback(address.replace(/^::ffff:/, '')) && URL.canParse(called) && isLoopback(new URL(called).hostname)
  );
}
