import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Failure } from '../controls/failure.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import classes from './texts.module.css';

export interface NameDialogProps {
  readonly title: string;
  readonly placeholder: string;
  /** What it is called now. */
  readonly name?: string | undefined;
  /** On the button that does it. */
  readonly deed: string;
  readonly onName: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks what a document is to be called. */
export function NameDialog({ title, placeholder, name: first = '', deed, onName, onClose }: NameDialogProps) {
  const attempt = useAttempt();
  const [name, setName] = useState(first);
  const send = (event: FormEvent) => {
    event.preventDefault();
    attempt.run(async () => {
      await onName(name.trim());
      onClose();
    });
  };
  return (
    <Modal opened onClose={onClose} title={title} size={420}>
      <form onSubmit={send}>
        <TextInput
          label="Name"
          placeholder={placeholder}
          value={name}
          maxLength={80}
          data-autofocus
          required
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Failure text={attempt.failure} />
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={attempt.isRunning} disabled={name.trim() === ''}>
            {deed}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
