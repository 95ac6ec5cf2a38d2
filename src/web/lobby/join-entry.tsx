import { Button, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Failure } from '../controls/failure.tsx';
import { usePage } from '../page/page-context.ts';
import { readInvitation } from '../router/router.ts';
import classes from './lobby.module.css';

export function JoinEntry() {
  const { router } = usePage();
  const [pasted, setPasted] = useState('');
  const [failure, setFailure] = useState<string>();
  const join = (event: FormEvent) => {
    event.preventDefault();
    const invitation = readInvitation(pasted);
    if (invitation === undefined) setFailure('This is no join link. It ends with a long code after the #; copy all of it.');
    else router.go({ kind: 'join', invitation });
  };
  return (
    <section className={classes.entry}>
      <h2 className={classes.entryTitle}>
        <IconLink size={18} aria-hidden /> Join a world
      </h2>
      <p className={classes.entryText}>Paste the link you were given. No account needed.</p>
      <form className={classes.entryRow} onSubmit={join}>
        <TextInput
          className={classes.grow}
          classNames={{ input: classes.tall ?? '' }}
          aria-label="Join link"
          placeholder="https://…/j#…"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={pasted}
          onChange={(event) => {
            setPasted(event.currentTarget.value);
            setFailure(undefined);
          }}
        />
        <Button type="submit" size="lg" disabled={pasted.trim() === ''}>
          Join
        </Button>
      </form>
      <Failure text={failure} />
    </section>
  );
}
