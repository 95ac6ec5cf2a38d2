import type { AuditDraft, AuditRecord, Store } from '../../core/store/store.ts';
import type { Session } from '../sessions/sessions.ts';

const PAGE = 1000;

/** What is written down of people who changed rights, worlds or the catalog, and reading it all again. */
export class AuditLog {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async write({ name, invitation }: Session, entry: Omit<AuditDraft, 'atMs' | 'by' | 'name'>): Promise<void> {
    await this.#store.audit.append({ ...entry, atMs: Date.now(), by: invitation ?? 'local', name: name || 'local' });
  }

  newest(world: string, limit: number): Promise<readonly AuditRecord[]> {
    return this.#store.audit.read({ world, order: 'newest first', limit });
  }

  /** All entries of a world, from the first. */
  async *of(world: string): AsyncGenerator<AuditRecord> {
    for (let beyond: number | undefined, isMore = true; isMore; ) {
      const entries = await this.#store.audit.read({ world, order: 'oldest first', beyond, limit: PAGE });
      yield* entries;
      beyond = entries.at(-1)?.seq;
      isMore = entries.length === PAGE;
    }
  }
}
