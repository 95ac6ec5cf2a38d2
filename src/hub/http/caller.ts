import type { FastifyRequest } from 'fastify';
import { mayCall } from '../../core/api/rights.ts';
import { peerOf } from '../../transports/socket/peer.ts';
import { type OriginRules, objectionToOrigin } from '../origins.ts';
import type { Session, Sessions } from '../sessions/sessions.ts';
import { Failure } from './failure.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every route in the table of rights; undefined for strangers where those are let in. */
    caller: Session | undefined;
  }
}

/** Before every route but those of the page itself: who asks, and whether the table of rights allows it. */
export function authorise(sessions: Sessions, origins: OriginRules): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const peer = peerOf(request.raw);
    const objection = objectionToOrigin(peer, origins);
    if (objection !== undefined) throw new Failure(403, objection);
    const token = tokenOf(request);
    const recognition = await sessions.recognise(token, peer);
    request.caller = recognition.kind === 'known' ? recognition.session : undefined;
    const route = `${request.method} ${request.routeOptions.url}`;
    const right = mayCall(request.caller, route, (request.params as { world?: string }).world);
    if (right.kind === 'allow') return;
    if (recognition.kind === 'stranger' && token !== undefined) throw new Failure(401, `${recognition.text}; ask for another one`);
    throw new Failure(request.caller ? 403 : 401, right.reason);
  };
}

/** What a browser fetches by itself (an image, a download) carries only the cookie. All else is asked by programs and pages, which send the token. */
function tokenOf(request: FastifyRequest): string | undefined {
  const { authorization, cookie } = request.headers;
  const bearer = authorization === undefined ? undefined : /^Bearer (\S+)$/i.exec(authorization)?.[1];
  if (bearer !== undefined || !isFetchedByBrowsers(request)) return bearer;
  const name = cookieName(request);
  return cookie
    ?.split(';')
    .map((part) => part.trim().split('='))
    .find(([key]) => key === name)?.[1];
}

function isFetchedByBrowsers({ method, routeOptions: { url }, query }: FastifyRequest): boolean {
  if (method !== 'GET') return false;
  if (url === '/api/v1/worlds/:world/audit') return (query as { format?: string }).format === 'csv';
  return FETCHED_BY_BROWSERS.has(url ?? '');
}

const FETCHED_BY_BROWSERS: ReadonlySet<string> = new Set([
  '/api/v1/worlds/:world/picture',
  '/api/v1/worlds/:world/files/:file',
  '/api/v1/models/:model/export',
]);

/** Cookies know no ports: hubs on one machine must not take each other's. */
const cookieName = ({ socket }: FastifyRequest): string => `manyhands-${socket.localPort}`;

export function sessionCookie(request: FastifyRequest, token: string, expiresAtMs: number): string {
  const seconds = Math.floor((expiresAtMs - Date.now()) / 1000);
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${cookieName(request)}=${token}; Path=/api; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
}

/** Takes the place of the one there is, and is over at once. */
export const noSessionCookie = (request: FastifyRequest): string => sessionCookie(request, '', Date.now());

/** The caller of a route that lets no stranger in. */
export function callerOf({ caller }: FastifyRequest): Session {
  if (!caller) throw new Failure(401, 'this needs a join link');
  return caller;
}
