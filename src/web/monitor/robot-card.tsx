import { Button } from '@mantine/core';
import { IconCube, IconCurrentLocation, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { AgeMark } from '../controls/age-mark.tsx';
import { Chip } from '../controls/chip.tsx';
import { StopButton } from '../controls/stop-button.tsx';
import { Swatch } from '../controls/swatch.tsx';
import { TipButton } from '../controls/tip-button.tsx';
import { GoalBox } from '../guidance/goal-box.tsx';
import { usePage } from '../page/page-context.ts';
import { useObservable } from '../page/use-observable.ts';
import { angle, fixed, speed, turnSpeed } from '../quantities/quantities.ts';
import { nameOf, ownerName } from '../world/control-state.ts';
import { speedOf } from './fleet.ts';
import classes from './monitor.module.css';
import type { MonitorVisit } from './monitor-visit.ts';
import { wordsOf } from './robot-state.ts';

/** The selected robot in figures. */
export function RobotCard({ visit }: { readonly visit: MonitorVisit }) {
  const { monitor } = visit;
  useObservable(monitor.samples);
  const robot = monitor.fleet.get(useObservable(monitor.selected));
  const people = useObservable(monitor.people);
  const me = useObservable(monitor.me)?.id;
  if (!robot) return null;
  const { words, mood } = wordsOf(robot.state, people, me);
  const { name, colour } = robot.info.description;
  const driver = robot.info.control.driver ?? robot.info.control.lease?.holder;
  return (
    <section className={classes.card} aria-label={`Selected: ${name}`}>
      <header>
        <Swatch colour={colour} />
        <strong>{name}</strong>
        <Chip mood={mood}>{words}</Chip>
        <Close visit={visit} />
      </header>
      <dl>
        <Figure name="Pose" value={`${fixed(robot.x, 1)}, ${fixed(robot.y, 1)} m, ${angle(robot.yawRad)}`} />
        <Figure name="Speed" value={speed(speedOf(robot))} />
        <Figure name="Turning" value={turnSpeed(robot.turnRadPerS)} />
        <Figure name="Floor" value={monitor.floors.get()[robot.floor]?.name ?? ''} />
        <Figure name="Driven by" value={driver === undefined ? 'Nobody' : driver === me ? 'You' : nameOf(people, driver)} />
        <Figure name="Moved by" value={ownerName(robot.info, people)} />
        <div>
          <dt>Age</dt>
          <dd>
            <AgeMark ageMs={robot.info.ageMs} />
          </dd>
        </div>
      </dl>
      <Deeds visit={visit} entity={robot.id} name={name} />
    </section>
  );
}

interface DeedsProps {
  readonly visit: MonitorVisit;
  readonly entity: string;
  readonly name: string;
}

const Close = memo(function Close({ visit }: Pick<DeedsProps, 'visit'>) {
  return (
    <TipButton label="Select nothing" keys="Esc" onClick={() => visit.monitor.select(undefined)}>
      <IconX size={16} />
    </TipButton>
  );
});

/** Figures change some times a second, and what can be done with the robot does not. */
const Deeds = memo(function Deeds({ visit, entity, name }: DeedsProps) {
  const { monitor, world } = visit;
  const { router } = usePage();
  const isFollowed = useObservable(monitor.following) === 'followed';
  const isPointing = useObservable(monitor.tool) === 'goal';
  return (
    <>
      {visit.canSend && (
        <GoalBox
          guidance={visit.guidance}
          building={visit.site}
          robot={entity}
          isPointing={isPointing}
          onPoint={() => monitor.tool.set(isPointing ? 'select' : 'goal')}
        />
      )}
      <footer>
        <Button
          variant={isFollowed ? 'light' : 'default'}
          aria-pressed={isFollowed}
          leftSection={<IconCurrentLocation size={16} />}
          onClick={() => (isFollowed ? monitor.letGo() : monitor.follow())}
        >
          {isFollowed ? 'Following' : 'Follow'}
        </Button>
        <Button
          variant="default"
          aria-label="Open 3D view there"
          leftSection={<IconCube size={16} />}
          onClick={() => router.go({ kind: 'world', world, layout: undefined, entity })}
        >
          Open 3D view
        </Button>
        <StopButton look="robot" label={`Stop ${name}`} onStop={() => visit.stop(entity)} />
      </footer>
    </>
  );
});

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
