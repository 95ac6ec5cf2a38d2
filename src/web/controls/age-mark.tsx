import { freshnessOf, isStale } from '../quantities/freshness.ts';
import { ageText } from '../quantities/quantities.ts';
import classes from './controls.module.css';

export interface AgeMarkProps {
  /** Undefined: nobody can say. */
  readonly ageMs: number | undefined;
  /** Why nobody can, for who asks. */
  readonly reason?: string | undefined;
  /** `assumed`: a part of it nobody measured. */
  readonly basis?: 'measured' | 'assumed';
}

/** How old something is: always the number, in the colour of its freshness, and the word when it is stale. */
export function AgeMark({ ageMs, reason, basis = 'measured' }: AgeMarkProps) {
  return (
    <span className={classes.age} data-freshness={freshnessOf(ageMs)} title={reason}>
      <span className={classes.dot} aria-hidden />
      {isStale(ageMs) && ageMs !== undefined && Number.isFinite(ageMs) && <em>stale </em>}
      {basis === 'assumed' && <em>assumed </em>}
      <span>{ageMs === undefined ? 'age unknown' : ageText(ageMs)}</span>
    </span>
  );
}
