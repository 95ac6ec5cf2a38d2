/**
 * `commander.ts URL NAME OWN OTHER`: a well-behaved participant. Joins, inserts the robot OWN, then commands the robot OTHER again and again, and
 * prints how long each command took until its effect was seen, or what went wrong. It leaves when its input ends.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { explain, joinWorld, ORIGIN } from '../../../src/library/manyhands.ts';
import { monotonicMs } from '../../processes/started-process.ts';

export type CommanderLine =
  | { readonly event: 'joined'; readonly id: string }
  | { readonly event: 'trip'; readonly startMs: number; readonly tripMs: number }
  | { readonly event: 'trouble'; readonly what: string };

const PAUSE_MS = 2;

const print = (line: CommanderLine): void => console.log(JSON.stringify(line));
const trouble = (error: unknown): void => print({ event: 'trouble', what: explain(error) });
const [url = '', name = '', own = '', other = ''] = process.argv.slice(2);
let isOver = false;
const end = () => {
  isOver = true;
};
process.once('SIGTERM', end);
process.stdin.resume().once('end', end);

await using world = await joinWorld(url, { name, onError: trouble });
world.onStatus((status) => {
  if (!isOver) trouble(`the link came to be ${JSON.stringify(status)}`);
});
const joint = { name: 'joint', kind: 'rotation', low: -3, high: 3, speedPerS: 3 } as const;
await world.insert({ name: own, model: 'arm', kind: 'dynamic', dofs: [joint], initial: { pose: ORIGIN, values: [0] } }, own);
while (!world.entity(other)?.isLive && !isOver) await pause(PAUSE_MS);
print({ event: 'joined', id: world.id });

for (let turn = 0; !isOver; turn++) {
  const startMs = monotonicMs();
  const outcome = await world.command(other, { kind: 'glide', dof: 0, to: turn % 2 === 0 ? 1 : -1 });
  if (outcome.kind === 'done') print({ event: 'trip', startMs, tripMs: monotonicMs() - startMs });
  else trouble(`command ${turn} was ${outcome.kind}: ${outcome.reason}`);
  await pause(PAUSE_MS);
}
