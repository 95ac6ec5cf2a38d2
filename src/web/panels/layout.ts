import { Settable } from '../link/observable.ts';
import type { Observable } from '../link/world-link.ts';
import { addressOf } from '../router/router.ts';
import type { PanelId } from './catalog.ts';
import { encodeLayout } from './layout-code.ts';

/** What the docks do for menus and settings, while there are docks. */
export interface DockControls {
  reset(): void;
  toggle(panel: PanelId): void;
  layout(): unknown;
}

const KEY = 'manyhands.layout';
const open = new Settable<ReadonlySet<string>>(new Set());
let docks: DockControls | undefined;

export const openPanels: Observable<ReadonlySet<string>> = open;

/** The docks say that they are there. Returns what takes it back. */
export function offerDocks(controls: DockControls): () => void {
  docks = controls;
  return () => {
    if (docks === controls) docks = undefined;
  };
}

export const tellOpenPanels = (panels: readonly string[]): void => open.set(new Set(panels));

export const resetLayout = (): void => docks?.reset();
export const togglePanel = (panel: PanelId): void => docks?.toggle(panel);

export const keepLayout = (layout: unknown): void => localStorage.setItem(KEY, JSON.stringify(layout));

export function keptLayout(): unknown {
  const kept = localStorage.getItem(KEY);
  return kept === null ? undefined : JSON.parse(kept);
}

export const forgetLayout = (): void => localStorage.removeItem(KEY);

/** The address of a world with the panels as they are here. */
export function layoutLink(world: string): string {
  const layout = docks?.layout();
  return location.origin + addressOf({ kind: 'world', world, layout: layout === undefined ? undefined : encodeLayout(layout) });
}
