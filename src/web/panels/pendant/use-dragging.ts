import { type PointerEvent, type RefObject, useRef, useState } from 'react';

interface Drag {
  readonly name: string;
  /** What it would come to stand before; undefined: nothing, at the end. */
  readonly before: string | undefined;
}

export interface Dragging {
  readonly dragged: string | undefined;
  readonly before: string | undefined;
  readonly isToEnd: boolean;
  start(event: PointerEvent<HTMLElement>, name: string): void;
  move(event: PointerEvent<HTMLElement>): void;
  end(): void;
  cancel(): void;
}

/** Rows under a finger or a mouse. Rows are elements with `data-name`; each of them may go before another, or to the end. */
export function useDragging(list: RefObject<HTMLElement | null>, onMove: (name: string, before: string | undefined) => void): Dragging {
  const [drag, setDrag] = useState<Drag>();
  // Where it was let go of may not have been drawn yet.
  const latest = useRef<Drag>(undefined);
  const put = (next: Drag | undefined) => {
    latest.current = next;
    setDrag(next);
  };
  const beforeAt = (yPx: number): string | undefined => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-name]') ?? [])];
    return rows.find((row) => {
      const { top, height } = row.getBoundingClientRect();
      return yPx < top + height / 2;
    })?.dataset.name;
  };
  return {
    dragged: drag?.name,
    before: drag?.before,
    isToEnd: drag !== undefined && drag.before === undefined,
    start: (event, name) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      put({ name, before: name });
    },
    move: ({ clientY }) => latest.current && put({ ...latest.current, before: beforeAt(clientY) }),
    end: () => {
      const { current } = latest;
      put(undefined);
      if (current && current.before !== current.name) onMove(current.name, current.before);
    },
    cancel: () => put(undefined),
  };
}
