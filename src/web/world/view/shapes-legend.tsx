import { useComputedColorScheme } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useObservable } from '../../page/use-observable.ts';
import { LOOKS } from '../../scene/look.ts';
import { useRoom } from '../room-context.ts';
import classes from './view.module.css';

const WORDS = [
  ['robot', 'Robots and machines'],
  ['part', 'Parts'],
  ['furniture', 'Furniture'],
] as const;

/** While collision shapes are drawn: which tint stands for what. */
export function ShapesLegend() {
  const shapes = useObservable(useRoom().shapes);
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  if (shapes === 'hidden') return null;
  return (
    <ul className={classes.legend} aria-label="Collision shapes">
      {WORDS.map(([tint, words]) => (
        <li key={tint} style={{ '--tint': LOOKS[theme].shapes[tint] } as CSSProperties}>
          {words}
        </li>
      ))}
    </ul>
  );
}
