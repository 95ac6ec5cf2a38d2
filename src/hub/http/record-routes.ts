import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { AuditEntry } from '../../core/api/http.ts';
import type { AuditRecord, Store } from '../../core/store/store.ts';
import type { AuditLog } from './audit-log.ts';
import { requireWorld } from './world-routes.ts';

const MOST_LINES = 1000;

type Asked = { Params: { world: string }; Querystring: { limit?: string; format?: string } };

/** What was said and done in a world. */
export function recordRoutes(http: FastifyInstance, { store, audit }: { store: Store; audit: AuditLog }): void {
  http.get<Asked>('/api/v1/worlds/:world/chat', async ({ params: { world }, query }) => {
    await requireWorld(store, world);
    const lines = await store.chat.recent(world, { limit: limitOf(query.limit, 200) });
    return { lines: lines.map(({ from, name, text, atMs }) => ({ from, name, text, atMs })) };
  });

  http.get<Asked>('/api/v1/worlds/:world/audit', async ({ params: { world }, query }, reply) => {
    if (query.format === 'csv') {
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="audit-${world}.csv"`)
        .send(Readable.from(csvOf(audit.of(world))));
    }
    return { entries: (await audit.newest(world, limitOf(query.limit, 500))).map(entryOf) };
  });
}

/** Whatever was asked for, something sensible. */
const limitOf = (text: string | undefined, otherwise: number): number =>
  Math.min(MOST_LINES, Math.max(1, Math.floor(Number(text ?? otherwise)) || otherwise));

const entryOf = ({ atMs, by, name, action, subject, detail }: AuditRecord): AuditEntry => ({
  atMs,
  who: by,
  name,
  deed: action,
  ...(subject !== undefined && { subject }),
  detail,
});

async function* csvOf(entries: AsyncIterable<AuditRecord>): AsyncGenerator<string> {
  yield 'number,time,who,name,deed,subject,detail\r\n';
  for await (const { seq, atMs, by, name, action, subject = '', detail } of entries)
    yield `${[String(seq), new Date(atMs).toISOString(), by, name, action, subject, detail].map(cell).join(',')}\r\n`;
}

/** A name that begins like a formula must not become one in a spreadsheet. */
const cell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
