import { type RefObject, useEffect, useState } from 'react';

/** `pair`: a row has two lines, where there is no room for all in one. */
export type RowLook = 'line' | 'pair';

const WIDE_PX = 520;

/** By the room the panel has, wherever it stands. */
export function useRowLook(root: RefObject<HTMLElement | null>): RowLook {
  const [look, setLook] = useState<RowLook>('line');
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const resizing = new ResizeObserver(() => setLook(element.clientWidth < WIDE_PX ? 'pair' : 'line'));
    resizing.observe(element);
    return () => resizing.disconnect();
  }, [root]);
  return look;
}
