import { box, cylinder, lathe } from '../../geometry/parts.ts';
import { at, chain, turned } from '../../geometry/placement.ts';
import type { Paint, Part } from '../../geometry/shape.ts';
import type { Model } from '../model.ts';
import { thing } from './thing.ts';

/** An open box of boards, its bottom at z = 0. */
function crate([length, width, height]: readonly [number, number, number], paint: Paint, board: number): Part[] {
  return [
    box(paint, [length, width, board], at(0, 0, board / 2), 0.003),
    ...[1, -1].flatMap((side) => [
      box(paint, [length, board, height], at(0, side * (width / 2 - board / 2), height / 2), 0.004),
      box(paint, [board, width - 2 * board, height], at(side * (length / 2 - board / 2), 0, height / 2), 0.004),
    ]),
  ];
}

/** A soft hill, for cloth that was thrown into a box. */
const fold = (radius: number, height: number, x: number, y: number, leanRad: number): Part =>
  lathe(
    'own',
    [
      [radius, 0],
      [radius * 0.93, height * 0.3],
      [radius * 0.72, height * 0.66],
      [radius * 0.4, height * 0.92],
      [0, height],
    ],
    chain(at(x, y, 0.048), turned([Math.cos(leanRad * 7), Math.sin(leanRad * 7), 0], leanRad)),
  );

export const clothBox: Model = thing(
  { id: 'cloth-box', name: 'Cloth box', kind: 'equipment', summary: 'Wooden box with a cloth', extent: { radiusM: 0.22, heightM: 0.13 } },
  [
    ...crate([0.36, 0.27, 0.1], 'wood', 0.014),
    box('own', [0.325, 0.236, 0.05], at(0, 0, 0.045), 0.012),
    fold(0.1, 0.05, -0.06, 0.025, 0.1),
    fold(0.085, 0.036, 0.05, -0.03, 0.16),
    fold(0.09, 0.046, 0.07, 0.025, -0.14),
    fold(0.07, 0.03, -0.085, -0.04, 0.2),
    fold(0.06, 0.052, 0.005, 0.045, 0.18),
    fold(0.055, 0.036, -0.01, -0.06, 0.22),
  ],
);

export const stampBox: Model = thing(
  {
    id: 'stamp-box',
    name: 'Stamp box',
    kind: 'equipment',
    summary: 'Wooden box with a hand stamp',
    extent: { radiusM: 0.13, heightM: 0.16 },
  },
  [
    ...crate([0.18, 0.14, 0.06], 'wood', 0.01),
    box('rubber', [0.158, 0.118, 0.014], at(0, 0, 0.016), 0.003),
    box('graphite', [0.05, 0.05, 0.03], at(0, 0, 0.04), 0.006),
    lathe('own', [
      [0, 0.053],
      [0.013, 0.053],
      [0.011, 0.085],
      [0.022, 0.112],
      [0.018, 0.134],
      [0, 0.14],
    ]),
  ],
);

export const tray: Model = thing(
  { id: 'tray', name: 'Tray', kind: 'equipment', summary: 'Shallow tray for parts', extent: { radiusM: 0.2, heightM: 0.04 } },
  [...crate([0.3, 0.22, 0.035], 'foot', 0.014), box('graphite', [0.27, 0.19, 0.006], at(0, 0, 0.016), 0.002)],
);

const CARDBOARD = '#C9A170';
const TAPE = '#DDBE94';

const carton = (length: number, width: number, height: number): Part[] => [
  box(CARDBOARD, [length, width, height], at(0, 0, height / 2), 0.006),
  box(TAPE, [length + 0.002, 0.05, 0.002], at(0, 0, height), 0.0005),
  ...[1, -1].map((side) => box(TAPE, [0.002, 0.05, height * 0.28], at((side * length) / 2, 0, height * 0.86), 0.0005)),
  box('bone', [0.09, 0.002, 0.06], at(length * 0.22, -width / 2, height * 0.55), 0.0005),
];

export const cardboardBox: Model = thing(
  {
    id: 'cardboard-box',
    name: 'Cardboard box',
    kind: 'part',
    summary: 'Carton, 400 x 300 x 300 mm',
    extent: { radiusM: 0.26, heightM: 0.3 },
  },
  carton(0.4, 0.3, 0.3),
);

export const smallCardboardBox: Model = thing(
  {
    id: 'small-cardboard-box',
    name: 'Small cardboard box',
    kind: 'part',
    summary: 'Carton, 300 x 240 x 200 mm',
    extent: { radiusM: 0.2, heightM: 0.2 },
  },
  carton(0.3, 0.24, 0.2),
);

/** Hides one end of a belt: parts come out of it, or go into it, through a curtain. */
export const feeder: Model = thing(
  { id: 'feeder', name: 'Feeder', kind: 'furniture', summary: 'Hood over the end of a belt', extent: { radiusM: 0.28, heightM: 0.8 } },
  [
    ...[1, -1].map((side) => box('bone', [0.3, 0.026, 0.22], at(0, side * 0.2, 0.68), 0.009)),
    box('bone', [0.3, 0.426, 0.03], at(0, 0, 0.782), 0.012),
    box('bone', [0.026, 0.39, 0.22], at(-0.137, 0, 0.68), 0.009),
    box('own', [0.304, 0.43, 0.016], at(0, 0, 0.758), 0.005),
    box('rubber', [0.008, 0.375, 0.1], at(0.128, 0, 0.713), 0.002),
    ...[-0.12, -0.06, 0, 0.06, 0.12].map((y) => box('graphite', [0.004, 0.003, 0.09], at(0.133, y, 0.708), 0.0005)),
    cylinder('#5B9E3C', 0.012, 0.01, at(0.1, -0.13, 0.796)),
    cylinder('#E3AE1F', 0.012, 0.01, at(0.1, -0.09, 0.796)),
  ],
);
