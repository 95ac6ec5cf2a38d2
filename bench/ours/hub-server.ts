/** A real hub, in a process of its own. */
import { pino } from 'pino';
import { startHub } from '../../src/hub/hub.ts';
import { readMeter } from '../harness/meter.ts';
import { serveRole } from '../harness/role.ts';
import { WORLD } from './joining.ts';

const handlers = {
  async listen(): Promise<{ url: string }> {
    const log = pino({ level: 'warn', base: null }, pino.destination({ fd: 2, sync: true }));
    const { url } = await startHub({ host: '127.0.0.1', port: 0, world: WORLD, content: 'nothing', allowedOrigins: [], log });
    return { url: `${url.replace('http', 'ws')}/v1/worlds/${WORLD}` };
  },
  meter: readMeter,
};
export type HubServer = typeof handlers;

serveRole(handlers);
