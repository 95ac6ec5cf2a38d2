import { Initials } from '../controls/initials.tsx';
import { useObservable } from '../page/use-observable.ts';
import { useRoom } from './room-context.ts';
import classes from './world-page.module.css';

const MOST = 5;

/** Who is here; a click looks through their eyes. */
export function PeopleStack() {
  const room = useRoom();
  const people = useObservable(room.link.people).filter(({ presence }) => presence !== 'headless');
  const me = useObservable(room.link.me);
  const others = people.filter(({ id }) => id !== me?.id);
  return (
    <span className={classes.people}>
      {me && <Initials name={me.name} label={`${me.name} (you)`} colour={me.colour} sizePx={28} look="me" />}
      {others.slice(0, MOST).map(({ id, name, colour, presence }) => (
        <button
          key={id}
          type="button"
          className={classes.person}
          aria-label={`Look through the eyes of ${name}`}
          onClick={() => room.setCamera({ kind: 'person', person: id })}
        >
          <Initials
            name={name}
            label={presence === 'away' ? `${name}, away` : name}
            colour={colour}
            sizePx={28}
            look={presence === 'away' ? 'away' : 'plain'}
          />
        </button>
      ))}
      {others.length > MOST && <span className={classes.morePeople}>+{others.length - MOST}</span>}
    </span>
  );
}
