import { Initials } from '../../controls/initials.tsx';
import type { Person } from '../../link/world-link.ts';
import { useObservable } from '../../page/use-observable.ts';
import { useRoom } from '../../world/room-context.ts';
import classes from './outliner.module.css';

export function PersonRow({ person, isMe }: { readonly person: Person; readonly isMe: boolean }) {
  const room = useRoom();
  const entities = useObservable(room.link.entities);
  const nameOf = (entity: string) => entities.get(entity)?.description.name;
  const { avatar, controls, presence } = person;
  const doing =
    presence === 'away'
      ? 'away'
      : controls.length > 0
        ? controls.map(nameOf).filter(Boolean).join(', ')
        : avatar?.selected !== undefined && nameOf(avatar.selected) !== undefined
          ? `watching ${nameOf(avatar.selected)}`
          : '';
  return (
    <button
      type="button"
      className={classes.row}
      data-row
      title={isMe ? undefined : `Look through the eyes of ${person.name}`}
      onClick={() => !isMe && room.setCamera({ kind: 'person', person: person.id })}
    >
      <Initials name={person.name} colour={person.colour} sizePx={20} look={presence === 'away' ? 'away' : 'plain'} />
      <span className={classes.name}>
        {person.name}
        {isMe && <span className={classes.you}> (you)</span>}
      </span>
      <small className={classes.doing}>{doing}</small>
    </button>
  );
}
