import type { FastifyInstance } from 'fastify';
import { type FileCard, MOST_FILE_BYTES } from '../../core/api/http.ts';
import type { FileRecord, Store } from '../../core/store/store.ts';
import { takeBytes, type Uploads } from './bytes.ts';
import { callerOf } from './caller.ts';
import { Failure } from './failure.ts';
import { requireWorld } from './world-routes.ts';

const LONGEST_NAME = 120;

type OfWorld = { Params: { world: string } };
type OfFile = { Params: { world: string; file: string } };

/** Files that people of a world share. */
export function fileRoutes(http: FastifyInstance, { store, uploads }: { store: Store; uploads: Uploads }): void {
  http.get<OfWorld>('/api/v1/worlds/:world/files', async ({ params: { world } }) => {
    await requireWorld(store, world);
    return { files: (await store.files.all(world)).map(cardOf) };
  });

  void http.register(async (bytes) => {
    takeBytes(bytes, uploads);
    bytes.post<OfWorld & { Querystring: { name?: string } }>(
      '/api/v1/worlds/:world/files',
      { bodyLimit: MOST_FILE_BYTES },
      async (request, reply): Promise<FileCard> => {
        const { world } = request.params;
        await requireWorld(store, world);
        const name = plainName(request.query.name ?? '');
        if (name === '') throw new Failure(400, 'the file has no name: add ?name=NAME');
        const draft = {
          world,
          name,
          mediaType: request.headers['content-type'] ?? 'application/octet-stream',
          addedBy: callerOf(request).name || 'local',
          addedAtMs: Date.now(),
        };
        reply.code(201);
        return cardOf(await store.files.add(draft, (request.body as Uint8Array | undefined) ?? new Uint8Array()));
      },
    );
  });

  http.get<OfFile>('/api/v1/worlds/:world/files/:file', async ({ params }, reply) => {
    const file = await requireFile(store, params);
    const content = await store.files.content(file.world, file.contentHash);
    if (!content) throw new Failure(404, `${file.name} was removed just now`);
    return (
      reply
        .type(file.mediaType)
        // What somebody shared must never run as a page of this hub.
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'private, max-age=31536000, immutable')
        .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
    );
  });

  http.delete<OfFile>('/api/v1/worlds/:world/files/:file', async ({ params }, reply) => {
    const { world, contentHash } = await requireFile(store, params);
    await store.files.remove(world, contentHash);
    return reply.code(204).send();
  });
}

async function requireFile(store: Store, { world, file }: { world: string; file: string }): Promise<FileRecord> {
  const found = await store.files.get(world, file);
  if (!found) throw new Failure(404, `there is no file ${file} in the world ${world}`);
  return found;
}

/** Only the last part of a path, without what terminals and file systems choke on. */
const plainName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, LONGEST_NAME);

const cardOf = ({ world, name, mediaType, addedBy, addedAtMs, contentHash, sizeBytes }: FileRecord): FileCard => ({
  hash: contentHash,
  name,
  type: mediaType,
  sizeBytes,
  by: addedBy,
  atMs: addedAtMs,
  url: `/api/v1/worlds/${world}/files/${contentHash}`,
});
