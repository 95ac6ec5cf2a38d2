/**
 * The page's link to a world. The participant runs in a worker (participant-worker.ts, and participant-host.ts where it thinks); page-link.ts is
 * what panels and the 3D view hold of it, by the contract in world-link.ts; page-messages.ts is all that crosses between the two.
 */

import { PageLink, type WorkerEvents, type WorkerPort } from './page-link.ts';
import type { Presence, ToPage, ToWorker } from './page-messages.ts';
import type { EntityInfo, WorldLink } from './world-link.ts';

export * from './board-link.ts';
export { nextFreeColour } from './person-colours.ts';
export * from './world-link.ts';

export interface ConnectOptions {
  /** Of the hub's door: `ws://host:port/v1/worlds/demo`. */
  readonly url: string;
  readonly world: string;
  readonly name: string;
  /** Of the session with the hub. */
  readonly token?: string | undefined;
  /** What `stopAll` stops; everything dynamic when left out, parts that lie around too. */
  readonly isRobot?: ((entity: EntityInfo) => boolean) | undefined;
}

/** Joins a world in a worker of its own. Dispose it to leave. */
export function connectWorldLink({ isRobot = isDynamic, ...address }: ConnectOptions): WorldLink {
  return new PageLink({
    address,
    isRobot,
    startWorker,
    watchPresence,
    nowMs: () => performance.now(),
    wallClockMs: () => Date.now(),
  });
}

const isDynamic = ({ description }: EntityInfo): boolean => description.kind === 'dynamic';

/** For the goodbye to get through; then the worker ends whether it answered or not. */
const GOODBYE_MS = 2500;

function startWorker({ message, broken }: WorkerEvents): WorkerPort {
  const worker = new Worker(new URL('./participant-worker.ts', import.meta.url), { type: 'module', name: 'participant' });
  worker.onmessage = ({ data }: MessageEvent<ToPage>) => message(data);
  worker.onerror = (event) => broken(`This page's participant failed: ${event.message || 'its code could not be loaded'}.`);
  worker.onmessageerror = () => broken("This page's participant said something that cannot be read.");
  return {
    post(sent: ToWorker, transfer) {
      worker.postMessage(sent, [...transfer]);
      if (sent.kind === 'leave') setTimeout(() => worker.terminate(), GOODBYE_MS);
    },
    end: () => worker.terminate(),
  };
}

function watchPresence(tell: (presence: Presence | 'gone') => void): Disposable {
  const look = () => tell(document.visibilityState === 'hidden' ? 'away' : 'here');
  // Kept for the way back, a page may be frozen in the next moment, and is not always hidden first. Otherwise it is closed, and leaves.
  const go = ({ persisted }: PageTransitionEvent) => tell(persisted ? 'away' : 'gone');
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pagehide', go);
  window.addEventListener('pageshow', look);
  look();
  return {
    [Symbol.dispose]() {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pagehide', go);
      window.removeEventListener('pageshow', look);
    },
  };
}
