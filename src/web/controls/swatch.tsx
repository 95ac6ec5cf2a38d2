import { paintOf } from '../theme/palette.ts';
import classes from './controls.module.css';

/** A robot's paint: robots are square, people are round. */
export function Swatch({ colour }: { readonly colour: number | undefined }) {
  return <span className={classes.swatch} aria-hidden style={{ background: paintOf(colour) }} />;
}
