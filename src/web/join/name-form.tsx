import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Failure } from '../controls/failure.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import classes from '../page/page.module.css';
import { usePage } from '../page/page-context.ts';

export interface NameFormProps {
  readonly action: string;
  readonly onName: (name: string) => Promise<void>;
}

export function NameForm({ action, onName }: NameFormProps) {
  const { visitor } = usePage();
  const [name, setName] = useState(visitor.name);
  const attempt = useAttempt();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.run(() => onName(name.trim()));
  };
  return (
    <form onSubmit={submit}>
      <div className={classes.formRow}>
        <TextInput
          label="Your name"
          value={name}
          maxLength={80}
          autoComplete="nickname"
          data-autofocus
          autoFocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" size="36px" loading={attempt.isRunning} disabled={name.trim() === ''}>
          {action}
        </Button>
      </div>
      <Failure text={attempt.failure} />
    </form>
  );
}
