import { ORIGIN } from '../../base/pose.ts';
import { box, cylinder, plate, repeated, tube } from '../../geometry/parts.ts';
import { at, toward } from '../../geometry/placement.ts';
import type { Model } from '../model.ts';

const LENGTH_M = 3.2;
const WIDTH_M = 0.36;
/** What lies on the belt is so high. */
export const BELT_TOP_M = 0.65;
const ROLLER_M = 0.05;
const BELT_MIDDLE_M = BELT_TOP_M - ROLLER_M;
const RAIL_Y = WIDTH_M / 2 - 0.016;
/** A seam of the belt to the next. */
const SEAM_M = 0.25;

/** So far from zero may the belt run: more than four days at its demonstration's pace, and still exact to 4 mm in a page's numbers. */
const FARTHEST_M = 50_000;

const rails = [RAIL_Y, -RAIL_Y].flatMap((y) => {
  const outside = y + Math.sign(y) * 0.0165;
  return [
    box('aluminium', [LENGTH_M, 0.032, 0.105], at(0, y, BELT_MIDDLE_M + 0.006), 0.008),
    box('own', [LENGTH_M - 0.32, 0.004, 0.018], at(0, outside, BELT_MIDDLE_M + 0.018), 0.0015),
    ...[-1, 1].map((end) =>
      cylinder('foot', 0.022, 0.008, toward(y > 0 ? 'y' : '-y', end * (LENGTH_M / 2 - ROLLER_M - 0.012), outside, BELT_MIDDLE_M)),
    ),
  ];
});

const legs = [-1.25, 0, 1.25].flatMap((x) => [
  ...[RAIL_Y - 0.03, 0.03 - RAIL_Y].flatMap((y) => [
    cylinder('foot', 0.024, BELT_MIDDLE_M - 0.05, at(x, y, 0.012)),
    cylinder('rubber', 0.036, 0.016, at(x, y, 0)),
  ]),
  tube('foot', 0.015, [x, RAIL_Y - 0.03, 0.3], [x, 0.03 - RAIL_Y, 0.3]),
  box('foot', [0.07, WIDTH_M - 0.03, 0.03], at(x, 0, BELT_MIDDLE_M - 0.052), 0.006),
]);

const drive = [
  box('bone', [0.2, 0.13, 0.15], at(-1.1, -RAIL_Y - 0.05, BELT_MIDDLE_M - 0.11), 0.016),
  cylinder('graphite', 0.052, 0.1, toward('-y', -1.1, -RAIL_Y - 0.1, BELT_MIDDLE_M - 0.11)),
  box('own', [0.1, 0.004, 0.028], at(-1.1, -RAIL_Y - 0.1155, BELT_MIDDLE_M - 0.062), 0.001),
];

/** A light barrier a third of the way from each end. */
const barriers = [-0.75, 0.75].flatMap((x) => [
  box('foot', [0.03, 0.014, 0.11], at(x, -RAIL_Y - 0.02, BELT_TOP_M + 0.02), 0.004),
  box('own', [0.034, 0.024, 0.03], at(x, -RAIL_Y - 0.012, BELT_TOP_M + 0.06), 0.005),
  box('foot', [0.03, 0.014, 0.11], at(x, RAIL_Y + 0.02, BELT_TOP_M + 0.02), 0.004),
  box('graphite', [0.034, 0.024, 0.03], at(x, RAIL_Y + 0.012, BELT_TOP_M + 0.06), 0.005),
]);

const belt = plate(
  'rubber',
  { from: ROLLER_M, to: ROLLER_M, length: LENGTH_M - 2 * ROLLER_M - 0.02, thickness: WIDTH_M - 0.066 },
  toward('y', -LENGTH_M / 2 + ROLLER_M + 0.01, 0, BELT_MIDDLE_M),
);

const seams = repeated(
  box('graphite', [0.005, WIDTH_M - 0.09, 0.002], ORIGIN, 0.0005),
  Array.from({ length: 12 }, (_, index) => at(-1.5 + index * SEAM_M, 0, BELT_TOP_M)),
);

export const conveyor: Model = {
  id: 'conveyor',
  name: 'Conveyor',
  kind: 'conveyor',
  summary: 'Belt, 3.2 m, carries parts',
  links: [
    { name: 'frame', parent: -1, origin: ORIGIN, parts: [...rails, ...legs, ...drive, ...barriers] },
    // What the seams go round on is what carries.
    { name: 'belt', parent: 0, origin: ORIGIN, parts: [belt] },
    { name: 'seams', parent: 1, dof: 0, period: SEAM_M, origin: ORIGIN, parts: seams },
  ],
  dofs: [
    {
      name: 'Belt',
      kind: 'translation',
      pivot: [0, 0, 0],
      axis: [1, 0, 0],
      low: -FARTHEST_M,
      high: FARTHEST_M,
      speedPerS: 0.5,
      // At once, as far as anybody sees: an hour of running is one glide, whose ramps are kept to a thousandth of it.
      accelerationPerS2: 1000,
      home: 0,
    },
  ],
  extent: { radiusM: 1.65, heightM: 0.75 },
};
