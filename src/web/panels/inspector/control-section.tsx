import { AgeMark } from '../../controls/age-mark.tsx';
import { Initials } from '../../controls/initials.tsx';
import type { EntityInfo } from '../../link/world-link.ts';
import { useObservable, usePiece } from '../../page/use-observable.ts';
import { ageText } from '../../quantities/quantities.ts';
import { ownerName, personOf } from '../../world/control-state.ts';
import { useRoom } from '../../world/room-context.ts';
import classes from './inspector.module.css';

/** Who drives it, who simulates it, and how fresh what we see of it is. */
export function ControlSection({ info }: { readonly info: EntityInfo }) {
  const room = useRoom();
  const people = useObservable(room.link.people);
  const roundTripMs = usePiece(room.link.time, (time) => time?.roundTripMs);
  const me = usePiece(room.link.me, (person) => person?.id);
  const holder = info.control.lease?.holder ?? info.control.driver;
  const driver = holder === undefined ? undefined : personOf(people, holder);
  return (
    <section className={classes.section} data-ruled>
      <h3>Control and link</h3>
      <dl className={classes.facts}>
        <dt>Driven by</dt>
        <dd>
          {driver && <Initials name={driver.name} colour={driver.colour} sizePx={20} />}
          {holder === undefined ? (info.isWorking ? 'Its own program' : 'Nobody') : holder === me ? 'You' : (driver?.name ?? holder)}
        </dd>
        <dt>Simulated by</dt>
        <dd>{ownerName(info, people)}</dd>
        <dt>Ownership epoch</dt>
        <dd>{epochText(info.epoch)}</dd>
        <dt>Latency</dt>
        <dd>{roundTripMs === undefined ? '–' : ageText(roundTripMs)}</dd>
        <dt>Age of state</dt>
        <dd>
          <AgeMark ageMs={info.ageMs} />
        </dd>
      </dl>
    </section>
  );
}

/** As in core: the world's incarnation above the count of changes of hands. */
const CHANGES_OF_INCARNATION = 2 ** 20;
const epochText = (epoch: number): string => `${Math.floor(epoch / CHANGES_OF_INCARNATION)} · ${epoch % CHANGES_OF_INCARNATION}`;
