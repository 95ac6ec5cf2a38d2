import { Button, Menu, Popover, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Outcome } from '../../../core/world/world.ts';
import { Failure } from '../../controls/failure.tsx';
import { HoldButton } from '../../controls/hold-button.tsx';
import { StopButton } from '../../controls/stop-button.tsx';
import { type Attempt, useAttempt } from '../../controls/use-attempt.ts';
import type { LeaseState } from '../../driving/driving.ts';
import { contactWords } from '../../link/contact-words.ts';
import type { EntityInfo } from '../../link/world-link.ts';
import { useNow, useObservable, usePiece } from '../../page/use-observable.ts';
import { duration, timeOfDayWithSeconds } from '../../quantities/quantities.ts';
import { firstNameOf, nameOf } from '../../world/control-state.ts';
import { failureOf, stopRobot } from '../../world/room-actions.ts';
import { useLease, useRoom, useStop } from '../../world/room-context.ts';
import classes from './inspector.module.css';

/** Stop, and how to get this robot or be rid of it. */
export function ControlFoot({ info }: { readonly info: EntityInfo }) {
  const room = useRoom();
  const lease = useLease(info.id);
  const stop = useStop(info.id);
  const people = useObservable(room.link.people);
  const attempt = useAttempt();
  return (
    <footer className={classes.foot}>
      {stop && (
        <p className={classes.stopLine}>
          Stopped by {nameOf(people, stop.by)}, {timeOfDayWithSeconds(stop.seenAtMs)}
        </p>
      )}
      <ContactLine info={info} />
      <LeaseLine lease={lease} />
      <Failure text={attempt.failure} />
      <div className={classes.footButtons}>
        <StopButton look="robot" label={`Stop ${info.description.name}`} onStop={() => stopRobot(room, info.id)} />
        {stop && room.may('operator') ? (
          <HoldButton onHeld={() => attempt.run(async () => failureOf(await room.link.rearm(info.id, stop.id)))}>Re-arm</HoldButton>
        ) : (
          room.may('operator') && <LeaseButtons info={info} lease={lease} attempt={attempt} />
        )}
      </div>
    </footer>
  );
}

/** Why it stands although it was to go on; once it does. */
function ContactLine({ info: { id, contact } }: { readonly info: EntityInfo }) {
  const { link } = useRoom();
  const other = usePiece(link.entities, (entities) => entities.get(contact?.with ?? '')?.description.name);
  const hasCome = usePiece(link.time, (time) => contact !== undefined && time !== undefined && contact.atMs <= time.worldMs);
  return contact && hasCome ? <p className={classes.leaseLine}>Stopped: {contactWords(id, contact.with, other)}</p> : null;
}

function LeaseLine({ lease }: { readonly lease: LeaseState }) {
  const people = useObservable(useRoom().link.people);
  switch (lease.kind) {
    case 'refused':
      return <p className={classes.leaseLine}>{nameOf(people, lease.holder)} keeps it for now.</p>;
    case 'taken':
      return (
        <p className={classes.leaseLine}>
          {nameOf(people, lease.holder)} took it: {lease.reason}
        </p>
      );
    case 'theirs':
      return lease.forcedFor === undefined ? null : <p className={classes.leaseLine}>Taken for: {lease.forcedFor}</p>;
    case 'free':
    case 'mine':
    case 'asked':
      return null;
  }
}

interface LeaseButtonsProps {
  readonly info: EntityInfo;
  readonly lease: LeaseState;
  readonly attempt: Attempt;
}

function LeaseButtons({ info, lease, attempt }: LeaseButtonsProps) {
  const { leases } = useRoom().hands;
  const people = useObservable(useRoom().link.people);
  useNow(1000);
  const run = (action: () => Promise<Outcome>) => attempt.run(async () => failureOf(await action()));
  switch (lease.kind) {
    case 'free':
      return (
        <Button className={classes.wide} variant="default" onClick={() => run(() => leases.ask(info.id))}>
          Take
        </Button>
      );
    case 'mine':
      return (
        <>
          <HandOver info={info} asking={lease.asking} run={run} />
          <Button variant="default" onClick={() => run(() => leases.release(info.id))}>
            Release
          </Button>
        </>
      );
    case 'asked':
      return (
        <>
          <span className={classes.asked}>Asked, {duration(performance.now() - lease.sinceMs)}</span>
          <Button variant="default" onClick={() => run(() => leases.cancel(info.id))}>
            Cancel
          </Button>
        </>
      );
    case 'theirs':
    case 'refused':
    case 'taken':
      return (
        <>
          <Button variant="default" onClick={() => run(() => leases.ask(info.id))}>
            Ask {firstNameOf(people, lease.holder)}
          </Button>
          <ForcedTake info={info} run={run} />
        </>
      );
  }
}

interface RunProps {
  readonly info: EntityInfo;
  readonly run: (action: () => Promise<Outcome>) => void;
}

function HandOver({ info, asking, run }: RunProps & { readonly asking: readonly string[] }) {
  const room = useRoom();
  const people = useObservable(room.link.people);
  return (
    <Menu position="top">
      <Menu.Target>
        <Button variant="default">Hand over</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {asking.length === 0 ? 'Nobody has asked for it. Release it to let anybody take it.' : 'They have asked for it'}
        </Menu.Label>
        {asking.map((asker) => (
          <Menu.Item key={asker} onClick={() => run(() => room.hands.leases.grant(info.id, asker))}>
            To {nameOf(people, asker)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Taking it from somebody needs a reason, which everybody sees. */
function ForcedTake({ info, run }: RunProps) {
  const { leases } = useRoom().hands;
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setOpen(false);
    run(() => leases.force(info.id, reason.trim()));
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-end" width={280} trapFocus>
      <Popover.Target>
        <Button variant="default" onClick={() => setOpen(!isOpen)}>
          Take
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit}>
          <TextInput
            label={`Why take ${info.description.name} now?`}
            description="Everybody sees the reason, and it is written down."
            maxLength={200}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button type="submit" fullWidth mt={8} disabled={reason.trim() === ''}>
            Take it
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
