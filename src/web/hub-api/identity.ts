import type { Session } from '../../core/api/http.ts';

const SESSION = 'manyhands.session';
const NAME = 'manyhands.name';

/** Who this person is to the hub, kept in the browser until the session ends. */
export class Identity {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  get session(): Session | undefined {
    const kept = this.#storage.getItem(SESSION);
    if (kept === null) return undefined;
    const session = JSON.parse(kept) as Session;
    return session.expiresAtMs > Date.now() ? session : undefined;
  }

  get token(): string | undefined {
    return this.session?.token;
  }

  /** As it was last given, to offer it again. */
  get name(): string {
    return this.session?.name ?? this.#storage.getItem(NAME) ?? '';
  }

  keep(session: Session): void {
    this.#storage.setItem(SESSION, JSON.stringify(session));
    this.#storage.setItem(NAME, session.name);
  }

  forget(): void {
    this.#storage.removeItem(SESSION);
  }
}
