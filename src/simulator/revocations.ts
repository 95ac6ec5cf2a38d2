import type { Role } from '../core/api/roles.ts';
import { between, type Random } from '../core/base/random.ts';
import type { VirtualTime } from '../core/base/virtual-time.ts';

/** The longest that a hub takes to notice that a join link was revoked at another. */
const NOTICED_MS = 2000;

/** Which visitors' join links were revoked, as far as each hub knows; and the roles of those who came by another link since. */
export class Revocations {
  readonly #time: VirtualTime;
  readonly #random: Random;
  /** By visitor: the hubs that know of it. */
  readonly #known = new Map<string, Set<string>>();
  readonly #roles = new Map<string, Role>();
  count = 0;

  constructor(time: VirtualTime, random: Random) {
    this.#time = time;
    this.#random = random;
  }

  roleOf(visitor: string): Role {
    return this.#roles.get(visitor) ?? 'operator';
  }

  isRevoked(visitor: string): boolean {
    return this.#known.has(visitor);
  }

  /** Whether a hub knows it. */
  isKnownAt(hub: string, visitor: string): boolean {
    return this.#known.get(visitor)?.has(hub) ?? false;
  }

  /** It comes by a new link. */
  admit(visitor: string, role: Role): void {
    this.#known.delete(visitor);
    this.#roles.set(visitor, role);
  }

  /** Its link is revoked at one hub; each other one notices when it looks at the links the next time. `tell` is called at each. */
  revoke(visitor: string, at: string | undefined, hubs: readonly string[], tell: (hub: string, learn: () => boolean) => void): void {
    this.count++;
    const known = new Set<string>();
    this.#known.set(visitor, known);
    // Somebody may have come under the same id meanwhile, by another link.
    const learn = (hub: string) => () => {
      known.add(hub);
      return this.#known.get(visitor) === known;
    };
    for (const hub of hubs) {
      const delayMs = hub === at ? 0 : between(this.#random, 0, NOTICED_MS);
      this.#time.at(this.#time.now + delayMs, () => tell(hub, learn(hub)));
    }
  }
}
