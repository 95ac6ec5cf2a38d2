import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconAlignLeft,
  IconBrandPython,
  IconChevronDown,
  IconDownload,
  IconFileCode,
  IconFileImport,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type Attempt, useAttempt } from '../controls/use-attempt.ts';
import type { Person } from '../link/world-link.ts';
import { useObservable } from '../page/use-observable.ts';
import { NameDialog } from '../texts/name-dialog.tsx';
import { RemoveDialog } from '../texts/remove-dialog.tsx';
import { exportProgram, NEW_PROGRAM, type ProgramFormat, textOfFile } from './program-files.ts';
import type { ProgramSession } from './program-session.ts';
import classes from './programs.module.css';
import type { WorldPrograms } from './world-programs.ts';

export interface ProgramMenuProps {
  readonly programs: WorldPrograms;
  readonly session: ProgramSession | undefined;
  readonly name: string | undefined;
  readonly me: Person;
  readonly onChoose: (document: string | undefined) => void;
}

type Asking = 'nothing' | 'new' | 'rename' | 'remove';

/** Which program is open, the others of this world, and what can be done with them. */
export function ProgramMenu(props: ProgramMenuProps) {
  const { programs, session, name, me, onChoose } = props;
  const entries = useObservable(programs.programs);
  const [asking, setAsking] = useState<Asking>('nothing');
  const attempt = useAttempt();
  const file = useRef<HTMLInputElement>(null);
  const take = (chosen: File | undefined) =>
    chosen &&
    attempt.run(async () => {
      const text = await textOfFile(chosen);
      onChoose(await programs.make(chosen.name.replace(/\.[^.]*$/, '').slice(0, 80) || 'Imported', text, me));
    });
  return (
    <>
      <Menu position="bottom-start" closeOnItemClick={false} onClose={attempt.clear}>
        <Menu.Target>
          <UnstyledButton className={classes.name} aria-label={`Program ${name ?? 'none'}`}>
            <span>{name ?? 'Programs'}</span>
            <IconChevronDown size={16} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          {entries?.map((entry) => (
            <Menu.Item
              key={entry.id}
              leftSection={<IconFileCode size={16} />}
              closeMenuOnClick
              data-chosen={entry.id === session?.document || undefined}
              onClick={() => onChoose(entry.id)}
            >
              {entry.name}
            </Menu.Item>
          ))}
          {(entries?.length ?? 0) > 0 && <Menu.Divider />}
          {programs.access === 'write' && (
            <>
              <Menu.Item leftSection={<IconPlus size={16} />} closeMenuOnClick onClick={() => setAsking('new')}>
                New program
              </Menu.Item>
              <Menu.Item leftSection={<IconFileImport size={16} />} onClick={() => file.current?.click()}>
                Import a file
              </Menu.Item>
            </>
          )}
          {session && <OwnItems session={session} name={name} attempt={attempt} onAsk={setAsking} />}
          {attempt.failure !== undefined && <Menu.Label className={classes.menuFailure}>{attempt.failure}</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
      <input
        ref={file}
        type="file"
        accept=".prg,.txt,text/plain"
        hidden
        aria-label="A program to import"
        onChange={(event) => {
          take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Dialogs {...props} asking={asking} onClose={() => setAsking('nothing')} />
    </>
  );
}

interface OwnItemsProps {
  readonly session: ProgramSession;
  readonly name: string | undefined;
  readonly attempt: Attempt;
  readonly onAsk: (asking: Asking) => void;
}

/** What can be done with the program that is open. */
function OwnItems({ session, name, attempt, onAsk }: OwnItemsProps) {
  const save = (format: ProgramFormat) => attempt.run(async () => exportProgram(session.text, name ?? session.document, format));
  return (
    <>
      <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => save('prg')}>
        Export as a file
      </Menu.Item>
      <Menu.Item leftSection={<IconBrandPython size={16} />} onClick={() => save('py')}>
        Export to Python, for reading
      </Menu.Item>
      {session.access === 'write' && (
        <>
          <Menu.Item
            leftSection={<IconAlignLeft size={16} />}
            rightSection={<small className={classes.keys}>Shift Alt F</small>}
            onClick={() => attempt.run(async () => (session.format() ? undefined : 'There are errors in its words: mend them first.'))}
          >
            Format the text
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={16} />} closeMenuOnClick onClick={() => onAsk('rename')}>
            Rename
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={16} />} closeMenuOnClick onClick={() => onAsk('remove')}>
            Delete this program
          </Menu.Item>
        </>
      )}
    </>
  );
}

function Dialogs(props: ProgramMenuProps & { readonly asking: Asking; readonly onClose: () => void }) {
  const { programs, session, name, onChoose, asking, onClose } = props;
  if (asking === 'new') return <NewProgramDialog {...props} />;
  if (!session || asking === 'nothing') return null;
  if (asking === 'rename')
    return (
      <NameDialog
        title="Rename the program"
        placeholder="puma-load"
        name={name}
        deed="Rename"
        onName={(next) => programs.shelf.rename(session.document, next)}
        onClose={onClose}
      />
    );
  return (
    <RemoveDialog
      name={name ?? session.document}
      onRemove={async () => {
        await programs.shelf.remove(session.document);
        onChoose(undefined);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

export function NewProgramDialog({
  programs,
  me,
  onChoose,
  onClose,
}: Pick<ProgramMenuProps, 'programs' | 'me' | 'onChoose'> & { readonly onClose: () => void }) {
  return (
    <NameDialog
      title="New program"
      placeholder="puma-load"
      deed="Make it"
      onName={async (name) => onChoose(await programs.make(name, NEW_PROGRAM, me))}
      onClose={onClose}
    />
  );
}
