/** Entry of the worker that the page's participant runs in. */
import { loadEngine } from '../../dynamics/dynamics.ts';
import { hubOfDoor, hubSite } from '../../platform/hub-site.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { systemRandom } from '../../platform/system-random.ts';
import { connectSocketBus } from '../../transports/socket/client.ts';
import type { ToPage, ToWorker } from './page-messages.ts';
import { ParticipantHost } from './participant-host.ts';

/** The page's library of types knows windows only. */
interface WorkerScope {
  postMessage(message: ToPage, transfer: readonly ArrayBuffer[]): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;

const host = new ParticipantHost({
  clock: systemClock,
  random: systemRandom,
  engine: loadEngine,
  wallClockMs: () => Date.now(),
  connect: ({ token, ...address }, report) =>
    connectSocketBus({ ...address, ...(token !== undefined && { token }), clock: systemClock, random: systemRandom, report }),
  site: ({ url, world, token }) => hubSite({ hub: hubOfDoor(url), world, token }),
  post: (message, transfer) => scope.postMessage(message, transfer),
});

scope.onmessage = ({ data }) => host.receive(data);
