import type { FastifyInstance } from 'fastify';
import { MOST_PICTURE_BYTES, newWorldSchema, savedSchema, type WorldCard, type WorldList, worldChangeSchema } from '../../core/api/http.ts';
import { check } from '../../core/api/messages.ts';
import type { Picture, SavedEntity, Store, WorldRecord } from '../../core/store/store.ts';
import { keepPictures, keepSite, keptSite, NO_PICTURES, type Pictures, picturesOf } from '../site/kept-site.ts';
import { documentsOf, type FirstDocument, keepDocuments } from '../worlds/first-documents.ts';
import type { Template } from '../worlds/templates.ts';
import type { Worlds } from '../worlds/worlds.ts';
import type { AuditLog } from './audit-log.ts';
import { takeBytes, type Uploads } from './bytes.ts';
import { callerOf } from './caller.ts';
import { Failure } from './failure.ts';
import { WorldCards } from './world-cards.ts';

export interface WorldRoutesOptions {
  readonly store: Store;
  readonly worlds: Worlds;
  readonly audit: AuditLog;
  readonly uploads: Uploads;
  readonly templates: readonly Template[];
  /** Sends away who is in a world that is no more. */
  readonly dismiss: (world: string) => void;
}

type OfWorld = { Params: { world: string } };

/** The lobby: which worlds there are, making, changing and removing them. */
export function worldRoutes(http: FastifyInstance, options: WorldRoutesOptions): void {
  const { store, worlds, audit, templates, dismiss } = options;
  const cards = new WorldCards(store, worlds);

  http.get('/api/v1/worlds', async (request): Promise<WorldList> => {
    const { world } = callerOf(request);
    const records = (await store.worlds.all()).filter(({ id }) => world === undefined || world === id);
    return {
      worlds: (await Promise.all(records.map((record) => cards.of(record)))).sort((a, b) => b.openedAtMs - a.openedAtMs),
      templates: templates.map(({ id, name, summary }) => ({ id, name, summary })),
    };
  });

  http.post('/api/v1/worlds', async (request, reply): Promise<WorldCard> => {
    const caller = callerOf(request);
    const { name, template, copyOf } = check(newWorldSchema, request.body);
    const { entities, view, portrait, site, pictures, documents, ...origin } =
      copyOf === undefined ? templateOf(templates, template) : await copied(options, copyOf);
    const id = await worlds.create({ ...origin, name, createdBy: caller.name || 'local' }, entities);
    await store.worlds.setView(id, view);
    if (portrait) await store.worlds.setPicture(id, portrait);
    await keepPictures(store, id, pictures, caller.name || 'local');
    if (site !== undefined) await keepSite(store, id, site, caller.name || 'local');
    await keepDocuments(store, id, documents, caller.name || 'local');
    const detail = copyOf === undefined ? (template ?? '') : `copy of ${copyOf}`;
    await audit.write(caller, { action: 'world.created', world: id, detail });
    reply.code(201);
    return cards.of(await requireWorld(store, id));
  });

  http.patch<OfWorld>('/api/v1/worlds/:world', async ({ params: { world }, body }): Promise<WorldCard> => {
    const { name, summary, view } = check(worldChangeSchema, body);
    await requireWorld(store, world);
    await store.worlds.describe(world, { name, summary });
    if (view) await store.worlds.setView(world, view);
    return cards.of(await requireWorld(store, world));
  });

  http.delete<OfWorld>('/api/v1/worlds/:world', async (request, reply) => {
    const { world } = request.params;
    const { name } = await requireWorld(store, world);
    dismiss(world);
    await worlds.remove(world);
    await audit.write(callerOf(request), { action: 'world.deleted', world, detail: name });
    return reply.code(204).send();
  });

  http.post<OfWorld>('/api/v1/worlds/:world/save', async ({ params: { world } }) => {
    const record = await requireWorld(store, world);
    const open = worlds.get(world);
    return check(savedSchema, open ? await open.save() : { savedAtMs: record.savedAtMs, entities: record.entityCount });
  });

  pictureRoutes(http, options);
}

function pictureRoutes(http: FastifyInstance, { store, uploads }: WorldRoutesOptions): void {
  http.get<OfWorld>('/api/v1/worlds/:world/picture', async ({ params: { world } }, reply) => {
    const picture = await store.worlds.picture(world);
    if (!picture) throw new Failure(404, `the world ${world} has no picture yet; one is made when somebody is in it`);
    return reply
      .type(picture.mediaType)
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(Buffer.from(picture.bytes.buffer, picture.bytes.byteOffset, picture.bytes.byteLength));
  });

  void http.register(async (bytes) => {
    takeBytes(bytes, uploads);
    bytes.put<OfWorld>('/api/v1/worlds/:world/picture', { bodyLimit: MOST_PICTURE_BYTES }, async (request, reply) => {
      const mediaType = request.headers['content-type'] ?? '';
      if (!PICTURES.includes(mediaType)) throw new Failure(415, `a picture is ${PICTURES.join(', ')}, not ${mediaType || 'of no type'}`);
      await requireWorld(store, request.params.world);
      await store.worlds.setPicture(request.params.world, { mediaType, bytes: request.body as Uint8Array });
      return reply.code(204).send();
    });
  });
}

const PICTURES = ['image/jpeg', 'image/png', 'image/webp'];

export async function requireWorld(store: Store, id: string): Promise<WorldRecord> {
  const record = await store.worlds.get(id);
  if (!record) throw new Failure(404, `there is no world ${id}; see those there are in the lobby`);
  return record;
}

/** What a new world begins with. */
type Origin = Pick<WorldRecord, 'summary' | 'template' | 'view'> & {
  readonly entities: readonly SavedEntity[];
  /** What the lobby shows of it until somebody has been in it. */
  readonly portrait: Picture | undefined;
  /** The document of its building. */
  readonly site: string | undefined;
  /** The pictures of its notices. */
  readonly pictures: Pictures;
  readonly documents: readonly FirstDocument[];
};

function templateOf(templates: readonly Template[], wanted: string | undefined): Origin {
  if (wanted === undefined)
    return { summary: '', view: undefined, entities: [], portrait: undefined, site: undefined, pictures: NO_PICTURES, documents: [] };
  const template = templates.find(({ id }) => id === wanted);
  if (!template) throw new Failure(400, `there is no template ${wanted}; choose ${templates.map(({ id }) => id).join(', ')}`);
  const { id, summary, view, portrait, entities, site, pictures, documents } = template;
  return { summary, template: id, view, portrait, entities, site, pictures, documents };
}

/** As it stands now, if somebody is in it. */
async function copied({ store, worlds }: WorldRoutesOptions, world: string): Promise<Origin> {
  const { summary, template, view } = await requireWorld(store, world);
  await worlds.get(world)?.save();
  const site = (await keptSite(store, world))?.document;
  const pictures = site === undefined ? NO_PICTURES : await picturesOf(store, world, site);
  const [entities, documents, portrait] = await Promise.all([
    store.worlds.entities(world),
    documentsOf(store, world),
    store.worlds.picture(world),
  ]);
  return { summary, template, view, portrait, entities, site, pictures, documents };
}
