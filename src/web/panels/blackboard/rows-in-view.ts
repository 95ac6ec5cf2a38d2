import { type RefObject, useEffect, useState } from 'react';

/** Above and below, so that nothing is blank while it is scrolled. */
const SPARE_ROWS = 6;

export interface RowsInView {
  readonly first: number;
  /** After the last. */
  readonly end: number;
}

/** Which rows of equal height can be seen in what scrolls; the others are not drawn. */
export function useRowsInView(scroller: RefObject<HTMLElement | null>, count: number, rowPx: number): RowsInView {
  const [seen, setSeen] = useState({ topPx: 0, heightPx: 600 });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () =>
      setSeen((before) => {
        const { scrollTop: topPx, clientHeight: heightPx } = element;
        return before.topPx === topPx && before.heightPx === heightPx ? before : { topPx, heightPx };
      });
    look();
    element.addEventListener('scroll', look, { passive: true });
    const resizing = new ResizeObserver(look);
    resizing.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resizing.disconnect();
    };
  }, [scroller]);
  return rowsBetween(seen.topPx, seen.heightPx, count, rowPx);
}

export function rowsBetween(topPx: number, heightPx: number, count: number, rowPx: number): RowsInView {
  const first = Math.max(0, Math.min(count, Math.floor(topPx / rowPx)) - SPARE_ROWS);
  return { first, end: Math.min(count, Math.ceil((topPx + heightPx) / rowPx) + SPARE_ROWS) };
}
