import type { FastifyInstance } from 'fastify';
import { check } from '../../core/api/messages.ts';
import { modelSchema } from '../../core/robots/robots.ts';
import type { Store } from '../../core/store/store.ts';
import type { AuditLog } from './audit-log.ts';
import { callerOf } from './caller.ts';
import { Failure } from './failure.ts';

/** A model with all its shapes. */
const MOST_MODEL_BYTES = 4 * 1024 * 1024;

/** The catalog: read from the Store each time, so that a row added there is seen by the next who asks. */
export function modelRoutes(http: FastifyInstance, { store, audit }: { store: Store; audit: AuditLog }): void {
  http.get('/api/v1/models', async (request, reply) => {
    const { models, problems, fingerprint } = await store.models.all();
    const tag = `"${fingerprint}"`;
    reply.header('etag', tag).header('cache-control', 'private, no-cache');
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return { revision: fingerprint, models, problems };
  });

  http.put<{ Params: { model: string } }>('/api/v1/models/:model', { bodyLimit: MOST_MODEL_BYTES }, async (request, reply) => {
    const model = check(modelSchema, request.body);
    if (model.id !== request.params.model) throw new Failure(400, `the model says that it is ${model.id}, not ${request.params.model}`);
    await store.models.put(model);
    await audit.write(callerOf(request), { action: 'model.changed', subject: model.id, detail: model.name });
    return reply.code(204).send();
  });
}
