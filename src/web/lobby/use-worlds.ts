import { useCallback, useEffect, useState } from 'react';
import type { WorldList } from '../../core/api/http.ts';
import { explain } from '../../core/base/errors.ts';
import { usePage } from '../page/page-context.ts';

export type WorldsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly list: WorldList }
  | { readonly kind: 'failed'; readonly reason: string };

const ASK_AGAIN_MS = 5000;

/** The worlds of this hub, asked again every few seconds while somebody looks. */
export function useWorlds({ isAllowed }: { readonly isAllowed: boolean }): { readonly state: WorldsState; readonly refresh: () => void } {
  const { hub } = usePage();
  const [state, setState] = useState<WorldsState>({ kind: 'loading' });
  const refresh = useCallback(() => {
    hub.worlds().then(
      (list) => setState({ kind: 'ready', list }),
      (error: unknown) => setState({ kind: 'failed', reason: explain(error) }),
    );
  }, [hub]);
  useEffect(() => {
    if (!isAllowed) return;
    refresh();
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isAllowed, refresh]);
  return { state, refresh };
}
