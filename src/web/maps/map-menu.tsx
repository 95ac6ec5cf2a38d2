import { Menu, UnstyledButton } from '@mantine/core';
import { IconAlignLeft, IconChevronDown, IconDownload, IconList, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { usePage } from '../page/page-context.ts';
import { usePiece } from '../page/use-observable.ts';
import { RemoveDialog } from '../texts/remove-dialog.tsx';
import { downloadMap, exported, type MapFormat } from './map-files.ts';
import type { MapSession } from './map-session.ts';
import classes from './maps.module.css';
import type { MapsVisit } from './maps-visit.ts';
import { MapNameDialog } from './name-dialog.tsx';
import { format } from './text-pane.tsx';

export interface MapMenuProps {
  readonly visit: MapsVisit;
  readonly session: MapSession;
  readonly name: string;
}

type Asking = 'nothing' | 'new' | 'rename' | 'remove';

const FORMATS: readonly (readonly [MapFormat, string])[] = [
  ['edl', 'Export as EDL'],
  ['cfg', 'Export compiled (.cfg)'],
  ['svg', 'Export as a picture (SVG)'],
];

/** The map's name, and what can be done with it. */
export function MapMenu({ visit, session, name }: MapMenuProps) {
  const { router } = usePage();
  const [asking, setAsking] = useState<Asking>('nothing');
  const [failure, setFailure] = useState<string>();
  const mayWrite = usePiece(session.sharing, () => session.mayWrite);
  const go = (document: string | undefined) => router.go({ kind: 'maps', world: visit.world, document });
  const save = (as: MapFormat) => {
    const result = exported(session.shared.text.toString(), name, as);
    if ('failure' in result) setFailure(result.failure);
    else downloadMap(result.content, session.document, as);
  };
  return (
    <>
      <Menu position="bottom-start" onClose={() => setFailure(undefined)} closeOnItemClick={false}>
        <Menu.Target>
          <UnstyledButton className={classes.name}>
            <span>{name}</span>
            <IconChevronDown size={16} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconList size={16} />} closeMenuOnClick onClick={() => go(undefined)}>
            All maps of this world
          </Menu.Item>
          <Menu.Item leftSection={<IconPlus size={16} />} closeMenuOnClick disabled={!mayWrite} onClick={() => setAsking('new')}>
            New map
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconAlignLeft size={16} />}
            rightSection={<small className={classes.keys}>Shift Alt F</small>}
            disabled={!mayWrite}
            onClick={() => setFailure(format(session) ? undefined : 'Something in the text belongs nowhere: mend that first.')}
          >
            Format the text
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={16} />} closeMenuOnClick disabled={!mayWrite} onClick={() => setAsking('rename')}>
            Rename
          </Menu.Item>
          {FORMATS.map(([as, label]) => (
            <Menu.Item key={as} leftSection={<IconDownload size={16} />} onClick={() => save(as)}>
              {label}
            </Menu.Item>
          ))}
          {failure !== undefined && <Menu.Label className={classes.menuFailure}>{failure}</Menu.Label>}
          <Menu.Divider />
          <Menu.Item leftSection={<IconTrash size={16} />} closeMenuOnClick disabled={!mayWrite} onClick={() => setAsking('remove')}>
            Delete this map
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking === 'new' && <MapNameDialog visit={visit} deed={{ kind: 'new' }} onClose={() => setAsking('nothing')} />}
      {asking === 'rename' && (
        <MapNameDialog visit={visit} deed={{ kind: 'rename', document: session.document, name }} onClose={() => setAsking('nothing')} />
      )}
      {asking === 'remove' && (
        <RemoveDialog
          name={name}
          onClose={() => setAsking('nothing')}
          onRemove={async () => {
            await visit.texts.remove(session.document);
            go(undefined);
          }}
        />
      )}
    </>
  );
}
