import { IconChartLine, IconChevronDown, IconChevronRight, IconLock } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { AgeMark } from '../../controls/age-mark.tsx';
import type { BoardVariable } from '../../link/board-link.ts';
import { usePiece } from '../../page/use-observable.ts';
import { isStale } from '../../quantities/freshness.ts';
import classes from './blackboard.module.css';
import { ageAt, type TimedReading } from './board-watch.ts';
import type { TreeRow } from './name-tree.ts';
import type { RowLook } from './row-look.ts';
import { keyOfTrace, tracesOf } from './traces.ts';
import { useBoard, useReading } from './use-board.ts';
import { valueText } from './value-words.ts';

export interface RowPlace {
  readonly index: number;
  readonly id: string;
  readonly topPx: number;
  readonly heightPx: number;
  readonly isCurrent: boolean;
}

const styleOf = ({ topPx, heightPx }: RowPlace, depth: number): CSSProperties =>
  ({ top: topPx, height: heightPx, '--depth': depth }) as CSSProperties;

interface BranchRowProps {
  readonly row: Extract<TreeRow, { kind: 'branch' }>;
  readonly place: RowPlace;
}

export function BranchRow({ row: { path, segment, depth, count, isOpen }, place }: BranchRowProps) {
  return (
    <div
      role="treeitem"
      tabIndex={-1}
      data-index={place.index}
      id={place.id}
      className={classes.row}
      style={styleOf(place, depth)}
      aria-level={depth + 1}
      aria-expanded={isOpen}
      aria-selected={place.isCurrent}
      aria-label={path}
    >
      {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
      <span className={classes.name}>{segment}</span>
      <small>{count}</small>
    </div>
  );
}

interface LeafRowProps {
  readonly row: Extract<TreeRow, { kind: 'leaf' }>;
  readonly place: RowPlace;
  readonly variable: BoardVariable;
  readonly look: RowLook;
}

export function LeafRow({ row: { path, segment, depth }, place, variable, look }: LeafRowProps) {
  const { reading, nowMs } = useReading(path);
  const ageMs = reading && ageAt(reading, nowMs);
  return (
    <div
      role="treeitem"
      tabIndex={-1}
      data-index={place.index}
      id={place.id}
      className={classes.row}
      style={styleOf(place, depth)}
      data-leaf={look}
      data-stale={(reading?.held && isStale(ageMs)) || undefined}
      aria-level={depth + 1}
      aria-selected={place.isCurrent}
      aria-label={path}
    >
      <PlotToggle variable={variable} reading={reading} />
      <span className={classes.name} title={path}>
        {segment}
        {variable.objection !== undefined && <IconLock size={12} role="img" aria-label="read only" />}
      </span>
      <Value variable={variable} reading={reading} />
      <span className={classes.ageCell}>{reading?.held && <Age reading={reading} nowMs={nowMs} />}</span>
      <Writer reading={reading} />
    </div>
  );
}

function PlotToggle({ variable, reading }: { readonly variable: BoardVariable; readonly reading: TimedReading | undefined }) {
  const { log } = useBoard();
  const traces = tracesOf(variable, reading?.held?.value);
  const keys = traces.map(keyOfTrace);
  const isDrawn = usePiece(log.traces, (drawn) => drawn.some((trace) => keys.includes(keyOfTrace(trace))));
  if (traces.length === 0) return <span className={classes.plotToggle} aria-hidden />;
  return (
    <button
      type="button"
      className={classes.plotToggle}
      tabIndex={-1}
      aria-label={`Plot ${variable.name}`}
      aria-pressed={isDrawn}
      title={isDrawn ? 'Plot it no more' : 'Plot'}
      onClick={(event) => {
        event.stopPropagation();
        log.toggle(traces);
      }}
    >
      <IconChartLine size={16} aria-hidden />
    </button>
  );
}

function Value({ variable, reading }: { readonly variable: BoardVariable; readonly reading: TimedReading | undefined }) {
  if (!reading) return <span className={classes.value} />;
  if (!reading.held)
    return (
      <span className={classes.value} data-none>
        nobody wrote it
      </span>
    );
  const { text, unit } = valueText(reading.held.value, variable.unit);
  return (
    <span className={classes.value} title={text}>
      {text}
      {unit !== '' && <small>{unit}</small>}
    </span>
  );
}

export function Age({ reading, nowMs }: { readonly reading: TimedReading; readonly nowMs: number }) {
  const { held } = reading;
  if (!held) return null;
  const basis = held.hops.some((hop) => hop.basis === 'assumed') ? 'assumed' : 'measured';
  return <AgeMark ageMs={ageAt(reading, nowMs)} basis={basis} reason={held.age.kind === 'unknown' ? held.age.reason : undefined} />;
}

function Writer({ reading }: { readonly reading: TimedReading | undefined }) {
  const held = reading?.held;
  return (
    <span className={classes.writer} data-gone={(held && !held.isWriterHere) || undefined}>
      {held && (held.writer === '' ? 'nobody' : held.writer)}
      {held && !held.isWriterHere && held.writer !== '' && ' (gone)'}
    </span>
  );
}
