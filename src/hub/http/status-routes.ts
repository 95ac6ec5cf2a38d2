import type { FastifyInstance } from 'fastify';
import { PROTOCOL_VERSION } from '../../core/bus/frames.ts';
import type { Traffic } from '../../transports/socket/traffic.ts';
import { version } from '../version.ts';

/** What the hub tells of itself. */
export interface HubReport {
  readonly uptimeS: number;
  /** The world for those who name none. */
  readonly home: string;
  readonly worlds: readonly { readonly name: string; readonly participants: number; readonly entities: number }[];
  /** In all worlds, the hub itself not counted. */
  readonly participants: number;
  readonly traffic: Traffic;
}

/** For those who run hubs, and the programs that watch them. Strangers learn only that it lives. */
export function statusRoutes(http: FastifyInstance, report: () => HubReport): void {
  http.get('/health', async ({ caller }) => {
    const { uptimeS, home, worlds, participants } = report();
    if (!caller) return { status: 'ok', uptimeS };
    if (caller.world === undefined) return { status: 'ok', uptimeS, home, worlds, participants };
    // Whoever may enter one world only learns of no other.
    const entered = worlds.filter(({ name }) => name === caller.world);
    return { status: 'ok', uptimeS, home: caller.world, worlds: entered, participants: entered[0]?.participants ?? 0 };
  });
  http.get('/version', async () => ({ name: 'manyhands', version, protocol: PROTOCOL_VERSION, node: process.versions.node }));
  http.get('/metrics', async () => {
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
}
