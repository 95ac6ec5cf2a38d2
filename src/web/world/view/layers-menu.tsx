import { Menu } from '@mantine/core';
import { IconCheck, IconStack3 } from '@tabler/icons-react';
import { TipButton } from '../../controls/tip-button.tsx';
import { useObservable } from '../../page/use-observable.ts';
import { canTravel } from '../groups.ts';
import { useRoom, useSelected } from '../room-context.ts';

/** What is drawn over the world, and as whom one sees it. */
export function LayersMenu() {
  const room = useRoom();
  const { guidance } = room.guide;
  const shown = useObservable(guidance.shown);
  const knower = useObservable(guidance.known.robot);
  const selected = useSelected();
  const isElse = !shown.paths || shown.sensors === 'all' || knower !== undefined;
  const seer = selected && canTravel(selected, room.models) ? selected : undefined;
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <TipButton label="Layers" isPressed={isElse}>
          <IconStack3 size={18} />
        </TipButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Drawn over the world</Menu.Label>
        <Layer isOn={shown.paths} label="Paths and goals" onToggle={() => guidance.shown.set({ ...shown, paths: !shown.paths })} />
        <Layer
          isOn={shown.sensors !== 'none'}
          label="Sensors of the selected robot"
          onToggle={() => guidance.shown.set({ ...shown, sensors: shown.sensors === 'none' ? 'selected' : 'none' })}
        />
        <Layer
          isOn={shown.sensors === 'all'}
          label="Sensors of all on this floor"
          onToggle={() => guidance.shown.set({ ...shown, sensors: shown.sensors === 'all' ? 'selected' : 'all' })}
        />
        <Menu.Label>The building</Menu.Label>
        <Layer isOn={knower === undefined} label="As it is" onToggle={() => guidance.known.look(undefined)} />
        {seer ? (
          <Layer isOn={knower === seer.id} label={`As ${seer.description.name} knows it`} onToggle={() => guidance.known.look(seer.id)} />
        ) : (
          <Menu.Label>Select a robot that drives, to see it as that one knows it</Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Layer({ isOn, label, onToggle }: { readonly isOn: boolean; readonly label: string; readonly onToggle: () => void }) {
  return (
    <Menu.Item
      role="menuitemcheckbox"
      aria-checked={isOn}
      leftSection={isOn ? <IconCheck size={16} /> : <span style={{ display: 'block', width: 16 }} />}
      onClick={onToggle}
    >
      {label}
    </Menu.Item>
  );
}
