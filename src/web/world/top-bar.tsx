import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconPlus, IconShare2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { StopButton } from '../controls/stop-button.tsx';
import { TipButton } from '../controls/tip-button.tsx';
import { Bar, Divider } from '../page/bar.tsx';
import { COMMAND } from '../page/keys.ts';
import { KeysButton } from '../page/keys-dialog.tsx';
import { ThemeButton } from '../page/theme-button.tsx';
import { useObservable } from '../page/use-observable.ts';
import { nameOfEdit } from './edits/edits.ts';
import { NotificationsButton } from './notifications-button.tsx';
import { PeopleStack } from './people-stack.tsx';
import { stopEveryRobot } from './room-actions.ts';
import { useRoom } from './room-context.ts';
import { StatusChip } from './status-chip.tsx';
import { WorldMenu } from './world-menu.tsx';
import classes from './world-page.module.css';

const AddDialog = lazy(async () => ({ default: (await import('./add/add-dialog.tsx')).AddDialog }));
const ShareDialog = lazy(async () => ({ default: (await import('../share/share-dialog.tsx')).ShareDialog }));

/** Stop is last and always in the same corner. */
export function TopBar({ isNarrow }: { readonly isNarrow: boolean }) {
  const room = useRoom();
  const [isSharing, setSharing] = useState(false);
  const isAdding = useObservable(room.isAdding);
  const mayChange = room.may('operator');
  return (
    <Bar>
      <WorldMenu />
      <StatusChip link={room.link} />
      <Divider />
      <UndoRedo />
      <Divider />
      {mayChange && (
        <Button className={classes.add} variant="subtle" leftSection={<IconPlus size={18} />} onClick={() => room.isAdding.set(true)}>
          Add
        </Button>
      )}
      <span className={classes.spring} />
      {!isNarrow && <PeopleStack />}
      <Button className={classes.share} leftSection={<IconShare2 size={18} />} onClick={() => setSharing(true)}>
        Share
      </Button>
      <ThemeButton />
      <NotificationsButton />
      <KeysButton place="world" />
      <StopButton look="bar" label="Stop every robot of this world" onStop={() => stopEveryRobot(room)} />
      <Suspense fallback={null}>
        {isAdding && <AddDialog onClose={() => room.isAdding.set(false)} />}
        {isSharing && <ShareDialog world={room.world} onClose={() => setSharing(false)} />}
      </Suspense>
    </Bar>
  );
}

function UndoRedo() {
  const room = useRoom();
  const { done, undone } = useObservable(room.editing.edits);
  const nameOf = (entity: string) => room.link.entities.get().get(entity)?.description.name;
  const [last, next] = [done.at(-1), undone.at(-1)];
  return (
    <span className={classes.pair}>
      <TipButton
        label={last ? `Undo ${nameOfEdit(last, nameOf)}` : 'Nothing to undo'}
        keys={`${COMMAND} Z`}
        disabled={!last}
        onClick={() => room.undo()}
      >
        <IconArrowBackUp size={18} />
      </TipButton>
      <TipButton
        label={next ? `Redo ${nameOfEdit(next, nameOf)}` : 'Nothing to redo'}
        keys={`${COMMAND} Shift Z`}
        disabled={!next}
        onClick={() => room.redo()}
      >
        <IconArrowForwardUp size={18} />
      </TipButton>
    </span>
  );
}
