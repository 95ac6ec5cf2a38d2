import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { WorldCard, WorldList } from '../../core/api/http.ts';
import { CreateDialog } from './create-dialog.tsx';
import classes from './lobby.module.css';

export interface CreateEntryProps {
  readonly templates: WorldList['templates'];
  readonly worlds: readonly WorldCard[];
  readonly isAllowed: boolean;
  readonly onCreated: () => void;
}

export function CreateEntry({ templates, worlds, isAllowed, onCreated }: CreateEntryProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={classes.entry}>
      <h2 className={classes.entryTitle}>
        <IconPlus size={18} aria-hidden /> Create a world
      </h2>
      <p className={classes.entryText}>
        {isAllowed ? 'Start from a template, or copy a world you have.' : 'Teachers and administrators of this hub make worlds.'}
      </p>
      <div className={classes.entryRow}>
        <Button size="lg" disabled={!isAllowed} onClick={() => setOpen(true)}>
          New world
        </Button>
      </div>
      {isOpen && <CreateDialog templates={templates} worlds={worlds} onClose={() => setOpen(false)} onCreated={onCreated} />}
    </section>
  );
}
