import { useEffect, useState } from 'react';
import type { ProgramRuns, RunView } from '../../core/running/running.ts';

/** How it stands with the program of a robot: drawn again when something of it has changed. */
export function useRun(runs: ProgramRuns, robot: string | undefined): RunView | undefined {
  const [view, setView] = useState<RunView>();
  useEffect(() => {
    const look = () => setView(robot === undefined ? undefined : runs.of(robot));
    look();
    const listening = runs.changes.on((change) => {
      if (change.robot === robot) look();
    });
    return () => listening[Symbol.dispose]();
  }, [runs, robot]);
  return view?.robot === robot ? view : undefined;
}

export const isUnderWay = (run: RunView | undefined): run is RunView => run?.phase === 'running' || run?.phase === 'paused';
