import { SegmentedControl, Select } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Pose } from '../../core/base/pose.ts';
import { TipButton } from '../controls/tip-button.tsx';
import { useObservable } from '../page/use-observable.ts';
import { fixed } from '../quantities/quantities.ts';
import { countOf } from './floors-pane.tsx';
import classes from './monitor.module.css';
import { MonitorMap } from './monitor-map.ts';
import type { MonitorVisit } from './monitor-visit.ts';

/** The others see where somebody looks: from above, straight down. */
const LOOK_EVERY_MS = 250;
const HIGHEST_M = 20;
const DOWN = { qx: 0, qy: Math.SQRT1_2, qz: 0, qw: Math.SQRT1_2 };
const ZOOM = 1.4;

export interface MapPaneProps {
  readonly visit: MonitorVisit;
  readonly screen: 'desk' | 'wall';
}

export function MapPane({ visit, screen }: MapPaneProps) {
  const host = useRef<HTMLDivElement>(null);
  const motion = useReducedMotion() ? 'reduced' : 'full';
  const [map, setMap] = useState<MonitorMap>();
  const first = useRef({ screen, motion } as const);
  useEffect(() => {
    if (!host.current) return;
    const drawn = new MonitorMap(host.current, visit.monitor, visit.guide, first.current);
    setMap(drawn);
    window.manyhands = { link: visit.link, guidance: visit.guidance, monitor: { placeOf: (entity) => drawn.placeOf(entity) } };
    const looking = setInterval(() => tellWhereOneLooks(visit, drawn), LOOK_EVERY_MS);
    return () => {
      clearInterval(looking);
      drawn[Symbol.dispose]();
    };
  }, [visit]);
  useEffect(() => map?.setOptions({ screen, motion }), [map, screen, motion]);
  return (
    <section className={classes.map} aria-label="Map of the building">
      <div ref={host} className={classes.canvas} role="application" aria-label="Map: arrows move it, plus and minus zoom" />
      {screen === 'desk' && <MapHead visit={visit} />}
      {screen === 'desk' && map && (
        <div className={classes.zoom}>
          <TipButton label="Nearer" keys="+" onClick={() => map.zoom(ZOOM)}>
            <IconPlus size={18} />
          </TipButton>
          <TipButton label="Farther" keys="−" onClick={() => map.zoom(1 / ZOOM)}>
            <IconMinus size={18} />
          </TipButton>
          <TipButton label="All of it" keys="Home" onClick={() => map.fit()}>
            <IconFocusCentered size={18} />
          </TipButton>
        </div>
      )}
      <Notes visit={visit} />
    </section>
  );
}

function tellWhereOneLooks({ link, monitor }: MonitorVisit, map: MonitorMap): void {
  const looked = map.lookedAt;
  if (!looked || link.status.get().kind !== 'open') return;
  const pose: Pose = { x: looked.at[0], y: looked.at[1], z: looked.z + Math.min(HIGHEST_M, looked.highM), ...DOWN };
  link.look({ pose, selected: monitor.selected.get() });
}

/** What is seen, in words; where there is no room for the list of floors, the way to another one. */
function MapHead({ visit }: { readonly visit: MonitorVisit }) {
  const { monitor } = visit;
  useObservable(monitor.samples);
  const floors = useObservable(monitor.floors);
  const shown = useObservable(monitor.shown);
  const number = shown.kind === 'floor' ? floors.findIndex(({ id }) => id === shown.floor) : floors.length === 1 ? 0 : -1;
  const floor = floors[number];
  const { robots } = monitor.fleet;
  const count = floor ? robots.filter((robot) => robot.floor === number).length : robots.length;
  const sizeM = floor && [floor.box.high[0] - floor.box.low[0], floor.box.high[1] - floor.box.low[1]];
  if (floors.length === 0) return null;
  return (
    <div className={classes.mapHead}>
      <h1>{floor?.name ?? 'Whole building'}</h1>
      {floors.length > 1 && (
        <Select
          className={classes.floorChoice ?? ''}
          aria-label="Floor"
          allowDeselect={false}
          data={[{ value: '', label: 'Whole building' }, ...floors.toReversed().map(({ id, name }) => ({ value: id, label: name }))]}
          value={shown.kind === 'floor' ? shown.floor : ''}
          onChange={(id) => monitor.show(id === null || id === '' ? { kind: 'building' } : { kind: 'floor', floor: id })}
        />
      )}
      <span>
        {sizeM ? `${sizeM.map((metres) => fixed(metres, metres % 1 === 0 ? 0 : 1)).join(' × ')} m` : `${floors.length} floors`},{' '}
        {countOf(count)}
      </span>
      <SeenAs visit={visit} />
    </div>
  );
}

/** As whom the building is seen: as it is, or as the selected robot knows it. */
function SeenAs({ visit: { monitor, guidance } }: { readonly visit: MonitorVisit }) {
  const selected = useObservable(monitor.selected);
  const knower = useObservable(guidance.known.robot);
  const robot = monitor.fleet.get(knower ?? selected);
  if (!robot || (knower === undefined && !monitor.goesAbout(robot))) return null;
  return (
    <span className={classes.seenAs}>
      <SegmentedControl
        aria-label="The building"
        data={[
          { value: 'is', label: 'As it is' },
          { value: 'known', label: `As ${robot.info.description.name} knows it` },
        ]}
        value={knower === undefined ? 'is' : 'known'}
        onChange={(seen) => guidance.known.look(seen === 'known' ? robot.id : undefined)}
      />
    </span>
  );
}

/** Loading and empty, in a line over the map. */
function Notes({ visit }: { readonly visit: MonitorVisit }) {
  useObservable(visit.monitor.samples);
  const site = useObservable(visit.site.state);
  const status = useObservable(visit.link.status);
  const known = useObservable(visit.guidance.known.building);
  const failure = useObservable(visit.guidance.known.failure);
  const tool = useObservable(visit.monitor.tool);
  const hasRobots = visit.monitor.fleet.robots.length > 0;
  if (tool === 'goal') return <p className={classes.note}>Press where it is to go; drag for its heading. Esc ends that.</p>;
  if (failure !== undefined) return <p className={classes.note}>{failure}</p>;
  if (known && known.floors.length === 0) return <p className={classes.note}>It has seen nothing yet.</p>;
  if (status.kind === 'joining' || site.kind === 'loading') return <Slow text="Loading the building" />;
  if (site.kind === 'none' && hasRobots) return <p className={classes.note}>No building: robots on a plain floor.</p>;
  if (site.kind === 'none')
    return <p className={classes.note}>No building and no robots yet. Add robots in the 3D view, draw a building in the map editor.</p>;
  if (!hasRobots && status.kind === 'open') return <p className={classes.note}>No robots yet. Add one in the 3D view.</p>;
  return null;
}

const PATIENCE_MS = 300;

/** Said only when it takes its time. */
function Slow({ text }: { readonly text: string }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isShown ? (
    <p className={classes.note} role="status">
      {text}
    </p>
  ) : null;
}
