import { useEffect } from 'react';
import { isTyping } from '../page/keys.ts';
import { usePage } from '../page/page-context.ts';
import type { BrowserRouter } from '../router/browser-router.ts';
import type { Monitor } from './monitor.ts';
import type { MonitorVisit } from './monitor-visit.ts';

type Deed = (() => void) | undefined;

/** The keys of the monitor, but for those that move its map. They are listed for people in page/keys.ts. */
export function useMonitorKeys(visit: MonitorVisit, screen: 'desk' | 'wall'): void {
  const { router } = usePage();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('[role="dialog"]') !== null && event.key !== ' ') return;
      const deed = deedOf(event, visit, screen, router);
      if (!deed) return;
      event.preventDefault();
      deed();
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [visit, screen, router]);
}

function deedOf(event: KeyboardEvent, visit: MonitorVisit, screen: 'desk' | 'wall', router: BrowserRouter): Deed {
  const { monitor, world } = visit;
  const selected = monitor.selected.get();
  switch (event.key.length === 1 ? event.key.toLowerCase() : event.key) {
    case ' ':
      // A button that has the focus is pressed by it.
      if (event.repeat || (!event.shiftKey && event.target instanceof HTMLButtonElement)) return undefined;
      if (event.shiftKey) return () => visit.stopAll();
      return selected === undefined ? undefined : () => visit.stop(selected);
    case 'g':
      return visit.canSend ? () => monitor.tool.set('goal') : undefined;
    case 'b':
      return () => monitor.show({ kind: 'building' });
    case 'f':
      return () => (monitor.following.get() === 'followed' ? monitor.letGo() : monitor.follow());
    case 'o':
      return selected === undefined ? undefined : () => router.go({ kind: 'world', world, layout: undefined, entity: selected });
    case 'w':
      return () => router.go({ kind: 'monitor', world, screen: screen === 'desk' ? 'wall' : 'desk' });
    case 'PageUp':
      return () => showNext(monitor, 1);
    case 'PageDown':
      return () => showNext(monitor, -1);
    case 'Escape':
      if (screen === 'wall') return () => router.go({ kind: 'monitor', world, screen: 'desk' });
      if (monitor.tool.get() === 'goal') return () => monitor.tool.set('select');
      return selected === undefined ? undefined : () => monitor.select(undefined);
    default:
      return undefined;
  }
}

/** From the whole building, up begins at the lowest floor and down at the highest. */
function showNext(monitor: Monitor, step: 1 | -1): void {
  const floors = monitor.floors.get();
  const shown = monitor.shown.get();
  const at = shown.kind === 'floor' ? floors.findIndex(({ id }) => id === shown.floor) : step > 0 ? -1 : floors.length;
  const floor = floors[at + step];
  if (floor) monitor.show({ kind: 'floor', floor: floor.id });
}
