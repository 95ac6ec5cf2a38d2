import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo, useRef, useState } from 'react';
import type { ModelKind } from '../../core/robots/model.ts';
import type { Mood } from '../controls/chip.tsx';
import { Initials } from '../controls/initials.tsx';
import type { Person } from '../link/world-link.ts';
import { useObservable } from '../page/use-observable.ts';
import { useRowsInView } from '../panels/blackboard/rows-in-view.ts';
import { KindIcon } from '../panels/outliner/kind-icon.tsx';
import { ageText, speed } from '../quantities/quantities.ts';
import { paintOf } from '../theme/palette.ts';
import { personOf } from '../world/control-state.ts';
import { type Robot, speedOf } from './fleet.ts';
import classes from './monitor.module.css';
import type { Monitor } from './monitor.ts';
import type { MonitorVisit } from './monitor-visit.ts';
import { RobotCard } from './robot-card.tsx';
import { isUnsure, wordsOf } from './robot-state.ts';

const ROW_PX = 64;
/** Fewer are found without searching. */
const SEARCHED_FROM = 10;

/** All robots of what is shown, and the selected one in detail. */
export function RobotsPane({ visit }: { readonly visit: MonitorVisit }) {
  const { monitor } = visit;
  const [wanted, setWanted] = useState('');
  useObservable(monitor.samples);
  const robots = robotsOf(monitor);
  const found = robots.filter(({ info }) => info.description.name.toLowerCase().includes(wanted.trim().toLowerCase()));
  const isBuilding = monitor.shown.get().kind === 'building';
  return (
    <aside className={classes.robots} aria-label="Robots">
      <h2>
        Robots
        <small className={classes.total}>
          {robots.length} {isBuilding ? 'in all' : 'on this floor'}
        </small>
      </h2>
      {(robots.length >= SEARCHED_FROM || wanted !== '') && <Search wanted={wanted} onWant={setWanted} />}
      <div className={classes.heads} aria-hidden>
        <span>Robot and state</span>
        <span>Speed</span>
        <span>Age</span>
      </div>
      <Rows monitor={monitor} robots={found} />
      <RobotCard visit={visit} />
    </aside>
  );
}

/** The list changes some times a second, and this does not. */
const Search = memo(function Search({ wanted, onWant }: { readonly wanted: string; readonly onWant: (wanted: string) => void }) {
  return (
    <TextInput
      className={classes.search ?? ''}
      aria-label="Find a robot"
      placeholder="Find a robot"
      leftSection={<IconSearch size={16} aria-hidden />}
      value={wanted}
      onChange={({ currentTarget }) => onWant(currentTarget.value)}
    />
  );
});

/** On the floor that is shown; of the whole building all. */
export function robotsOf({ fleet, shown, floors }: Monitor): readonly Robot[] {
  const at = shown.get();
  return at.kind === 'building' ? fleet.robots : fleet.robots.filter(({ floor }) => floors.get()[floor]?.id === at.floor);
}

function Rows({ monitor, robots }: { readonly monitor: Monitor; readonly robots: readonly Robot[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { first, end } = useRowsInView(scroller, robots.length, ROW_PX);
  const selected = useObservable(monitor.selected);
  const people = useObservable(monitor.people);
  const me = useObservable(monitor.me)?.id;
  return (
    <div ref={scroller} className={classes.rows}>
      {robots.length === 0 && <p className={classes.empty}>No robots here.</p>}
      <div style={{ height: robots.length * ROW_PX, position: 'relative' }}>
        {robots.slice(first, end).map((robot, index) => {
          const { words, mood } = wordsOf(robot.state, people, me);
          return (
            <Row
              key={robot.id}
              monitor={monitor}
              entity={robot.id}
              name={robot.info.description.name}
              colour={robot.info.description.colour}
              kind={monitor.kindOf(robot)}
              topPx={(first + index) * ROW_PX}
              words={words}
              mood={mood}
              speedText={speed(speedOf(robot))}
              ageText={isUnsure(robot.state) ? ageText(robot.info.ageMs) : '< 1 s'}
              isUnsure={isUnsure(robot.state)}
              isSelected={robot.id === selected}
              driver={robot.state.kind === 'driven' ? personOf(people, robot.state.by) : undefined}
            />
          );
        })}
      </div>
    </div>
  );
}

interface RowProps {
  readonly monitor: Monitor;
  readonly entity: string;
  readonly name: string;
  readonly colour: number | undefined;
  readonly kind: ModelKind | undefined;
  readonly topPx: number;
  readonly words: string;
  readonly mood: Mood;
  readonly speedText: string;
  readonly ageText: string;
  readonly isUnsure: boolean;
  readonly isSelected: boolean;
  readonly driver: Person | undefined;
}

const Row = memo(function Row(props: RowProps) {
  const { monitor, entity, name, colour, topPx, words, mood, isSelected, driver } = props;
  return (
    <button
      type="button"
      className={classes.row}
      style={{ height: ROW_PX, top: topPx }}
      aria-pressed={isSelected}
      data-unsure={props.isUnsure || undefined}
      onClick={() => monitor.select(entity)}
      onDoubleClick={() => monitor.follow()}
    >
      <span className={classes.paint} style={{ background: paintOf(colour) }}>
        <KindIcon kind={props.kind} sizePx={18} />
      </span>
      <span className={classes.rowName}>
        <span>
          <strong>{name}</strong>
          {driver && <Initials name={driver.name} label={`driven by ${driver.name}`} colour={driver.colour} sizePx={18} />}
        </span>
        <small data-mood={mood}>{words}</small>
      </span>
      <span className={classes.figure}>{props.speedText}</span>
      <span className={classes.figure} data-mood={props.isUnsure ? 'bad' : 'ok'}>
        {props.ageText}
      </span>
    </button>
  );
});
