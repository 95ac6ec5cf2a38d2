import { Menu, Select } from '@mantine/core';
import { IconCopy, IconDotsVertical, IconDownload, IconFileImport, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Failure } from '../controls/failure.tsx';
import { TipButton } from '../controls/tip-button.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import { download } from '../page/download.ts';
import { useRoom } from '../world/room-context.ts';
import type { ChosenText } from './chosen-text.ts';
import { FileChoice, nameOfFile } from './file-choice.tsx';
import { NameDialog } from './name-dialog.tsx';
import type { ObservedText } from './observed-text.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import classes from './text-bar.module.css';

/** What people call texts of a kind. */
export interface TextWords {
  /** `list`, as in "New list". */
  readonly noun: string;
  /** `List of positions`. */
  readonly title: string;
  /** Of a file, without the dot. */
  readonly extension: string;
  /** What one might be called. */
  readonly placeholder: string;
}

export interface TextBarProps {
  readonly words: TextWords;
  readonly chosen: ChosenText<ObservedText>;
  /** What a file says as a text of this kind. Rejects when it is none. */
  readonly textOf: (file: File) => Promise<string>;
}

type Asked = 'new' | 'copy' | 'rename' | 'remove' | undefined;

/** Which text it is, and what can be done with texts of its kind. */
export function TextBar({ words, chosen, textOf }: TextBarProps) {
  const room = useRoom();
  const { kind, entries, entry, session, choose } = chosen;
  const { noun, title, extension, placeholder } = words;
  const [asked, setAsked] = useState<Asked>();
  const attempt = useAttempt();
  const mayWrite = room.may('operator');
  const load = (file: File) =>
    attempt.run(async () => choose(await room.texts.make(kind, nameOfFile(file, placeholder), await textOf(file))));
  return (
    <>
      <Select
        aria-label={title}
        placeholder={entries?.length === 0 ? `no ${noun}s yet` : `choose a ${noun}`}
        allowDeselect={false}
        disabled={!entries || entries.length === 0}
        data={entries?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={entry?.id ?? null}
        onChange={(id) => id !== null && choose(id)}
        className={classes.chooser}
      />
      <TextMenu
        {...{ words, mayWrite }}
        hasText={session !== undefined}
        onAsk={setAsked}
        onFile={load}
        onSave={() => session && entry && download(`${entry.name}.${extension}`, new Blob([session.text.get()], { type: 'text/plain' }))}
      />
      {attempt.failure !== undefined && (
        <span className={classes.barFailure}>
          <Failure text={attempt.failure} />
        </span>
      )}
      <Dialogs {...{ words, chosen }} asked={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

interface TextMenuProps {
  readonly words: TextWords;
  readonly mayWrite: boolean;
  readonly hasText: boolean;
  readonly onAsk: (asked: Asked) => void;
  readonly onFile: (file: File) => void;
  readonly onSave: () => void;
}

function TextMenu({ words: { noun, title, extension }, mayWrite, hasText, onAsk, onFile, onSave }: TextMenuProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <TipButton label={`More about ${noun}s`}>
            <IconDotsVertical size={18} />
          </TipButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPlus size={16} />} disabled={!mayWrite} onClick={() => onAsk('new')}>
            New {noun}
          </Menu.Item>
          <Menu.Item leftSection={<IconFileImport size={16} />} disabled={!mayWrite} onClick={() => input.current?.click()}>
            Load from a file
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={16} />} disabled={!hasText} onClick={onSave}>
            Save to a file
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconCopy size={16} />} disabled={!mayWrite || !hasText} onClick={() => onAsk('copy')}>
            Save a copy by name
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={16} />} disabled={!mayWrite || !hasText} onClick={() => onAsk('rename')}>
            Rename the {noun}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={16} />} disabled={!mayWrite || !hasText} onClick={() => onAsk('remove')}>
            Remove the {noun}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <FileChoice
        ref={input}
        label={`${title}: a file to load`}
        accept={`.${extension},.json,.txt,text/plain,application/json`}
        onFile={onFile}
      />
    </>
  );
}

interface DialogsProps {
  readonly words: TextWords;
  readonly chosen: ChosenText<ObservedText>;
  readonly asked: Asked;
  readonly onClose: () => void;
}

function Dialogs({ words: { noun, placeholder }, chosen: { kind, entry, session, choose }, asked, onClose }: DialogsProps) {
  const { texts } = useRoom();
  const make = async (name: string, text: string) => choose(await texts.make(kind, name, text));
  const common = { placeholder, onClose };
  const { id = '', name: present = '' } = entry ?? {};
  switch (asked) {
    case 'new':
      return <NameDialog {...common} title={`New ${noun}`} name="" deed="Make it" onName={(name) => make(name, '')} />;
    case 'copy':
      return (
        <NameDialog
          {...common}
          title={`Save a copy of the ${noun}`}
          name={`${present} 2`}
          deed="Save it"
          onName={(name) => make(name, session?.text.get() ?? '')}
        />
      );
    case 'rename':
      return <NameDialog {...common} title={`Rename the ${noun}`} name={present} deed="Rename" onName={(name) => texts.rename(id, name)} />;
    case 'remove':
      return (
        <RemoveDialog
          name={present}
          onRemove={async () => {
            await texts.remove(id);
            onClose();
          }}
          onClose={onClose}
        />
      );
    case undefined:
      return null;
  }
}
