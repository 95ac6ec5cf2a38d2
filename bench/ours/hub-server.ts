/** A real hub, in a process of its own. */
import { startHub } from '../../src/hub/hub.ts';
import { makeLog } from '../../src/hub/log.ts';
import { meter } from '../harness/meter.ts';
import { serveRole } from '../harness/role.ts';
import { WORLD } from './joining.ts';

const handlers = {
  async listen(): Promise<{ url: string }> {
    const { url } = await startHub({
      host: '127.0.0.1',
      port: 0,
      db: ':memory:',
      world: WORLD,
      content: 'nothing',
      allowedOrigins: [],
      log: makeLog('warn'),
    });
    return { url: `${url.replace('http', 'ws')}/v1/worlds/${WORLD}` };
  },
  meter,
};
export type HubServer = typeof handlers;

serveRole(handlers);
