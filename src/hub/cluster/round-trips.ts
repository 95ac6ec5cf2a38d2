import type { HubFigures } from '../../core/api/hubs.ts';
import { type Clock, every } from '../../core/base/clock.ts';
import { type Bus, isSilence } from '../../core/bus/bus.ts';
import { subjects } from '../../core/bus/subjects.ts';
import { StoreError } from '../../core/store/store.ts';
import { Probe } from './probe.ts';

const MEASURE_MS = 2000;
const ANSWER_MS = 1500;
const NOTHING = new Uint8Array();

export interface RoundTripsOptions {
  /** Under the hub's own id. */
  readonly bus: Bus;
  readonly clock: Clock;
  /** The other hubs that are there, by id. */
  readonly others: () => readonly string[];
  /** Asks a server of the bus; undefined when the bus has none. */
  readonly askBus: (() => Promise<unknown>) | undefined;
  /** Asks the database for something small. */
  readonly askStore: () => Promise<unknown>;
  readonly report: (error: unknown) => void;
}

/** How far it is to everything that this hub works with: the other hubs, the servers of the bus, the database. */
export class RoundTrips implements Disposable {
  readonly #options: RoundTripsOptions;
  readonly #links = new Map<string, Probe>();
  readonly #bus: Probe | undefined;
  readonly #store: Probe;
  readonly #open: readonly Disposable[];

  constructor(options: RoundTripsOptions) {
    const { bus, clock, askBus, askStore } = options;
    this.#options = options;
    this.#bus = askBus && new Probe(clock, askBus, (error) => this.#unanswered(error));
    this.#store = new Probe(clock, askStore, (error) => this.#unanswered(error));
    this.#open = [
      bus.subscribe(subjects.hubEcho(bus.self), (message) => message.reply(NOTHING)),
      every(clock, MEASURE_MS, () => this.#measure()),
    ];
  }

  get figures(): Pick<HubFigures, 'busRoundTripMs' | 'storeRoundTripMs' | 'links'> {
    const [busMs, storeMs] = [this.#bus?.roundTripMs, this.#store.roundTripMs];
    const links = [...this.#links].flatMap(([hub, { roundTripMs }]) =>
      roundTripMs === undefined ? [] : [{ hub, roundTripMs: hundredths(roundTripMs) }],
    );
    return {
      ...(busMs !== undefined && { busRoundTripMs: hundredths(busMs) }),
      ...(storeMs !== undefined && { storeRoundTripMs: hundredths(storeMs) }),
      links,
    };
  }

  [Symbol.dispose](): void {
    for (const part of this.#open) part[Symbol.dispose]();
  }

  #measure(): void {
    const { bus, clock } = this.#options;
    const others = new Set(this.#options.others());
    for (const hub of this.#links.keys()) if (!others.has(hub)) this.#links.delete(hub);
    for (const hub of others) {
      if (this.#links.has(hub)) continue;
      const ask = () => bus.request(subjects.hubEcho(hub), NOTHING, { timeoutMs: ANSWER_MS });
      this.#links.set(hub, new Probe(clock, ask, (error) => this.#unanswered(error)));
    }
    for (const probe of [...this.#links.values(), this.#bus, this.#store]) void probe?.measure();
  }

  /** That somebody does not answer is what is measured here; whoever needs the answer says so where it is needed. */
  #unanswered(error: unknown): void {
    if (!isSilence(error) && !(error instanceof StoreError)) this.#options.report(error);
  }
}

const hundredths = (ms: number): number => Math.round(ms * 100) / 100;
