import { SegmentedControl } from '@mantine/core';
import { IconDownload, IconEraser, IconPlayerPauseFilled, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { RestingRows } from '../../controls/resting-rows.tsx';
import { TipButton } from '../../controls/tip-button.tsx';
import { download } from '../../page/download.ts';
import { useObservable } from '../../page/use-observable.ts';
import classes from './blackboard.module.css';
import { csvOf } from './traces.ts';
import { useBoard } from './use-board.ts';

const BoardPlots = lazy(async () => ({ default: (await import('./board-plots.tsx')).BoardPlots }));

const SPANS_S = [30, 120, 600] as const;
const SPAN_NAMES: Readonly<Record<(typeof SPANS_S)[number], string>> = { 30: '30 s', 120: '2 min', 600: '10 min' };

/** What is plotted, with what can be done to all plots at once. */
export function Traces() {
  const { log } = useBoard();
  const traces = useObservable(log.traces);
  const isPaused = useObservable(log.isPaused);
  const [spanS, setSpanS] = useState<(typeof SPANS_S)[number]>(30);
  if (traces.length === 0) return null;
  const exportTable = () => {
    const name = `blackboard ${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.csv`;
    download(name, new Blob([csvOf(log.drawing.get().moments, traces)], { type: 'text/csv' }));
  };
  return (
    <section className={classes.traces} aria-label="Plots">
      <div className={classes.traceTools}>
        <SegmentedControl
          aria-label="How much of the past"
          value={String(spanS)}
          data={SPANS_S.map((span) => ({ value: String(span), label: SPAN_NAMES[span] }))}
          onChange={(value) => setSpanS(SPANS_S.find((span) => String(span) === value) ?? 30)}
        />
        <span className={classes.traceButtons}>
          <TipButton label={isPaused ? 'Go on' : 'Pause'} isPressed={isPaused} onClick={() => log.togglePause()}>
            {isPaused ? <IconPlayerPlay size={18} /> : <IconPlayerPauseFilled size={18} />}
          </TipButton>
          <TipButton label="Clear" onClick={() => log.clear()}>
            <IconEraser size={18} />
          </TipButton>
          <TipButton label="Export as CSV" onClick={exportTable}>
            <IconDownload size={18} />
          </TipButton>
          <TipButton label="Plot nothing" onClick={() => log.toggle(traces)}>
            <IconX size={18} />
          </TipButton>
        </span>
      </div>
      <Suspense fallback={<RestingRows count={3} heightPx={36} />}>
        <BoardPlots spanS={spanS} />
      </Suspense>
    </section>
  );
}
