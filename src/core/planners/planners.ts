import { suggestion } from '../base/nearest.ts';
import { PLANNERS } from './catalog.ts';
import type { Planner } from './planner.ts';

/** Ways for robots round what stands there. Start reading at planner.ts (the port); where a robot may be is free-space.ts; the rules are in SPEC.md. */
export { PLANNERS } from './catalog.ts';
export { type FloorMapOptions, planningMapOf } from './floor-map.ts';
export { type FreeSpace, freeSpaceOf } from './free-space.ts';
export { Milestones } from './milestones.ts';
export type { PlanAnswer, Planner, PlanningMap, PlanQuery, Roadmap } from './planner.ts';

/** Throws when there is none of that name, and says which there are. */
export function plannerNamed(name: string): Planner {
  const found = PLANNERS.find((planner) => planner.name === name);
  if (found) return found;
  const names = PLANNERS.map((planner) => planner.name);
  throw new RangeError(`there is no planner ${name}${suggestion(name, names)} (${names.join(', ')})`);
}
