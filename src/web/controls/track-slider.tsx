import type { CSSProperties } from 'react';
import classes from './controls.module.css';

export interface TrackSliderProps {
  readonly label: string;
  readonly low: number;
  readonly high: number;
  readonly value: number;
  /** The bar begins here: at zero when that is in range, else at the lower end. */
  readonly from?: number;
  readonly step?: number;
  readonly valueText: string;
  readonly isReadOnly?: boolean;
  readonly onChange: (value: number) => void;
  readonly onStart?: () => void;
}

/** A native range, so that keys, touch and screen readers work as everywhere; the bar is drawn behind it. */
export function TrackSlider({ label, low, high, value, from = low, step, valueText, isReadOnly, onChange, onStart }: TrackSliderProps) {
  const shareOf = (at: number) => (high > low ? Math.min(1, Math.max(0, (at - low) / (high - low))) : 0);
  const [start, end] = [shareOf(from), shareOf(value)];
  const style = { '--start': Math.min(start, end), '--end': Math.max(start, end), '--zero': start } as CSSProperties;
  return (
    <span className={classes.track} style={style} data-zero={(start > 0 && start < 1) || undefined}>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={valueText}
        min={low}
        max={high}
        step={step ?? (high - low) / 1000}
        value={Math.min(high, Math.max(low, value))}
        disabled={isReadOnly}
        onPointerDown={onStart}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </span>
  );
}
