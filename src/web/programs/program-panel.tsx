import { Button, SegmentedControl } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Initials } from '../controls/initials.tsx';
import { RestingRows } from '../controls/resting-rows.tsx';
import { useObservable } from '../page/use-observable.ts';
import { type ChosenText, useChosenText } from '../texts/chosen-text.ts';
import { SharingChip } from '../texts/sharing-chip.tsx';
import { useRoom } from '../world/room-context.ts';
import { NewProgramDialog, ProgramMenu } from './program-menu.tsx';
import { ProgramSession } from './program-session.ts';
import { type ProgramView, ProgramWork } from './program-work.tsx';
import classes from './programs.module.css';

/** Text and blocks stand side by side from here on. */
const BOTH_PX = 760;
const MOST_SHOWN = 3;

/** The programs of this world: written together, as text or blocks. */
export function ProgramPanel() {
  const room = useRoom();
  const chosen = useChosenText(room, { kind: 'program', Session: ProgramSession, place: 'programs', usual: () => true });
  const [view, setView] = useState<ProgramView>('text');
  const { ref, width } = useElementSize();
  const { entries, entry, session, isComing } = chosen;
  const isWide = width >= BOTH_PX;
  const shown = !isWide && view === 'both' ? 'text' : view;
  return (
    <section ref={ref} className={classes.panel} aria-label="Program editor">
      <header className={classes.head}>
        <ProgramMenu chosen={chosen} />
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
      {session && entry ? (
        <ProgramWork key={entry.id} room={room} session={session} name={entry.name} view={shown} />
      ) : entries?.length !== 0 || isComing ? (
        <RestingRows count={6} heightPx={28} />
      ) : (
        <Empty chosen={chosen} />
      )}
    </section>
  );
}

function Empty({ chosen }: { readonly chosen: ChosenText<ProgramSession> }) {
  const { texts } = useRoom();
  const [isAsking, setAsking] = useState(false);
  if (texts.access === 'read') return <p className={classes.empty}>No programs yet. Operators write them; your link lets you look only.</p>;
  return (
    <div className={classes.empty}>
      No programs yet. Write one, or import a file from the menu above.
      <Button leftSection={<IconPlus size={18} />} onClick={() => setAsking(true)}>
        New program
      </Button>
      {isAsking && <NewProgramDialog chosen={chosen} onClose={() => setAsking(false)} />}
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
