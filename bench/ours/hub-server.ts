/** A real hub, in a process of its own. */
import { busChoiceOf } from '../../src/hub/backbone.ts';
import { startHub } from '../../src/hub/hub.ts';
import { makeLog } from '../../src/hub/log.ts';
import { memory } from '../harness/memory.ts';
import { meter } from '../harness/meter.ts';
import { serveRole } from '../harness/role.ts';
import { WORLD } from './joining.ts';

/** What it shares with other hubs. */
export interface Company {
  readonly bus: string;
  readonly db: string;
  readonly name: string;
}

/** What went through its door since it opened. */
export interface Passed {
  readonly statesIn: number;
  readonly statesOut: number;
  /** WebSocket messages. */
  readonly framesIn: number;
  readonly framesOut: number;
  /** Of the states, with their framing. */
  readonly stateBytesOut: number;
}

let hubUrl = '';

const handlers = {
  async listen(company?: Company): Promise<{ url: string }> {
    const { url } = await startHub({
      host: '127.0.0.1',
      port: 0,
      db: company?.db ?? ':memory:',
      ...(company && { bus: await busChoiceOf(company.bus, {}), name: company.name }),
      world: WORLD,
      content: 'nothing',
      allowedOrigins: [],
      log: makeLog('warn'),
    });
    hubUrl = url;
    return { url: `${url.replace('http', 'ws')}/v1/worlds/${WORLD}` };
  },
  meter,
  async passed(): Promise<Passed> {
    const { door } = (await (await fetch(`${hubUrl}/metrics`)).json()) as {
      door: { received: Lanes; delivered: Lanes; messagesIn: number; messagesOut: number };
    };
    return {
      statesIn: door.received.state.messages,
      statesOut: door.delivered.state.messages,
      stateBytesOut: door.delivered.state.bytes,
      framesIn: door.messagesIn,
      framesOut: door.messagesOut,
    };
  },
  memory,
};
export type HubServer = typeof handlers;

type Lanes = { readonly state: { readonly messages: number; readonly bytes: number } };

serveRole(handlers);
