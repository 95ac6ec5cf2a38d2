import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import { LineMark } from './line-mark.tsx';
import classes from './plot.module.css';

const HEIGHT_PX = 104;
const AXIS_PX = 58;
const FONT = "11px 'Inter Variable', system-ui, sans-serif";
const DASHES_PX = [4, 4];

export interface PlotLine {
  readonly id: string;
  readonly name: string;
  /** 1 to 12 of the palette. */
  readonly colour: number;
  /** `dashed`: goes on the line of the same name where what it shows is stale, and is not named again. */
  readonly look?: 'dashed';
}

/** How the numbers are drawn. The same object while nothing changes: a plot is made anew with another. */
export interface PlotFrame {
  readonly lines: readonly PlotLine[];
  /** So much of the past is shown, up to now, in the unit of the first column. */
  readonly span: number;
  /** Of a time before now: what stands below the line, and what under the pointer. */
  readonly timeText: (at: number) => string;
  readonly scale: (low: number, high: number) => readonly [number, number];
  readonly text: (value: number) => string;
  /** Plots of one key show the same time under the pointer. */
  readonly sync: string;
}

export interface PlotProps extends PlotFrame {
  readonly title: string;
  /** As uPlot takes it: times before now, then a column for each line. */
  readonly columns: readonly (readonly (number | null)[])[];
}

/** Lines over the last minutes. What is under the pointer, or the newest, stands above it in words. */
export function Plot({ title, lines, columns, span, timeText, scale, text, sync }: PlotProps) {
  const [pointed, setPointed] = useState<number>();
  const scheme = useComputedColorScheme('light');
  const at = pointed ?? (columns[0]?.length ?? 0) - 1;
  const time = pointed === undefined ? undefined : columns[0]?.[pointed];
  const shownOf = (id: string): number | undefined =>
    lines.flatMap((line, i) => (line.id === id ? [columns[i + 1]?.[at] ?? undefined] : [])).find((value) => value !== undefined);
  return (
    <figure className={classes.plot} aria-label={title}>
      <figcaption>
        <span>{title}</span>
        {time != null && <small>{timeText(time)}</small>}
        <span className={classes.readout}>
          {lines.map(({ id, name, colour, look }) => {
            if (look === 'dashed') return null;
            const value = shownOf(id);
            return (
              <span key={id}>
                <LineMark name={name} colour={colour} /> {value === undefined ? '–' : text(value)}
              </span>
            );
          })}
        </span>
      </figcaption>
      <Lines key={scheme} {...{ lines, columns, span, timeText, scale, text, sync }} onPoint={setPointed} />
    </figure>
  );
}

interface LinesProps extends PlotFrame {
  readonly columns: PlotProps['columns'];
  readonly onPoint: (index: number | undefined) => void;
}

/** Made anew with each colour scheme: a canvas knows no variables. */
function Lines({ columns, lines, span, timeText, scale, text, sync, onPoint }: LinesProps) {
  const holder = useRef<HTMLDivElement>(null);
  const drawn = useRef<UPlot>(undefined);
  useEffect(() => {
    if (!holder.current) return;
    const element = holder.current;
    const plot = new UPlot(optionsOf(element, { lines, span, timeText, scale, text, sync }, onPoint), undefined, element);
    drawn.current = plot;
    const resizing = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
    resizing.observe(element);
    return () => {
      resizing.disconnect();
      plot.destroy();
      drawn.current = undefined;
    };
  }, [lines, span, timeText, scale, text, sync, onPoint]);
  // Whenever the plot is made anew the columns are new, too: for other lines, or one moment later.
  useEffect(() => drawn.current?.setData(columns as unknown as UPlot.AlignedData), [columns]);
  return <div ref={holder} style={{ height: HEIGHT_PX }} />;
}

function optionsOf(
  element: HTMLElement,
  { lines, span, timeText, scale, text, sync }: PlotFrame,
  onPoint: LinesProps['onPoint'],
): UPlot.Options {
  const style = getComputedStyle(element);
  const colourOf = (variable: string) => style.getPropertyValue(variable).trim();
  const axis = { stroke: colourOf('--mh-muted'), font: FONT, ticks: { show: false } };
  const grid = { stroke: colourOf('--mh-line'), width: 1 };
  return {
    width: element.clientWidth,
    height: HEIGHT_PX,
    padding: [8, 12, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, sync: { key: sync }, points: { size: 7 } },
    scales: {
      x: { time: false, range: [-span, 0] },
      y: { range: (_, low, high) => [...scale(low ?? 0, high ?? 0)] as [number, number] },
    },
    axes: [
      { ...axis, grid, size: 22, gap: 6, splits: [-span, -span / 2, 0], values: (_, splits) => splits.map(timeText) },
      {
        ...axis,
        grid,
        size: AXIS_PX,
        gap: 6,
        splits: ({ scales: { y } }) => [y?.min ?? 0, ((y?.min ?? 0) + (y?.max ?? 0)) / 2, y?.max ?? 0],
        values: (_, splits) => splits.map((value) => (value === 0 ? '0' : text(value))),
      },
    ],
    series: [
      {},
      ...lines.map(({ name, colour, look }) => ({
        label: name,
        stroke: colourOf(`--mh-tag-${colour}`),
        width: look === 'dashed' ? 1 : 1.75,
        points: { size: 4 },
        ...(look === 'dashed' && { dash: DASHES_PX }),
      })),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
  };
}
