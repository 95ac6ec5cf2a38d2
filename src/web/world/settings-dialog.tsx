import { Button, Modal, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { usePage } from '../page/page-context.ts';
import { useObservable } from '../page/use-observable.ts';
import { PANELS } from '../panels/catalog.ts';
import { openPanels, resetLayout, togglePanel } from '../panels/layout.ts';
import type { QualityChoice } from '../scene/scene.ts';
import { keptQuality } from './kept-choice.ts';
import { useRoom } from './room-context.ts';
import classes from './world-page.module.css';

export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { visitor, router } = usePage();
  const room = useRoom();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const open = useObservable(openPanels);
  const me = useObservable(room.link.me);
  return (
    <Modal opened onClose={onClose} title="Settings" size={460}>
      <dl className={classes.settings}>
        <div>
          <dt>Colours</dt>
          <dd>
            <SegmentedControl
              aria-label="Colours"
              value={colorScheme}
              data={[
                { value: 'light', label: 'Light' },
                { value: 'dark', label: 'Dark' },
                { value: 'auto', label: 'As the system' },
              ]}
              onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}
            />
          </dd>
        </div>
        <DrawingSetting />
        <div>
          <dt>Panels</dt>
          <dd className={classes.settingPanels}>
            {PANELS.filter(({ id }) => id !== 'view').map(({ id, title }) => (
              <label key={id}>
                <input type="checkbox" checked={open.has(id)} onChange={() => togglePanel(id)} /> {title}
              </label>
            ))}
            <Button variant="default" size="sm" onClick={resetLayout}>
              As they were
            </Button>
          </dd>
        </div>
        <div>
          <dt>You</dt>
          <dd className={classes.settingYou}>
            <span>
              {me?.name ?? visitor.name}, {room.role}
            </span>
            <Button
              variant="default"
              size="sm"
              onClick={() => {
                void visitor.leave();
                router.go({ kind: 'lobby' });
              }}
            >
              Leave this hub
            </Button>
          </dd>
        </div>
      </dl>
    </Modal>
  );
}

function DrawingSetting() {
  const room = useRoom();
  const [quality, setQuality] = useState(() => keptQuality.get());
  const choose = (choice: QualityChoice) => {
    setQuality(choice);
    keptQuality.keep(choice);
    room.setQuality(choice);
  };
  return (
    <div>
      <dt>Drawing</dt>
      <dd>
        <SegmentedControl
          aria-label="Drawing"
          value={quality}
          data={[
            { value: 'automatic', label: 'Automatic' },
            { value: 'best', label: 'Best' },
            { value: 'fastest', label: 'Fastest' },
            { value: 'light', label: 'Light' },
          ]}
          onChange={(value) => choose(value as QualityChoice)}
        />
      </dd>
    </div>
  );
}
