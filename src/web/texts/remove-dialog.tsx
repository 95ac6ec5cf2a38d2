import { Button, Modal } from '@mantine/core';
import { Failure } from '../controls/failure.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import classes from './texts.module.css';

export interface RemoveDialogProps {
  readonly name: string;
  readonly onRemove: () => Promise<void>;
  readonly onClose: () => void;
}

export function RemoveDialog({ name, onRemove, onClose }: RemoveDialogProps) {
  const attempt = useAttempt();
  return (
    <Modal opened onClose={onClose} title={`Delete ${name}?`} size={420}>
      <p className={classes.words}>It is gone for everybody in this world, with its history. Export it first if you may want it back.</p>
      <Failure text={attempt.failure} />
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          Keep it
        </Button>
        <Button color="red" loading={attempt.isRunning} onClick={() => attempt.run(onRemove)}>
          Delete
        </Button>
      </div>
    </Modal>
  );
}
