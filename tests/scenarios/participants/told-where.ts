import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** It does nothing, until it is told to go on. */
export interface Resting {
  readonly event: 'resting';
}

/** Told `go URL` and `rest` on its input: does the same there over and over, with a pause between, until its input ends. Says when it rests. */
export async function goWhereTold(pauseMs: number, act: (url: string, turn: number) => Promise<void>): Promise<void> {
  let target: string | undefined;
  let isOver = false;
  let wake: (() => void) | undefined;
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      target = line.startsWith('go ') ? line.slice('go '.length) : undefined;
      if (target !== undefined) wake?.();
    })
    .once('close', () => {
      isOver = true;
      wake?.();
    });
  process.once('SIGTERM', () => process.exit());
  for (let turn = 0; !isOver; turn++) {
    if (target === undefined) {
      console.log(JSON.stringify({ event: 'resting' } satisfies Resting));
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    } else await act(target, turn);
    await pause(pauseMs);
  }
}
