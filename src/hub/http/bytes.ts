import type { FastifyInstance } from 'fastify';

/** Routes of this scope take any body as it is, JSON too. */
export function takeBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
