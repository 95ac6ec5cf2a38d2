import type { Hubs, HubsHistory, HubWord } from '../../core/api/hubs.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { Bus } from '../../core/bus/bus.ts';
import type { Traffic } from '../../transports/socket/traffic.ts';
import { version } from '../version.ts';
import { Cluster } from './cluster.ts';
import { ClusterHistory } from './cluster-history.ts';
import { LoadMeter } from './load-meter.ts';
import { RoundTrips, type RoundTripsOptions } from './round-trips.ts';

export interface CompanyOptions extends Omit<RoundTripsOptions, 'others'> {
  /** Under the hub's own id. */
  readonly bus: Bus;
  readonly life: string;
  readonly clock: Clock;
  readonly company: 'alone' | 'among others';
  /** What goes on at this hub's door. */
  readonly door: () => Pick<HubWord, 'url' | 'participants' | 'room' | 'worlds'>;
  readonly traffic: () => Traffic;
}

/** This hub among the others: what it measures of itself and of the way to them, what they tell, and what all that was like in the last minutes. */
export class Company implements Disposable {
  readonly cluster: Cluster;
  readonly #history: ClusterHistory;
  readonly #parts: readonly Disposable[];

  constructor(options: CompanyOptions) {
    const { clock, door, traffic } = options;
    const startedMs = clock.now();
    const meter = new LoadMeter(clock, traffic);
    const roundTrips = new RoundTrips({ ...options, others: () => this.cluster.others.map(({ hub }) => hub) });
    this.cluster = new Cluster({
      ...options,
      ownLoad: () => {
        const { cpuShare, residentBytes, ...measured } = meter.measure();
        const uptimeS = Math.round((clock.now() - startedMs) / 1000);
        return { ...door(), cpuShare, residentBytes, figures: { version, uptimeS, ...measured, ...roundTrips.figures } };
      },
    });
    this.#history = new ClusterHistory(clock, () => this.cluster.known);
    this.#parts = [this.#history, roundTrips, this.cluster, meter];
  }

  get known(): Hubs {
    return this.cluster.known;
  }

  get history(): HubsHistory {
    return this.#history.all;
  }

  /** Says goodbye: nobody is sent here any more. */
  [Symbol.dispose](): void {
    for (const part of this.#parts) part[Symbol.dispose]();
  }
}
