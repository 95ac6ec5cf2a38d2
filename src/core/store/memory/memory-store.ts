import { check } from '../../api/messages.ts';
import { MOST_SECRET_BYTES } from '../limits.ts';
import { auditDraftSchema } from '../schemas.ts';
import type { AuditDraft, AuditPage, AuditRecord, AuditRecords, SecretRecords, Store } from '../store.ts';
import { MemoryModels } from './memory-models.ts';
import { MemoryInvitations, MemoryPeople } from './memory-people.ts';
import { MemoryChat, MemoryDocuments, MemoryFiles } from './memory-shared.ts';
import { copyOf, MemoryTables, requireLimit, requireSize } from './memory-tables.ts';
import { MemoryWorlds } from './memory-worlds.ts';

/** A Store in memory, for simulations and tests: nothing outlasts it. Each call is done before it returns its promise. */
export function memoryStore(): Store {
  const tables = new MemoryTables();
  return {
    worlds: new MemoryWorlds(tables),
    models: new MemoryModels(tables),
    people: new MemoryPeople(tables),
    invitations: new MemoryInvitations(tables),
    chat: new MemoryChat(tables),
    files: new MemoryFiles(tables),
    documents: new MemoryDocuments(tables),
    audit: new MemoryAudit(tables),
    secrets: new MemorySecrets(tables),
    [Symbol.asyncDispose]: async () => tables.close(),
  };
}

class MemoryAudit implements AuditRecords {
  readonly #tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  async append(entry: AuditDraft): Promise<number> {
    const checked = check(auditDraftSchema, entry);
    this.#tables.requireOpen();
    const { audit } = this.#tables;
    const seq = audit.length + 1;
    audit.push({ ...checked, world: checked.world, subject: checked.subject, seq });
    return seq;
  }

  async read({ world, order, beyond, limit }: AuditPage): Promise<AuditRecord[]> {
    const most = requireLimit(limit);
    this.#tables.requireOpen();
    const isForward = order === 'oldest first';
    const isMeant = (entry: AuditRecord) =>
      (world === undefined || entry.world === world) && (beyond === undefined || (isForward ? entry.seq > beyond : entry.seq < beyond));
    const found = this.#tables.audit.filter(isMeant);
    return (isForward ? found : found.reverse()).slice(0, most);
  }
}

class MemorySecrets implements SecretRecords {
  readonly #tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  async agree(name: string, proposal: Uint8Array): Promise<Uint8Array> {
    requireSize(proposal, MOST_SECRET_BYTES, 'a secret');
    this.#tables.requireOpen();
    const agreed = this.#tables.secrets.get(name) ?? copyOf(proposal);
    this.#tables.secrets.set(name, agreed);
    return copyOf(agreed);
  }

  async replace(name: string, value: Uint8Array): Promise<void> {
    requireSize(value, MOST_SECRET_BYTES, 'a secret');
    this.#tables.requireOpen();
    this.#tables.secrets.set(name, copyOf(value));
  }
}
