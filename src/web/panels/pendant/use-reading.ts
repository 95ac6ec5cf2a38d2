import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { listPositions, type PositionList } from '../../../core/programs/taught/position-list.ts';
import type { ObservedText } from '../../texts/observed-text.ts';

/** What the list says at the moment. */
export function useReading(session: ObservedText | undefined): PositionList {
  const subscribe = useCallback((onChange: () => void) => session?.text.subscribe(onChange) ?? (() => undefined), [session]);
  const text = useSyncExternalStore(subscribe, () => session?.text.get() ?? '');
  return useMemo(() => listPositions(text), [text]);
}
