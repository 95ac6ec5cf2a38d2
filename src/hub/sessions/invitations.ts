import type { Role } from '../../core/api/roles.ts';
import { type Random, randomId } from '../../core/base/random.ts';
import { Signal } from '../../core/base/signal.ts';
import type { InvitationRecord, Store } from '../../core/store/store.ts';
import type { Seal } from './seal.ts';

const DAY_MS = 24 * 3600 * 1000;
export const INVITATION_MS: number = 7 * DAY_MS;
/** A printed link is printed again while it is valid for so long, so that a bookmark of it outlives a restart of the hub. */
const STILL_GOOD_MS = DAY_MS;

export interface InvitationAsked {
  readonly role: Role;
  /** Undefined: the whole hub. */
  readonly world: string | undefined;
  readonly note: string;
  readonly by: string;
  readonly validMs: number;
}

/** What lets people in: each stands for a role in a world or in all, for a while, until it is revoked. */
export class Invitations {
  /** One was revoked: whoever came by it must go. */
  readonly revoked: Signal<{ invitation: string }> = new Signal();
  readonly #store: Store;
  readonly #seal: Seal;
  readonly #random: Random;

  constructor({ store, seal, random }: { store: Store; seal: Seal; random: Random }) {
    this.#store = store;
    this.#seal = seal;
    this.#random = random;
  }

  get(invitation: string): Promise<InvitationRecord | undefined> {
    return this.#store.invitations.get(invitation);
  }

  /** Those of a world; of the whole hub when none is named. */
  async of(world: string | undefined): Promise<readonly InvitationRecord[]> {
    return (await this.#store.invitations.all(world)).filter((invitation) => worldOf(invitation) === world);
  }

  async create({ role, world, note, by, validMs }: InvitationAsked): Promise<InvitationRecord> {
    const createdAtMs = Date.now();
    const scope = world === undefined ? ({ kind: 'everywhere' } as const) : ({ kind: 'world', world } as const);
    const id = randomId(this.#random, 16);
    const draft = { id, scope, role, note, createdBy: by, createdAtMs, expiresAtMs: createdAtMs + validMs };
    await this.#store.invitations.create(draft);
    return { ...draft, revoked: undefined };
  }

  /** The one the hub itself gives out: made once, and again when it has been revoked or is about to expire. */
  async standing(asked: InvitationAsked): Promise<InvitationRecord> {
    const nowMs = Date.now();
    const known = (await this.of(asked.world)).find(
      (invitation) =>
        invitation.createdBy === asked.by &&
        invitation.role === asked.role &&
        !invitation.revoked &&
        invitation.expiresAtMs > nowMs + STILL_GOOD_MS,
    );
    return known ?? this.create(asked);
  }

  async revoke(invitation: string, by: string): Promise<void> {
    await this.#store.invitations.revoke(invitation, by, Date.now());
    this.revoked.emit({ invitation });
  }

  /** What stands behind the `#` of its link. */
  token(invitation: InvitationRecord): Promise<string> {
    return this.#seal.sign('link', { invitation: invitation.id, name: '', expiresAtMs: invitation.expiresAtMs });
  }
}

export const worldOf = ({ scope }: InvitationRecord): string | undefined => (scope.kind === 'world' ? scope.world : undefined);
