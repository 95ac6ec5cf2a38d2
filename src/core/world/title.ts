import type { OwnershipRecord } from '../api/messages.ts';
import type { Revision } from '../bus/bus.ts';
import type { Ownership, Written } from './ownership.ts';

/** Our entry in the ownership record of one entity. */
export class Title {
  readonly #entity: string;
  readonly #ownership: Ownership;
  #revision: Revision;
  #isWriting = false;

  constructor(entity: string, ownership: Ownership, revision: Revision) {
    this.#entity = entity;
    this.#ownership = ownership;
    this.#revision = revision;
  }

  /** One at a time. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  /** A hub that has not heard yet that the entity is ours may refuse it; then it is tried again. */
  async write(content: Omit<OwnershipRecord, 'nonce'>): Promise<Written> {
    if (this.#isWriting) return { kind: 'unsure' };
    this.#isWriting = true;
    try {
      const written = await this.#ownership.write(this.#entity, this.#revision, content);
      if (written.kind === 'written') this.#revision = written.revision;
      return written;
    } finally {
      this.#isWriting = false;
    }
  }
}
