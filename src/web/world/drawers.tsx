import { Button, Drawer, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconDeviceGamepad, IconListTree, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Part } from '../controls/part.tsx';
import { RestingRows } from '../controls/resting-rows.tsx';
import { TipButton } from '../controls/tip-button.tsx';
import { usePage } from '../page/page-context.ts';
import { useObservable } from '../page/use-observable.ts';
import { type PanelId, panelOf } from '../panels/catalog.ts';
import { offerDocks, tellOpenPanels } from '../panels/layout.ts';
import { groupOf, isDrivable } from './groups.ts';
import { useRoom } from './room-context.ts';
import classes from './world-page.module.css';

type Side = 'left' | 'right';
const LEFT_PANELS: readonly PanelId[] = [
  'outliner',
  'chat',
  'files',
  'program',
  'pendant',
  'flags',
  'tasks',
  'planner',
  'cluster',
  'blackboard',
];
/** These have tables, and a head of their own. */
const WIDE_PANELS: ReadonlySet<PanelId> = new Set(['program', 'pendant', 'flags', 'tasks', 'planner', 'cluster', 'blackboard']);
/** The others are as wide as docked. */
const WIDE_PX = 420;
const DOCKED_PX = 300;

/** On narrow screens the view has all the room, and the panels slide in over it. */
export function Drawers() {
  const room = useRoom();
  const { entity } = useObservable(room.selection);
  const [side, setSide] = useState<Side>();
  const [left, setLeft] = useState<PanelId>('outliner');
  const close = () => setSide(undefined);
  useEffect(
    () =>
      offerDocks({
        reset: () => setSide(undefined),
        toggle: (panel) => {
          if (LEFT_PANELS.includes(panel)) setLeft(panel);
          setSide(LEFT_PANELS.includes(panel) ? 'left' : 'right');
        },
        layout: () => undefined,
      }),
    [],
  );
  useEffect(() => tellOpenPanels(side === undefined ? [] : [side === 'left' ? left : 'inspector']), [side, left]);
  return (
    <>
      <ThePanel id="view" />
      <span className={classes.drawerButtons} data-side="left">
        <TipButton label="Outliner, chat, files and other panels" variant="default" size={44} onClick={() => setSide('left')}>
          <IconListTree size={20} />
        </TipButton>
      </span>
      <DriveButton />
      <span className={classes.drawerButtons} data-side="right">
        <TipButton label="Inspector" variant="default" size={44} disabled={entity === undefined} onClick={() => setSide('right')}>
          <IconAdjustmentsHorizontal size={20} />
        </TipButton>
      </span>
      <Drawer
        opened={side === 'left'}
        onClose={close}
        position="left"
        size={WIDE_PANELS.has(left) ? `calc(min(100vw - 24px, ${WIDE_PX}px))` : DOCKED_PX}
        withCloseButton={false}
        title={undefined}
      >
        {WIDE_PANELS.has(left) && <WideHead title={panelOf(left).title} onClose={close} />}
        <div className={classes.drawerHead}>
          <Select
            aria-label="Panel"
            allowDeselect={false}
            value={left}
            data={LEFT_PANELS.map((id) => ({ value: id, label: panelOf(id).title }))}
            onChange={(id) => id !== null && setLeft(id as PanelId)}
          />
        </div>
        <DrawerPanel id={left} />
      </Drawer>
      <Drawer opened={side === 'right'} onClose={close} position="right" size={340} withCloseButton={false} title={undefined}>
        <DrawerPanel id="inspector" />
      </Drawer>
    </>
  );
}

const WideHead = ({ title, onClose }: { readonly title: string; readonly onClose: () => void }) => (
  <div className={classes.drawerTop}>
    <TipButton label="Close" size={44} onClick={onClose}>
      <IconX size={20} />
    </TipButton>
    <h2>{title}</h2>
  </div>
);

/** On a phone one rather drives than edits: the selected robot, or the first there is. */
function DriveButton() {
  const room = useRoom();
  const { router } = usePage();
  const { entity: selected } = useObservable(room.selection);
  useObservable(room.models.state);
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const robots = useObservable(room.link.entities);
  const chosen =
    selected ?? [...robots.values()].find((info) => isDrivable(info, room.models) && groupOf(info, room.models) !== 'Building')?.id;
  if (!isPhone || chosen === undefined || !room.may('operator')) return null;
  return (
    <span className={classes.drawerButtons} data-side="middle">
      <Button
        size="44px"
        leftSection={<IconDeviceGamepad size={18} />}
        onClick={() => router.go({ kind: 'drive', world: room.world, entity: chosen })}
      >
        Drive {robots.get(chosen)?.description.name}
      </Button>
    </span>
  );
}

const DrawerPanel = ({ id }: { readonly id: PanelId }) => (
  <div className={classes.drawerPanel}>
    <ThePanel id={id} />
  </div>
);

function ThePanel({ id }: { readonly id: PanelId }) {
  const { Panel } = panelOf(id);
  return (
    <Part resting={id === 'view' ? null : <RestingRows count={6} heightPx={28} />}>
      <Panel />
    </Part>
  );
}
