import { SegmentedControl } from '@mantine/core';
import { useEffect } from 'react';
import type { BoardValue } from '../../../core/blackboard/value.ts';
import type { SensorKind } from '../../../core/robots/robots.ts';
import { AgeMark } from '../../controls/age-mark.tsx';
import { Failure } from '../../controls/failure.tsx';
import type { ShownOverlays } from '../../guidance/guidance.ts';
import type { SensorReading } from '../../guidance/senses.ts';
import type { EntityInfo } from '../../link/world-link.ts';
import { useObservable } from '../../page/use-observable.ts';
import { angle, fixed } from '../../quantities/quantities.ts';
import { useRoom } from '../../world/room-context.ts';
import classes from './inspector.module.css';

const DRAWN: readonly { readonly value: ShownOverlays['sensors']; readonly label: string }[] = [
  { value: 'none', label: 'Hidden' },
  { value: 'selected', label: 'This robot' },
  { value: 'all', label: 'All on the floor' },
];

/** The sensors of the selected robot, as they are now. Only while this is open, and while they are drawn, they are asked for. */
export function SensorsTab({ info }: { readonly info: EntityInfo }) {
  const room = useRoom();
  const { guidance } = room.guide;
  const { senses } = guidance;
  useEffect(() => senses.list(info.id), [senses, info.id]);
  const shown = useObservable(guidance.shown);
  const readings = useObservable(senses.readings);
  const failure = useObservable(senses.failure);
  const mine = [...readings].filter(([name]) => name.startsWith(`sensors/${info.id}/`));
  return (
    <section className={classes.section} aria-label="Sensors">
      <h3>Drawn in the view</h3>
      <SegmentedControl
        fullWidth
        aria-label="Sensors drawn"
        data={[...DRAWN]}
        value={shown.sensors}
        onChange={(sensors) => guidance.shown.set({ ...shown, sensors: sensors as ShownOverlays['sensors'] })}
      />
      <Failure text={failure} />
      <ul className={classes.sensors}>
        {mine.map(([name, reading]) => (
          <Sensor key={name} reading={reading} />
        ))}
      </ul>
    </section>
  );
}

function Sensor({ reading: { mount, value, ageMs } }: { readonly reading: SensorReading }) {
  return (
    <li>
      <span>
        <strong>{mount.name}</strong>
        {value === undefined ? <span className={classes.unmeasured}>nothing measured yet</span> : <AgeMark ageMs={ageMs} />}
      </span>
      {value !== undefined && <output>{valueWords(mount.kind, value)}</output>}
      {isRanges(value) && <Bars metres={value} rangeM={mount.rangeM} />}
    </li>
  );
}

const isRanges = (value: BoardValue | undefined): value is readonly number[] => Array.isArray(value) && value.length > 3;

function valueWords(kind: SensorKind, value: BoardValue): string {
  if (typeof value === 'boolean') return value ? 'pressed' : 'free';
  if (typeof value === 'number') return kind === 'compass' ? angle(value) : fixed(value, 3);
  if (!Array.isArray(value)) return '';
  if (kind === 'odometry') return `${fixed(value[0] ?? 0, 2)}, ${fixed(value[1] ?? 0, 2)} m, ${angle(value[2] ?? 0)}`;
  return `${value.length === 1 ? '' : 'nearest '}${fixed(Math.min(...value), 2)} m`;
}

const WIDTH = 100;
const HEIGHT = 24;
/** So many bars can be told apart. */
const MOST_BARS = 64;

/** Ranges from left to right, as one looks out of the robot: the nearest of each group of beams. */
function Bars({ metres, rangeM }: { readonly metres: readonly number[]; readonly rangeM: number | undefined }) {
  const most = rangeM ?? Math.max(...metres, 1e-6);
  const count = Math.min(MOST_BARS, metres.length);
  const bars = Array.from({ length: count }, (_, bar) => {
    const [from, to] = [Math.floor((bar * metres.length) / count), Math.floor(((bar + 1) * metres.length) / count)];
    return Math.min(...metres.slice(from, to));
  }).reverse();
  const wide = WIDTH / count;
  const outlines = bars.map((metre, bar) => {
    const high = Math.max(0.5, (HEIGHT * metre) / most);
    return `M${(bar + 0.1) * wide} ${HEIGHT}v${-high}h${0.8 * wide}v${high}z`;
  });
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <path d={outlines.join('')} />
    </svg>
  );
}
