/** The parties to a command on bare `ws`: an owner that answers, an operator with a watcher in the same process, and others who only watch. */
import type { WebSocket } from 'ws';
import { between, seededRandom } from '../../src/core/base/random.ts';
import { pause, serveRole } from '../harness/role.ts';
import { COMMAND_BYTES, COMMAND_GAP_MS, openRaw, STATE_BYTES } from './raw-messages.ts';

const random = seededRandom(17);
let operator: WebSocket;
let watcher: WebSocket;

const seenMs = (): Promise<number> => new Promise((resolve) => watcher.once('message', () => resolve(performance.now())));

const handlers = {
  async own({ url }: { url: string }): Promise<void> {
    const socket = await openRaw(`${url}/owner`);
    const state = Buffer.alloc(STATE_BYTES);
    socket.on('message', () => socket.send(state));
  },
  async watch({ url, count }: { url: string; count: number }): Promise<void> {
    for (let i = 0; i < count; i++) (await openRaw(url)).on('message', () => {});
  },
  async operate({ url }: { url: string }): Promise<void> {
    operator = await openRaw(url);
    watcher = await openRaw(url);
  },
  async command(count: number): Promise<Float64Array> {
    const latenciesMs = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const seen = seenMs();
      const startMs = performance.now();
      operator.send(Buffer.alloc(COMMAND_BYTES));
      latenciesMs[i] = (await seen) - startMs;
      await pause(between(random, ...COMMAND_GAP_MS));
    }
    return latenciesMs;
  },
};
export type RawParties = typeof handlers;

serveRole(handlers);
