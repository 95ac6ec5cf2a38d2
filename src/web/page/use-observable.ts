import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Observable } from '../link/world-link.ts';

export const useObservable = <T>(observable: Observable<T>): T => useSyncExternalStore(observable.subscribe, observable.get);

/** Only a piece of it: a component is drawn again only when that piece changes. `piece` must give the same object for the same value. */
export const usePiece = <T, P>(observable: Observable<T>, piece: (value: T) => P): P =>
  useSyncExternalStore(observable.subscribe, () => piece(observable.get()));

/** The time by the clock on the wall, told once in `everyMs`; for "8 s ago". */
export function useNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
