import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconChevronDown,
  IconDeviceFloppy,
  IconLayout,
  IconLayoutDashboard,
  IconLink,
  IconListDetails,
  IconMap2,
  IconRoute,
  IconServer2,
  IconSettings,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { explain } from '../../core/base/errors.ts';
import { COMMAND } from '../page/keys.ts';
import { usePage } from '../page/page-context.ts';
import { useObservable } from '../page/use-observable.ts';
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
  const open = useObservable(openPanels);
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
        <Menu.Item leftSection={<IconRoute size={16} />} closeMenuOnClick onClick={() => togglePanel('planner')}>
          {open.has('planner') ? 'Hide the planner' : 'Planner: ways compared'}
        </Menu.Item>
        <Menu.Item leftSection={<IconServer2 size={16} />} closeMenuOnClick onClick={() => togglePanel('cluster')}>
          {open.has('cluster') ? 'Hide the cluster' : 'Cluster: hubs, load, owners'}
        </Menu.Item>
        <Menu.Item leftSection={<IconListDetails size={16} />} closeMenuOnClick onClick={() => togglePanel('blackboard')}>
          {open.has('blackboard') ? 'Hide the blackboard' : 'Blackboard: every value, its age'}
        </Menu.Item>
        <Menu.Item leftSection={<IconSettings size={16} />} closeMenuOnClick onClick={() => setSetting(true)}>
          Settings
        </Menu.Item>
      </Menu.Dropdown>
      <Suspense fallback={null}>{isSetting && <SettingsDialog onClose={() => setSetting(false)} />}</Suspense>
    </Menu>
  );
}
