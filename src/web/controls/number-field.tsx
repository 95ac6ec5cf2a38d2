import { readNumber } from '../quantities/quantities.ts';
import classes from './controls.module.css';
import { useTypeOver } from './use-type-over.ts';

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
  const { typed, input } = useTypeOver(text, (taken) => {
    const value = readNumber(taken);
    if (value !== undefined) onEnter(value);
  });
  const isWrong = typed !== undefined && typed.trim() !== '' && readNumber(typed) === undefined;
  return (
    <label className={classes.number} data-readonly={isReadOnly || undefined} data-wrong={isWrong || undefined}>
      {prefix !== undefined && <span className={classes.numberPrefix}>{prefix}</span>}
      <input
        aria-label={label}
        aria-invalid={isWrong || undefined}
        inputMode="decimal"
        readOnly={isReadOnly}
        onFocus={(event) => event.currentTarget.select()}
        {...input}
      />
    </label>
  );
}
