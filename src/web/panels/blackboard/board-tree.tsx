import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { BoardVariable } from '../../link/board-link.ts';
import { useObservable } from '../../page/use-observable.ts';
import classes from './blackboard.module.css';
import { BranchRow, LeafRow } from './board-rows.tsx';
import { keyOfRow, rowsOf, type TreeRow } from './name-tree.ts';
import type { RowLook } from './row-look.ts';
import { useRowsInView } from './rows-in-view.ts';
import { useBoard } from './use-board.ts';

const ROW_PX: Readonly<Record<RowLook, number>> = { line: 28, pair: 48 };

export interface BoardTreeProps {
  readonly names: readonly string[];
  readonly byName: ReadonlyMap<string, BoardVariable>;
  /** `found`: only some, and all of them to be seen. */
  readonly mode: 'all' | 'found';
  readonly look: RowLook;
  readonly selected: string | undefined;
  readonly onSelect: (name: string | undefined) => void;
  readonly onEdit: () => void;
  /** When there is nothing to list. */
  readonly nothing: ReactNode;
}

/** All names as a tree. Only the rows that can be seen are drawn, and only their values asked for. */
export function BoardTree({ names, byName, mode, look, selected, onSelect, onEdit, nothing }: BoardTreeProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState<string>();
  const id = useId();
  const rowPx = ROW_PX[look];
  const rows = useMemo(() => rowsOf(names, { toggled, isSearching: mode === 'found' }), [names, toggled, mode]);
  const { first, end } = useRowsInView(scroller, rows.length, rowPx);
  useShown(rows, first, end, selected);
  const current = rows.findIndex((row) => keyOfRow(row) === (at ?? `leaf ${selected}`));
  const toggle = (path: string) =>
    setToggled((before) => {
      const next = new Set(before);
      if (!next.delete(path)) next.add(path);
      return next;
    });
  const go = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (!row) return;
    setAt(keyOfRow(row));
    if (row.kind === 'leaf') onSelect(row.path);
    reveal(scroller.current, rows.indexOf(row), rowPx);
  };
  /** Rows have no ears of their own: there may be thousands, and the tree has the keys. */
  const choose = ({ target }: MouseEvent) => {
    const pointed = (target as Element).closest<HTMLElement>('[data-index]')?.dataset.index;
    const row = pointed === undefined ? undefined : rows[Number(pointed)];
    if (!row) return;
    setAt(keyOfRow(row));
    if (row.kind === 'leaf') onSelect(row.path);
    else toggle(row.path);
  };
  const walk = (event: KeyboardEvent) => {
    const pageRows = Math.floor((scroller.current?.clientHeight ?? rowPx) / rowPx);
    if (!step(event.key, { rows, current, pageRows, go, toggle: mode === 'all' ? toggle : () => undefined, onEdit })) return;
    // They must not drive the robot as well.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={scroller}
      className={classes.tree}
      role="tree"
      aria-label="Values by name"
      tabIndex={0}
      aria-activedescendant={current < first || current >= end ? undefined : `${id}${current}`}
      onKeyDown={walk}
      onClick={choose}
    >
      {rows.length === 0 && nothing}
      <div className={classes.rows} style={{ height: rows.length * rowPx }} role="presentation">
        {rows.slice(first, end).map((row, i) => {
          const index = first + i;
          const place = { index, id: `${id}${index}`, topPx: index * rowPx, heightPx: rowPx, isCurrent: index === current };
          const variable = row.kind === 'leaf' ? byName.get(row.path) : undefined;
          if (row.kind === 'branch') return <BranchRow key={keyOfRow(row)} {...{ row, place }} />;
          return variable && <LeafRow key={keyOfRow(row)} {...{ row, place, variable, look }} />;
        })}
      </div>
    </div>
  );
}

/** Tells whose values are wanted: of the rows in view, of what is selected, and of what is plotted. */
function useShown(rows: readonly TreeRow[], first: number, end: number, selected: string | undefined): void {
  const { watch, log } = useBoard();
  const traces = useObservable(log.traces);
  useEffect(() => {
    const shown = new Set(rows.slice(first, end).flatMap(({ kind, path }) => (kind === 'leaf' ? [path] : [])));
    for (const { name } of traces) shown.add(name);
    if (selected !== undefined) shown.add(selected);
    watch.show([...shown]);
  }, [watch, rows, first, end, selected, traces]);
}

interface Steps {
  readonly rows: readonly TreeRow[];
  readonly current: number;
  readonly pageRows: number;
  readonly go: (index: number) => void;
  readonly toggle: (path: string) => void;
  readonly onEdit: () => void;
}

/** The keys of a tree. Whether it was one of them. */
function step(key: string, { rows, current, pageRows, go, toggle, onEdit }: Steps): boolean {
  const row = rows[current];
  switch (key) {
    case 'ArrowDown':
      go(current + 1);
      return true;
    case 'ArrowUp':
      go(current - 1);
      return true;
    case 'PageDown':
      go(current + pageRows);
      return true;
    case 'PageUp':
      go(current - pageRows);
      return true;
    case 'Home':
      go(0);
      return true;
    case 'End':
      go(rows.length - 1);
      return true;
    case 'ArrowRight':
      if (row?.kind === 'branch' && !row.isOpen) toggle(row.path);
      else if (row?.kind === 'branch') go(current + 1);
      return true;
    case 'ArrowLeft':
      if (row?.kind === 'branch' && row.isOpen) toggle(row.path);
      else if (row) go(parentOf(rows, current));
      return true;
    case 'Enter':
      if (row?.kind === 'branch') toggle(row.path);
      else if (row) onEdit();
      return true;
    default:
      return false;
  }
}

function parentOf(rows: readonly TreeRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  for (let at = index - 1; at >= 0; at--) if ((rows[at]?.depth ?? 0) < depth) return at;
  return index;
}

function reveal(scroller: HTMLElement | null, index: number, rowPx: number): void {
  if (!scroller) return;
  const [topPx, bottomPx] = [index * rowPx, (index + 1) * rowPx];
  if (topPx < scroller.scrollTop) scroller.scrollTop = topPx;
  else if (bottomPx > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = bottomPx - scroller.clientHeight;
}
