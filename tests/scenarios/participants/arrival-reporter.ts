/**
 * `arrival-reporter.ts URL NAME`: joins and does what its input says, one JSON object a line. It looks at the robots it is told of all the time, and
 * prints at which instant of the machine's clock each is shown to reach its goal. It leaves when its input ends.
 */
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { type ActionDraft, type EntityView, joinWorld, ORIGIN } from '../../../src/library/manyhands.ts';
import { monotonicMs } from '../../processes/started-process.ts';

export type ReporterOrder =
  | { readonly kind: 'insert'; readonly entity: string }
  | { readonly kind: 'command'; readonly entity: string; readonly action: ActionDraft }
  | ({ readonly kind: 'expect' } & Expectation);

/** A robot will move along x, or turn its joint, at a constant speed up to `goal`. */
export interface Expectation {
  readonly entity: string;
  readonly part: 'base' | 'joint';
  readonly goal: number;
  readonly speedPerS: number;
}

export type ReporterLine =
  | { readonly event: 'joined'; readonly id: string }
  | { readonly event: 'obeyed'; readonly order: ReporterOrder; readonly outcome: string }
  | { readonly event: 'clock'; readonly errorMs: number; readonly roundTripMs: number | undefined }
  | Arrival;

export interface Arrival {
  readonly event: 'arrival';
  readonly entity: string;
  readonly goal: number;
  /** When it got there, by where it was shown last and its speed; never before that look nor after the one that saw it there. */
  readonly endMs: number;
  /** When it was first seen to be there. */
  readonly seenMs: number;
}

const LOOK_EVERY_MS = 5;
const CLOCK_EVERY_MS = 500;
/** States carry tenths of a millimetre. */
const THERE = 1e-4;

const print = (line: ReporterLine): void => console.log(JSON.stringify(line));
const [url = '', name = ''] = process.argv.slice(2);
await using world = await joinWorld(url, { name });
const awaited = new Map<string, { expectation: Expectation; last?: { atMs: number; value: number } }>();
print({ event: 'joined', id: world.id });

let isOver = false;
const end = () => {
  isOver = true;
};
process.once('SIGTERM', end);
createInterface({ input: process.stdin })
  .on('line', (line) => void obey(JSON.parse(line) as ReporterOrder))
  .once('close', end);

let toldMs = 0;
while (!isOver) {
  for (const entity of awaited.keys()) look(entity);
  if (monotonicMs() - toldMs > CLOCK_EVERY_MS) {
    toldMs = monotonicMs();
    print({ event: 'clock', errorMs: world.time.clockErrorMs, roundTripMs: world.roundTripMs });
  }
  await pause(LOOK_EVERY_MS);
}

async function obey(order: ReporterOrder): Promise<void> {
  print({ event: 'obeyed', order, outcome: await carryOut(order) });
}

async function carryOut(order: ReporterOrder): Promise<string> {
  switch (order.kind) {
    case 'insert': {
      const joint = { name: 'joint', kind: 'rotation', low: -3, high: 3, speedPerS: 3 } as const;
      await world.insert(
        { name: order.entity, model: 'arm', kind: 'dynamic', dofs: [joint], initial: { pose: ORIGIN, values: [0] } },
        order.entity,
      );
      return 'done';
    }
    case 'command':
      return (await world.command(order.entity, order.action)).kind;
    case 'expect':
      awaited.set(order.entity, { expectation: order });
      return 'done';
  }
}

function look(entity: string): void {
  const wanted = awaited.get(entity);
  const view = world.entity(entity);
  if (!wanted || !view) return;
  const { expectation, last } = wanted;
  const atMs = monotonicMs();
  const value = shown(view, expectation.part);
  const restMs = (atValue: number) => (1000 * Math.abs(expectation.goal - atValue)) / expectation.speedPerS;
  if (Math.abs(value - expectation.goal) > THERE) wanted.last = { atMs, value };
  else if (last) {
    awaited.delete(entity);
    const endMs = Math.min(atMs, last.atMs + restMs(last.value));
    print({ event: 'arrival', entity, goal: expectation.goal, endMs, seenMs: atMs });
  }
}

function shown(view: EntityView, part: Expectation['part']): number {
  return part === 'base' ? view.pose.x : (view.values[0] ?? 0);
}
