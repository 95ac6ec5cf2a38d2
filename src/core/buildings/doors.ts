import { ORIGIN, planarPose } from '../base/pose.ts';
import { box, cylinder } from '../geometry/parts.ts';
import { at, toward } from '../geometry/placement.ts';
import { rounded, type SiteFloor } from '../maps/maps.ts';
import type { Model } from '../robots/robots.ts';
import type { Fitting } from './fitting.ts';
import { WALL_M } from './walls.ts';

const LEAF_M = 0.04;
/** From the end of the wall to the line the leaf turns about: open, it stands just beside that end. */
const HINGE_M = 0.034;
const JAMB_M = 0.012;
/** The middle of a jamb from the end of the wall: beside it, not in it. */
const JAMB_GAP_M = 0.008;
const BELOW_TOP_M = 0.04;
const OVER_FLOOR_M = 0.01;
const HANDLE_M = 1;
/** A door narrower than this has no room for a leaf. */
const NARROWEST_M = 0.2;
const OPEN_RAD = Math.PI / 2;

/** A leaf in each door: it swings the way the door leads, and stands open, for a door in a map is a way through. */
export function doorsOf({ document, plan, heightM }: SiteFloor, wallHeightM: number): Fitting[] {
  return plan.openings.flatMap(({ kind, member, from, to }): Fitting[] => {
    const wideM = rounded(Math.hypot(to[0] - from[0], to[1] - from[1]));
    if (kind !== 'door' || wideM < NARROWEST_M) return [];
    const described = document.members[member];
    const label = described?.number ?? `m${member + 1}`;
    const yaw = Math.atan2(to[1] - from[1], to[0] - from[0]);
    return [
      {
        part: `door-${label}`,
        name: described?.name ?? `Door ${label}`,
        model: doorModel(wideM, wallHeightM),
        pose: { ...planarPose(rounded(from[0]), rounded(from[1]), yaw), z: heightM },
      },
    ];
  });
}

/** Stands at the end of the wall with its hinge, x along the gap. */
function doorModel(wideM: number, wallHeightM: number): Omit<Model, 'id'> {
  const highM = rounded(wallHeightM - BELOW_TOP_M - OVER_FLOOR_M);
  const leafM = rounded(wideM - 2 * HINGE_M);
  const middle = OVER_FLOOR_M + highM / 2;
  const handleZ = Math.min(HANDLE_M, wallHeightM * 0.7);
  return {
    name: 'Door',
    kind: 'structure',
    summary: `Door, ${wideM} m wide`,
    links: [
      {
        name: 'Frame',
        parent: -1,
        origin: ORIGIN,
        parts: [JAMB_GAP_M, wideM - JAMB_GAP_M].map((x) =>
          box('bone', [JAMB_M, WALL_M + 0.03, wallHeightM - 0.002], at(x, 0, wallHeightM / 2), 0.003),
        ),
      },
      {
        name: 'Leaf',
        parent: 0,
        dof: 0,
        origin: at(HINGE_M, 0, 0),
        parts: [
          box('wood', [leafM, LEAF_M, highM], at(leafM / 2, 0, middle), 0.004),
          ...[1, -1].map((side) =>
            cylinder('steel', 0.012, 0.045, toward(side > 0 ? 'y' : '-y', leafM - 0.07, (side * LEAF_M) / 2, handleZ)),
          ),
        ],
      },
    ],
    dofs: [
      {
        name: 'Door',
        kind: 'rotation',
        pivot: [HINGE_M, 0, 0],
        // The gap runs to the left of the way through: opening is clockwise.
        axis: [0, 0, -1],
        low: 0,
        high: OPEN_RAD,
        speedPerS: 1.2,
        home: OPEN_RAD,
      },
    ],
    extent: { radiusM: wideM, heightM: wallHeightM },
  };
}
