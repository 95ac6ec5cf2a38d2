import { Button } from '@mantine/core';
import { IconCurrentLocation, IconEye, IconHandStop, IconSteeringWheel, IconTargetArrow } from '@tabler/icons-react';
import { Failure } from '../../controls/failure.tsx';
import { HoldButton } from '../../controls/hold-button.tsx';
import { useAttempt } from '../../controls/use-attempt.ts';
import type { LeaseState } from '../../driving/driving.ts';
import type { EntityInfo } from '../../link/world-link.ts';
import { useNow, useObservable, usePiece } from '../../page/use-observable.ts';
import { duration } from '../../quantities/quantities.ts';
import { nameOf } from '../control-state.ts';
import { failureOf } from '../room-actions.ts';
import { useRoom, useSelected } from '../room-context.ts';
import classes from './view.module.css';

/** What I drive, who asks for it, and what was stopped: top centre, one below the other. */
export function Banners() {
  const room = useRoom();
  const leases = useObservable(room.hands.leases.states);
  const entities = useObservable(room.link.entities);
  const { entity: selected } = useObservable(room.selection);
  const obstacle = useObservable(room.hands.pilot.obstacle);
  const mine = [...leases].flatMap(([id, lease]) => {
    const info = entities.get(id);
    // What is stopped is driven by nobody, whoever holds it.
    return info && lease.kind === 'mine' && !info.control.stop ? [{ info, lease }] : [];
  });
  const isOpen = usePiece(room.link.status, ({ kind }) => kind === 'open');
  // Without a link nobody drives; the strip under the top bar says so.
  if (!isOpen) return null;
  const stopped = selected === undefined ? undefined : entities.get(selected);
  return (
    <div className={classes.banners} aria-live="polite">
      <PlacingBanner />
      <GoalBanner />
      <KnownBanner />
      {mine.slice(0, 3).map(({ info, lease }) => (
        <MyBanner key={info.id} info={info} lease={lease} />
      ))}
      {mine.length > 3 && <div className={classes.banner}>You are driving {mine.length - 3} more</div>}
      {stopped?.control.stop && <StoppedBanner info={stopped} />}
      {mine.length > 0 && obstacle !== undefined && <div className={classes.banner}>{obstacle}</div>}
    </div>
  );
}

/** What the next click puts down. */
function PlacingBanner() {
  const room = useRoom();
  const placed = useObservable(room.placed);
  if (!placed) return null;
  return (
    <div className={classes.banner} data-mine>
      <IconCurrentLocation size={18} aria-hidden />
      <span>
        Click or tap where <strong>{placed.name}</strong> is to stand
      </span>
      <Button size="26px" radius="xl" variant="default" onClick={() => room.place(undefined)}>
        Cancel
      </Button>
    </div>
  );
}

/** What the next press says. */
function GoalBanner() {
  const room = useRoom();
  const tool = useObservable(room.tool);
  const selected = useSelected();
  if (tool !== 'goal' || !selected) return null;
  return (
    <div className={classes.banner} data-mine>
      <IconTargetArrow size={18} aria-hidden />
      <span>
        Press where <strong>{selected.description.name}</strong> is to go; drag for its heading
      </span>
      <Button size="26px" radius="xl" variant="default" onClick={() => room.setTool('select')}>
        Cancel
      </Button>
    </div>
  );
}

/** As whom the building is seen. */
function KnownBanner() {
  const room = useRoom();
  const { known } = room.guide.guidance;
  const robot = useObservable(known.robot);
  const hasSeen = usePiece(known.building, (building) => (building?.floors.length ?? 0) > 0);
  const failure = useObservable(known.failure);
  const name = usePiece(room.link.entities, (entities) =>
    robot === undefined ? undefined : (entities.get(robot)?.description.name ?? robot),
  );
  if (robot === undefined) return null;
  return (
    <>
      <div className={classes.banner}>
        <IconEye size={18} aria-hidden />
        <span>
          As <strong>{name}</strong> knows it{!hasSeen && ': nothing seen yet'}
        </span>
        <Button size="26px" radius="xl" variant="default" onClick={() => known.look(undefined)}>
          As it is
        </Button>
      </div>
      <Failure text={failure} />
    </>
  );
}

function MyBanner({ info, lease }: { readonly info: EntityInfo; readonly lease: Extract<LeaseState, { kind: 'mine' }> }) {
  const room = useRoom();
  const people = useObservable(room.link.people);
  const attempt = useAttempt();
  useNow(1000);
  const { leases } = room.hands;
  return (
    <>
      <div className={classes.banner} data-mine>
        <IconSteeringWheel size={18} aria-hidden />
        <span>
          You are driving <strong>{info.description.name}</strong>
        </span>
        <time>{duration(performance.now() - lease.sinceMs)}</time>
        <Button size="26px" radius="xl" variant="default" onClick={() => attempt.run(async () => failureOf(await leases.release(info.id)))}>
          Release
        </Button>
      </div>
      {lease.asking.map((asker) => (
        <div key={asker} className={classes.banner}>
          <span>
            <strong>{nameOf(people, asker)}</strong> asks for {info.description.name}
          </span>
          <Button size="26px" radius="xl" onClick={() => attempt.run(async () => failureOf(await leases.grant(info.id, asker)))}>
            Hand over
          </Button>
          <Button
            size="26px"
            radius="xl"
            variant="default"
            onClick={() => attempt.run(async () => failureOf(await leases.refuse(info.id, asker)))}
          >
            Refuse
          </Button>
        </div>
      ))}
      <Failure text={attempt.failure} />
    </>
  );
}

function StoppedBanner({ info }: { readonly info: EntityInfo }) {
  const room = useRoom();
  const people = useObservable(room.link.people);
  const attempt = useAttempt();
  const { stop } = info.control;
  if (!stop) return null;
  return (
    <>
      <div className={classes.banner} data-stopped>
        <IconHandStop size={18} aria-hidden />
        <span>
          <strong>{info.description.name}</strong> was stopped by {nameOf(people, stop.by)}
        </span>
        {room.may('operator') && (
          <HoldButton onHeld={() => attempt.run(async () => failureOf(await room.link.rearm(info.id, stop.id)))}>Hold to re-arm</HoldButton>
        )}
      </div>
      <Failure text={attempt.failure} />
    </>
  );
}
