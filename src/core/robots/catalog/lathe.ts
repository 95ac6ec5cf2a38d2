import { ORIGIN } from '../../base/pose.ts';
import { box, cylinder, extrusion, repeated, ring, tube } from '../../geometry/parts.ts';
import { at, chain, toward, turned } from '../../geometry/placement.ts';
import type { Model } from '../model.ts';

const BED_M = 0.68;
const SPINDLE_Y = -0.1;
const SPINDLE_Z = 0.9;

const cabinet = [
  box('foot', [1.5, 0.56, 0.6], at(0, 0, 0.34), 0.014),
  box('rubber', [1.46, 0.5, 0.05], at(0, 0.01, 0.025), 0.006),
  box('graphite', [0.42, 0.006, 0.42], at(-0.4, -0.2805, 0.34), 0.002),
  box('graphite', [0.42, 0.006, 0.42], at(0.08, -0.2805, 0.34), 0.002),
  ...[-0.22, 0.26].map((x) => box('aluminium', [0.014, 0.014, 0.12], at(x, -0.288, 0.36), 0.004)),
  box('aluminium', [1.53, 0.59, 0.05], at(0, 0, BED_M - 0.025), 0.01),
];

const housing = [
  box('bone', [1.5, 0.04, 0.56], at(0, 0.265, 0.95), 0.012),
  box('bone', [0.04, 0.38, 0.56], at(0.735, 0.09, 0.95), 0.012),
  box('bone', [1.54, 0.42, 0.05], at(0, 0.1, 1.245), 0.018),
  box('lamp', [0.7, 0.03, 0.008], at(0.15, 0.02, 1.217), 0.003),
];

const headstock = [
  box('bone', [0.46, 0.5, 0.46], at(-0.52, -0.01, 0.91), 0.05),
  box('own', [0.468, 0.508, 0.032], at(-0.52, -0.01, 1.05), 0.012),
  cylinder('graphite', 0.075, 0.03, toward('x', -0.3, SPINDLE_Y, SPINDLE_Z)),
  cylinder('graphite', 0.014, 0.012, toward('-y', -0.62, -0.255, 0.96)),
  cylinder('#5B9E3C', 0.014, 0.012, toward('-y', -0.56, -0.255, 0.96)),
  cylinder('#E3AE1F', 0.014, 0.012, toward('-y', -0.5, -0.255, 0.96)),
];

const guides = [
  ...[-0.2, 0.02].map((y) => cylinder('steel', 0.017, 1.0, toward('x', -0.29, y, BED_M + 0.03))),
  ...[-0.2, 0.02].map((y) => box('graphite', [0.04, 0.05, 0.04], at(0.7, y, BED_M + 0.016), 0.006)),
  cylinder('steel', 0.01, 1.0, toward('x', -0.29, -0.09, BED_M + 0.02)),
];

const tailstock = [
  box('own', [0.17, 0.26, 0.07], at(0.52, -0.09, BED_M + 0.06), 0.012),
  box('own', [0.14, 0.13, 0.18], at(0.52, SPINDLE_Y, BED_M + 0.17), 0.02),
  cylinder('steel', 0.026, 0.1, toward('-x', 0.46, SPINDLE_Y, SPINDLE_Z)),
  cylinder('steel', 0.014, 0.05, toward('-x', 0.365, SPINDLE_Y, SPINDLE_Z)),
];

const screen = [
  tube('foot', 0.014, [0.66, -0.25, BED_M], [0.66, -0.25, 0.9]),
  box('foot', [0.23, 0.03, 0.33], chain(at(0.66, -0.26, 1.05), turned([0, 0, 1], -0.25)), 0.012),
  box('#131C20', [0.2, 0.004, 0.26], chain(at(0.66, -0.26, 1.05), turned([0, 0, 1], -0.25), at(0, -0.0155, 0.01)), 0.001),
];

const tower = [
  cylinder('aluminium', 0.014, 0.11, at(-0.6, 0.16, 1.27)),
  cylinder('#5B9E3C', 0.025, 0.05, at(-0.6, 0.16, 1.375)),
  cylinder('#E3AE1F', 0.025, 0.05, at(-0.6, 0.16, 1.427)),
];

/** Given from the face of the spindle, x outwards. */
const chuck = [
  cylinder('steel', 0.1, 0.05, toward('x', 0, 0, 0)),
  cylinder('graphite', 0.05, 0.02, toward('x', 0.045, 0, 0)),
  ...[0, 1, 2].map((jaw) =>
    box('foot', [0.05, 0.034, 0.062], chain(turned([1, 0, 0], (jaw * 2 * Math.PI) / 3), at(0.07, 0, 0.062)), 0.006),
  ),
  ...repeated(cylinder('foot', 0.008, 0.004), ring('x', [0.049, 0, 0], { radius: 0.084, count: 6, fromRad: 0.52 })),
  cylinder('#E3AE1F', 0.026, 0.16, toward('x', 0.05, 0, 0)),
];

const carriage = [
  box('graphite', [0.22, 0.32, 0.05], at(0, 0, BED_M + 0.065), 0.01),
  box('foot', [0.13, 0.2, 0.04], at(0, -0.03, BED_M + 0.105), 0.008),
  extrusion(
    'steel',
    [
      [0.04, 0],
      [0, 0.04],
      [-0.04, 0],
      [0, -0.04],
    ],
    0.07,
    at(0.0, -0.06, BED_M + 0.12),
  ),
  box('foot', [0.09, 0.02, 0.02], at(-0.035, -0.045, BED_M + 0.178), 0.003),
  cylinder('steel', 0.036, 0.016, toward('-y', 0.02, -0.165, BED_M + 0.065)),
];

export const latheMachine: Model = {
  id: 'lathe',
  name: 'Lathe',
  kind: 'equipment',
  summary: 'Lathe with spindle and carriage',
  links: [
    {
      name: 'body',
      parent: -1,
      origin: ORIGIN,
      parts: [...cabinet, ...housing, ...headstock, ...guides, ...tailstock, ...screen, ...tower],
    },
    { name: 'chuck', parent: 0, dof: 0, origin: at(-0.27, SPINDLE_Y, SPINDLE_Z), parts: chuck },
    { name: 'carriage', parent: 0, dof: 1, origin: at(0.12, -0.09, 0), parts: carriage },
  ],
  dofs: [
    {
      name: 'Spindle',
      kind: 'rotation',
      pivot: [0, SPINDLE_Y, SPINDLE_Z],
      axis: [1, 0, 0],
      low: -10_000,
      high: 10_000,
      speedPerS: 60,
      accelerationPerS2: 30,
      home: 0,
    },
    {
      name: 'Carriage',
      kind: 'translation',
      pivot: [0, 0, 0],
      axis: [1, 0, 0],
      low: -0.14,
      high: 0.24,
      speedPerS: 0.15,
      accelerationPerS2: 0.5,
      home: 0,
    },
  ],
  extent: { radiusM: 0.85, heightM: 1.5 },
};
