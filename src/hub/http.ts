import { type FastifyInstance, fastify } from 'fastify';
import { PROTOCOL_VERSION } from '../core/bus/frames.ts';
import type { Traffic } from '../transports/socket/traffic.ts';
import { PAGE, PAGE_POLICY } from './page.ts';
import { version } from './version.ts';

/** What the hub tells of itself. */
export interface HubReport {
  readonly uptimeS: number;
  readonly worlds: readonly { readonly name: string; readonly participants: number; readonly entities: number }[];
  /** In all worlds, the hub itself not counted. */
  readonly participants: number;
  readonly traffic: Traffic;
}

/** The hub's HTTP side. The WebSocket door is attached to the same server. */
export function makeHttp(report: () => HubReport): FastifyInstance {
  const http = fastify({ forceCloseConnections: true });
  http.get('/health', () => {
    const { uptimeS, worlds, participants } = report();
    return { status: 'ok', uptimeS, worlds, participants };
  });
  http.get('/version', () => ({ name: 'manyhands', version, protocol: PROTOCOL_VERSION, node: process.versions.node }));
  http.get('/metrics', () => {
    const { uptimeS, worlds, participants, traffic } = report();
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    return {
      uptimeS,
      worlds: worlds.length,
      entities: worlds.reduce((sum, { entities }) => sum + entities, 0),
      participants,
      door: { ...traffic, closed: Object.fromEntries(traffic.closed) },
      process: { residentBytes: rss, heapBytes: heapUsed, cpuS: (user + system) / 1e6 },
    };
  });
  http.get('/', (_, reply) => reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(PAGE));
  http.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .send({ error: `there is no ${request.url} here; try /, /health, /version, /metrics or a WebSocket on /v1/worlds/NAME` }),
  );
  return http;
}
