import type { FastifyInstance } from 'fastify';

/** For how long a browser need not ask again whether it may ask, seconds. */
const REMEMBER_S = 600;

/** The pages of other hubs on the same bus may ask here, too: they do when their own hub is lost. */
export function answerPagesOf(http: FastifyInstance, otherHubs: () => readonly string[]): void {
  http.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !otherHubs().includes(origin)) return;
    reply.headers({ 'access-control-allow-origin': origin, vary: 'origin', 'access-control-expose-headers': 'etag' });
    if (request.method !== 'OPTIONS') return;
    await reply
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'authorization, content-type, if-none-match',
        'access-control-max-age': REMEMBER_S,
      })
      .code(204)
      .send();
  });
}
