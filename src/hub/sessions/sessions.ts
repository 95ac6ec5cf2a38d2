import type { Role } from '../../core/api/roles.ts';
import type { Peer } from '../../transports/socket/gatekeeper.ts';
import { type Invitations, worldOf } from './invitations.ts';
import type { Seal } from './seal.ts';

/** Somebody the hub knows for a while. */
export interface Session {
  readonly name: string;
  readonly role: Role;
  /** The only one it may enter; undefined: all. */
  readonly world: string | undefined;
  /** What let it in; undefined on loopback. */
  readonly invitation: string | undefined;
  readonly expiresAtMs: number;
}

export type Recognition =
  | { readonly kind: 'known'; readonly session: Session }
  | { readonly kind: 'stranger'; readonly reason: 'not-admitted' | 'link-expired' | 'link-revoked'; readonly text: string };

/** What is remembered between a link's upgrade and its hello, and for pages that connect again: the longest unused are forgotten first. */
const MOST_RECALLED = 4096;
const LOCAL_SESSION_MS = 30 * 24 * 3600 * 1000;

export interface SessionsOptions {
  readonly seal: Seal;
  readonly invitations: Invitations;
  /** On the hub's own machine, and meaning it: such a visitor needs no link. */
  readonly isLocal: (peer: Peer) => boolean;
}

/** Who is who: makes sessions of join links, and knows them again by their tokens. What an invitation grants is looked up each time, never taken from a token. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #recalled = new Map<string, Recognition>();
  /** Revoked here since the hub started. The Store may have read one of these before, and answer only now that it is good. */
  readonly #revoked = new Set<string>();

  constructor(options: SessionsOptions) {
    this.#options = options;
    options.invitations.revoked.on(({ invitation }) => this.#forget(invitation));
  }

  /** `link`: a whole join link, or only what stands behind its `#`. */
  async begin(
    { link, name }: { link: string | undefined; name: string },
    peer: Peer,
  ): Promise<{ readonly kind: 'begun'; readonly token: string; readonly session: Session } | Extract<Recognition, { kind: 'stranger' }>> {
    const { seal } = this.#options;
    const recognition =
      link === undefined ? this.#withoutToken(peer) : await this.#admit('link', link.slice(link.lastIndexOf('#') + 1), peer);
    if (recognition.kind === 'stranger') return recognition;
    const session = { ...recognition.session, name };
    return { kind: 'begun', session, token: await seal.sign('session', session) };
  }

  async recognise(token: string | undefined, peer: Peer): Promise<Recognition> {
    if (token === undefined) return this.#withoutToken(peer);
    const recognition = await this.#admit('session', token, peer);
    this.#recalled.delete(token);
    // Only what we signed is remembered: strangers cannot fill this.
    if (recognition.kind === 'known' || recognition.reason !== 'not-admitted') this.#recalled.set(token, recognition);
    const [oldest] = this.#recalled.keys();
    if (this.#recalled.size > MOST_RECALLED && oldest !== undefined) this.#recalled.delete(oldest);
    return recognition;
  }

  /** What `recognise` said last of this token: the door cannot wait for the Store. */
  recall(token: string | undefined, peer: Peer): Recognition {
    if (token === undefined) return this.#withoutToken(peer);
    const recalled = this.#recalled.get(token) ?? FORGED;
    return recalled.kind === 'known' && recalled.session.expiresAtMs <= Date.now() ? EXPIRED : recalled;
  }

  /** Why a session holds no more; undefined while it does. */
  async objection({ invitation, expiresAtMs }: Session): Promise<'link-expired' | 'link-revoked' | undefined> {
    if (expiresAtMs <= Date.now()) return 'link-expired';
    if (invitation === undefined) return undefined;
    const record = await this.#options.invitations.get(invitation);
    return !record || record.revoked ? 'link-revoked' : undefined;
  }

  #withoutToken(peer: Peer, name = ''): Recognition {
    if (!this.#options.isLocal(peer)) return NO_LINK;
    return {
      kind: 'known',
      session: { name, role: 'operator', world: undefined, invitation: undefined, expiresAtMs: Date.now() + LOCAL_SESSION_MS },
    };
  }

  async #admit(kind: 'link' | 'session', token: string, peer: Peer): Promise<Recognition> {
    const { seal, invitations } = this.#options;
    const unsealed = await seal.open(kind, token);
    if (unsealed.kind === 'forged') return { ...FORGED, text: `${FORGED.text} (${unsealed.reason})` };
    if (unsealed.kind === 'expired') return EXPIRED;
    const { invitation, name } = unsealed.claims;
    if (invitation === undefined) return this.#withoutToken(peer, name);
    const record = await invitations.get(invitation);
    if (!record || record.revoked || this.#revoked.has(invitation)) return REVOKED;
    const session = { name, role: record.role, world: worldOf(record), invitation, expiresAtMs: record.expiresAtMs };
    return session.expiresAtMs <= Date.now() ? EXPIRED : { kind: 'known', session };
  }

  #forget(invitation: string): void {
    this.#revoked.add(invitation);
    for (const [token, recognition] of this.#recalled)
      if (recognition.kind === 'known' && recognition.session.invitation === invitation) this.#recalled.set(token, REVOKED);
  }
}

type Stranger = Extract<Recognition, { kind: 'stranger' }>;
const NO_LINK: Stranger = { kind: 'stranger', reason: 'not-admitted', text: 'this hub asks for a join link' };
const FORGED: Stranger = { kind: 'stranger', reason: 'not-admitted', text: 'this join link or session is not of this hub' };
const EXPIRED: Stranger = { kind: 'stranger', reason: 'link-expired', text: 'the time of this join link is over' };
const REVOKED: Stranger = { kind: 'stranger', reason: 'link-revoked', text: 'this join link was revoked' };
