import { IconTerminal2 } from '@tabler/icons-react';
import { Initials } from '../../controls/initials.tsx';
import { LineMark } from '../../plot/line-mark.tsx';
import { errorBound } from '../../quantities/quantities.ts';
import classes from './cluster.module.css';
import type { GuestRow } from './cluster-facts.ts';

/** A page of more is read by nobody. */
const MOST_ROWS = 100;

export interface GuestsTableProps {
  readonly guests: readonly GuestRow[];
  readonly nameOfHub: (hub: string) => string;
  readonly colours: ReadonlyMap<string, number>;
}

/** Who is in this world, at which hub, and how far each one's clock may be off. */
export function GuestsTable({ guests, nameOfHub, colours }: GuestsTableProps) {
  return (
    <>
      <table className={classes.table} data-look="rows">
        <thead>
          <tr>
            <th scope="col">Who</th>
            <th scope="col">Hub</th>
            <th scope="col">Clock</th>
          </tr>
        </thead>
        <tbody>
          {guests.slice(0, MOST_ROWS).map(({ id, name, isMe, hub, clockErrorMs, person }) => (
            <tr key={id}>
              <th scope="row">
                <span className={classes.who}>
                  {person ? (
                    <Initials name={name} colour={person.colour} sizePx={20} look={person.presence === 'away' ? 'away' : 'plain'} />
                  ) : (
                    <IconTerminal2 size={18} aria-label="A program" role="img" />
                  )}
                  <span>{name}</span>
                  {isMe && <small>(you)</small>}
                </span>
              </th>
              <td>{hub === undefined ? 'on the bus' : <LineMark name={nameOfHub(hub)} colour={colours.get(hub)} />}</td>
              <td>{errorBound(clockErrorMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {guests.length > MOST_ROWS && <p className={classes.note}>and {guests.length - MOST_ROWS} more</p>}
    </>
  );
}
