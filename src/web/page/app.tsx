import { MantineProvider } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Join } from '../join/join.tsx';
import { NameGate } from '../join/name-gate.tsx';
import { Lobby } from '../lobby/lobby.tsx';
import type { Route } from '../router/router.ts';
import { cssVariables, theme } from '../theme/theme.ts';
import { PageContext, type PageSurroundings, usePage } from './page-context.ts';
import { Plain } from './plain.tsx';
import { useObservable } from './use-observable.ts';

const WorldPage = lazy(async () => ({ default: (await import('../world/world-page.tsx')).WorldPage }));
const MapsPage = lazy(async () => ({ default: (await import('../maps/maps-page.tsx')).MapsPage }));
const MonitorPage = lazy(async () => ({ default: (await import('../monitor/monitor-page.tsx')).MonitorPage }));
const DrivePage = lazy(async () => ({ default: (await import('../world/drive-page.tsx')).DrivePage }));

export function App(surroundings: PageSurroundings) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <PageContext value={surroundings}>
        <Suspense fallback={null}>
          <Screen />
        </Suspense>
      </PageContext>
    </MantineProvider>
  );
}

function Screen() {
  const { router } = usePage();
  return screenOf(useObservable(router.route));
}

function screenOf(route: Route) {
  switch (route.kind) {
    case 'lobby':
      return <Lobby />;
    case 'join':
      return <Join invitation={route.invitation} />;
    case 'world':
      return (
        <NameGate world={route.world}>
          {(visit) => <WorldPage key={route.world} world={route.world} sharedLayout={route.layout} entity={route.entity} visit={visit} />}
        </NameGate>
      );
    case 'drive':
      return (
        <NameGate world={route.world}>
          {(visit) => <DrivePage key={`${route.world} ${route.entity}`} world={route.world} entity={route.entity} visit={visit} />}
        </NameGate>
      );
    case 'maps':
      return (
        <NameGate world={route.world}>
          {(visit) => <MapsPage key={route.world} world={route.world} document={route.document} visit={visit} />}
        </NameGate>
      );
    case 'monitor':
      return (
        <NameGate world={route.world}>
          {(visit) => <MonitorPage key={route.world} world={route.world} screen={route.screen} visit={visit} />}
        </NameGate>
      );
    case 'nowhere':
      return <Plain title="There is nothing here" text={`${route.path} is no page of this hub.`} />;
  }
}
