import type { ReactNode } from 'react';
import classes from './controls.module.css';

/** What can be done about what a sentence says, as its words. */
export function WordButton({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" className={classes.words} onClick={onClick}>
      {children}
    </button>
  );
}
