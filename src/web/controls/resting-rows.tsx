import { useEffect, useState } from 'react';
import classes from './controls.module.css';

const PATIENCE_MS = 300;

/** All different, as names are. */
const widths = (count: number): string[] => Array.from({ length: count }, (_, row) => `${(68 - ((row * 17) % 40) - row / 10).toFixed(1)}%`);

/** The shape of the rows that are coming, at rest; only once they have kept us waiting. */
export function RestingRows({ count, heightPx }: { readonly count: number; readonly heightPx: number }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <div role="status" aria-label="Loading">
      {widths(count).map((width) => (
        <div key={width} className={classes.restingRow} style={{ height: heightPx }}>
          <span />
          <span style={{ width }} />
        </div>
      ))}
    </div>
  );
}
