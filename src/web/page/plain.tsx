import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Mark } from './mark.tsx';
import classes from './page.module.css';
import { usePage } from './page-context.ts';

export interface PlainProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** A screen that says one thing: a card in the middle, and the way back. */
export function Plain({ title, text, children }: PlainProps) {
  const { router } = usePage();
  return (
    <main className={classes.plain}>
      <section className={classes.plainCard}>
        <Mark />
        <h1 className={classes.plainTitle}>{title}</h1>
        <p className={classes.plainText}>{text}</p>
        {children}
        <Button className={classes.plainBack} variant="subtle" onClick={() => router.go({ kind: 'lobby' })}>
          All worlds
        </Button>
      </section>
    </main>
  );
}
