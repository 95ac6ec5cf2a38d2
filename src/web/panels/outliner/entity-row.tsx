import { IconHandStop, IconPlayerPlay } from '@tabler/icons-react';
import { AgeMark } from '../../controls/age-mark.tsx';
import { Initials } from '../../controls/initials.tsx';
import { Swatch } from '../../controls/swatch.tsx';
import type { EntityInfo } from '../../link/world-link.ts';
import { useObservable, usePiece } from '../../page/use-observable.ts';
import { isStale } from '../../quantities/freshness.ts';
import { personOf } from '../../world/control-state.ts';
import { isDrivable } from '../../world/groups.ts';
import { useRoom } from '../../world/room-context.ts';
import { KindIcon } from './kind-icon.tsx';
import classes from './outliner.module.css';

export function EntityRow({ info }: { readonly info: EntityInfo }) {
  const room = useRoom();
  const { id, description, isLive, ageMs } = info;
  const isSelected = usePiece(room.selection, ({ entity }) => entity === id);
  return (
    <button
      type="button"
      className={classes.row}
      data-row
      data-selected={isSelected || undefined}
      data-gone={!isLive || undefined}
      aria-current={isSelected}
      onClick={() => room.select(id)}
      onDoubleClick={() => room.scene.frame([id])}
      onPointerEnter={() => room.scene.hover(id)}
      onPointerLeave={() => room.scene.hover(undefined)}
    >
      <KindIcon kind={room.models.get(description.model)?.kind} />
      <span className={classes.name}>{description.name}</span>
      <Hand info={info} />
      {!isLive && isStale(ageMs) && isDrivable(info, room.models) && <AgeMark ageMs={ageMs} />}
      <Swatch colour={description.colour} />
    </button>
  );
}

/** Who or what has it in hand: a person's initials, a program's play sign, or the hand that stopped it. */
function Hand({ info }: { readonly info: EntityInfo }) {
  const room = useRoom();
  const people = useObservable(room.link.people);
  const me = usePiece(room.link.me, (person) => person?.id);
  const { control, isWorking } = info;
  if (control.stop) {
    return (
      <span className={classes.stopped}>
        <IconHandStop size={14} aria-hidden /> Stopped
      </span>
    );
  }
  const holder = control.lease?.holder ?? control.driver;
  const person = holder === undefined ? undefined : personOf(people, holder);
  if (person && person.presence !== 'headless') {
    return <Initials name={person.name} colour={person.colour} sizePx={20} look={person.id === me ? 'me' : 'plain'} />;
  }
  if (holder !== undefined || isWorking)
    return <IconPlayerPlay size={16} aria-label={person ? `Driven by ${person.name}` : 'Moving by itself'} />;
  return null;
}
