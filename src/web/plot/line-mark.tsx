import { tagOf } from '../theme/palette.ts';
import classes from './plot.module.css';

/** A line of the plots, and what it is of. */
export function LineMark({ name, colour }: { readonly name: string; readonly colour: number | undefined }) {
  return (
    <span className={classes.mark}>
      <span aria-hidden style={{ background: tagOf(colour) }} />
      {name}
    </span>
  );
}
