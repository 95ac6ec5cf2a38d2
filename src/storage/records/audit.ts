import { check } from '../../core/api/messages.ts';
import { auditDraftSchema } from '../../core/store/schemas.ts';
import type { AuditDraft, AuditPage, AuditRecord, AuditRecords } from '../../core/store/store.ts';
import { count } from '../counters.ts';
import type { Database } from '../database.ts';
import { requireLimit } from './checks.ts';

export class StoredAudit implements AuditRecords {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async append(entry: AuditDraft): Promise<number> {
    const { by: actor, world = null, subject = null, ...done } = check(auditDraftSchema, entry);
    return await this.#database.write(async (queries) => {
      const seq = await count(queries, 'audit');
      await queries
        .insertInto('audit')
        .values({ ...done, actor, world, subject, seq })
        .execute();
      return seq;
    });
  }

  async read({ world, order, beyond, limit }: AuditPage): Promise<AuditRecord[]> {
    const most = requireLimit(limit);
    const isForward = order === 'oldest first';
    const rows = await this.#database.read((queries) => {
      let page = queries
        .selectFrom('audit')
        .selectAll()
        .orderBy('seq', isForward ? 'asc' : 'desc')
        .limit(most);
      if (world !== undefined) page = page.where('world', '=', world);
      if (beyond !== undefined) page = page.where('seq', isForward ? '>' : '<', beyond);
      return page.execute();
    });
    return rows.map(({ actor, world, subject, ...done }) => ({
      ...done,
      by: actor,
      world: world ?? undefined,
      subject: subject ?? undefined,
    }));
  }
}
