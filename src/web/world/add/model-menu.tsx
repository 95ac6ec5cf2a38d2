import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconDownload, IconTrash, IconVector } from '@tabler/icons-react';
import { useState } from 'react';
import type { Model } from '../../../core/robots/model.ts';
import type { Attempt } from '../../controls/use-attempt.ts';
import { download } from '../../page/download.ts';
import type { Room } from '../room.ts';
import { useRoom } from '../room-context.ts';
import classes from './add-dialog.module.css';
import { RemoveModel } from './remove-model.tsx';

export interface ModelMenuProps {
  readonly model: Model;
  readonly attempt: Attempt;
}

/** What can be done with a model of the catalog besides adding one. */
export function ModelMenu({ model, attempt }: ModelMenuProps) {
  const room = useRoom();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon className={classes.menu ?? ''} size={28} aria-label={`More about ${model.name}`}>
          <IconDotsVertical size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {room.may('teacher') && (
          <Menu.Item leftSection={<IconVector size={16} />} onClick={() => room.editedModel.set(model.id)}>
            Edit degrees of freedom
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => attempt.run(() => exportModel(room, model))}>
          Export as URDF and glTF
        </Menu.Item>
        {room.may('teacher') && (
          <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => setRemoving(true)}>
            Remove from the catalog
          </Menu.Item>
        )}
      </Menu.Dropdown>
      {isRemoving && <RemoveModel model={model} onClose={() => setRemoving(false)} />}
    </Menu>
  );
}

async function exportModel(room: Room, { id }: Model): Promise<void> {
  download(`${id}.zip`, await room.hub.exportModel(id));
}
