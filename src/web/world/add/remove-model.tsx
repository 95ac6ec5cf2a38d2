import { Button, Modal } from '@mantine/core';
import type { Model } from '../../../core/robots/model.ts';
import { Failure } from '../../controls/failure.tsx';
import { useAttempt } from '../../controls/use-attempt.ts';
import { useObservable } from '../../page/use-observable.ts';
import { useRoom } from '../room-context.ts';
import classes from './add-dialog.module.css';

export interface RemoveModelProps {
  readonly model: Model;
  readonly onClose: () => void;
}

/** The catalog is everybody's: nothing of it goes by one slip of a finger, or while something of it stands somewhere. */
export function RemoveModel({ model, onClose }: RemoveModelProps) {
  const room = useRoom();
  const attempt = useAttempt();
  const entities = useObservable(room.link.entities);
  const users = [...entities.values()]
    .filter(({ description }) => description.model === model.id)
    .map(({ description }) => description.name);
  const remove = () =>
    attempt.run(async () => {
      await room.hub.deleteModel(model.id);
      await room.models.load();
      onClose();
    });
  return (
    <Modal opened onClose={onClose} title={`Remove ${model.name} from the catalog?`} size={420}>
      <p className={classes.question}>
        {users.length === 0
          ? `Nobody can add a ${model.name} any more, in any world. It can be imported again.`
          : `It stands in this world: ${listed(users)}. Delete ${users.length === 1 ? 'it' : 'them'} here and save the world first.`}
      </p>
      <Failure text={attempt.failure} />
      <div className={classes.answers}>
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button loading={attempt.isRunning} disabled={users.length > 0} onClick={remove}>
          Remove {model.name}
        </Button>
      </div>
    </Modal>
  );
}

const MOST_LISTED = 4;

const listed = (names: readonly string[]): string =>
  names.length <= MOST_LISTED ? names.join(', ') : `${names.slice(0, MOST_LISTED).join(', ')} and ${names.length - MOST_LISTED} more`;
