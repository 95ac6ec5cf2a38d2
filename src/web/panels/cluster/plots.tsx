import { fixed, megabytes, perSecond, roundTripText, share } from '../../quantities/quantities.ts';
import classes from './cluster.module.css';
import type { Figure, Moment } from './hub-moments.ts';
import { Plot, type PlottedHub } from './plot.tsx';

interface PlotEntry {
  readonly figure: Figure;
  readonly title: string;
  /** The scale ends at no less, so that noise is not drawn as if it were much. */
  readonly least: number;
  readonly text: (value: number) => string;
  /** Only where there are several hubs. */
  readonly isOfLinks?: true;
}

const PLOTS: readonly PlotEntry[] = [
  { figure: 'cpuShare', title: 'CPU, of a core', least: 0.1, text: share },
  { figure: 'participants', title: 'Participants', least: 4, text: (count) => fixed(count, 0) },
  { figure: 'roundTripMs', title: 'Round trip from your hub', least: 2, text: roundTripText, isOfLinks: true },
  { figure: 'loopMostMs', title: 'Loop delay', least: 10, text: roundTripText },
  { figure: 'messagesPerS', title: 'Messages', least: 10, text: perSecond },
  { figure: 'residentBytes', title: 'Memory', least: 100e6, text: megabytes },
];

export interface PlotsProps {
  readonly hubs: readonly PlottedHub[];
  readonly moments: readonly Moment[];
  readonly nowMs: number;
  /** So much of the past is shown. */
  readonly minutes: number;
  /** This page's own hub: there is no way to itself. */
  readonly self: string;
}

/** What the hubs were like in the last minutes. */
export function Plots({ hubs, moments, nowMs, minutes, self }: PlotsProps) {
  const others = hubs.filter(({ hub }) => hub !== self);
  return (
    <div className={classes.plots}>
      {PLOTS.filter(({ isOfLinks }) => !isOfLinks || others.length > 0).map(({ figure, title, least, text, isOfLinks }) => (
        <Plot key={figure} {...{ figure, title, least, text, moments, nowMs, minutes }} hubs={isOfLinks ? others : hubs} />
      ))}
    </div>
  );
}
