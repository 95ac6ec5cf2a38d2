import type { AddPanelOptions, DockviewApi } from 'dockview';
import { type PanelId, panelOf } from './catalog.ts';

const LEFT_PX = 256;
const RIGHT_PX = 324;
const CHAT_PX = 264;
const BOARD_PX = 400;
const PENDANT_PX = 412;
const TASKS_PX = 340;
const PROGRAM_PX = 440;

/** Where a panel goes when nobody has put it anywhere: 256 | view | 324, outliner over chat. */
const PLACES: Record<PanelId, Partial<AddPanelOptions>> = {
  view: {},
  outliner: { position: { referencePanel: 'view', direction: 'left' }, initialWidth: LEFT_PX, minimumWidth: 200 },
  inspector: { position: { referencePanel: 'view', direction: 'right' }, initialWidth: RIGHT_PX, minimumWidth: 280 },
  chat: { position: { referencePanel: 'outliner', direction: 'below' }, initialHeight: CHAT_PX, minimumHeight: 120 },
  files: { position: { referencePanel: 'chat', direction: 'within' }, inactive: true },
  activity: { position: { referencePanel: 'chat', direction: 'within' } },
  planner: { position: { referencePanel: 'inspector', direction: 'within' } },
  cluster: { position: { referencePanel: 'inspector', direction: 'within' } },
  pendant: { position: { referencePanel: 'view', direction: 'below' }, initialHeight: PENDANT_PX, minimumHeight: 200 },
  flags: { position: { referencePanel: 'inspector', direction: 'within' } },
  program: { position: { referencePanel: 'view', direction: 'left' }, initialWidth: PROGRAM_PX, minimumWidth: 320 },
  tasks: { position: { referencePanel: 'view', direction: 'below' }, initialHeight: TASKS_PX, minimumHeight: 180 },
  blackboard: { position: { referencePanel: 'view', direction: 'below' }, initialHeight: BOARD_PX, minimumHeight: 180 },
};

const FIRST: readonly PanelId[] = ['view', 'outliner', 'inspector', 'chat', 'files'];

export function addFirstPanels(dockview: DockviewApi): void {
  for (const panel of FIRST) openPanel(dockview, panel);
  const view = dockview.getPanel('view');
  if (view) view.group.header.hidden = true;
}

/** At its place, or beside the view when what stood there has been closed. */
export function openPanel(dockview: DockviewApi, id: PanelId): void {
  const { position, ...place } = PLACES[id];
  const beside = position && 'referencePanel' in position ? String(position.referencePanel) : undefined;
  const isThere = beside !== undefined && dockview.getPanel(beside) !== undefined;
  const fallback = dockview.getPanel('view')
    ? { position: { referencePanel: 'view', direction: 'left' as const }, initialWidth: LEFT_PX }
    : {};
  dockview.addPanel({
    id,
    component: id,
    tabComponent: id,
    title: panelOf(id).title,
    ...(id === 'view' && { renderer: 'always' as const }),
    ...(isThere && position ? { ...place, position } : fallback),
  } as AddPanelOptions);
}
