import { type ComponentType, lazy } from 'react';

/**
 * Every panel that can be docked. To add one: a folder with its component, and a line here. Each is loaded when it is first shown.
 */
export type PanelId =
  | 'view'
  | 'outliner'
  | 'chat'
  | 'files'
  | 'inspector'
  | 'activity'
  | 'cluster'
  | 'blackboard'
  | 'planner'
  | 'pendant'
  | 'flags'
  | 'program'
  | 'tasks';

export interface PanelEntry {
  readonly id: PanelId;
  readonly title: string;
  readonly Panel: ComponentType;
  /** What stands at the right of its title. */
  readonly Tools?: ComponentType;
  /** After its title: a number, usually. */
  readonly Count?: ComponentType;
}

export const PANELS: readonly PanelEntry[] = [
  { id: 'view', title: 'View', Panel: lazy(async () => ({ default: (await import('../world/view/view.tsx')).View })) },
  {
    id: 'outliner',
    title: 'Outliner',
    Panel: lazy(async () => ({ default: (await import('./outliner/outliner.tsx')).Outliner })),
    Tools: lazy(async () => ({ default: (await import('./outliner/outliner-tools.tsx')).OutlinerTools })),
  },
  { id: 'chat', title: 'Chat', Panel: lazy(async () => ({ default: (await import('./chat/chat.tsx')).Chat })) },
  {
    id: 'files',
    title: 'Files',
    Panel: lazy(async () => ({ default: (await import('./files/files.tsx')).Files })),
    Count: lazy(async () => ({ default: (await import('./files/files.tsx')).FileCount })),
  },
  { id: 'inspector', title: 'Inspector', Panel: lazy(async () => ({ default: (await import('./inspector/inspector.tsx')).Inspector })) },
  { id: 'activity', title: 'Activity', Panel: lazy(async () => ({ default: (await import('./activity/activity.tsx')).Activity })) },
  { id: 'cluster', title: 'Cluster', Panel: lazy(async () => ({ default: (await import('./cluster/cluster.tsx')).Cluster })) },
  { id: 'planner', title: 'Planner', Panel: lazy(async () => ({ default: (await import('./planner/planner.tsx')).Planner })) },
  { id: 'pendant', title: 'Teach pendant', Panel: lazy(async () => ({ default: (await import('./pendant/pendant.tsx')).Pendant })) },
  { id: 'flags', title: 'Flags', Panel: lazy(async () => ({ default: (await import('./flags/flags.tsx')).Flags })) },
  { id: 'program', title: 'Program', Panel: lazy(async () => ({ default: (await import('../programs/program-panel.tsx')).ProgramPanel })) },
  { id: 'tasks', title: 'Task board', Panel: lazy(async () => ({ default: (await import('./tasks/tasks.tsx')).Tasks })) },
  {
    id: 'blackboard',
    title: 'Blackboard',
    Panel: lazy(async () => ({ default: (await import('./blackboard/blackboard.tsx')).BlackboardPanel })),
  },
];

export const isPanelId = (id: string): id is PanelId => PANELS.some((panel) => panel.id === id);

export function panelOf(id: string): PanelEntry {
  const panel = PANELS.find((entry) => entry.id === id);
  if (!panel) throw new Error(`there is no panel "${id}" in panels/catalog.ts`);
  return panel;
}
