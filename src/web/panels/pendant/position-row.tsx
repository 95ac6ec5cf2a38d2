import { IconGripVertical, IconMapPinFilled } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ListChange, ListedPosition } from '../../../core/programs/taught/position-list.ts';
import { positionNow, type TaughtColumn } from '../../../core/programs/taught/position-now.ts';
import type { Model } from '../../../core/robots/model.ts';
import { useTypeOver } from '../../controls/use-type-over.ts';
import type { EntityInfo } from '../../link/world-link.ts';
import { readNumber } from '../../quantities/quantities.ts';
import { useSamples } from '../../world/room-context.ts';
import classes from './pendant.module.css';
import type { Dragging } from './use-dragging.ts';
import { STAYS, shortName, unitSign, valueText } from './value-text.ts';

export interface PositionRowProps {
  readonly info: EntityInfo;
  readonly model: Model;
  readonly columns: readonly TaughtColumn[];
  readonly position: ListedPosition;
  readonly isSelected: boolean;
  /** Its name is being typed. */
  readonly isRenamed: boolean;
  readonly mayWrite: boolean;
  readonly dragging: Dragging;
  readonly onSelect: () => void;
  /** Its name is to be typed. */
  readonly onAskName: () => void;
  /** Undefined: it stays as it is. */
  readonly onRename: (to: string | undefined) => void;
  readonly onChange: (change: ListChange) => void;
  /** The focus goes to the row above or below. */
  readonly onStep: (by: -1 | 1) => void;
  /** It goes up or down by one place. */
  readonly shift: (name: string, by: -1 | 1) => void;
}

/** Which way the arrow keys mean. */
const arrowOf = ({ key }: KeyboardEvent): -1 | 1 | undefined => (key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined);

/** Arrow keys would drive the robot: here they do something else. */
const taken = (event: KeyboardEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};

export function PositionRow(props: PositionRowProps) {
  const { info, model, columns, position, isSelected, isRenamed, mayWrite, dragging, onSelect, onAskName, onRename, onChange } = props;
  const { name, note, values } = position;
  const isEdited = isSelected && mayWrite;
  const setValue = (index: number, value: number | null) => {
    const next = Array.from({ length: Math.max(values.length, index + 1) }, (_, each) => values[each] ?? null);
    onChange({ kind: 'values', name, values: next.with(index, value) });
  };
  return (
    <li
      className={classes.row}
      data-name={name}
      data-selected={isSelected || undefined}
      data-dragged={dragging.dragged === name || undefined}
      data-drop={(dragging.before === name && dragging.dragged !== name) || undefined}
    >
      <Handle {...props} />
      <span className={classes.name}>
        {isRenamed ? (
          <NameField name={name} onEnter={onRename} />
        ) : (
          <button
            type="button"
            data-row-name
            aria-pressed={isSelected}
            onClick={onSelect}
            onDoubleClick={onAskName}
            onKeyDown={(event) => walk(event, props)}
          >
            {name}
          </button>
        )}
        <HereMark {...{ info, model, columns, position }} />
      </span>
      {isEdited ? (
        <NoteField name={name} note={note} onEnter={(text) => onChange({ kind: 'note', name, note: text })} />
      ) : (
        <button type="button" tabIndex={-1} className={classes.note} onClick={onSelect}>
          {note}
        </button>
      )}
      <span className={classes.values}>
        {columns.map((column, index) => (
          <span key={column.name} className={classes.value}>
            <small aria-hidden>
              {shortName(column)} {unitSign(column)}
            </small>
            {isEdited ? (
              <ValueField
                label={`${column.name} of ${name}, ${column.unit}`}
                text={valueText(values[index] ?? null, column.unit, 'plain')}
                onEnter={(value) => setValue(index, value)}
              />
            ) : (
              <button type="button" tabIndex={-1} onClick={onSelect}>
                {valueText(values[index] ?? null, column.unit, 'plain')}
              </button>
            )}
          </span>
        ))}
      </span>
    </li>
  );
}

function walk(event: KeyboardEvent, { position, onStep, shift, mayWrite, onAskName }: PositionRowProps): void {
  const by = arrowOf(event);
  if (event.key === 'F2') onAskName();
  if (by === undefined) return;
  taken(event);
  if (event.altKey && mayWrite) shift(position.name, by);
  else onStep(by);
}

/** Dragged, or moved by the arrow keys. */
function Handle({ position: { name }, mayWrite, dragging, shift, onSelect }: PositionRowProps) {
  if (!mayWrite) return <span />;
  return (
    <button
      type="button"
      className={classes.handle}
      data-handle={name}
      aria-label={`Reorder ${name}: arrow up and down`}
      title="Drag, or press arrow up and down"
      onClick={onSelect}
      onPointerDown={(event) => dragging.start(event, name)}
      onPointerMove={dragging.move}
      onPointerUp={dragging.end}
      onPointerCancel={dragging.cancel}
      onKeyDown={(event) => {
        const by = arrowOf(event);
        if (by === undefined) return;
        taken(event);
        shift(name, by);
      }}
    >
      <IconGripVertical size={16} aria-hidden />
    </button>
  );
}

/** So near that nobody could tell: degrees and millimetres. */
const NEAR = 0.5;

/** The robot stands there now. */
function HereMark({ info, model, columns, position: { name, values } }: Pick<PositionRowProps, 'info' | 'model' | 'columns' | 'position'>) {
  const samples = useSamples();
  const now = positionNow(model, { pose: samples.pose(info), values: samples.values(info) });
  const isHere = columns.every((_, index) => {
    const [value, present] = [values[index] ?? null, now[index] ?? 0];
    return value === null || Math.abs(value - present) < NEAR;
  });
  if (!isHere) return null;
  return (
    <span className={classes.here} role="img" aria-label={`It stands at ${name}`} title={`It stands at ${name}`}>
      <IconMapPinFilled size={14} aria-hidden />
    </span>
  );
}

/** Enter or leaving takes it, Escape does not. */
function NameField({ name, onEnter }: { readonly name: string; readonly onEnter: (to: string | undefined) => void }) {
  const [typed, setTyped] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const take = () => onEnter(typed.trim() === name ? undefined : typed.trim());
  return (
    <input
      ref={field}
      className={classes.field}
      aria-label={`Name of ${name}`}
      maxLength={40}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
        if (event.key === 'Escape') onEnter(undefined);
      }}
    />
  );
}

interface NoteFieldProps {
  readonly name: string;
  readonly note: string;
  readonly onEnter: (note: string) => void;
}

function NoteField({ name, note, onEnter }: NoteFieldProps) {
  const { input } = useTypeOver(note, (taken) => {
    if (taken.trim() !== note) onEnter(taken.trim());
  });
  return <input className={classes.field} data-note aria-label={`Note on ${name}`} maxLength={200} placeholder="note" {...input} />;
}

interface ValueFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onEnter: (value: number | null) => void;
}

/** A number, or a dash for what stays as it is. */
function ValueField({ label, text, onEnter }: ValueFieldProps) {
  const { typed, input } = useTypeOver(text, (taken) => {
    const value = typedValue(taken);
    if (taken !== text && value !== undefined) onEnter(value);
  });
  const isWrong = typed !== undefined && typed.trim() !== '' && typedValue(typed) === undefined;
  return (
    <input
      className={classes.field}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      inputMode="decimal"
      title="A number, or - for a joint that stays as it is"
      onFocus={(event) => event.currentTarget.select()}
      {...input}
    />
  );
}

/** Null for a dash. */
const typedValue = (typed: string): number | null | undefined => (['-', STAYS, '−'].includes(typed.trim()) ? null : readNumber(typed));
