import type { WatchEvent } from './bus.ts';
import { Listener } from './listeners.ts';
import type { SimulatedLinks } from './simulated-links.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import { RECORDS } from './simulated-records.ts';

/** What a watch needs of the network. */
export interface WatchRoute {
  readonly place: string;
  readonly process: SimulatedProcess;
  readonly links: SimulatedLinks;
  /** Tells all records, `synced` and changes, where the records are. */
  readonly follow: (tell: (event: WatchEvent) => void) => Disposable;
  readonly report: (error: unknown) => void;
}

/** A watch of one connection. It lists anew each time it is started. */
export class SimulatedWatch implements Disposable {
  readonly #route: WatchRoute;
  readonly #listener: Listener<WatchEvent>;
  #stream: WatchStream | undefined;

  constructor(route: WatchRoute, handler: (event: WatchEvent) => void) {
    this.#route = route;
    this.#listener = new Listener(handler, route.report);
  }

  start(): void {
    this.stop();
    this.#stream = new WatchStream(this.#route, this.#listener);
  }

  /** The connection is lost, and with it what was under way. */
  stop(): void {
    this.#stream?.[Symbol.dispose]();
    this.#stream = undefined;
  }

  /** The way to or from the records is free again. */
  flow(): void {
    this.#stream?.flow();
  }

  [Symbol.dispose](): void {
    this.#listener[Symbol.dispose]();
    this.stop();
  }
}

/** Reliable and in order while the connection lasts: what cannot get through waits. */
class WatchStream implements Disposable {
  readonly #route: WatchRoute;
  readonly #listener: Listener<WatchEvent>;
  readonly #waiting: WatchEvent[] = [];
  #state: 'to ask' | 'asked' | 'ended' = 'to ask';
  #changes: Disposable | undefined;

  constructor(route: WatchRoute, listener: Listener<WatchEvent>) {
    this.#route = route;
    this.#listener = listener;
    this.flow();
  }

  flow(): void {
    const { place, process, links } = this.#route;
    if (this.#state === 'to ask' && links.carry(place, RECORDS, 'watch', () => this.#list()) === 'under way') this.#state = 'asked';
    for (let event = this.#waiting[0]; event !== undefined; event = this.#waiting[0]) {
      const arrived = event;
      const arrive = () => process.run(() => this.#tell(arrived));
      if (links.carry(RECORDS, place, `watch ${event.kind}`, arrive) === 'blocked') return;
      this.#waiting.shift();
    }
  }

  [Symbol.dispose](): void {
    this.#state = 'ended';
    this.#changes?.[Symbol.dispose]();
  }

  #list(): void {
    if (this.#state === 'ended') return;
    this.#changes = this.#route.follow((event) => {
      this.#waiting.push(event);
      // What is listed at once goes out at once.
      if (this.#changes) this.flow();
    });
    this.flow();
  }

  #tell(event: WatchEvent): void {
    if (this.#state !== 'ended') this.#listener.tell(event);
  }
}
