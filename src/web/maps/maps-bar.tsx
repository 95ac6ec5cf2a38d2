import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Failure } from '../controls/failure.tsx';
import { Initials } from '../controls/initials.tsx';
import { StopButton } from '../controls/stop-button.tsx';
import { Bar, Way } from '../page/bar.tsx';
import { ThemeButton } from '../page/theme-button.tsx';
import { useObservable } from '../page/use-observable.ts';
import { SharingChip } from '../texts/sharing-chip.tsx';
import { UndoRedo } from '../texts/undo-redo.tsx';
import { PutButton } from './building/put-button.tsx';
import { PutPanel } from './building/put-panel.tsx';
import { MapMenu } from './map-menu.tsx';
import type { MapSession } from './map-session.ts';
import classes from './maps.module.css';
import type { MapsVisit } from './maps-visit.ts';

export interface MapsBarProps {
  readonly visit: MapsVisit;
  readonly session: MapSession | undefined;
  readonly name: string | undefined;
}

/** Stop is last and always in the same corner. */
export function MapsBar({ visit, session, name }: MapsBarProps) {
  const failure = useObservable(visit.stopFailure);
  return (
    <>
      <Bar>
        <Way to={{ kind: 'world', world: visit.world, layout: undefined }} label={`Back to the world ${visit.world}`} look="crumb">
          {visit.world}
        </Way>
        <IconChevronRight size={14} aria-hidden className={classes.chevron} />
        {session ? (
          <MapMenu visit={visit} session={session} name={name ?? session.document} />
        ) : (
          <strong className={classes.title}>Map editor</strong>
        )}
        {session && (
          <span className={classes.sharing}>
            <SharingChip session={session} />
          </span>
        )}
        {session && (
          <span className={classes.pair}>
            <UndoRedo session={session} undo="Undo what you did" redo="Do it again" redoKey="Shift Z" />
          </span>
        )}
        <span className={classes.spring} />
        {session && <People visit={visit} session={session} />}
        {session && visit.mayBuild && <Putting visit={visit} session={session} name={name ?? session.document} />}
        <span className={classes.wide}>
          <ThemeButton />
        </span>
        <StopButton look="bar" label="Stop every robot of this world" onStop={() => visit.stopAll()} />
      </Bar>
      <Failure text={failure} />
    </>
  );
}

/** The way into the running world: a button, and what it opens. */
function Putting({ visit, session, name }: { readonly visit: MapsVisit; readonly session: MapSession; readonly name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PutButton session={session} isOpen={isOpen} onPress={() => setOpen(!isOpen)} />
      {isOpen && <PutPanel visit={visit} session={session} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

const MOST = 4;

/** Who has this map open. */
function People({ visit, session }: { readonly visit: MapsVisit; readonly session: MapSession }) {
  const me = useObservable(visit.link.me);
  const others = useObservable(session.others);
  return (
    <span className={classes.people}>
      {me && <Initials name={me.name} label={`${me.name} (you)`} colour={me.colour} sizePx={28} look="me" />}
      {others.slice(0, MOST).map(({ participant, name, colour }) => (
        <Initials key={participant} name={name} label={`${name} is in this map`} colour={colour} sizePx={28} />
      ))}
      {others.length > MOST && <span className={classes.more}>+{others.length - MOST}</span>}
    </span>
  );
}
