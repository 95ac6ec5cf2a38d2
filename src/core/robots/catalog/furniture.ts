import { box, corners, cylinder, lathe, plate, repeated, tube } from '../../geometry/parts.ts';
import { at, chain, toward, turned } from '../../geometry/placement.ts';
import type { Paint, Part } from '../../geometry/shape.ts';
import type { Model } from '../model.ts';
import { thing } from './thing.ts';

export const desk: Model = thing(
  { id: 'desk', name: 'Desk', kind: 'furniture', summary: 'Wooden top, 1.5 x 0.75 m', extent: { radiusM: 0.84, heightM: 0.74 } },
  [
    box('wood', [1.5, 0.75, 0.034], at(0, 0, 0.723), 0.01),
    ...repeated(cylinder('foot', 0.02, 0.706), corners(0.69, 0.32, 0)),
    ...repeated(cylinder('rubber', 0.026, 0.012), corners(0.69, 0.32, 0)),
    ...[0.69, -0.69].map((x) => box('foot', [0.03, 0.62, 0.03], at(x, 0, 0.69), 0.005)),
    box('foot', [1.36, 0.03, 0.03], at(0, 0.3, 0.69), 0.005),
  ],
);

/** Five arms under one column. */
const castors = Array.from({ length: 5 }, (_, arm) => {
  const heading = turned([0, 0, 1], (arm * 2 * Math.PI) / 5 + 0.3);
  return [
    { ...tube('foot', 0.015, [0.02, 0, 0.1], [0.27, 0, 0.07]), at: heading },
    cylinder('rubber', 0.03, 0.03, chain(heading, toward('y', 0.275, -0.015, 0.03))),
  ];
}).flat();

export const chair: Model = thing(
  { id: 'chair', name: 'Chair', kind: 'furniture', summary: 'Office chair on castors', extent: { radiusM: 0.32, heightM: 0.92 } },
  [
    ...castors,
    cylinder('foot', 0.028, 0.33, at(0, 0, 0.09)),
    box('foot', [0.24, 0.2, 0.03], at(0, 0, 0.42), 0.008),
    box('own', [0.46, 0.47, 0.07], at(0.02, 0, 0.465), 0.032),
    { ...tube('foot', 0.018, [-0.1, 0, 0.42], [-0.25, 0, 0.44], [-0.27, 0, 0.56], [-0.265, 0, 0.72]) },
    box('own', [0.06, 0.44, 0.4], chain(at(-0.235, 0, 0.73), turned([0, 1, 0], -0.12)), 0.028),
  ],
);

const SHELF_WIDTH_M = 0.9;
const SHELF_DEPTH_M = 0.28;

/** Thickness in centimetres, height in centimetres, paint: from the left, a gap where nothing stands. */
type Book = readonly [thickness: number, height: number, paint: Paint];
const gap = (centimetres: number): Book => [centimetres, 0, 'bone'];
const GREY = '#CFCBC3';
const books: readonly (readonly Book[])[] = [
  [
    gap(6),
    [5, 24, 'bone'],
    [4, 22, GREY],
    gap(1),
    [6, 25, '#5B9E3C'],
    [4, 23, '#3B7DD8'],
    gap(4),
    [5, 22, GREY],
    [6, 23, 'bone'],
    [4, 20, GREY],
    gap(5),
    [5, 24, GREY],
    [5, 22, 'bone'],
  ],
  [
    gap(9),
    [5, 20, GREY],
    [6, 23, 'bone'],
    gap(8),
    [5, 24, 'bone'],
    [4, 18, GREY],
    gap(6),
    [5, 22, GREY],
    gap(4),
    [6, 24, '#E3AE1F'],
    [5, 21, 'bone'],
  ],
  [
    gap(3),
    [6, 24, 'bone'],
    [5, 22, GREY],
    [5, 24, 'bone'],
    gap(2),
    [9, 27, '#D9518F'],
    [4, 21, GREY],
    [5, 23, 'bone'],
    gap(9),
    [7, 20, '#3B7DD8'],
    [5, 19, GREY],
    [5, 22, 'bone'],
  ],
  [
    gap(5),
    [5, 22, 'bone'],
    [5, 25, GREY],
    [5, 23, 'bone'],
    [6, 24, GREY],
    gap(2),
    [6, 22, '#3B7DD8'],
    gap(2),
    [5, 24, GREY],
    [6, 23, 'bone'],
    [5, 21, GREY],
    gap(3),
    [5, 24, 'bone'],
    [4, 22, GREY],
  ],
];

function row(shelf: readonly Book[], z: number): Part[] {
  let x = -SHELF_WIDTH_M / 2 + 0.03;
  return shelf.flatMap(([thickness, height, paint]) => {
    const [width, tall] = [thickness / 100, height / 100];
    const middle = x + width / 2;
    x += width;
    return tall === 0 ? [] : [box(paint, [width - 0.003, 0.19, tall], at(middle, -0.01, z + tall / 2), 0.004)];
  });
}

export const bookshelf: Model = thing(
  {
    id: 'bookshelf',
    name: 'Bookshelf',
    kind: 'furniture',
    summary: 'Four shelves with books, 1.6 m high',
    extent: { radiusM: 0.48, heightM: 1.6 },
  },
  [
    ...[1, -1].map((side) => box('bone', [0.03, SHELF_DEPTH_M, 1.6], at((side * SHELF_WIDTH_M) / 2, 0, 0.8), 0.006)),
    ...[0.06, 0.44, 0.82, 1.2, 1.585].map((z) => box('bone', [SHELF_WIDTH_M, SHELF_DEPTH_M, 0.028], at(0, 0, z), 0.005)),
    box(GREY, [SHELF_WIDTH_M, 0.012, 1.56], at(0, SHELF_DEPTH_M / 2 - 0.008, 0.8), 0.002),
    ...books.flatMap((shelf, index) => row(shelf, 0.074 + 0.38 * index)),
  ],
);

const LEAF = '#4C8B3B';
const DARK_LEAF = '#3C7430';

/** A blade that leans out of the pot. */
function leaf(index: number): Part {
  const heading = index * 2.4;
  const lean = 0.14 + 0.13 * (index % 6);
  const length = 0.42 - 0.03 * (index % 4);
  return plate(
    index % 2 === 0 ? LEAF : DARK_LEAF,
    { from: 0.033, to: 0.006, length, thickness: 0.01 },
    chain(at(0, 0, 0.26), turned([0, 0, 1], heading), turned([0, 1, 0], lean - Math.PI / 2), at(0.02, 0, 0)),
  );
}

export const plant: Model = thing(
  { id: 'plant', name: 'Plant', kind: 'furniture', summary: 'Pot plant, 0.7 m', extent: { radiusM: 0.3, heightM: 0.72 } },
  [
    lathe('bone', [
      [0, 0],
      [0.115, 0],
      [0.15, 0.26],
      [0.155, 0.28],
      [0.132, 0.28],
      [0.128, 0.255],
      [0, 0.255],
    ]),
    cylinder('#5A4636', 0.128, 0.012, at(0, 0, 0.25)),
    ...Array.from({ length: 14 }, (_, index) => leaf(index)),
  ],
);

const PLASTER = '#D3D0C9';

/** A wall of the room, its foot in the middle: along x, 0.1 m thick. */
const wallOf = (id: string, name: string, lengthM: number): Model =>
  thing({ id, name, kind: 'furniture', summary: `Wall, ${lengthM} m long, 1 m high`, extent: { radiusM: lengthM / 2, heightM: 1 } }, [
    box(PLASTER, [lengthM, 0.1, 0.98], at(0, 0, 0.49), 0.004),
    box('bone', [lengthM + 0.012, 0.112, 0.028], at(0, 0, 0.988), 0.006),
    box('bone', [lengthM + 0.006, 0.112, 0.06], at(0, 0, 0.03), 0.004),
  ]);

export const wall: Model = wallOf('wall', 'Wall', 3.2);
export const shortWall: Model = wallOf('short-wall', 'Short wall', 1.6);
export const longWall: Model = wallOf('long-wall', 'Long wall', 6.4);

export const laptop: Model = thing(
  { id: 'laptop', name: 'Laptop', kind: 'furniture', summary: 'Open laptop', extent: { radiusM: 0.2, heightM: 0.22 } },
  [
    box('graphite', [0.23, 0.33, 0.016], at(0, 0, 0.008), 0.005),
    box('foot', [0.1, 0.28, 0.002], at(0.035, 0, 0.0165), 0.0005),
    box('foot', [0.06, 0.1, 0.002], at(-0.07, 0, 0.0165), 0.0005),
    box('graphite', [0.01, 0.33, 0.22], chain(at(0.142, 0, 0.118), turned([0, 1, 0], 0.26)), 0.004),
    box('#131C20', [0.002, 0.305, 0.19], chain(at(0.142, 0, 0.118), turned([0, 1, 0], 0.26), at(-0.0055, 0, 0.002)), 0.0005),
  ],
);

export const charger: Model = thing(
  {
    id: 'charger',
    name: 'Charger',
    kind: 'furniture',
    summary: 'Charging station for mobile robots',
    extent: { radiusM: 0.26, heightM: 0.42 },
  },
  [
    box('foot', [0.34, 0.4, 0.016], at(0.06, 0, 0.008), 0.006),
    box('bone', [0.12, 0.36, 0.4], at(-0.09, 0, 0.21), 0.024),
    box('own', [0.004, 0.36, 0.024], at(-0.031, 0, 0.33), 0.0015),
    box('graphite', [0.02, 0.2, 0.06], at(-0.024, 0, 0.14), 0.006),
    ...[0.05, -0.05].map((y) => box('steel', [0.03, 0.03, 0.02], at(-0.008, y, 0.14), 0.004)),
    cylinder('#5B9E3C', 0.014, 0.01, at(-0.09, 0, 0.408)),
  ],
);
