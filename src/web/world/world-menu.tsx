import { Menu, UnstyledButton } from '@mantine/core';
import {
  type Icon,
  IconChevronDown,
  IconCode,
  IconDeviceFloppy,
  IconFlag,
  IconHandFinger,
  IconLayout,
  IconLayoutDashboard,
  IconLink,
  IconListDetails,
  IconMap2,
  IconRoute,
  IconServer2,
  IconSettings,
  IconSubtask,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { explain } from '../../core/base/errors.ts';
import { COMMAND } from '../page/keys.ts';
import { usePage } from '../page/page-context.ts';
import { useObservable } from '../page/use-observable.ts';
import type { PanelId } from '../panels/catalog.ts';
import { layoutLink, openPanels, resetLayout, togglePanel } from '../panels/layout.ts';
import { useRoom } from './room-context.ts';
import classes from './world-page.module.css';

const SettingsDialog = lazy(async () => ({ default: (await import('./settings-dialog.tsx')).SettingsDialog }));

type Saving = { readonly kind: 'idle' | 'saving' | 'saved' } | { readonly kind: 'failed'; readonly reason: string };

/** The world's name, and what can be done with it. */
export function WorldMenu() {
  const room = useRoom();
  const { router } = usePage();
  const [saving, setSaving] = useState<Saving>({ kind: 'idle' });
  const [isSetting, setSetting] = useState(false);
  const save = () => {
    setSaving({ kind: 'saving' });
    room.save().then(
      () => setSaving({ kind: 'saved' }),
      (error: unknown) => setSaving({ kind: 'failed', reason: explain(error) }),
    );
  };
  return (
    <Menu position="bottom-start" closeOnItemClick={false}>
      <Menu.Target>
        <UnstyledButton className={classes.worldName}>
          {room.name}
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconDeviceFloppy size={16} />}
          rightSection={<small className={classes.menuKeys}>{COMMAND} S</small>}
          disabled={!room.may('operator') || saving.kind === 'saving'}
          onClick={save}
        >
          {saving.kind === 'saved' ? 'Saved' : 'Save the world'}
        </Menu.Item>
        {saving.kind === 'failed' && <Menu.Label className={classes.menuFailure}>Not saved: {saving.reason}</Menu.Label>}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void navigator.clipboard?.writeText(layoutLink(room.world))}>
          Copy link with this layout
        </Menu.Item>
        <Menu.Item leftSection={<IconLayout size={16} />} onClick={resetLayout}>
          Panels as they were
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLayoutDashboard size={16} />}
          closeMenuOnClick
          onClick={() => router.go({ kind: 'monitor', world: room.world, screen: 'desk' })}
        >
          Monitor: the building from above
        </Menu.Item>
        <Menu.Item
          leftSection={<IconMap2 size={16} />}
          closeMenuOnClick
          onClick={() => router.go({ kind: 'maps', world: room.world, document: undefined })}
        >
          Map editor
        </Menu.Item>
        <PanelItems />
        <Menu.Item leftSection={<IconSettings size={16} />} closeMenuOnClick onClick={() => setSetting(true)}>
          Settings
        </Menu.Item>
      </Menu.Dropdown>
      <Suspense fallback={null}>{isSetting && <SettingsDialog onClose={() => setSetting(false)} />}</Suspense>
    </Menu>
  );
}

interface PanelItem {
  readonly id: PanelId;
  readonly Icon: Icon;
  readonly show: string;
  readonly hide: string;
}

/** Panels that are not there at first. */
const PANEL_ITEMS: readonly PanelItem[] = [
  { id: 'program', Icon: IconCode, show: 'Program: text and blocks for robots', hide: 'Hide the program' },
  { id: 'pendant', Icon: IconHandFinger, show: 'Teach pendant: positions of a robot', hide: 'Hide the teach pendant' },
  { id: 'flags', Icon: IconFlag, show: 'Flags: what programs tell each other', hide: 'Hide the flags' },
  { id: 'tasks', Icon: IconSubtask, show: 'Task board: programs of several robots', hide: 'Hide the task board' },
  { id: 'planner', Icon: IconRoute, show: 'Planner: ways compared', hide: 'Hide the planner' },
  { id: 'cluster', Icon: IconServer2, show: 'Cluster: hubs, load, owners', hide: 'Hide the cluster' },
  { id: 'blackboard', Icon: IconListDetails, show: 'Blackboard: every value, its age', hide: 'Hide the blackboard' },
];

function PanelItems() {
  const open = useObservable(openPanels);
  return PANEL_ITEMS.map(({ id, Icon, show, hide }) => (
    <Menu.Item key={id} leftSection={<Icon size={16} />} closeMenuOnClick onClick={() => togglePanel(id)}>
      {open.has(id) ? hide : show}
    </Menu.Item>
  ));
}
