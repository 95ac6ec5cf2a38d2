import { Button } from '@mantine/core';
import { IconHandStop, IconSteeringWheel, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Outcome } from '../../core/world/world.ts';
import { Failure } from '../controls/failure.tsx';
import { HoldButton } from '../controls/hold-button.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import { FREE, type LeaseState, type Leases, type SeenStop } from '../driving/driving.ts';
import type { EntityInfo, Person, WorldLink } from '../link/world-link.ts';
import { useNow, useObservable, usePiece } from '../page/use-observable.ts';
import { duration } from '../quantities/quantities.ts';
import { firstNameOf } from '../world/control-state.ts';
import classes from './phone.module.css';

export interface LeaseStripProps {
  readonly link: WorldLink;
  readonly leases: Leases;
  readonly robot: EntityInfo;
  /** Why the stick was refused. */
  readonly refusal: string | undefined;
}

/** Who has the robot, and the one thing to do about it. */
export function LeaseStrip({ link, leases, robot, refusal }: LeaseStripProps) {
  const lease = usePiece(leases.states, (states) => states.get(robot.id) ?? FREE);
  const stop = usePiece(leases.stops, (stops) => stops.get(robot.id));
  const people = useObservable(link.people);
  const attempt = useAttempt();
  const run = (deed: () => Promise<Outcome>) =>
    attempt.run(async () => {
      const outcome = await deed();
      return outcome.kind === 'done' ? undefined : outcome.reason;
    });
  return (
    <div className={classes.strips} aria-live="polite">
      {stop ? (
        <Stopped stop={stop} people={people} onRearm={() => run(() => link.rearm(robot.id, stop.id))} />
      ) : (
        <Held robot={robot} lease={lease} leases={leases} people={people} run={run} />
      )}
      {lease.kind === 'mine' && lease.asking.map((asker) => <Asker key={asker} {...{ asker, robot, leases, people, run }} />)}
      <Failure text={attempt.failure ?? refusal} />
    </div>
  );
}

type Run = (deed: () => Promise<Outcome>) => void;

function Held({
  robot,
  lease,
  leases,
  people,
  run,
}: {
  robot: EntityInfo;
  lease: LeaseState;
  leases: Leases;
  people: readonly Person[];
  run: Run;
}) {
  useNow(1000);
  const name = <strong>{robot.description.name}</strong>;
  const ask = (holder: string) => <Act label={`Ask ${firstNameOf(people, holder)}`} onAct={() => run(() => leases.ask(robot.id))} />;
  switch (lease.kind) {
    case 'free':
      return <Strip icon={<IconSteeringWheel size={18} />}>{name} is free. Touch the stick to drive.</Strip>;
    case 'mine':
      return (
        <Strip
          look="mine"
          icon={<IconSteeringWheel size={18} />}
          act={<Act label="Release" onAct={() => run(() => leases.release(robot.id))} />}
        >
          You are driving {name}
        </Strip>
      );
    case 'theirs':
      return (
        <Strip icon={<IconUser size={18} />} act={ask(lease.holder)}>
          {firstNameOf(people, lease.holder)} drives {name}
          {lease.forcedFor !== undefined && `: ${lease.forcedFor}`}
        </Strip>
      );
    case 'asked':
      return (
        <Strip look="waiting" icon={<IconUser size={18} />} act={<Act label="Cancel" onAct={() => run(() => leases.cancel(robot.id))} />}>
          Asked {firstNameOf(people, lease.holder)}, {duration(performance.now() - lease.sinceMs)}
          {lease.ahead > 0 && `, ${lease.ahead} before you`}
        </Strip>
      );
    case 'refused':
      return (
        <Strip look="waiting" icon={<IconUser size={18} />} act={<Act label="OK" onAct={() => leases.dismiss(robot.id)} />}>
          {firstNameOf(people, lease.holder)} keeps {name} for now
        </Strip>
      );
    case 'taken':
      return (
        <Strip look="waiting" icon={<IconUser size={18} />} act={<Act label="OK" onAct={() => leases.dismiss(robot.id)} />}>
          {firstNameOf(people, lease.holder)} took {name}: {lease.reason}
        </Strip>
      );
  }
}

function Stopped({ stop, people, onRearm }: { stop: SeenStop; people: readonly Person[]; onRearm: () => void }) {
  const at = new Date(stop.seenAtMs).toLocaleTimeString('en-GB');
  return (
    <Strip look="stopped" icon={<IconHandStop size={18} />} act={<HoldButton onHeld={onRearm}>Re-arm</HoldButton>}>
      Stopped by {firstNameOf(people, stop.by)}, {at}
    </Strip>
  );
}

function Asker({
  asker,
  robot,
  leases,
  people,
  run,
}: {
  asker: string;
  robot: EntityInfo;
  leases: Leases;
  people: readonly Person[];
  run: Run;
}) {
  const acts = (
    <>
      <Act label="Hand over" onAct={() => run(() => leases.grant(robot.id, asker))} />
      <Act label="Refuse" onAct={() => run(() => leases.refuse(robot.id, asker))} />
    </>
  );
  return (
    <Strip look="waiting" icon={<IconUser size={18} />} act={acts}>
      <strong>{firstNameOf(people, asker)}</strong> asks for it
    </Strip>
  );
}

type Look = 'plain' | 'mine' | 'waiting' | 'stopped';

function Strip({ look = 'plain', icon, act, children }: { look?: Look; icon: ReactNode; act?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.strip} data-look={look}>
      <span className={classes.stripIcon} aria-hidden>
        {icon}
      </span>
      <span className={classes.stripText}>{children}</span>
      {act}
    </div>
  );
}

const Act = ({ label, onAct }: { label: string; onAct: () => void }) => (
  <Button variant="default" onClick={onAct}>
    {label}
  </Button>
);
