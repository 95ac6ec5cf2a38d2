import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type FastifyError, type FastifyInstance, fastify } from 'fastify';
import type { Clock } from '../../core/base/clock.ts';
import { explain, MalformedError } from '../../core/base/errors.ts';
import type { Random } from '../../core/base/random.ts';
import { NotSavedError } from '../../core/saving/saving.ts';
import { NotInStoreError, StoreLimitError } from '../../core/store/store.ts';
import type { OriginRules } from '../origins.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { TlsFiles } from '../share/certificate.ts';
import { AuditLog } from './audit-log.ts';
import { Uploads } from './bytes.ts';
import { authorise } from './caller.ts';
import { Failure } from './failure.ts';
import { fileRoutes } from './file-routes.ts';
import { type HubRoutesOptions, hubRoutes } from './hub-routes.ts';
import { type InvitationRoutesOptions, invitationRoutes } from './invitation-routes.ts';
import { type ModelRoutesOptions, modelRoutes } from './model-routes.ts';
import { answerPagesOf } from './other-hubs.ts';
import { servePage } from './page.ts';
import { type PlannerRoutesOptions, plannerRoutes } from './planner-routes.ts';
import { limitRate } from './rate-limit.ts';
import { recordRoutes } from './record-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { type SiteRoutesOptions, siteRoutes } from './site-routes.ts';
import { type HubReport, statusRoutes } from './status-routes.ts';
import { type WorldRoutesOptions, worldRoutes } from './world-routes.ts';

/** JSON that people write by hand or by a page is small. */
const MOST_BODY_BYTES = 64 * 1024;
/** Longer than anybody pauses between two requests that belong together: one that comes over a connection as it is closed is lost. */
const KEEP_ALIVE_MS = 72_000;

export interface HttpOptions
  extends HubRoutesOptions,
    PlannerRoutesOptions,
    Omit<WorldRoutesOptions, 'audit' | 'uploads'>,
    Omit<InvitationRoutesOptions, 'audit'>,
    Omit<SiteRoutesOptions, 'audit' | 'uploads'>,
    Omit<ModelRoutesOptions, 'audit' | 'uploads'> {
  readonly sessions: Sessions;
  readonly origins: OriginRules;
  readonly clock: Clock;
  readonly random: Random;
  readonly report: (error: unknown) => void;
  readonly status: () => HubReport;
  /** The origins of other hubs on the same bus. */
  readonly otherHubs: () => readonly string[];
  /** Where the built page is. */
  readonly pageFolder: string;
  readonly tls: TlsFiles | undefined;
}

/** The hub's HTTP side: the page for everybody, all else by the table of rights. The WebSocket door is attached to the same server. */
export function makeHttp(options: HttpOptions): FastifyInstance {
  const { tls } = options;
  const http = fastify({
    forceCloseConnections: true,
    bodyLimit: MOST_BODY_BYTES,
    exposeHeadRoutes: false,
    serverFactory: (handler) => {
      const server = tls ? createSecureServer(tls, handler) : createServer(handler);
      server.keepAliveTimeout = KEEP_ALIVE_MS;
      return server;
    },
  });
  const take = limitRate(options.clock);
  http.addHook('onRequest', async (request, reply) => {
    reply.headers(ALWAYS);
    take(request.socket.remoteAddress ?? '', Number(request.headers['content-length'] ?? 0));
  });
  answerPagesOf(http, options.otherHubs);
  http.setErrorHandler((error: FastifyError, _request, reply) => {
    const { status, text } = answerTo(error);
    if (status >= 500) options.report(error);
    return reply.code(status).send({ error: text });
  });
  http.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .send({ error: `there is no ${request.url} here; try /, /health, /version, /metrics or a WebSocket on /v1/worlds/NAME` }),
  );
  void http.register(async (guarded) => {
    guarded.decorateRequest('caller', undefined);
    guarded.addHook('onRequest', authorise(options.sessions, options.origins));
    const parts = { ...options, audit: new AuditLog(options.store), uploads: new Uploads() };
    statusRoutes(guarded, options.status);
    hubRoutes(guarded, options);
    sessionRoutes(guarded, parts);
    worldRoutes(guarded, parts);
    fileRoutes(guarded, parts);
    siteRoutes(guarded, parts);
    invitationRoutes(guarded, parts);
    recordRoutes(guarded, parts);
    modelRoutes(guarded, parts);
    plannerRoutes(guarded, options);
  });
  servePage(http, options.pageFolder, options.otherHubs);
  return http;
}

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

function answerTo(error: FastifyError): { status: number; text: string } {
  if (error instanceof Failure) return { status: error.statusCode, text: error.message };
  if (error instanceof MalformedError) return { status: 400, text: explain(error) };
  if (error instanceof NotInStoreError) return { status: 404, text: error.message };
  if (error instanceof NotSavedError) return { status: 503, text: error.message };
  if (error instanceof StoreLimitError) return { status: 409, text: error.message };
  // Fastify's own: a body that is no JSON, or too large.
  if (error.statusCode !== undefined && error.statusCode < 500) return { status: error.statusCode, text: error.message };
  return { status: 500, text: 'the hub failed at this; its log says why. Try again, and tell whoever runs it' };
}
