import { ORIGIN } from '../../base/pose.ts';
import { box, cylinder, repeated } from '../../geometry/parts.ts';
import { at } from '../../geometry/placement.ts';
import type { Paint, Part } from '../../geometry/shape.ts';
import type { DegreeOfFreedom, Model } from '../model.ts';

/** Cells are counted from the left and from below. Metres. */
const CELL_M = 0.34;
const COLUMNS = 5;
const ROWS = 4;
const LOWEST_SHELF_M = 0.2;
const RACK_Y = 0.26;
const RACK_DEPTH_M = 0.32;
const RACK_HEIGHT_M = 1.62;
const HALF_SPAN_M = 1.06;
const MAST_Y = -0.12;

const columnX = (column: number): number => (column - (COLUMNS - 1) / 2) * CELL_M;
const shelfZ = (row: number): number => LOWEST_SHELF_M + row * CELL_M;

/** What lies in the cells, from the top row down; blank cells are free. */
const stored: readonly (readonly (Paint | undefined)[])[] = [
  [undefined, undefined, '#3FA3D1', '#E3AE1F', '#5B9E3C'],
  ['#5B9E3C', '#E3AE1F', '#3FA3D1', '#E3AE1F', 'bone'],
  ['#3FA3D1', '#E8742C', '#5B9E3C', '#3FA3D1', undefined],
  ['#3FA3D1', '#3FA3D1', '#E8742C', '#E5654F', '#3FA3D1'],
];

const bin = (paint: Paint, x: number, shelf: number): Part[] => [
  box(paint, [0.23, 0.26, 0.105], at(x, RACK_Y, shelf + 0.066), 0.014),
  box(paint, [0.252, 0.282, 0.034], at(x, RACK_Y, shelf + 0.125), 0.012),
  box('bone', [0.082, 0.006, 0.036], at(x, RACK_Y - 0.131, shelf + 0.062), 0.002),
];

const bins = stored.flatMap((row, fromTop) =>
  row.flatMap((paint, column) => (paint === undefined ? [] : bin(paint, columnX(column), shelfZ(ROWS - 1 - fromTop)))),
);

const posts = Array.from({ length: COLUMNS + 1 }, (_, index) => columnX(index) - CELL_M / 2);
const rack = [
  ...[RACK_Y - RACK_DEPTH_M / 2, RACK_Y + RACK_DEPTH_M / 2].flatMap((y) =>
    repeated(
      box('foot', [0.026, 0.026, RACK_HEIGHT_M], ORIGIN, 0.005),
      posts.map((x) => at(x, y, RACK_HEIGHT_M / 2)),
    ),
  ),
  ...repeated(
    box('aluminium', [COLUMNS * CELL_M, RACK_DEPTH_M, 0.014], ORIGIN, 0.004),
    [...Array.from({ length: ROWS }, (_, row) => shelfZ(row)), shelfZ(ROWS)].map((z) => at(0, RACK_Y, z)),
  ),
];

const gantry = [
  ...repeated(
    box('own', [0.072, 0.072, 1.7], ORIGIN, 0.012),
    [-HALF_SPAN_M, HALF_SPAN_M].map((x) => at(x, MAST_Y, 0.85)),
  ),
  ...repeated(
    box('foot', [0.2, 0.2, 0.022], ORIGIN, 0.006),
    [-HALF_SPAN_M, HALF_SPAN_M].map((x) => at(x, MAST_Y, 0.011)),
  ),
  box('aluminium', [2 * HALF_SPAN_M, 0.05, 0.07], at(0, MAST_Y, 1.62), 0.01),
  box('aluminium', [2 * HALF_SPAN_M, 0.05, 0.05], at(0, MAST_Y, 0.075), 0.01),
];

const mast = [
  box('own', [0.21, 0.13, 0.1], at(0, 0, 1.62), 0.016),
  box('own', [0.21, 0.13, 0.09], at(0, 0, 0.09), 0.016),
  box('bone', [0.11, 0.075, 1.48], at(0, -0.01, 0.85), 0.016),
  box('foot', [0.038, 0.006, 1.3], at(0, -0.047, 0.85), 0.002),
  box('bone', [0.09, 0.09, 0.12], at(0.0, -0.1, 1.62), 0.012),
];

const carriage = [
  box('graphite', [0.19, 0.15, 0.14], at(0, -0.015, 0), 0.018),
  box('own', [0.1, 0.004, 0.014], at(0, -0.091, 0.035), 0.001),
  cylinder('lamp', 0.009, 0.004, at(0.07, 0.0, 0.069)),
  box('foot', [0.23, 0.24, 0.024], at(0, 0.03, -0.078), 0.006),
];

const fork = [
  ...[-0.075, 0.075].map((x) => box('steel', [0.034, 0.26, 0.014], at(x, 0.03, -0.052), 0.003)),
  box('steel', [0.19, 0.03, 0.014], at(0, -0.085, -0.052), 0.003),
];

const slide = (
  name: string,
  axis: DegreeOfFreedom['axis'],
  range: { low: number; high: number; home: number; speedPerS: number; accelerationPerS2: number },
): DegreeOfFreedom => ({ name, kind: 'translation', pivot: [0, 0, 0], axis, ...range });

/** Of the fork above the floor while the lift is down. */
const LIFT_ZERO_M = LOWEST_SHELF_M + 0.13;

export const asrs: Model = {
  id: 'amatrol-asrs',
  name: 'Amatrol ASRS',
  kind: 'gantry',
  summary: 'Storage gantry, 3 prismatic axes, 20 cells',
  approximate: 'All figures: the maker publishes none',
  links: [
    { name: 'rack', parent: -1, origin: ORIGIN, parts: [...gantry, ...rack, ...bins] },
    { name: 'mast', parent: 0, dof: 0, origin: at(0, MAST_Y, 0), parts: mast },
    { name: 'carriage', parent: 1, dof: 1, origin: at(0, -0.02, LIFT_ZERO_M), parts: carriage },
    { name: 'fork', parent: 2, dof: 2, origin: ORIGIN, parts: fork },
  ],
  dofs: [
    slide('Travel', [1, 0, 0], { low: -0.85, high: 0.85, home: 0, speedPerS: 0.5, accelerationPerS2: 1 }),
    slide('Lift', [0, 0, 1], { low: 0, high: 1.1, home: 0.51, speedPerS: 0.4, accelerationPerS2: 0.8 }),
    slide('Fork', [0, 1, 0], { low: -0.3, high: 0.3, home: 0, speedPerS: 0.25, accelerationPerS2: 0.6 }),
  ],
  tool: { link: 3, at: at(0, 0.1, -0.045) },
  extent: { radiusM: 1.2, heightM: 1.72 },
};
