import { useObservable } from '../page/use-observable.ts';
import { duration, timelineMark } from '../quantities/quantities.ts';
import { paintOf } from '../theme/palette.ts';
import { nameOf } from './control-state.ts';
import type { Span } from './journal/journal.ts';
import { useRoom } from './room-context.ts';
import { scaleUpTo } from './timeline-scale.ts';
import classes from './world-page.module.css';

const LANES = 3;

/** A bar in the robot's paint for each time it was driven; a red mark for each Stop. */
export function Timeline() {
  const { link, journal } = useRoom();
  const time = useObservable(link.time);
  const { spans, stops } = useObservable(journal);
  const entities = useObservable(link.entities);
  const people = useObservable(link.people);
  if (!time) return <div className={classes.timeline} />;
  const { endMs, marksMs } = scaleUpTo(time.worldMs);
  const percent = (worldMs: number) => `${(Math.min(1, Math.max(0, worldMs / endMs)) * 100).toFixed(3)}%`;
  const lanes = lanesOf(spans);
  const describe = ({ entity, driver, fromWorldMs, toWorldMs }: Span) =>
    `${nameOf(people, driver)} drove ${entities.get(entity)?.description.name ?? entity} for ${duration((toWorldMs ?? time.worldMs) - fromWorldMs)}`;
  return (
    <div className={classes.timeline} role="img" aria-label={`Timeline: robots were driven ${spans.length} times, ${stops.length} stops`}>
      <div className={classes.lanes}>
        {spans.map((span) => (
          <span
            key={`${span.entity} ${span.fromWorldMs}`}
            className={classes.span}
            title={describe(span)}
            style={{
              top: 4 + (lanes.get(span.entity) ?? 0) * 6,
              left: percent(span.fromWorldMs),
              width: percent((span.toWorldMs ?? time.worldMs) - span.fromWorldMs),
              background: paintOf(entities.get(span.entity)?.description.colour),
            }}
          />
        ))}
        {stops.map(({ entity, stopId, by, worldMs }) => (
          <span
            key={`${entity} ${stopId}`}
            className={classes.stopMark}
            title={`${nameOf(people, by)} stopped ${entities.get(entity)?.description.name ?? entity}`}
            style={{ left: percent(worldMs) }}
          />
        ))}
        <span className={classes.now} style={{ left: percent(time.worldMs) }} />
      </div>
      <div className={classes.marks}>
        {marksMs.map((mark) => (
          <span key={mark} style={{ left: percent(mark) }}>
            {timelineMark(mark)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Each robot keeps its lane; when there are more robots than lanes, they share. */
function lanesOf(spans: readonly Span[]): Map<string, number> {
  const lanes = new Map<string, number>();
  for (const { entity } of spans) if (!lanes.has(entity)) lanes.set(entity, lanes.size % LANES);
  return lanes;
}
