import { useMemo } from 'react';
import { Plot, type PlotLine } from '../../plot/plot.tsx';
import { scaleEnd } from '../../plot/plot-scale.ts';
import { fixed, MINUS, megabytes, perSecond, roundTripText, share } from '../../quantities/quantities.ts';
import classes from './cluster.module.css';
import { columnsOf, type Figure, type Moment } from './hub-moments.ts';

interface PlotEntry {
  readonly figure: Figure;
  readonly title: string;
  /** From zero; it ends at no less than some number, so that noise is not drawn as if it were much. */
  readonly scale: (low: number, high: number) => readonly [number, number];
  readonly text: (value: number) => string;
  /** Only where there are several hubs. */
  readonly isOfLinks?: true;
}

const upTo =
  (least: number): PlotEntry['scale'] =>
  (_, high) => [0, scaleEnd(high, least)];

const PLOTS: readonly PlotEntry[] = [
  { figure: 'cpuShare', title: 'CPU, of a core', scale: upTo(0.1), text: share },
  { figure: 'participants', title: 'Participants', scale: upTo(4), text: (count) => fixed(count, 0) },
  { figure: 'roundTripMs', title: 'Round trip from your hub', scale: upTo(2), text: roundTripText, isOfLinks: true },
  { figure: 'loopMostMs', title: 'Loop delay', scale: upTo(10), text: roundTripText },
  { figure: 'messagesPerS', title: 'Messages', scale: upTo(10), text: perSecond },
  { figure: 'residentBytes', title: 'Memory', scale: upTo(100e6), text: megabytes },
];

export interface PlotsProps {
  readonly hubs: readonly PlotLine[];
  readonly moments: readonly Moment[];
  readonly nowMs: number;
  /** So much of the past is shown. */
  readonly minutes: number;
  /** This page's own hub: there is no way to itself. */
  readonly self: string;
}

/** What the hubs were like in the last minutes. */
export function Plots({ hubs, moments, nowMs, minutes, self }: PlotsProps) {
  const others = useMemo(() => hubs.filter(({ id }) => id !== self), [hubs, self]);
  return (
    <div className={classes.plots}>
      {PLOTS.filter(({ isOfLinks }) => !isOfLinks || others.length > 0).map(({ isOfLinks, ...entry }) => (
        <OnePlot key={entry.figure} {...entry} {...{ moments, nowMs, minutes }} hubs={isOfLinks ? others : hubs} />
      ))}
    </div>
  );
}

type OnePlotProps = PlotEntry & Omit<PlotsProps, 'self'>;

function OnePlot({ figure, title, scale, text, hubs, moments, nowMs, minutes }: OnePlotProps) {
  const columns = useMemo(() => {
    const ids = hubs.map(({ id }) => id);
    return columnsOf(moments, ids, figure, nowMs);
  }, [moments, hubs, figure, nowMs]);
  return <Plot lines={hubs} {...{ title, scale, text, columns, timeText }} span={minutes} sync="cluster" />;
}

const timeText = (minutes: number): string => (minutes === 0 ? 'now' : `${MINUS}${fixed(-minutes, Number.isInteger(minutes) ? 0 : 1)} min`);
