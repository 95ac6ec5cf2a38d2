import type { FastifyInstance, FastifyRequest } from 'fastify';
import { check, decodeJson } from '../../core/api/messages.ts';
import { decodeBody, MOST_SENT_BODY_BYTES, SENT_BODY_TYPE } from '../../core/api/sent-body.ts';
import { explain, MisuseError } from '../../core/base/errors.ts';
import { type Model, modelSchema } from '../../core/robots/robots.ts';
import { NotInStoreError, type Store } from '../../core/store/store.ts';
import { checkInThread, exportInThread } from '../bodies/body-thread.ts';
import { meshShapesOf } from '../bodies/sent-meshes.ts';
import { shippedModels } from '../demos/demos.ts';
import type { Worlds } from '../worlds/worlds.ts';
import type { AuditLog } from './audit-log.ts';
import { takeBytes, type Uploads } from './bytes.ts';
import { callerOf } from './caller.ts';
import { Failure } from './failure.ts';

/** A model with all its shapes, but for meshes. */
const MOST_MODEL_BYTES = 4 * 1024 * 1024;
/** Each holds a body in memory several times over. */
const MOST_EXPORTS = 2;

export interface ModelRoutesOptions {
  readonly store: Store;
  readonly worlds: Worlds;
  readonly audit: AuditLog;
  readonly uploads: Uploads;
  /** Tells all who are in a world that the catalog is another one now. */
  readonly announceCatalog: (revision: string) => void;
}

type OfModel = { Params: { model: string } };

/** The catalog: read from the Store each time, so that a row added there is seen by the next who asks. */
export function modelRoutes(http: FastifyInstance, options: ModelRoutesOptions): void {
  const { store, audit } = options;
  http.get('/api/v1/models', async (request, reply) => {
    const { models, problems, fingerprint } = await store.models.all();
    const tag = `"${fingerprint}"`;
    reply.header('etag', tag).header('cache-control', 'private, no-cache');
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return { revision: fingerprint, models, problems };
  });

  void http.register(async (bytes) => {
    takeBytes(bytes, options.uploads);
    bytes.put<OfModel>('/api/v1/models/:model', { bodyLimit: MOST_SENT_BODY_BYTES }, async (request, reply) => {
      const { model: id } = request.params;
      const { model, meshes } = sentBy(request);
      if (model.id !== id) throw new Failure(400, `the model says that it is ${model.id}, not ${id}`);
      if (request.headers['if-none-match'] === '*' && (await findModel(store, id)))
        throw new Failure(412, `there is a model ${id} already; give this one another id, or replace that one on purpose`);
      await put(store, model, await checkInThread(model, meshes));
      await audit.write(callerOf(request), { action: 'model.changed', subject: id, detail: model.name });
      await announce(options);
      return reply.code(204).send();
    });
  });

  http.delete<OfModel>('/api/v1/models/:model', async (request, reply) => {
    const { id, name } = await requireModel(store, request.params.model);
    if (shippedModels().some((shipped) => shipped.id === id))
      throw new Failure(409, `${id} is part of Manyhands: it would be back with the next start`);
    const users = await options.worlds.using(id);
    if (users.length > 0) throw new Failure(409, `${id} is in use in ${users.join(', ')}; remove what is of it there first, then save`);
    await store.models.remove(id);
    await audit.write(callerOf(request), { action: 'model.deleted', subject: id, detail: name });
    await announce(options);
    return reply.code(204).send();
  });

  readingRoutes(http, store);
}

/** What pages and people download. */
function readingRoutes(http: FastifyInstance, store: Store): void {
  let exports = 0;
  http.get<OfModel>('/api/v1/models/:model/export', async (request, reply) => {
    const model = await requireModel(store, request.params.model);
    if (exports >= MOST_EXPORTS) throw new Failure(429, `${MOST_EXPORTS} models are being exported already; try again in a few seconds`);
    exports++;
    try {
      const zip = await exportInThread(model, await storedMeshes(store, model)).catch((cause: unknown) => {
        throw new Failure(503, explain(cause), { cause });
      });
      return await reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${model.id}.zip"`)
        .header('cache-control', 'private, no-cache')
        .send(bufferOf(zip));
    } finally {
      exports--;
    }
  });

  http.get<{ Params: { mesh: string } }>('/api/v1/meshes/:mesh', async ({ params: { mesh } }, reply) => {
    const bytes = await store.models.mesh(mesh);
    if (!bytes) throw new Failure(404, `there is no mesh ${mesh}; import the model that has it again`);
    return reply.type('application/octet-stream').header('cache-control', 'private, max-age=31536000, immutable').send(bufferOf(bytes));
  });
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);

function sentBy({ headers, body }: FastifyRequest): { readonly model: Model; readonly meshes: readonly Uint8Array[] } {
  const type = headers['content-type']?.split(';')[0]?.trim() ?? '';
  const bytes = body instanceof Uint8Array ? body : new Uint8Array();
  if (type === SENT_BODY_TYPE) {
    const { model, meshes } = decodeBody(bytes);
    return { model: check(modelSchema, model), meshes };
  }
  if (type !== 'application/json') throw new Failure(415, `a model is application/json or ${SENT_BODY_TYPE}, not ${type || 'of no type'}`);
  if (bytes.length > MOST_MODEL_BYTES) throw new Failure(413, `a model may have ${MOST_MODEL_BYTES} bytes, not ${bytes.length}`);
  return { model: decodeJson(modelSchema, bytes), meshes: [] };
}

async function put(store: Store, model: Model, meshes: ReadonlyMap<string, Uint8Array>): Promise<void> {
  try {
    await store.models.put(model, meshes);
  } catch (error) {
    throw failureOf(error);
  }
}

/** The sender's mistakes, in the sender's words. */
function failureOf(cause: unknown): unknown {
  if (cause instanceof NotInStoreError) return new Failure(400, `${cause.message}, nor was it sent; send it with the model`, { cause });
  return cause instanceof MisuseError ? new Failure(413, cause.message, { cause }) : cause;
}

async function announce({ store, announceCatalog }: ModelRoutesOptions): Promise<void> {
  announceCatalog((await store.models.all()).fingerprint);
}

const findModel = async (store: Store, id: string): Promise<Model | undefined> =>
  (await store.models.all()).models.find((model) => model.id === id);

async function requireModel(store: Store, id: string): Promise<Model> {
  const model = await findModel(store, id);
  if (!model) throw new Failure(404, `there is no model ${id} in the catalog`);
  return model;
}

/** One that is missing is left out: the export says so. */
async function storedMeshes(store: Store, model: Model): Promise<Map<string, Uint8Array>> {
  const meshes = new Map<string, Uint8Array>();
  for (const { mesh } of meshShapesOf(model)) {
    const bytes = meshes.get(mesh) ?? (await store.models.mesh(mesh));
    if (bytes) meshes.set(mesh, bytes);
  }
  return meshes;
}
