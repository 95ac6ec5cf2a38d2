/** A process of a bench, seen from inside: it does what the conductor asks over IPC, one question one answer. */
import process from 'node:process';
import { requireNoMishap } from './mishaps.ts';
import type { Answer, Handlers, Question } from './questions.ts';

/** Answers questions by the handler of their name until the conductor goes. Once something went wrong, every answer says so. */
export function serveRole(handlers: Handlers): void {
  process.on('message', (question: Question) => void answer(handlers, question));
  process.on('disconnect', () => process.exit());
}

async function answer(handlers: Handlers, { number, method, argument }: Question): Promise<void> {
  const reply = (outcome: Answer['outcome']) => process.send?.({ number, outcome } satisfies Answer);
  try {
    const handler = handlers[method] as ((argument: unknown) => unknown) | undefined;
    if (handler === undefined) throw new TypeError(`this role does not know ${method}`);
    const result = await handler(argument);
    requireNoMishap();
    reply({ kind: 'result', result });
  } catch (error) {
    // What crosses to another process has no name of its own any more.
    reply({ kind: 'error', error, told: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }
}

/** Milliseconds of the machine's monotonic clock: the same in all processes. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls `tick` with 0, 1, 2, ... at `startMs + n * periodMs` of the machine's clock. A late tick is made at once, but never two without a pause for others. */
export function everyTick(startMs: number, periodMs: number, tick: (number: number) => void): Disposable {
  let number = 0;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    timer = setTimeout(due, Math.max(0, Math.ceil(startMs + number * periodMs - monotonicMs())));
  };
  const due = () => {
    tick(number++);
    if (!isOver) schedule();
  };
  schedule();
  return {
    [Symbol.dispose]: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/** A server runs for days and is measured for seconds: before the first tick it gets this many times as many for so long, to have its code compiled. */
const RUN_IN_RATE = 4;
export const RUN_IN_MS = 3000;

/** Until `startMs`: `runIn` is called more often than the ticks that follow, and with numbers of its own. */
export function runInBefore(startMs: number, periodMs: number, runIn: (number: number) => void): void {
  const runningIn = everyTick(startMs - RUN_IN_MS, periodMs / RUN_IN_RATE, (number) => {
    if (monotonicMs() < startMs) runIn(number);
    else runningIn[Symbol.dispose]();
  });
}

/** As `everyTick`, after running in. */
export function everyTickAfterRunIn(
  startMs: number,
  periodMs: number,
  runIn: (number: number) => void,
  tick: (number: number) => void,
): void {
  runInBefore(startMs, periodMs, runIn);
  everyTick(startMs, periodMs, tick);
}
