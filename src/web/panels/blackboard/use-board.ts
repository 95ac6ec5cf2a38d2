import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { usePiece } from '../../page/use-observable.ts';
import { useRoom } from '../../world/room-context.ts';
import { type BoardKnown, type BoardState, BoardWatch, type TimedReading } from './board-watch.ts';
import { type TraceLog, traceLogOf } from './trace-log.ts';

/** What the parts of the panel share. */
export interface Board {
  readonly watch: BoardWatch;
  readonly log: TraceLog;
}

export const BoardContext = createContext<Board | undefined>(undefined);

export function useBoard(): Board {
  const board = useContext(BoardContext);
  if (!board) throw new Error('a part of the blackboard was drawn outside of its panel');
  return board;
}

/** Looks for as long as the panel is open, and only while the element can be seen: not behind another tab. */
export function useBoardWatch(element: RefObject<HTMLElement | null>): Board | undefined {
  const { link } = useRoom();
  const [board, setBoard] = useState<Board>();
  const isOnScreen = useRef(true);
  useEffect(() => {
    const log = traceLogOf(link);
    const watch = new BoardWatch({
      board: link.board,
      nowMs: () => performance.now(),
      isSeen: () => isOnScreen.current && document.visibilityState === 'visible',
      onLook: (known) => log.take(known, Date.now()),
    });
    setBoard({ watch, log });
    const observer = new IntersectionObserver(([entry]) => {
      isOnScreen.current = entry?.isIntersecting ?? true;
    });
    if (element.current) observer.observe(element.current);
    return () => {
      observer.disconnect();
      watch[Symbol.dispose]();
    };
  }, [link, element]);
  return board;
}

const knownOf = (state: BoardState): BoardKnown | undefined => (state.kind === 'known' ? state : undefined);

/** Drawn again with every look. */
export function useReading(name: string): { readonly reading: TimedReading | undefined; readonly nowMs: number } {
  const known = usePiece(useBoard().watch.state, knownOf);
  return { reading: known?.readings.get(name), nowMs: known?.nowMs ?? 0 };
}
