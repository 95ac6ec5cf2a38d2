import { Menu } from '@mantine/core';
import { IconCube, IconEye, IconPictureInPicture, IconSquareArrowDown, IconTarget, IconUser, IconWorld } from '@tabler/icons-react';
import { TipButton } from '../../controls/tip-button.tsx';
import { useObservable } from '../../page/use-observable.ts';
import { useRoom, useSelected } from '../room-context.ts';
import { LayersMenu } from './layers-menu.tsx';
import classes from './view.module.css';

/** From where the world is looked at: around it, behind a robot, from above, through somebody's eyes; and what is shown of it. */
export function CameraModes() {
  const room = useRoom();
  const mode = useObservable(room.camera);
  const selected = useSelected();
  const name = selected?.description.name;
  const shapes = useObservable(room.shapes);
  const isThrough = mode.kind === 'entity' || mode.kind === 'person';
  return (
    <div className={classes.cameras} role="toolbar" aria-label="Camera">
      <TipButton label="Orbit" keys="1" isPressed={mode.kind === 'orbit'} onClick={() => room.setCamera({ kind: 'orbit' })}>
        <IconWorld size={18} />
      </TipButton>
      <TipButton
        label={name === undefined ? 'Follow: select something first' : `Follow ${name}`}
        keys="2"
        isPressed={mode.kind === 'follow'}
        disabled={!selected && mode.kind !== 'follow'}
        onClick={() => selected && room.setCamera({ kind: 'follow', entity: selected.id })}
      >
        <IconTarget size={18} />
      </TipButton>
      <TipButton label="From above" keys="3" isPressed={mode.kind === 'top'} onClick={() => room.setCamera({ kind: 'top' })}>
        <IconSquareArrowDown size={18} />
      </TipButton>
      <Menu position="bottom-end">
        <Menu.Target>
          <TipButton label="Through the eyes of …" isPressed={isThrough}>
            <IconEye size={18} />
          </TipButton>
        </Menu.Target>
        <Eyes />
      </Menu>
      <LayersMenu />
      <TipButton label="Collision shapes" keys="B" isPressed={shapes === 'shown'} onClick={() => room.toggleShapes()}>
        <IconCube size={18} />
      </TipButton>
    </div>
  );
}

function Eyes() {
  const room = useRoom();
  const selected = useSelected();
  const people = useObservable(room.link.people);
  const me = useObservable(room.link.me);
  const others = people.filter(({ id, avatar }) => id !== me?.id && avatar !== undefined);
  return (
    <Menu.Dropdown>
      <Menu.Label>{selected ? selected.description.name : 'Select a robot to look through its eyes'}</Menu.Label>
      {selected && (
        <>
          <Menu.Item leftSection={<IconEye size={16} />} onClick={() => room.setCamera({ kind: 'entity', entity: selected.id })}>
            Look through its eyes
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPictureInPicture size={16} />}
            onClick={() => room.smallView.set({ kind: 'entity', entity: selected.id })}
          >
            Its eyes in a small picture
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPictureInPicture size={16} />}
            onClick={() => room.smallView.set({ kind: 'follow', entity: selected.id })}
          >
            Follow it in a small picture
          </Menu.Item>
        </>
      )}
      <Menu.Label>{others.length === 0 ? 'Nobody else is here' : 'People'}</Menu.Label>
      {others.map(({ id, name }) => (
        <Menu.Item key={id} leftSection={<IconUser size={16} />} onClick={() => room.setCamera({ kind: 'person', person: id })}>
          {name}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  );
}
