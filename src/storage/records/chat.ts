import { check } from '../../core/api/messages.ts';
import { MOST_CHAT_LINES_OF_WORLD } from '../../core/store/limits.ts';
import { chatDraftSchema } from '../../core/store/schemas.ts';
import type { ChatDraft, ChatRecord, ChatRecords } from '../../core/store/store.ts';
import { count } from '../counters.ts';
import type { Database } from '../database.ts';
import { requireLimit, requireWorld } from './checks.ts';

export class StoredChat implements ChatRecords {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async append(line: ChatDraft): Promise<number> {
    const { from: author, ...said } = check(chatDraftSchema, line);
    return await this.#database.write(async (queries) => {
      await requireWorld(queries, said.world);
      const seq = await count(queries, `chat/${said.world}`);
      await queries
        .insertInto('chatLines')
        .values({ ...said, author, seq })
        .execute();
      await queries
        .deleteFrom('chatLines')
        .where('world', '=', said.world)
        .where('seq', '<=', seq - MOST_CHAT_LINES_OF_WORLD)
        .execute();
      return seq;
    });
  }

  async recent(world: string, { limit, before }: { readonly limit: number; readonly before?: number | undefined }): Promise<ChatRecord[]> {
    const most = requireLimit(limit);
    const rows = await this.#database.read((queries) => {
      const lines = queries.selectFrom('chatLines').selectAll().where('world', '=', world).orderBy('seq', 'desc').limit(most);
      return (before === undefined ? lines : lines.where('seq', '<', before)).execute();
    });
    return rows.reverse().map(({ author, ...said }) => ({ ...said, from: author }));
  }
}
