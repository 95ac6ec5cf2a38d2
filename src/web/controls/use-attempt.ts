import { useCallback, useEffect, useRef, useState } from 'react';
import { explain } from '../../core/base/errors.ts';

export interface Attempt {
  readonly isRunning: boolean;
  /** Why the last try failed, for the place where it was started. */
  readonly failure: string | undefined;
  /** Runs it unless one runs already. What it throws, or the text it resolves to, is the failure; anything else is success. */
  readonly run: (action: () => Promise<unknown>) => void;
  readonly clear: () => void;
}

export function useAttempt(): Attempt {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const running = useRef(false);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  const run = useCallback((action: () => Promise<unknown>) => {
    if (running.current) return;
    running.current = true;
    setRunning(true);
    setFailure(undefined);
    const end = (text: string | undefined) => {
      running.current = false;
      if (!mounted.current) return;
      setRunning(false);
      setFailure(text);
    };
    action().then(
      (result) => end(typeof result === 'string' ? result : undefined),
      (error: unknown) => end(explain(error)),
    );
  }, []);
  const clear = useCallback(() => setFailure(undefined), []);
  return { isRunning, failure, run, clear };
}
