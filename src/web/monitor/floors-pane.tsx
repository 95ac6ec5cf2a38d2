import { Switch, useComputedColorScheme } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { OverlaySwitches } from '../guidance/overlay-switches.tsx';
import { flatContextOf } from '../page/flat-canvas.ts';
import { useObservable } from '../page/use-observable.ts';
import classes from './monitor.module.css';
import type { Layers, Monitor } from './monitor.ts';
import { monitorInkOf } from './monitor-ink.ts';
import type { MonitorVisit } from './monitor-visit.ts';
import { paintMiniature } from './paint-miniature.ts';
import type { MonitorFloor } from './sheet.ts';

const MINIATURE = { widthPx: 160, heightPx: 96 } as const;
/** Of the samples: miniatures change less often than numbers. */
const EVERY = 3;

/** Which floor is seen, and what of it. */
export function FloorsPane({ visit: { monitor, guidance } }: { readonly visit: MonitorVisit }) {
  const floors = useObservable(monitor.floors);
  return (
    <aside className={classes.floors} aria-label="Floors and layers">
      <h2>Floors</h2>
      {floors.length > 1 && <BuildingButton monitor={monitor} />}
      {/* As they stand: the highest on top. */}
      {floors.toReversed().map((floor) => (
        <FloorButton key={floor.id} monitor={monitor} floor={floor} number={floors.indexOf(floor)} isOnly={floors.length === 1} />
      ))}
      <LayerSwitches monitor={monitor} guidance={guidance} />
    </aside>
  );
}

function BuildingButton({ monitor }: { readonly monitor: Monitor }) {
  const isShown = useObservable(monitor.shown).kind === 'building';
  return (
    <button
      type="button"
      className={classes.building}
      aria-pressed={isShown}
      title="The whole building at a glance (B)"
      onClick={() => monitor.show({ kind: 'building' })}
    >
      <IconStack2 size={18} aria-hidden />
      Whole building
    </button>
  );
}

interface FloorButtonProps {
  readonly monitor: Monitor;
  readonly floor: MonitorFloor;
  readonly number: number;
  readonly isOnly: boolean;
}

function FloorButton({ monitor, floor, number, isOnly }: FloorButtonProps) {
  useObservable(monitor.samples);
  const shown = useObservable(monitor.shown);
  const count = monitor.fleet.robots.filter((robot) => robot.floor === number).length;
  const isShown = isOnly || (shown.kind === 'floor' && shown.floor === floor.id);
  return (
    <button
      type="button"
      className={classes.floor}
      aria-pressed={isShown}
      aria-label={`${floor.name}, ${countOf(count)}`}
      onClick={() => monitor.show({ kind: 'floor', floor: floor.id })}
    >
      <span>
        <strong>{floor.name}</strong>
        <small className={classes.count}>{countOf(count)}</small>
      </span>
      <Miniature monitor={monitor} floor={floor} number={number} />
    </button>
  );
}

export const countOf = (robots: number): string => (robots === 0 ? 'no robots' : robots === 1 ? '1 robot' : `${robots} robots`);

function Miniature({ monitor, floor, number }: Omit<FloorButtonProps, 'isOnly'>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    const element = canvas.current;
    const context = element && flatContextOf(element);
    if (!element || !context) return;
    const ratio = Math.min(2, window.devicePixelRatio);
    [element.width, element.height] = [MINIATURE.widthPx * ratio, MINIATURE.heightPx * ratio];
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const ink = { ...monitorInkOf(element, 1), scheme };
    const paint = () => {
      if (monitor.samples.get() % EVERY !== 0) return;
      const robots = monitor.fleet.robots.filter((robot) => robot.floor === number);
      paintMiniature(context, { floor, robots, size: MINIATURE, ink });
    };
    paintMiniature(context, { floor, robots: [], size: MINIATURE, ink });
    return monitor.samples.subscribe(paint);
  }, [monitor, floor, number, scheme]);
  return <canvas ref={canvas} style={{ width: MINIATURE.widthPx, height: MINIATURE.heightPx }} aria-hidden />;
}

const LAYERS: readonly { readonly layer: keyof Layers; readonly label: string }[] = [
  { layer: 'trails', label: 'Trails, last 60 s' },
  { layer: 'robotNames', label: 'Robot names' },
  { layer: 'roomNames', label: 'Room names' },
  { layer: 'roomGraph', label: 'Room graph' },
];

function LayerSwitches({ monitor, guidance }: Pick<MonitorVisit, 'monitor' | 'guidance'>) {
  const layers = useObservable(monitor.layers);
  const site = useObservable(monitor.site);
  return (
    <fieldset className={classes.layers}>
      <legend>Layers</legend>
      <OverlaySwitches guidance={guidance} />
      {LAYERS.filter(({ layer }) => site.kind === 'ready' || !layer.startsWith('room')).map(({ layer, label }) => (
        <Switch
          key={layer}
          size="xs"
          labelPosition="left"
          label={label}
          checked={layers[layer]}
          onChange={({ currentTarget: { checked } }) => monitor.layers.set({ ...layers, [layer]: checked })}
        />
      ))}
    </fieldset>
  );
}
