import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useObservable } from '../../page/use-observable.ts';
import { Plot, type PlotLine } from '../../plot/plot.tsx';
import { scaleAround } from '../../plot/plot-scale.ts';
import { STALE_MS } from '../../quantities/freshness.ts';
import { fixed, MINUS } from '../../quantities/quantities.ts';
import classes from './blackboard.module.css';
import { columnsOf, type DrawnTrace, keyOfTrace, labelOfTrace } from './traces.ts';
import { useBoard } from './use-board.ts';
import { numberText, withUnit } from './value-words.ts';

/** The traces of each unit in one plot: of different ones they would not be on one scale. */
export function BoardPlots({ spanS }: { readonly spanS: number }) {
  const traces = useObservable(useBoard().log.traces);
  const units = [...new Set(traces.map(({ unit }) => unit))];
  const element = useRef<HTMLDivElement>(null);
  // Who asks for a plot wants to see it, and the details above it may fill all the room there is.
  useEffect(() => {
    if (traces.length > 0) element.current?.scrollIntoView({ block: 'nearest' });
  }, [traces.length]);
  return (
    <div ref={element} className={classes.plots}>
      {units.map((unit) => (
        <UnitPlot key={unit} unit={unit} traces={traces} spanS={spanS} />
      ))}
    </div>
  );
}

interface UnitPlotProps {
  readonly unit: string;
  /** All there are. */
  readonly traces: readonly DrawnTrace[];
  readonly spanS: number;
}

function UnitPlot({ unit, traces, spanS }: UnitPlotProps) {
  const { moments, nowMs } = useObservable(useBoard().log.drawing);
  const drawn = useMemo(() => traces.filter((trace) => trace.unit === unit), [traces, unit]);
  const lines = useMemo(() => drawn.flatMap(linesOf), [drawn]);
  const columns = useMemo(() => {
    const shown = moments.filter(({ atMs }) => nowMs - atMs <= spanS * 1000);
    return columnsOf(shown, drawn, nowMs, STALE_MS);
  }, [moments, nowMs, drawn, spanS]);
  const text = useCallback((value: number) => withUnit(numberText(value, unit), unit), [unit]);
  return <Plot title={unit === '' ? 'Without unit' : unit} {...{ lines, columns, text, timeText, scale }} span={spanS} sync="blackboard" />;
}

/** One where it was fresh, one where it was stale. */
const linesOf = (trace: DrawnTrace): PlotLine[] => {
  const line = { id: keyOfTrace(trace), name: labelOfTrace(trace), colour: trace.colour };
  return [line, { ...line, look: 'dashed' }];
};

const LEAST = 0.01;
const scale = (low: number, high: number): readonly [number, number] => scaleAround(low, high, LEAST);

const timeText = (seconds: number): string => {
  if (seconds === 0) return 'now';
  return -seconds % 60 === 0 ? `${MINUS}${-seconds / 60} min` : `${MINUS}${fixed(-seconds, Number.isInteger(seconds) ? 0 : 1)} s`;
};
