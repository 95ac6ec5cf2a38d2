import { IconPlugConnectedX, IconWifi } from '@tabler/icons-react';
import { MOST_ROUND_TRIP_MS } from '../driving/driving.ts';
import type { EntityInfo, WorldLink } from '../link/world-link.ts';
import { useNow, useObservable } from '../page/use-observable.ts';
import { freshnessOf, isStale } from '../quantities/freshness.ts';
import { ageText, duration } from '../quantities/quantities.ts';
import classes from './phone.module.css';

/** How far what is shown can be trusted: over the view, at the right. */
export function ViewNotes({ link, robot }: { readonly link: WorldLink; readonly robot: EntityInfo }) {
  const roundTripMs = useObservable(link.time)?.roundTripMs;
  return (
    <ul className={classes.notes}>
      <li data-mood={freshnessOf(robot.ageMs)}>
        <span className={classes.dot} aria-hidden />
        Age {ageText(robot.ageMs)}
        {isStale(robot.ageMs) && ', stale'}
      </li>
      {roundTripMs !== undefined && (
        <li data-mood={roundTripMs > MOST_ROUND_TRIP_MS ? 'bad' : 'plain'}>
          <IconWifi size={16} aria-hidden />
          Latency {ageText(roundTripMs)}
        </li>
      )}
    </ul>
  );
}

/** The link is lost, or there is none. */
export function LinkStrip({ link }: { readonly link: WorldLink }) {
  const status = useObservable(link.status);
  useNow(1000);
  switch (status.kind) {
    case 'open':
    case 'joining':
      return null;
    case 'lost':
      return (
        <p className={classes.offline} role="status">
          <IconPlugConnectedX size={18} aria-hidden />
          <span>Connection lost {duration(performance.now() - status.sinceMs)} ago. Trying again.</span>
        </p>
      );
    case 'refused':
      return (
        <p className={classes.offline} role="alert" data-look="refused">
          <IconPlugConnectedX size={18} aria-hidden />
          <span>{status.reason}</span>
          <button type="button" onClick={() => link.again()}>
            Try again
          </button>
        </p>
      );
  }
}
