import type { ReactNode } from 'react';
import classes from './controls.module.css';

export type Mood = 'ok' | 'warn' | 'bad' | 'plain';

/** A state in a word, with a dot: colour is never the only sign. */
export function Chip({ mood, children }: { readonly mood: Mood; readonly children: ReactNode }) {
  return (
    <span className={classes.chip} data-mood={mood}>
      <span className={classes.dot} aria-hidden />
      {children}
    </span>
  );
}
