import { type RefObject, useEffect, useState } from 'react';
import type { BoardReading } from '../../link/board-link.ts';
import { usePiece } from '../../page/use-observable.ts';
import type { Room } from '../../world/room.ts';
import { type BoardState, BoardWatch } from '../blackboard/board-watch.ts';

export const CELL_FLAGS = 10;
export const cellFlag = (flag: number): string => `cell/flag/${flag}`;

const LOADING: BoardState = { kind: 'loading' };
const NOT_YET = { get: () => LOADING, subscribe: () => () => undefined };

/** The blackboard, for as long as the element can be seen; of it the values that are named. */
export function useFlagBoard({ link }: Room, element: RefObject<HTMLElement | null>, names: readonly string[]): BoardState {
  const [watch, setWatch] = useState<BoardWatch>();
  useEffect(() => {
    let isOnScreen = true;
    const begun = new BoardWatch({
      board: link.board,
      nowMs: () => performance.now(),
      isSeen: () => isOnScreen && document.visibilityState === 'visible',
    });
    setWatch(begun);
    const observer = new IntersectionObserver(([entry]) => {
      isOnScreen = entry?.isIntersecting ?? true;
    });
    if (element.current) observer.observe(element.current);
    return () => {
      observer.disconnect();
      begun[Symbol.dispose]();
    };
  }, [link, element]);
  const key = names.join(' ');
  useEffect(() => {
    watch?.show(key.split(' '));
    watch?.hurry();
  }, [watch, key]);
  return usePiece(watch?.state ?? NOT_YET, (state) => state);
}

/** All are 0 until somebody sets them. */
export function flagValue(held: BoardReading['held']): number {
  return held?.value.type === 'number' ? held.value.value : 0;
}
