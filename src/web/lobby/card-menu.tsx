import { Button, Menu, Modal, TextInput } from '@mantine/core';
import { IconCopy, IconDotsVertical, IconPencil, IconShare2, IconTrash } from '@tabler/icons-react';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import type { WorldCard } from '../../core/api/http.ts';
import { Failure } from '../controls/failure.tsx';
import { TipButton } from '../controls/tip-button.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import { usePage } from '../page/page-context.ts';
import classes from './lobby.module.css';

const ShareDialog = lazy(async () => ({ default: (await import('../share/share-dialog.tsx')).ShareDialog }));

type Deed = 'rename' | 'duplicate' | 'delete' | 'share';

export function CardMenu({ world, onChanged }: { readonly world: WorldCard; readonly onChanged: () => void }) {
  const [deed, setDeed] = useState<Deed>();
  const close = () => setDeed(undefined);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <TipButton label={`More about ${world.name}`}>
            <IconDotsVertical size={18} />
          </TipButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconShare2 size={16} />} onClick={() => setDeed('share')}>
            Invite people
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDeed('rename')}>
            Rename
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => setDeed('duplicate')}>
            Duplicate
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => setDeed('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {deed === 'rename' && <NameDialog world={world} deed="rename" onClose={close} onChanged={onChanged} />}
      {deed === 'duplicate' && <NameDialog world={world} deed="duplicate" onClose={close} onChanged={onChanged} />}
      {deed === 'delete' && <DeleteDialog world={world} onClose={close} onChanged={onChanged} />}
      <Suspense fallback={null}>{deed === 'share' && <ShareDialog world={world.id} onClose={close} />}</Suspense>
    </>
  );
}

interface DialogProps {
  readonly world: WorldCard;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

function NameDialog({ world, deed, onClose, onChanged }: DialogProps & { readonly deed: 'rename' | 'duplicate' }) {
  const { hub } = usePage();
  const attempt = useAttempt();
  const isRename = deed === 'rename';
  const [name, setName] = useState(isRename ? world.name : `${world.name} copy`);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.run(async () => {
      await (isRename ? hub.changeWorld(world.id, { name }) : hub.createWorld({ name, copyOf: world.id }));
      onChanged();
      onClose();
    });
  };
  return (
    <Modal opened onClose={onClose} title={isRename ? `Rename ${world.name}` : `Duplicate ${world.name}`} size={420}>
      <form onSubmit={submit}>
        <TextInput label="Name" data-autofocus value={name} maxLength={80} onChange={(event) => setName(event.currentTarget.value)} />
        <Failure text={attempt.failure} />
        <div className={classes.dialogFoot}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={attempt.isRunning} disabled={name.trim() === ''}>
            {isRename ? 'Rename' : 'Duplicate'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function DeleteDialog({ world, onClose, onChanged }: DialogProps) {
  const { hub } = usePage();
  const attempt = useAttempt();
  const remove = () =>
    attempt.run(async () => {
      await hub.deleteWorld(world.id);
      onChanged();
      onClose();
    });
  return (
    <Modal opened onClose={onClose} title={`Delete ${world.name}?`} size={420}>
      <p className={classes.dialogText}>
        Its {world.entities} things, its chat and its files are deleted for everybody. This cannot be undone.
      </p>
      <Failure text={attempt.failure} />
      <div className={classes.dialogFoot}>
        <Button variant="default" data-autofocus onClick={onClose}>
          Keep it
        </Button>
        <Button variant="danger" loading={attempt.isRunning} onClick={remove}>
          Delete
        </Button>
      </div>
    </Modal>
  );
}
