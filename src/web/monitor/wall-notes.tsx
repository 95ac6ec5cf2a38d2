import { useObservable } from '../page/use-observable.ts';
import { clockFace } from '../quantities/quantities.ts';
import type { Robot } from './fleet.ts';
import classes from './monitor.module.css';
import type { MonitorVisit } from './monitor-visit.ts';
import type { RobotState } from './robot-state.ts';

const TOLD: readonly { readonly kinds: readonly RobotState['kind'][]; readonly word: string; readonly mood: string }[] = [
  { kinds: ['stopped'], word: 'stopped', mood: 'bad' },
  { kinds: ['gone', 'stale'], word: 'out of touch', mood: 'bad' },
  { kinds: ['driven'], word: 'driven', mood: 'ok' },
  { kinds: ['moving'], word: 'moving', mood: 'ok' },
  { kinds: ['rest'], word: 'at rest', mood: 'plain' },
];

/** How many robots are in each state, what needs a look first. */
export const countsOf = (robots: readonly Robot[]): readonly { readonly count: number; readonly word: string; readonly mood: string }[] =>
  TOLD.map(({ kinds, word, mood }) => ({ count: robots.filter(({ state }) => kinds.includes(state.kind)).length, word, mood })).filter(
    ({ count }) => count > 0,
  );

/** Over the map on a wall: which world, what time it is there, how its robots are. */
export function WallNotes({ visit, name }: { readonly visit: MonitorVisit; readonly name: string }) {
  const { monitor } = visit;
  useObservable(monitor.samples);
  const floors = useObservable(monitor.floors);
  const shown = useObservable(monitor.shown);
  const floor = shown.kind === 'floor' ? floors.find(({ id }) => id === shown.floor) : undefined;
  return (
    <header className={classes.wallNotes}>
      <h1>
        {name}
        {floor && <small>{floor.name}</small>}
      </h1>
      <span className={classes.wallClock}>{clockFace(monitor.fleet.worldMs).replace(/\.\d$/, '')}</span>
      <ul>
        {countsOf(monitor.fleet.robots).map(({ count, word, mood }) => (
          <li key={word} data-mood={mood}>
            <strong>{count}</strong> {word}
          </li>
        ))}
      </ul>
    </header>
  );
}
