import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { inTheWaySchema, MOST_SITE_BYTES, type SiteAnswer } from '../../core/api/http.ts';
import { check } from '../../core/api/messages.ts';
import { mayCall } from '../../core/api/rights.ts';
import { MisuseError } from '../../core/base/errors.ts';
import type { Store } from '../../core/store/store.ts';
import { keptSite } from '../site/kept-site.ts';
import { NO_SITE, type SiteChange, type SiteChanges, type SiteWish } from '../site/site-changes.ts';
import { SiteReadingError } from '../site/site-reader.ts';
import type { HostedWorld } from '../worlds/hosted-world.ts';
import type { Worlds } from '../worlds/worlds.ts';
import type { AuditLog } from './audit-log.ts';
import { takeBytes, type Uploads } from './bytes.ts';
import { callerOf } from './caller.ts';
import { Failure } from './failure.ts';
import { requireWorld } from './world-routes.ts';

export interface SiteRoutesOptions {
  readonly store: Store;
  readonly worlds: Worlds;
  readonly sites: SiteChanges;
  readonly audit: AuditLog;
  readonly uploads: Uploads;
}

type OfWorld = { Params: { world: string } };

/** The building of a world: what it is, and another one. */
export function siteRoutes(http: FastifyInstance, options: SiteRoutesOptions): void {
  const { store, sites, audit, uploads } = options;

  http.get<OfWorld>('/api/v1/worlds/:world/site', async ({ params: { world }, caller, headers }, reply) => {
    await requireWorld(store, world);
    if (mayCall(caller, 'PUT /api/v1/worlds/:world/site', world).kind === 'allow') sites.prepare();
    const kept = await keptSite(store, world);
    if (!kept) return reply.code(204).send();
    const etag = `"${kept.tag}"`;
    void reply.header('etag', etag).header('cache-control', 'private, no-cache');
    // Owners of robots that look round ask again and again.
    if (headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/json').send(kept.document);
  });

  void http.register(async (bytes) => {
    takeBytes(bytes, uploads);
    bytes.put<OfWorld & { Querystring: { inTheWay?: string } }>(
      '/api/v1/worlds/:world/site',
      { bodyLimit: MOST_SITE_BYTES },
      async (request, reply): Promise<SiteAnswer> => {
        const { world: id } = request.params;
        const caller = callerOf(request);
        const inTheWay = check(inTheWaySchema, request.query.inTheWay ?? 'refuse');
        await requireWorld(store, id);
        const wish: SiteWish = {
          document: new TextDecoder().decode(request.body as Uint8Array | undefined),
          inTheWay,
          by: caller.name || 'local',
          instead: replaced(request.headers),
        };
        const change = await sites.change(await open(options, id), wish).catch((error: unknown) => {
          throw failureOf(error);
        });
        if (change.kind === 'applied') await audit.write(caller, { action: 'site.changed', world: id, detail: change.name });
        const answer = answerOf(change);
        reply.code(STATUS[answer.kind]);
        return answer;
      },
    );
  });
}

/** What the sender has seen, and wants to replace. */
function replaced({ 'if-match': tag, 'if-none-match': none }: IncomingHttpHeaders): SiteWish['instead'] {
  if (none === '*') return NO_SITE;
  return tag === undefined || tag === '*' ? undefined : tag.replaceAll('"', '');
}

const STATUS = { applied: 200, refused: 409, wrong: 422 } as const;

/** Throws Failure when nothing was begun. */
function answerOf(change: SiteChange): SiteAnswer {
  switch (change.kind) {
    case 'outdated':
      throw new Failure(412, 'somebody has changed this building since you read it; read it again');
    case 'not now':
      throw new Failure(409, change.reason);
    case 'applied': {
      const { kind, inserted, removed, kept, moved, concerns } = change;
      return { kind, inserted, removed, kept, moved: [...moved], concerns: [...concerns] };
    }
    case 'refused': {
      const names = change.inTheWay.map(({ name }) => name).join(', ');
      return { kind: 'refused', error: `${names} would stand in a wall; nothing was changed`, inTheWay: [...change.inTheWay] };
    }
    case 'wrong': {
      const [first] = change.concerns;
      return {
        kind: 'wrong',
        error: `${first?.place || 'the document'}: ${first?.message}; nothing was changed`,
        concerns: [...change.concerns],
      };
    }
  }
}

/** Where it stands still, the hub opens it: its resident puts the building in. */
async function open({ worlds }: SiteRoutesOptions, id: string): Promise<HostedWorld> {
  const opening = await worlds.open(id);
  if (opening.kind === 'refused') throw new Failure(503, opening.reason);
  return opening.world;
}

/** The sender's mistakes, in the sender's words. */
function failureOf(cause: unknown): unknown {
  return cause instanceof SiteReadingError || cause instanceof MisuseError ? new Failure(413, cause.message, { cause }) : cause;
}
