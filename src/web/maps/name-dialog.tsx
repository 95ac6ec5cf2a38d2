import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Failure } from '../controls/failure.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import { usePage } from '../page/page-context.ts';
import { NEW_MAP } from './map-files.ts';
import classes from './maps.module.css';
import type { MapsVisit } from './maps-visit.ts';

export interface NameDialogProps {
  readonly visit: MapsVisit;
  readonly deed: { readonly kind: 'new' } | { readonly kind: 'rename'; readonly document: string; readonly name: string };
  readonly onClose: () => void;
}

/** Asks what a map is to be called, and makes or renames it. */
export function NameDialog({ visit, deed, onClose }: NameDialogProps) {
  const { router } = usePage();
  const attempt = useAttempt();
  const [name, setName] = useState(deed.kind === 'rename' ? deed.name : '');
  const send = (event: FormEvent) => {
    event.preventDefault();
    attempt.run(async () => {
      if (deed.kind === 'rename') await visit.shelf.rename(deed.document, name);
      else router.go({ kind: 'maps', world: visit.world, document: await visit.make(name, NEW_MAP) });
      onClose();
    });
  };
  return (
    <Modal opened onClose={onClose} title={deed.kind === 'new' ? 'New map' : 'Rename the map'} size={420}>
      <form onSubmit={send}>
        <TextInput
          label="Name"
          placeholder="Ground floor"
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
            {deed.kind === 'new' ? 'Make it' : 'Rename'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
