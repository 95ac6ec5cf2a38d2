import { lazyVisibility } from './lazy-visibility.ts';
import type { Planner } from './planner.ts';
import { prm } from './prm.ts';
import { rrtConnect } from './rrt-connect.ts';
import { visibility } from './visibility.ts';
import { visibilityPrm } from './visibility-prm.ts';

/** Every planner that is built in. Those of a hub's folder come beside them. */
export const PLANNERS: readonly Planner[] = [visibility, prm, visibilityPrm, lazyVisibility, rrtConnect];
