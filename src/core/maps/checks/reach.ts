import { planOf } from '../plan/floor-plan.ts';
import { placeOf } from '../plan/layout.ts';
import { cellAt, occupancyOf } from '../plan/occupancy.ts';
import { type Region, regionsOf } from '../plan/regions.ts';
import type { Place } from '../plan/segment.ts';
import { type CheckedWhole, type Concern, centimetres, warning } from './concern.ts';

const FINEST_CELL_M = 0.05;
/** Coarser, and doors are no longer seen: then nothing is said. */
const COARSEST_CELL_M = 0.25;
const MOST_CELLS = 250_000;
/** What is smaller is a recess between two walls that nobody calls a room. */
const SMALLEST_AREA_M2 = 0.25;
const MOST_TOLD = 5;

/** Whether all of the floor can be reached from its first point: by flooding it. Without a point nobody says where robots start. */
export function checkReach({ layout, cuts }: CheckedWhole): Concern[] {
  // Without all that is open, everything looks shut.
  if (cuts.visits.isSpent) return [];
  const [start, ...others] = layout.points;
  const cellM = Math.max(FINEST_CELL_M, Math.sqrt((layout.lengthM * layout.widthM) / MOST_CELLS));
  if (!start || cellM > COARSEST_CELL_M || !layout.isOnField(placeOf(start))) return [];
  const occupancy = occupancyOf(planOf(layout, cuts), cellM);
  const { ofCell, regions } = regionsOf(occupancy);
  const regionAt = (at: Place): number => ofCell[cellAt(occupancy, at) ?? -1] ?? -1;
  const home = regionAt(placeOf(start));
  if (home < 0) {
    const message = 'this point stands in a wall: nothing can be reached from it';
    return [warning('unreachable', start.member, { message, remedy: 'move it away from the wall' })];
  }
  const firstIn = new Map(others.toReversed().map((other) => [regionAt(placeOf(other)), other]));
  const concerns: Concern[] = [];
  for (const [region, found] of regions.entries()) {
    if (region === home || found.areaM2 < SMALLEST_AREA_M2) continue;
    if (concerns.length === MOST_TOLD) break;
    const point = firstIn.get(region);
    const message = point ? `this point cannot be reached from the first one` : `${placed(found)} cannot be reached from this point`;
    concerns.push(warning('unreachable', (point ?? start).member, { message, remedy: 'add a DOOR in a wall around it' }));
  }
  return concerns;
}

function placed({ areaM2, inside: [x, y] }: Region): string {
  return `${areaM2.toFixed(1)} m² around ${centimetres(x)}, ${centimetres(y)}`;
}
