import { Button } from '@mantine/core';
import { IconCrosshair, IconPencil, IconPlayerStop, IconRoute2, IconTrash } from '@tabler/icons-react';
import type { ListChange, ListedPosition } from '../../../core/programs/taught/position-list.ts';
import type { Model } from '../../../core/robots/model.ts';
import type { Attempt } from '../../controls/use-attempt.ts';
import type { EntityInfo } from '../../link/world-link.ts';
import type { TextSession } from '../../texts/text-session.ts';
import { UndoRedo } from '../../texts/undo-redo.tsx';
import { command } from '../../world/room-actions.ts';
import { useRoom } from '../../world/room-context.ts';
import { goTo } from './go-to.ts';
import classes from './pendant.module.css';
import { whyNotGone } from './why-not.ts';

export interface DeedsProps {
  readonly info: EntityInfo;
  readonly model: Model;
  readonly chosen: ListedPosition | undefined;
  readonly whyNot: string | undefined;
  readonly session: TextSession;
  readonly mayWrite: boolean;
  /** Its name is to be typed. */
  readonly rename: (name: string) => void;
  readonly change: (change: ListChange) => string | undefined;
  readonly attempt: Attempt;
  /** Where it stands now. */
  readonly here: () => number[];
}

/** What can be done with the position that is selected. */
export function Deeds({ info, model, chosen, whyNot, session, mayWrite, rename, change, attempt, here }: DeedsProps) {
  const room = useRoom();
  const name = chosen?.name ?? '';
  const why = whyNotGone(chosen, whyNot);
  return (
    <footer className={classes.deeds}>
      {info.isWorking && whyNot === undefined ? (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} />}
          onClick={() => attempt.run(() => command(room, info.id, { kind: 'halt' }))}
        >
          Halt
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconRoute2 size={16} />}
          disabled={why !== undefined}
          title={why}
          onClick={() => chosen && attempt.run(() => goTo(room, info, model, chosen))}
        >
          Go to {name}
        </Button>
      )}
      <Button variant="default" leftSection={<IconPencil size={16} />} disabled={!chosen || !mayWrite} onClick={() => rename(name)}>
        Rename
      </Button>
      <Button
        variant="default"
        leftSection={<IconCrosshair size={16} />}
        disabled={!chosen || !mayWrite}
        title="It becomes where the robot stands now"
        onClick={() => attempt.run(async () => change({ kind: 'values', name, values: here() }))}
      >
        Set here
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} />}
        disabled={!chosen || !mayWrite}
        onClick={() => attempt.run(async () => change({ kind: 'remove', name }))}
      >
        Remove
      </Button>
      <span className={classes.history}>
        <UndoRedo session={session} undo="Undo a change of the list" redo="Redo a change of the list" redoKey="Y" />
      </span>
    </footer>
  );
}
