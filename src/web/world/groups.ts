import type { ModelKind } from '../../core/robots/model.ts';
import type { EntityInfo } from '../link/world-link.ts';
import type { ModelSource } from '../scene/model-source.ts';

export const GROUPS = ['Robots', 'Equipment', 'Parts', 'Furniture', 'Building'] as const;
export type Group = (typeof GROUPS)[number];

export function groupOfKind(kind: ModelKind): Group {
  switch (kind) {
    case 'arm':
    case 'gantry':
    case 'wheeled':
    case 'legged':
      return 'Robots';
    case 'conveyor':
    case 'equipment':
    // People look for it, and not for walls.
    case 'shaft':
      return 'Equipment';
    case 'part':
      return 'Parts';
    case 'furniture':
      return 'Furniture';
    case 'structure':
    case 'sign':
    case 'cabin':
      return 'Building';
  }
}

/** While its model is not here, what a description says of itself has to do. */
export function groupOf({ description }: EntityInfo, models: ModelSource): Group {
  const kind = models.get(description.model)?.kind;
  if (kind !== undefined) return groupOfKind(kind);
  if (description.kind === 'static') return 'Furniture';
  return description.dofs.length > 0 ? 'Robots' : 'Parts';
}

/** Whether somebody can take it in hand: it drives, or something of it moves. An elevator is called, not driven. */
export function isDrivable({ description }: EntityInfo, models: ModelSource): boolean {
  const model = models.get(description.model);
  if (description.kind !== 'dynamic' || model?.kind === 'shaft') return false;
  return description.dofs.length > 0 || model?.drive !== undefined;
}

/** Whether it can be sent somewhere: it goes about by itself. */
export function canTravel({ description }: Pick<EntityInfo, 'description'>, models: ModelSource): boolean {
  const kind = models.get(description.model)?.kind;
  return description.kind === 'dynamic' && (kind === 'wheeled' || kind === 'legged');
}
