import { MOST_SECRET_BYTES } from '../../core/store/limits.ts';
import type { SecretRecords } from '../../core/store/store.ts';
import type { Database } from '../database.ts';
import { plainBytes, requireSize } from './checks.ts';

export class StoredSecrets implements SecretRecords {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async agree(name: string, proposal: Uint8Array): Promise<Uint8Array> {
    requireSize(proposal, MOST_SECRET_BYTES, 'a secret');
    return await this.#database.write(async (queries) => {
      await queries
        .insertInto('secrets')
        .values({ name, value: proposal })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { value } = await queries.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow();
      return plainBytes(value);
    });
  }

  async replace(name: string, value: Uint8Array): Promise<void> {
    requireSize(value, MOST_SECRET_BYTES, 'a secret');
    await this.#database.write((queries) =>
      queries
        .insertInto('secrets')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute(),
    );
  }
}
