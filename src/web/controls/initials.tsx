import { initialsOf } from '../scene/palette.ts';
import { tagOf } from '../theme/palette.ts';
import classes from './controls.module.css';

export interface InitialsProps {
  readonly name: string;
  readonly colour: number | undefined;
  readonly sizePx?: number;
  /** `me` has a ring in the accent, `away` is dim. */
  readonly look?: 'plain' | 'me' | 'away';
  /** What a screen reader and the hint say, when it is more than the name. */
  readonly label?: string;
}

/** A person: people are round, robots are square. */
export function Initials({ name, colour, sizePx = 24, look = 'plain', label = name }: InitialsProps) {
  return (
    <span
      className={classes.initials}
      data-look={look}
      role="img"
      aria-label={label}
      title={label}
      style={{ background: tagOf(colour), width: sizePx, height: sizePx, fontSize: Math.round(sizePx * 0.4) }}
    >
      {initialsOf(name)}
    </span>
  );
}
