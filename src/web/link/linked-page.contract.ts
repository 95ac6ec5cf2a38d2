import { loadEngine } from '../../dynamics/dynamics.ts';
import { hubOfDoor, hubSite } from '../../platform/hub-site.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { systemRandom } from '../../platform/system-random.ts';
import { connectSocketBus } from '../../transports/socket/client.ts';
import { PageLink } from './page-link.ts';
import type { Presence, ToPage, WorldAddress } from './page-messages.ts';
import { ParticipantHost } from './participant-host.ts';

/** A page and its participant without a browser: the same two halves, with structured clones and transfers between them, in one process. */
export class LinkedPage implements AsyncDisposable {
  readonly link: PageLink;
  readonly #host: ParticipantHost;
  readonly #left: Promise<void>;
  #tellPresence: (presence: Presence) => void = () => {};

  constructor(address: WorldAddress) {
    let hear: (message: ToPage) => void = () => {};
    let left = () => {};
    this.#left = new Promise((resolve) => {
      left = resolve;
    });
    this.#host = new ParticipantHost({
      clock: systemClock,
      random: systemRandom,
      engine: loadEngine,
      wallClockMs: () => Date.now(),
      connect: ({ token, ...rest }, report) =>
        connectSocketBus({ ...rest, ...(token !== undefined && { token }), clock: systemClock, random: systemRandom, report }),
      site: ({ url, world, token }) => hubSite({ hub: hubOfDoor(url), world, token }),
      post: (message, transfer) => {
        const cloned = structuredClone(message, { transfer: [...transfer] });
        setImmediate(() => hear(cloned));
      },
    });
    this.link = new PageLink({
      address,
      isRobot: ({ description }) => description.kind === 'dynamic',
      nowMs: () => performance.now(),
      wallClockMs: () => Date.now(),
      watchPresence: (tell) => {
        this.#tellPresence = tell;
        tell('here');
        return { [Symbol.dispose]: () => {} };
      },
      startWorker: (events) => {
        hear = (message) => events.message(message);
        return {
          post: (message, transfer) => {
            const cloned = structuredClone(message, { transfer: [...transfer] });
            setImmediate(() => this.#host.receive(cloned));
          },
          end: left,
        };
      },
    });
  }

  setPresence(presence: Presence): void {
    this.#tellPresence(presence);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.link[Symbol.dispose]();
    await this.#left;
  }
}
