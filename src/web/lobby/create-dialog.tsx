import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { NewWorld, WorldCard, WorldList } from '../../core/api/http.ts';
import { Failure } from '../controls/failure.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import { usePage } from '../page/page-context.ts';
import classes from './lobby.module.css';

/** What a new world starts from. */
type Origin = { readonly kind: 'empty' } | { readonly kind: 'template' | 'copy'; readonly id: string };

export interface CreateDialogProps {
  readonly templates: WorldList['templates'];
  readonly worlds: readonly WorldCard[];
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

export function CreateDialog({ templates, worlds, onClose, onCreated }: CreateDialogProps) {
  const { hub, router } = usePage();
  const attempt = useAttempt();
  const [name, setName] = useState('');
  const [origin, setOrigin] = useState<Origin>(templates[0] ? { kind: 'template', id: templates[0].id } : { kind: 'empty' });
  const create = (event: FormEvent) => {
    event.preventDefault();
    attempt.run(async () => {
      const world = await hub.createWorld(newWorld(name, origin));
      onCreated();
      router.go({ kind: 'world', world: world.id, layout: undefined });
    });
  };
  const options: { readonly origin: Origin; readonly title: string; readonly text: string }[] = [
    ...templates.map(({ id, name: title, summary }) => ({ origin: { kind: 'template', id } as const, title, text: summary })),
    ...worlds.map(({ id, name: title, summary }) => ({ origin: { kind: 'copy', id } as const, title: `Copy of ${title}`, text: summary })),
    ...(templates.length === 0 ? [{ origin: { kind: 'empty' } as const, title: 'Empty', text: 'Nothing but the floor' }] : []),
  ];
  return (
    <Modal opened onClose={onClose} title="New world" size={520}>
      <form onSubmit={create}>
        <TextInput
          label="Name"
          value={name}
          maxLength={80}
          data-autofocus
          required
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <fieldset className={classes.origins}>
          <legend>Start from</legend>
          {options.map((option) => (
            <label key={JSON.stringify(option.origin)} className={classes.origin}>
              <input
                type="radio"
                name="origin"
                checked={JSON.stringify(option.origin) === JSON.stringify(origin)}
                onChange={() => setOrigin(option.origin)}
              />
              <span>
                <strong>{option.title}</strong>
                <small>{option.text}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <Failure text={attempt.failure} />
        <div className={classes.dialogFoot}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={attempt.isRunning} disabled={name.trim() === ''}>
            Create and open
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function newWorld(name: string, origin: Origin): NewWorld {
  switch (origin.kind) {
    case 'empty':
      return { name };
    case 'template':
      return { name, template: origin.id };
    case 'copy':
      return { name, copyOf: origin.id };
  }
}
