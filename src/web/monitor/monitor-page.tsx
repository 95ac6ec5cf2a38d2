import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Failure } from '../controls/failure.tsx';
import { RestingRows } from '../controls/resting-rows.tsx';
import { StopButton } from '../controls/stop-button.tsx';
import { TipButton } from '../controls/tip-button.tsx';
import type { Visit } from '../join/name-gate.tsx';
import { usePage } from '../page/page-context.ts';
import { Plain } from '../page/plain.tsx';
import { useObservable } from '../page/use-observable.ts';
import { OfflineStrip } from '../world/offline-strip.tsx';
import { FloorsPane } from './floors-pane.tsx';
import { MapPane } from './map-pane.tsx';
import classes from './monitor.module.css';
import { MonitorBar } from './monitor-bar.tsx';
import { type MonitorVisit, useMonitorVisit } from './monitor-visit.ts';
import { RobotsPane } from './robots-pane.tsx';
import { useMonitorKeys } from './use-monitor-keys.ts';
import { WallNotes } from './wall-notes.tsx';

export interface MonitorPageProps {
  readonly world: string;
  readonly screen: 'desk' | 'wall';
  readonly visit: Visit;
}

/** The building from above: all its floors, all its robots. */
export function MonitorPage({ world, screen, visit }: MonitorPageProps) {
  const monitoring = useMonitorVisit(world, visit);
  if (!monitoring) return <RestingRows count={8} heightPx={28} />;
  return <Screen visit={monitoring} screen={screen} />;
}

function Screen({ visit, screen }: { readonly visit: MonitorVisit; readonly screen: 'desk' | 'wall' }) {
  const { hub } = usePage();
  const status = useObservable(visit.link.status);
  const [name, setName] = useState(visit.world);
  useMonitorKeys(visit, screen);
  useEffect(() => {
    // Whoever came by a link for one world may not list them all: then its id has to do for a name.
    hub.worlds().then(
      ({ worlds }) => setName(worlds.find(({ id }) => id === visit.world)?.name ?? visit.world),
      () => undefined,
    );
  }, [hub, visit]);
  useEffect(() => {
    document.title = `Monitor of ${name} · Manyhands`;
    return () => {
      document.title = 'Manyhands';
    };
  }, [name]);
  useEffect(() => {
    if (screen === 'desk' && document.fullscreenElement) void document.exitFullscreen();
  }, [screen]);
  if (status.kind === 'refused') return <Plain title="You cannot enter this world" text={status.reason} />;
  return (
    <div className={classes.screen} data-screen={screen} data-offline={status.kind === 'lost' || undefined}>
      {screen === 'desk' && <MonitorBar visit={visit} name={name} />}
      <OfflineStrip link={visit.link} />
      <Troubles visit={visit} />
      <main className={classes.panes}>
        {screen === 'desk' && <FloorsPane visit={visit} />}
        <MapPane visit={visit} screen={screen} />
        {screen === 'desk' && <RobotsPane visit={visit} />}
        {screen === 'wall' && <Wall visit={visit} name={name} />}
      </main>
    </div>
  );
}

/** What went wrong, under the bar: Stop that did not get through, a building that cannot be read. */
function Troubles({ visit }: { readonly visit: MonitorVisit }) {
  const stopFailure = useObservable(visit.stopFailure);
  const site = useObservable(visit.site.state);
  if (stopFailure === undefined && site.kind !== 'failed') return null;
  return (
    <div className={classes.troubles}>
      <Failure text={stopFailure} />
      {site.kind === 'failed' && <Failure text={`The building is not shown. ${site.reason}`} />}
    </div>
  );
}

/** All that a wall has besides the map. */
function Wall({ visit, name }: { readonly visit: MonitorVisit; readonly name: string }) {
  const { router } = usePage();
  return (
    <>
      <WallNotes visit={visit} name={name} />
      <div className={classes.wallCorner}>
        <span className={classes.leaveWall}>
          <TipButton
            label="Leave the wall screen"
            keys="Esc"
            onClick={() => router.go({ kind: 'monitor', world: visit.world, screen: 'desk' })}
          >
            <IconX size={18} />
          </TipButton>
        </span>
        <StopButton look="bar" label="Stop every robot of this world" onStop={() => visit.stopAll()} />
      </div>
    </>
  );
}
