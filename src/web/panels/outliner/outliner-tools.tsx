import { Menu } from '@mantine/core';
import { IconDots, IconFold, IconPlus, IconSearch } from '@tabler/icons-react';
import { TipButton } from '../../controls/tip-button.tsx';
import { useRoom } from '../../world/room-context.ts';
import { closedGroups, searchIsOpen } from './outliner-state.ts';

export function OutlinerTools() {
  const room = useRoom();
  return (
    <>
      <TipButton label="Find by name" keys="/" size={28} onClick={() => searchIsOpen.set(!searchIsOpen.get())}>
        <IconSearch size={18} />
      </TipButton>
      <Menu position="bottom-end">
        <Menu.Target>
          <TipButton label="More" size={28}>
            <IconDots size={18} />
          </TipButton>
        </Menu.Target>
        <Menu.Dropdown>
          {room.may('operator') && (
            <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => room.isAdding.set(true)}>
              Add from the catalog
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconFold size={16} />}
            onClick={() =>
              closedGroups.set(
                new Set(closedGroups.get().size === 0 ? ['Robots', 'Equipment', 'Parts', 'Furniture', 'Building', 'People'] : []),
              )
            }
          >
            Fold or unfold all
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
