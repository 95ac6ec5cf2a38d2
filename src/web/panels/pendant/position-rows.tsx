import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { ListChange, ListedPosition } from '../../../core/programs/taught/position-list.ts';
import { taughtColumns } from '../../../core/programs/taught/position-now.ts';
import type { Model } from '../../../core/robots/model.ts';
import { Failure } from '../../controls/failure.tsx';
import type { EntityInfo } from '../../link/world-link.ts';
import classes from './pendant.module.css';
import { PositionRow } from './position-row.tsx';
import { useDragging } from './use-dragging.ts';
import { shortName, unitSign } from './value-text.ts';

export interface PositionRowsProps {
  readonly info: EntityInfo;
  readonly model: Model;
  readonly positions: readonly ListedPosition[];
  readonly selected: string | undefined;
  readonly select: (name: string | undefined) => void;
  /** Whose name is being typed. */
  readonly renamed: string | undefined;
  readonly rename: (name: string | undefined) => void;
  readonly change: (change: ListChange) => string | undefined;
  readonly mayWrite: boolean;
}

/** All positions of a list, in its order, which can be changed by dragging and by keys. */
export function PositionRows({ info, model, positions, selected, select, renamed, rename, change, mayWrite }: PositionRowsProps) {
  const list = useRef<HTMLOListElement>(null);
  const [failure, setFailure] = useState<string>();
  const [told, setTold] = useState('');
  const refocus = useRef<string>(undefined);
  const columns = taughtColumns(model);
  const names = positions.map(({ name }) => name);
  const tell = (wish: ListChange) => setFailure(change(wish));
  const move = (name: string, before: string | undefined) => {
    tell({ kind: 'move', name, before });
    const rest = names.filter((each) => each !== name);
    const place = before === undefined ? rest.length : rest.indexOf(before);
    setTold(`${name} is now ${place + 1} of ${names.length}`);
  };
  const dragging = useDragging(list, move);
  /** By one place. */
  const shift = (name: string, by: -1 | 1) => {
    const at = names.indexOf(name);
    if (at + by < 0 || at + by >= names.length) return;
    refocus.current = name;
    move(name, by < 0 ? names[at - 1] : names[at + 2]);
  };
  useEffect(() => {
    // A row that is put elsewhere in the page loses the focus.
    if (refocus.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(refocus.current)}"]`)?.focus();
    refocus.current = undefined;
  });
  return (
    <div className={classes.table} style={{ '--columns': columns.length } as CSSProperties}>
      <div className={classes.columns} aria-hidden>
        <span />
        <span>Name</span>
        <span>Note</span>
        {columns.map((column) => (
          <span key={column.name} title={column.name}>
            {shortName(column)} {unitSign(column)}
          </span>
        ))}
      </div>
      <ol ref={list} className={classes.rows} aria-label="Taught positions" data-drop-end={dragging.isToEnd || undefined}>
        {positions.map((position) => (
          <PositionRow
            key={position.name}
            {...{ info, model, columns, position, mayWrite, dragging, shift }}
            isSelected={position.name === selected}
            onSelect={() => select(position.name)}
            isRenamed={position.name === renamed && mayWrite}
            onAskName={() => rename(position.name)}
            onRename={(to) => {
              rename(undefined);
              if (to === undefined) return;
              const refusal = change({ kind: 'rename', name: position.name, to });
              setFailure(refusal);
              if (refusal === undefined) select(to);
            }}
            onChange={tell}
            onStep={(by) => step(list.current, by)}
          />
        ))}
      </ol>
      <Failure text={failure} />
      <p className={classes.told} role="status">
        {told}
      </p>
    </div>
  );
}

/** To the row above or below. */
function step(list: HTMLOListElement | null, by: -1 | 1): void {
  const names = [...(list?.querySelectorAll<HTMLElement>('[data-row-name]') ?? [])];
  const at = names.findIndex((name) => name.closest('li')?.contains(document.activeElement));
  names[at + by]?.focus();
}
