import { check } from '../../core/api/messages.ts';
import { roleSchema } from '../../core/api/roles.ts';
import { MOST_INVITATIONS } from '../../core/store/limits.ts';
import { invitationSchema, revocationSchema } from '../../core/store/schemas.ts';
import { type InvitationDraft, type InvitationRecord, type InvitationRecords, NotInStoreError } from '../../core/store/store.ts';
import { count } from '../counters.ts';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { requireRoom, requireWorld, scopeOf, worldOf } from './checks.ts';

export class StoredInvitations implements InvitationRecords {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(invitation: string): Promise<InvitationRecord | undefined> {
    const row = await this.#database.read((queries) =>
      queries.selectFrom('invitations').selectAll().where('id', '=', invitation).executeTakeFirst(),
    );
    return row && invitationRecord(row);
  }

  async all(world?: string): Promise<InvitationRecord[]> {
    const rows = await this.#database.read((queries) => {
      const invitations = queries.selectFrom('invitations').selectAll().orderBy('createdAtMs', 'desc').orderBy('id');
      return (world === undefined ? invitations : invitations.where('world', '=', world)).execute();
    });
    return rows.map(invitationRecord);
  }

  async create(draft: InvitationDraft): Promise<'created' | 'exists'> {
    const { scope, ...invitation } = check(invitationSchema, draft);
    const world = worldOf(scope);
    return await this.#database.write(async (queries) => {
      await count(queries, 'invitations');
      if (world !== null) await requireWorld(queries, world);
      const created = await queries
        .insertInto('invitations')
        .values({ ...invitation, world, revokedBy: null, revokedAtMs: null })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      await requireRoom(queries, 'invitations', MOST_INVITATIONS);
      return created ? 'created' : 'exists';
    });
  }

  async revoke(invitation: string, by: string, atMs: number): Promise<void> {
    const revoked = check(revocationSchema, { by, atMs });
    await this.#database.write(async (queries) => {
      const found = await queries
        .updateTable('invitations')
        .set((row) => ({
          revokedBy: row.fn.coalesce('revokedBy', row.val(revoked.by)),
          revokedAtMs: row.fn.coalesce('revokedAtMs', row.val(revoked.atMs)),
        }))
        .where('id', '=', invitation)
        .returning('id')
        .executeTakeFirst();
      if (!found) throw new NotInStoreError('invitation', invitation);
    });
  }
}

const invitationRecord = ({ world, role, revokedBy, revokedAtMs, ...invitation }: Tables['invitations']): InvitationRecord => ({
  ...invitation,
  scope: scopeOf(world),
  role: check(roleSchema, role),
  revoked: revokedBy === null || revokedAtMs === null ? undefined : { by: revokedBy, atMs: revokedAtMs },
});
