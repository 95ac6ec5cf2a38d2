import type { HubCard, HubHistory, HubsHistory } from '../../core/api/hubs.ts';
import { type Clock, every } from '../../core/base/clock.ts';

const SAMPLE_MS = 2000;
/** So much is remembered of the hubs. */
export const HISTORY_MS: number = 10 * 60_000;

type Sample = { readonly [F in Exclude<keyof HubHistory, 'hub'>]: number | null };

interface Moment {
  readonly atMs: number;
  /** By hub. Who was not heard is not in it. */
  readonly samples: ReadonlyMap<string, Sample>;
}

const NO_SAMPLE: Sample = {
  participants: null,
  cpuShare: null,
  residentBytes: null,
  loopMostMs: null,
  roundTripMs: null,
  messagesPerS: null,
};

/** What this hub heard of all hubs in the last ten minutes. */
export class ClusterHistory implements Disposable {
  readonly #clock: Clock;
  readonly #hubs: () => { readonly self: string; readonly hubs: readonly HubCard[] };
  readonly #sampling: Disposable;
  #moments: readonly Moment[] = [];

  constructor(clock: Clock, hubs: () => { readonly self: string; readonly hubs: readonly HubCard[] }) {
    this.#clock = clock;
    this.#hubs = hubs;
    this.#sampling = every(clock, SAMPLE_MS, () => this.#sample());
  }

  get all(): HubsHistory {
    const nowMs = this.#clock.now();
    const hubs = [...new Set(this.#moments.flatMap(({ samples }) => [...samples.keys()]))].sort();
    return {
      agoMs: this.#moments.map(({ atMs }) => Math.round(nowMs - atMs)),
      hubs: hubs.map((hub) => {
        const samples = this.#moments.map((moment) => moment.samples.get(hub) ?? NO_SAMPLE);
        return {
          hub,
          participants: samples.map(({ participants }) => participants),
          cpuShare: samples.map(({ cpuShare }) => cpuShare),
          residentBytes: samples.map(({ residentBytes }) => residentBytes),
          loopMostMs: samples.map(({ loopMostMs }) => loopMostMs),
          roundTripMs: samples.map(({ roundTripMs }) => roundTripMs),
          messagesPerS: samples.map(({ messagesPerS }) => messagesPerS),
        };
      }),
    };
  }

  [Symbol.dispose](): void {
    this.#sampling[Symbol.dispose]();
  }

  #sample(): void {
    const { self, hubs } = this.#hubs();
    const links = hubs.find(({ hub }) => hub === self)?.figures?.links ?? [];
    const atMs = this.#clock.now();
    const present = hubs.filter(({ state }) => state === 'here');
    const samples = new Map(present.map((card) => [card.hub, sampleOf(card, links)]));
    this.#moments = [...this.#moments.filter((moment) => atMs - moment.atMs < HISTORY_MS), { atMs, samples }];
  }
}

function sampleOf(card: HubCard, links: readonly { readonly hub: string; readonly roundTripMs: number }[]): Sample {
  const { hub, participants, cpuShare, residentBytes, figures } = card;
  return {
    participants,
    cpuShare,
    residentBytes,
    loopMostMs: figures?.loopMostMs ?? null,
    roundTripMs: links.find((link) => link.hub === hub)?.roundTripMs ?? null,
    messagesPerS: figures ? figures.received.messagesPerS + figures.delivered.messagesPerS : null,
  };
}
