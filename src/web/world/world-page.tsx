import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useEffect } from 'react';
import { RestingRows } from '../controls/resting-rows.tsx';
import type { Visit } from '../join/name-gate.tsx';
import { DropZone } from '../own-robot/drop-zone.tsx';
import { Plain } from '../page/plain.tsx';
import { useObservable } from '../page/use-observable.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Drawers } from './drawers.tsx';
import { OfflineStrip } from './offline-strip.tsx';
import { RoomContext, useRoom } from './room-context.ts';
import { TopBar } from './top-bar.tsx';
import { useLookAt } from './use-look-at.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useVisit } from './use-visit.ts';
import classes from './world-page.module.css';

const Docks = lazy(async () => ({ default: (await import('../panels/docks.tsx')).Docks }));

export interface WorldPageProps {
  readonly world: string;
  /** A layout that somebody shared by link. */
  readonly sharedLayout: string | undefined;
  /** What to look at first; undefined: the world as it was saved. */
  readonly entity: string | undefined;
  readonly visit: Visit;
}

/** A world: bars above and below, panels around the 3D view between them. */
export function WorldPage({ world, sharedLayout, entity, visit }: WorldPageProps) {
  const visiting = useVisit(world, visit);
  if (visiting.kind === 'missing')
    return <Plain title="There is no such world" text={`This hub has no world "${world}". Choose one, or create it.`} />;
  if (visiting.kind === 'entering') return <RestingRows count={8} heightPx={28} />;
  return (
    <RoomContext value={visiting.room}>
      <Screen sharedLayout={sharedLayout} entity={entity} />
    </RoomContext>
  );
}

function Screen({ sharedLayout, entity }: Pick<WorldPageProps, 'sharedLayout' | 'entity'>) {
  const room = useRoom();
  const status = useObservable(room.link.status);
  const isNarrow = useMediaQuery('(max-width: 1100px)', false, { getInitialValueInEffect: false });
  useShortcuts(room);
  useLookAt(room, entity);
  useEffect(() => {
    document.title = `${room.name} · Manyhands`;
    return () => {
      document.title = 'Manyhands';
    };
  }, [room]);
  if (status.kind === 'refused') return <Plain title="You cannot enter this world" text={status.reason} />;
  return (
    <div className={classes.screen} data-offline={status.kind === 'lost' || undefined}>
      <TopBar isNarrow={isNarrow} />
      <OfflineStrip link={room.link} />
      <main className={classes.workspace}>
        {isNarrow ? (
          <Drawers />
        ) : (
          <Suspense fallback={null}>
            <Docks sharedLayout={sharedLayout} />
          </Suspense>
        )}
      </main>
      <BottomBar />
      <DropZone />
    </div>
  );
}
