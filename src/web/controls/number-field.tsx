import { useState } from 'react';
import { readNumber } from '../quantities/quantities.ts';
import classes from './controls.module.css';

export interface NumberFieldProps {
  readonly label: string;
  /** As it is shown while nobody types: with its unit. */
  readonly text: string;
  readonly prefix?: string;
  readonly isReadOnly?: boolean;
  /** In the unit that is shown. */
  readonly onEnter: (value: number) => void;
}

/** A number that can be typed over: Enter or leaving takes it, Escape does not. */
export function NumberField({ label, text, prefix, isReadOnly, onEnter }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && typed.trim() !== '' && readNumber(typed) === undefined;
  const take = () => {
    const value = typed === undefined ? undefined : readNumber(typed);
    setTyped(undefined);
    if (value !== undefined) onEnter(value);
  };
  return (
    <label className={classes.number} data-readonly={isReadOnly || undefined} data-wrong={isWrong || undefined}>
      {prefix !== undefined && <span className={classes.numberPrefix}>{prefix}</span>}
      <input
        aria-label={label}
        aria-invalid={isWrong || undefined}
        inputMode="decimal"
        readOnly={isReadOnly}
        value={typed ?? text}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
          if (event.key === 'Escape') setTyped(undefined);
        }}
      />
    </label>
  );
}
