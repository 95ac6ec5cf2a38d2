import { type Claimant, mayPublish, mayRead, mayReply, mayRequest, maySubscribe, maySwap } from '../core/api/rights.ts';
import { idFromName, isId } from '../core/base/ids.ts';
import { type Random, randomId } from '../core/base/random.ts';
import type { Admission, Applicant, Gatekeeper, Verdict } from '../transports/socket/gatekeeper.ts';
import { type OriginRules, objectionToOrigin } from './origins.ts';
import type { HostedWorld, Worlds } from './worlds.ts';

/** alice, alice-2, ... alice-9; after that chance decides. */
const MOST_NUMBERED = 9;

/** Lets participants in under an id of their own, and holds them to the table of rights. */
export class HubGatekeeper implements Gatekeeper {
  readonly #hub: string;
  readonly #worlds: Worlds;
  readonly #origins: OriginRules;
  readonly #random: Random;
  readonly #claimants = new Map<string, Claimant>();

  constructor(options: { hub: string; worlds: Worlds; origins: OriginRules; random: Random }) {
    this.#hub = options.hub;
    this.#worlds = options.worlds;
    this.#origins = options.origins;
    this.#random = options.random;
  }

  admit(applicant: Applicant): Admission {
    const objection = objectionToOrigin(applicant.peer, this.#origins);
    if (objection !== undefined) return { kind: 'refuse', reason: 'not-admitted', text: objection };
    const opening = this.#worlds.open(applicant.world);
    if (opening.kind === 'refused') return { kind: 'refuse', reason: 'not-admitted', text: opening.reason };
    const id = this.#idFor(applicant);
    this.#claimants.set(id, claimantOf(id, opening.world));
    return { kind: 'admit', id, info: { world: applicant.world } };
  }

  /** It is at the door no more. */
  forget(id: string): void {
    this.#claimants.delete(id);
  }

  mayPublish(from: string, subject: string, payload: Uint8Array): Verdict {
    return mayPublish(this.#who(from), subject, payload);
  }

  mayRequest(from: string, subject: string, payload: Uint8Array): Verdict {
    return mayRequest(this.#who(from), subject, payload);
  }

  mayReply(from: string, subject: string, payload: Uint8Array): Verdict {
    return mayReply(this.#who(from), subject, payload);
  }

  maySubscribe(from: string, pattern: string): Verdict {
    return maySubscribe(this.#who(from), pattern);
  }

  mayRead(from: string, bucket: string): Verdict {
    return mayRead(this.#who(from), bucket);
  }

  maySwap(from: string, bucket: string, key: string, value: Uint8Array | undefined): Verdict {
    return maySwap(this.#who(from), bucket, key, value);
  }

  #who(from: string): Claimant {
    return this.#claimants.get(from) ?? NOBODY;
  }

  #idFor({ name, former, isTaken }: Applicant): string {
    const isFree = (id: string) => isId(id) && !this.#isReserved(id) && !isTaken(id);
    // After a restart of the hub nobody can prove an id: the first who claims one gets it.
    if (former && (former.proof === 'proven' || isFree(former.id))) return former.id;
    const given = idFromName(name);
    const wanted = this.#isReserved(given) ? `guest-${given}` : given;
    if (isFree(wanted)) return wanted;
    for (let number = 2; number <= MOST_NUMBERED; number++) if (isFree(`${wanted}-${number}`)) return `${wanted}-${number}`;
    return `${wanted}-${randomId(this.#random, 6)}`;
  }

  /** The hub's own connections: its door and its residents, those of worlds yet to come included. */
  #isReserved(id: string): boolean {
    return id === this.#hub || id.startsWith(`${this.#hub}-`);
  }
}

/** Of no world, and so without any right. */
const NOBODY: Claimant = { id: '', world: '', title: () => 'none' };

const claimantOf = (id: string, world: HostedWorld): Claimant => ({
  id,
  world: world.name,
  title: (entity) => world.owners.title(id, entity),
});
