import type { ReactNode } from 'react';
import { addressOf, type Destination } from '../router/router.ts';
import classes from './bar.module.css';
import { Mark } from './mark.tsx';
import { usePage } from './page-context.ts';

/** At the top of every screen of a world: the way to all worlds first. Stop comes last, so that it is always in the same corner. */
export function Bar({ children }: { readonly children: ReactNode }) {
  return (
    <header className={classes.bar}>
      <Way to={{ kind: 'lobby' }} label="All worlds" look="mark">
        <Mark />
      </Way>
      <Divider />
      {children}
    </header>
  );
}

export function Divider() {
  return <span className={classes.divider} />;
}

export interface WayProps {
  readonly to: Destination;
  readonly label: string;
  readonly look: 'mark' | 'title' | 'crumb';
  readonly children: ReactNode;
}

/** A link to another screen, which the page goes to without loading itself again. */
export function Way({ to, label, look, children }: WayProps) {
  const { router } = usePage();
  return (
    <a
      className={classes.way}
      data-look={look}
      href={addressOf(to)}
      aria-label={label}
      onClick={(event) => {
        event.preventDefault();
        router.go(to);
      }}
    >
      {children}
    </a>
  );
}
