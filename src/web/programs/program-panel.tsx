import { Button, SegmentedControl } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { Initials } from '../controls/initials.tsx';
import { RestingRows } from '../controls/resting-rows.tsx';
import type { Person } from '../link/world-link.ts';
import { useObservable } from '../page/use-observable.ts';
import { SharingChip } from '../texts/sharing-chip.tsx';
import type { Room } from '../world/room.ts';
import { useRoom } from '../world/room-context.ts';
import { NewProgramDialog, ProgramMenu } from './program-menu.tsx';
import type { ProgramSession } from './program-session.ts';
import { type ProgramView, ProgramWork } from './program-work.tsx';
import classes from './programs.module.css';
import { WorldPrograms } from './world-programs.ts';

/** Text and blocks stand side by side from here on. */
const BOTH_PX = 760;
const MOST_SHOWN = 3;

/** Which program was open last, by world: a panel that is shown again goes on with it. */
const lastOpen = new Map<string, string>();

/** The programs of this world: written together, as text or blocks. */
export function ProgramPanel() {
  const room = useRoom();
  const me = useObservable(room.link.me);
  const [programs, setPrograms] = useState<WorldPrograms>();
  useEffect(() => {
    const opened = new WorldPrograms(room);
    setPrograms(opened);
    return () => opened[Symbol.dispose]();
  }, [room]);
  if (!me || !programs) return <RestingRows count={6} heightPx={28} />;
  return <Panel room={room} programs={programs} me={me} />;
}

interface PanelProps {
  readonly room: Room;
  readonly programs: WorldPrograms;
  readonly me: Person;
}

function Panel({ room, programs, me }: PanelProps) {
  const entries = useObservable(programs.programs);
  const [asked, setAsked] = useState<string | undefined>(lastOpen.get(room.world));
  const chosen = asked ?? entries?.[0]?.id;
  const session = useSession(programs, chosen, me);
  const [view, setView] = useState<ProgramView>('text');
  const { ref, width } = useElementSize();
  const choose = (document: string | undefined) => {
    setAsked(document);
    if (document === undefined) lastOpen.delete(room.world);
    else lastOpen.set(room.world, document);
  };
  const name = entries?.find(({ id }) => id === chosen)?.name;
  const isWide = width >= BOTH_PX;
  const shown = !isWide && view === 'both' ? 'text' : view;
  return (
    <section ref={ref} className={classes.panel} aria-label="Program editor">
      <header className={classes.head}>
        <ProgramMenu programs={programs} session={session} name={name} me={me} onChoose={choose} />
        {session && <SharingChip session={session} />}
        <span className={classes.spring} />
        {session && <Others session={session} />}
        {session && (
          <SegmentedControl
            size="xs"
            aria-label="View of the program"
            value={shown}
            onChange={(next) => setView(next as ProgramView)}
            data={[
              { value: 'text', label: 'Text' },
              { value: 'blocks', label: 'Blocks' },
              ...(isWide ? [{ value: 'both', label: 'Both' }] : []),
            ]}
          />
        )}
      </header>
      {session ? (
        <ProgramWork
          key={session.document}
          room={room}
          programs={programs}
          session={session}
          name={name ?? session.document}
          me={me}
          view={shown}
        />
      ) : entries === undefined || chosen !== undefined ? (
        <RestingRows count={6} heightPx={28} />
      ) : (
        <Empty programs={programs} me={me} onChoose={choose} />
      )}
    </section>
  );
}

function Empty({ programs, me, onChoose }: Pick<PanelProps, 'programs' | 'me'> & { readonly onChoose: (document: string) => void }) {
  const [isAsking, setAsking] = useState(false);
  if (programs.access === 'read')
    return <p className={classes.empty}>No programs yet. Operators write them; your link lets you look only.</p>;
  return (
    <div className={classes.empty}>
      No programs yet. Write one, or import a file from the menu above.
      <Button leftSection={<IconPlus size={18} />} onClick={() => setAsking(true)}>
        New program
      </Button>
      {isAsking && (
        <NewProgramDialog
          programs={programs}
          me={me}
          onChoose={(id) => id !== undefined && onChoose(id)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** Who else has this program open. */
function Others({ session }: { readonly session: ProgramSession }) {
  const others = useObservable(session.others);
  return (
    <span className={classes.people}>
      {others.slice(0, MOST_SHOWN).map(({ participant, name, colour }) => (
        <Initials key={participant} name={name} label={`${name} is in this program`} colour={colour} sizePx={24} />
      ))}
    </span>
  );
}

function useSession(programs: WorldPrograms, document: string | undefined, me: Person): ProgramSession | undefined {
  const [session, setSession] = useState<ProgramSession>();
  const { id, name, colour } = me;
  const writer = useMemo(() => ({ id, name, colour }), [id, name, colour]);
  useEffect(() => {
    if (document === undefined) return;
    const opened = programs.open(document, writer);
    setSession(opened);
    return () => {
      setSession(undefined);
      opened[Symbol.dispose]();
    };
  }, [programs, document, writer]);
  return session?.document === document ? session : undefined;
}
