import type { Me } from '../../core/api/http.ts';
import { explain } from '../../core/base/errors.ts';
import { type HubApi, HubError } from '../hub-api/hub-api.ts';
import type { Identity } from '../hub-api/identity.ts';
import { Settable } from '../link/observable.ts';
import type { Observable } from '../link/world-link.ts';

export type Standing =
  | { readonly kind: 'asking' }
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** `hasName`: a session has begun, so worlds can be entered. */
  | { readonly kind: 'known'; readonly me: Me; readonly hasName: boolean };

/** Who is looking at this page, as the hub knows them. */
export class Visitor {
  readonly #hub: HubApi;
  readonly #identity: Identity;
  readonly #standing = new Settable<Standing>({ kind: 'asking' });

  constructor(hub: HubApi, identity: Identity) {
    this.#hub = hub;
    this.#identity = identity;
    void this.ask();
  }

  get standing(): Observable<Standing> {
    return this.#standing;
  }

  get name(): string {
    return this.#identity.name;
  }

  get token(): string | undefined {
    return this.#identity.token;
  }

  async ask(): Promise<void> {
    try {
      const me = await this.#hub.me();
      this.#standing.set({ kind: 'known', me, hasName: this.#identity.token !== undefined });
    } catch (error) {
      if (error instanceof HubError && error.status === 401 && this.#identity.token !== undefined) {
        // The session was revoked or has run out: without it the hub may still let us in, on its own machine.
        this.#identity.forget();
        await this.ask();
        return;
      }
      this.#standing.set({ kind: 'unreachable', reason: explain(error) });
    }
  }

  /** Begins a session, by an invitation or, on the hub's own machine, without. Gives the only world it may enter, if there is but one. */
  async join({ link, name }: { readonly link?: string | undefined; readonly name: string }): Promise<string | undefined> {
    const session = await this.#hub.startSession({ name, ...(link !== undefined && { link }) });
    this.#identity.keep(session);
    await this.ask();
    return session.world;
  }

  async leave(): Promise<void> {
    // A hub that cannot be reached keeps nobody from leaving: what is asked next shows that it cannot.
    await this.#hub.endSession().catch(() => {});
    this.#identity.forget();
    await this.ask();
  }
}
