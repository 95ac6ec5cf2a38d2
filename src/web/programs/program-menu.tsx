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
import type { ChosenText } from '../texts/chosen-text.ts';
import { FileChoice, nameOfFile } from '../texts/file-choice.tsx';
import { NameDialog } from '../texts/name-dialog.tsx';
import { RemoveDialog } from '../texts/remove-dialog.tsx';
import { useRoom } from '../world/room-context.ts';
import { exportProgram, NEW_PROGRAM, type ProgramFormat, textOfFile } from './program-files.ts';
import type { ProgramSession } from './program-session.ts';
import classes from './programs.module.css';

export interface ProgramMenuProps {
  readonly chosen: ChosenText<ProgramSession>;
}

type Asking = 'nothing' | 'new' | 'rename' | 'remove';

/** Which program is open, the others of this world, and what can be done with them. */
export function ProgramMenu({ chosen }: ProgramMenuProps) {
  const { texts } = useRoom();
  const { entries, entry, session, choose } = chosen;
  const name = entry?.name;
  const [asking, setAsking] = useState<Asking>('nothing');
  const attempt = useAttempt();
  const file = useRef<HTMLInputElement>(null);
  const take = (imported: File) =>
    attempt.run(async () => choose(await texts.make('program', nameOfFile(imported, 'Imported'), await textOfFile(imported))));
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
          {entries?.map((each) => (
            <Menu.Item
              key={each.id}
              leftSection={<IconFileCode size={16} />}
              closeMenuOnClick
              data-chosen={each === entry || undefined}
              onClick={() => choose(each.id)}
            >
              {each.name}
            </Menu.Item>
          ))}
          {(entries?.length ?? 0) > 0 && <Menu.Divider />}
          {texts.access === 'write' && (
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
      <FileChoice ref={file} label="A program to import" accept=".prg,.txt,text/plain" onFile={take} />
      <Dialogs chosen={chosen} asking={asking} onClose={() => setAsking('nothing')} />
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
  const { chosen, asking, onClose } = props;
  const { texts } = useRoom();
  if (asking === 'new') return <NewProgramDialog chosen={chosen} onClose={onClose} />;
  if (!chosen.entry || asking === 'nothing') return null;
  const { id, name } = chosen.entry;
  if (asking === 'rename')
    return (
      <NameDialog
        title="Rename the program"
        placeholder="puma-load"
        name={name}
        deed="Rename"
        onName={(next) => texts.rename(id, next)}
        onClose={onClose}
      />
    );
  return (
    <RemoveDialog
      name={name}
      onRemove={async () => {
        await texts.remove(id);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

export function NewProgramDialog({ chosen, onClose }: ProgramMenuProps & { readonly onClose: () => void }) {
  const { texts } = useRoom();
  return (
    <NameDialog
      title="New program"
      placeholder="puma-load"
      deed="Make it"
      onName={async (name) => chosen.choose(await texts.make('program', name, NEW_PROGRAM))}
      onClose={onClose}
    />
  );
}
