import { planarPose } from '../base/pose.ts';
import { box } from '../geometry/parts.ts';
import { at } from '../geometry/placement.ts';
import type { SiteFloor } from '../maps/maps.ts';
import type { Fitting } from './fitting.ts';
import { CELL_M } from './walls.ts';

const FLOOR = '#C2C6C1';
/** Over the ground, so that the two do not flicker, and under the shadows that lie on it. */
const OVER_M = 0.002;
const THICK_M = 0.03;

/** What one stands on, in one colour: drawn, but in nobody's way. */
export function slabsOf({ name, plan, heightM }: SiteFloor): Fitting[] {
  const columns = pieces(plan.lengthM);
  const rows = pieces(plan.widthM);
  const isWhole = columns.length * rows.length === 1;
  return columns.flatMap(([fromX, toX], column) =>
    rows.map(([fromY, toY], row): Fitting => {
      const [longM, wideM] = [toX - fromX, toY - fromY];
      return {
        part: 'floor',
        name: isWhole ? name : `${name} ${row * columns.length + column + 1}`,
        model: {
          name: 'Floor',
          kind: 'structure',
          summary: `Floor, ${longM} x ${wideM} m`,
          links: [
            {
              name: 'Floor',
              parent: -1,
              origin: at(0, 0, 0),
              parts: [box(FLOOR, [longM, wideM, THICK_M], at(0, 0, OVER_M - THICK_M / 2), 0)],
            },
          ],
          dofs: [],
          extent: { radiusM: Math.hypot(longM, wideM) / 2, heightM: OVER_M },
        },
        pose: { ...planarPose((fromX + toX) / 2, (fromY + toY) / 2, 0), z: heightM },
      };
    }),
  );
}

/** A floor of the largest size there is would be cut into more cells than a world may have entities. */
const MOST_PIECES = 32;

function pieces(lengthM: number): (readonly [number, number])[] {
  const stepM = Math.max(CELL_M, lengthM / MOST_PIECES);
  return Array.from({ length: Math.max(Math.ceil(lengthM / stepM - 1e-9), 1) }, (_, index) => [
    index * stepM,
    Math.min((index + 1) * stepM, lengthM),
  ]);
}
