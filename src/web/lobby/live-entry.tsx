import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { WorldCard } from '../../core/api/http.ts';
import { Chip } from '../controls/chip.tsx';
import { usePage } from '../page/page-context.ts';
import classes from './lobby.module.css';
import { count } from './world-card.tsx';

const ShareDialog = lazy(async () => ({ default: (await import('../share/share-dialog.tsx')).ShareDialog }));

/** The world with the most people in it, one press away. */
export function LiveEntry({ world }: { readonly world: WorldCard | undefined }) {
  const { router } = usePage();
  const [isSharing, setSharing] = useState(false);
  if (!world) {
    return (
      <section className={classes.entry}>
        <h2 className={classes.entryTitle}>
          <IconUsers size={18} aria-hidden /> Nobody is in a world now
        </h2>
        <p className={classes.entryText}>Open one below and share it: others join with a link and a name.</p>
      </section>
    );
  }
  return (
    <section className={classes.entry} data-live>
      <h2 className={classes.entryTitle}>
        <IconUsers size={18} aria-hidden /> {world.name}
        <span className={classes.spring} />
        <Chip mood="ok">Running</Chip>
      </h2>
      <p className={classes.entryText}>
        {count(world.people.length, 'person', 'people')} in it, {count(world.robots, 'robot', 'robots')}
      </p>
      <div className={classes.entryRow}>
        <Button size="lg" onClick={() => router.go({ kind: 'world', world: world.id, layout: undefined })}>
          Open world
        </Button>
        <Button size="lg" variant="default" onClick={() => setSharing(true)}>
          Invite
        </Button>
      </div>
      <Suspense fallback={null}>{isSharing && <ShareDialog world={world.id} onClose={() => setSharing(false)} />}</Suspense>
    </section>
  );
}
