import { Progress } from '@mantine/core';
import { useNow } from '../page/use-observable.ts';
import { MOST_READING_MS } from './body-reader.ts';
import classes from './own-robot.module.css';
import type { ImportStage } from './use-import.ts';

/** How far it is. Nobody knows how long a file takes to understand, so that part shows the time it has left. */
export function ReadingProgress({ stage }: { readonly stage: Extract<ImportStage, { kind: 'loading' | 'parsing' }> }) {
  const nowMs = useNow(200);
  const isLoading = stage.kind === 'loading';
  const share = isLoading ? stage.read / Math.max(1, stage.of) : (nowMs - stage.sinceMs) / MOST_READING_MS;
  const seconds = isLoading ? 0 : Math.max(0, Math.floor((nowMs - stage.sinceMs) / 1000));
  return (
    <div className={classes.progress} role="status">
      <span>
        {isLoading
          ? `Reading files, ${stage.read} of ${stage.of}`
          : `Understanding them, ${seconds} s of at most ${MOST_READING_MS / 1000} s`}
      </span>
      <Progress value={Math.min(100, share * 100)} size={4} aria-label="Progress" />
    </div>
  );
}
