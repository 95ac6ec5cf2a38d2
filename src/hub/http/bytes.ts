import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from './failure.ts';

/** Each is kept whole in memory until it is in the Store. */
const MOST_UPLOADS = 4;

/** Counts what is being uploaded to a hub. */
export class Uploads {
  #underWay = 0;

  /** Throws Failure when this one has no length or is one too many. */
  begin({ headers }: FastifyRequest, reply: FastifyReply): void {
    // The length is what the limit of bytes a second is reckoned with.
    if (headers['content-length'] === undefined) throw new Failure(411, 'say how long it is: send the header Content-Length');
    if (this.#underWay >= MOST_UPLOADS) throw new Failure(429, `${MOST_UPLOADS} uploads are under way already; try again in a few seconds`);
    this.#underWay++;
    // Answered or broken off.
    reply.raw.once('close', () => this.#underWay--);
  }
}

/** Each piece is copied as it comes: to put them together at the end would hold up everybody else, and they would be in memory twice. */
async function received({ headers, routeOptions: { bodyLimit } }: FastifyRequest, stream: IncomingMessage): Promise<Buffer> {
  const length = Number(headers['content-length']);
  if (!(length <= bodyLimit)) throw new Failure(413, `at most ${bodyLimit} bytes are taken, not ${length}`);
  const body = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    if (at + piece.length > length) throw new Failure(400, `more than the ${length} bytes that were announced`);
    at += piece.copy(body, at);
  }
  if (at < length) throw new Failure(400, `${at} bytes came of the ${length} that were announced`);
  return body;
}

/** Routes of this scope take any body as it is, JSON too. */
export function takeBytes(scope: FastifyInstance, uploads: Uploads): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (request: FastifyRequest, stream: IncomingMessage) => received(request, stream));
  scope.addHook('onRequest', async (request, reply) => uploads.begin(request, reply));
}
