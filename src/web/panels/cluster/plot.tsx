import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import UPlot from 'uplot';
import { duration, MINUS } from '../../quantities/quantities.ts';
import classes from './cluster.module.css';
import { HubMark } from './hub-mark.tsx';
import { columnsOf, type Figure, type Moment } from './hub-moments.ts';
import { scaleEnd } from './plot-scale.ts';

const HEIGHT_PX = 104;
const AXIS_PX = 58;
const FONT = "11px 'Inter Variable', system-ui, sans-serif";

export interface PlottedHub {
  readonly hub: string;
  readonly name: string;
  /** 1 to 12 of the palette. */
  readonly colour: number;
}

export interface PlotProps {
  readonly figure: Figure;
  readonly title: string;
  readonly least: number;
  readonly text: (value: number) => string;
  readonly hubs: readonly PlottedHub[];
  readonly moments: readonly Moment[];
  readonly nowMs: number;
  readonly minutes: number;
}

/** One figure of all hubs over the last minutes. What is under the pointer, or the newest, stands above it in words. */
export function Plot({ figure, title, least, text, hubs, moments, nowMs, minutes }: PlotProps) {
  const [pointed, setPointed] = useState<number>();
  const scheme = useComputedColorScheme('light');
  const columns = useMemo(() => {
    const ids = hubs.map(({ hub }) => hub);
    return columnsOf(moments, ids, figure, nowMs);
  }, [moments, hubs, figure, nowMs]);
  const at = pointed ?? moments.length - 1;
  const momentMs = moments[at]?.atMs;
  return (
    <figure className={classes.plot} aria-label={title}>
      <figcaption>
        <span>{title}</span>
        {pointed !== undefined && momentMs !== undefined && <small>{duration(nowMs - momentMs)} ago</small>}
        <span className={classes.readout}>
          {hubs.map(({ hub, name, colour }, i) => {
            const value = columns[i + 1]?.[at] ?? undefined;
            return (
              <span key={hub}>
                <HubMark name={name} colour={colour} /> {value === undefined ? '–' : text(value)}
              </span>
            );
          })}
        </span>
      </figcaption>
      <Lines key={scheme} {...{ hubs, least, text, minutes, columns }} onPoint={setPointed} />
    </figure>
  );
}

interface LinesProps extends Drawing {
  readonly hubs: readonly PlottedHub[];
  readonly columns: readonly (readonly (number | null)[])[];
}

/** Made anew with each colour scheme: a canvas knows no variables. */
function Lines({ hubs, least, text, minutes, columns, onPoint }: LinesProps) {
  const holder = useRef<HTMLDivElement>(null);
  const drawn = useRef<UPlot>(undefined);
  useEffect(() => {
    if (!holder.current) return;
    const element = holder.current;
    const plot = new UPlot(optionsOf(element, hubs, { least, text, minutes, onPoint }), undefined, element);
    drawn.current = plot;
    const resizing = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
    resizing.observe(element);
    return () => {
      resizing.disconnect();
      plot.destroy();
      drawn.current = undefined;
    };
  }, [hubs, least, text, minutes, onPoint]);
  // Whenever the plot is made anew the columns are new, too: for other hubs, or one moment later.
  useEffect(() => drawn.current?.setData(columns as unknown as UPlot.AlignedData), [columns]);
  return <div ref={holder} style={{ height: HEIGHT_PX }} />;
}

interface Drawing {
  readonly least: number;
  readonly minutes: number;
  readonly text: (value: number) => string;
  readonly onPoint: (index: number | undefined) => void;
}

function optionsOf(element: HTMLElement, hubs: readonly PlottedHub[], { least, text, minutes, onPoint }: Drawing): UPlot.Options {
  const style = getComputedStyle(element);
  const colourOf = (variable: string) => style.getPropertyValue(variable).trim();
  const axis = { stroke: colourOf('--mh-muted'), font: FONT, ticks: { show: false } };
  const grid = { stroke: colourOf('--mh-line'), width: 1 };
  return {
    width: element.clientWidth,
    height: HEIGHT_PX,
    padding: [8, 12, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, sync: { key: 'cluster' }, points: { size: 7 } },
    scales: {
      x: { time: false, range: [-minutes, 0] },
      y: { range: (_, __, most) => [0, scaleEnd(most ?? 0, least)] },
    },
    axes: [
      {
        ...axis,
        grid,
        size: 22,
        gap: 6,
        splits: [-minutes, -minutes / 2, 0],
        values: (_, splits) => splits.map((at) => (at === 0 ? 'now' : `${MINUS}${-at} min`)),
      },
      {
        ...axis,
        grid,
        size: AXIS_PX,
        gap: 6,
        splits: (plot) => [0, (plot.scales.y?.max ?? 0) / 2, plot.scales.y?.max ?? 0],
        values: (_, splits) => splits.map((value) => (value === 0 ? '0' : text(value))),
      },
    ],
    series: [
      {},
      ...hubs.map(({ name, colour }) => ({ label: name, stroke: colourOf(`--mh-tag-${colour}`), width: 1.75, points: { size: 4 } })),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
  };
}
