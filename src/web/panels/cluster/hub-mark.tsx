import { tagOf } from '../../theme/palette.ts';
import classes from './cluster.module.css';

/** A hub's line in the plots, and its name. */
export function HubMark({ name, colour }: { readonly name: string; readonly colour: number | undefined }) {
  return (
    <span className={classes.mark}>
      <span aria-hidden style={{ background: tagOf(colour) }} />
      {name}
    </span>
  );
}
