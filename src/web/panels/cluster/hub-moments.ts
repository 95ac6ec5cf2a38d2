import type { HubHistory, Hubs, HubsHistory } from '../../../core/api/hubs.ts';

/** What is plotted of a hub. */
export type Figure = Exclude<keyof HubHistory, 'hub'>;
export type HubSample = { readonly [F in Figure]: number | null };

/** What was known of the hubs at one time, by the page's clock. Who was not heard then is not in it. */
export interface Moment {
  readonly atMs: number;
  readonly samples: ReadonlyMap<string, HubSample>;
}

/** So much is shown. */
export const SHOWN_MS: number = 10 * 60_000;
const MS_PER_MINUTE = 60_000;
const SPANS_MIN = [2, 4, 10];

/** The past as a hub remembers it. */
export function momentsOf({ agoMs, hubs }: HubsHistory, nowMs: number): Moment[] {
  return agoMs.map((ago, i) => ({
    atMs: nowMs - ago,
    samples: new Map(hubs.flatMap((history) => (history.participants[i] == null ? [] : [[history.hub, sampleAt(history, i)]]))),
  }));
}

/** The present, as a hub told it just now. */
export function momentOf({ self, hubs }: Hubs, nowMs: number): Moment {
  const links = hubs.find(({ hub }) => hub === self)?.figures?.links ?? [];
  const present = hubs.filter(({ state }) => state === 'here');
  return {
    atMs: nowMs,
    samples: new Map(
      present.map(({ hub, participants, cpuShare, residentBytes, figures }) => [
        hub,
        {
          ...{ participants, cpuShare, residentBytes },
          loopMostMs: figures?.loopMostMs ?? null,
          roundTripMs: links.find((link) => link.hub === hub)?.roundTripMs ?? null,
          messagesPerS: figures ? figures.received.messagesPerS + figures.delivered.messagesPerS : null,
        },
      ]),
    ),
  };
}

/** With one more at the end, and without what is no longer shown. */
export const withMoment = (moments: readonly Moment[], moment: Moment): Moment[] => [
  ...moments.filter(({ atMs }) => moment.atMs - atMs < SHOWN_MS && atMs < moment.atMs),
  moment,
];

/** How many minutes are shown: no more than hold something. */
export function minutesShown(moments: readonly Moment[], nowMs: number): number {
  const pastMs = nowMs - (moments[0]?.atMs ?? nowMs);
  return SPANS_MIN.find((minutes) => minutes * MS_PER_MINUTE >= pastMs) ?? SHOWN_MS / MS_PER_MINUTE;
}

/** As uPlot takes it: minutes before now, then a column for each hub. */
export function columnsOf(moments: readonly Moment[], hubs: readonly string[], figure: Figure, nowMs: number): (number | null)[][] {
  return [
    moments.map(({ atMs }) => (atMs - nowMs) / MS_PER_MINUTE),
    ...hubs.map((hub) => moments.map(({ samples }) => samples.get(hub)?.[figure] ?? null)),
  ];
}

function sampleAt(history: HubHistory, i: number): HubSample {
  const at = (figure: Figure) => history[figure][i] ?? null;
  return {
    participants: at('participants'),
    cpuShare: at('cpuShare'),
    residentBytes: at('residentBytes'),
    loopMostMs: at('loopMostMs'),
    roundTripMs: at('roundTripMs'),
    messagesPerS: at('messagesPerS'),
  };
}
