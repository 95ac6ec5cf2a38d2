import { ORIGIN } from '../../base/pose.ts';
import { box, cylinder, extrusion, sphere, tube } from '../../geometry/parts.ts';
import { at, chain, toward, turned } from '../../geometry/placement.ts';
import type { DifferentialDrive, Model, SensorMount } from '../model.ts';
import { WHEELED_DRIFT } from './odometry.ts';
import { oval, SONAR_NOISE, sonarElements, sonars } from './sonar.ts';
import { wheels } from './wheel.ts';

const drive: DifferentialDrive = {
  wheelRadiusM: 0.0975,
  trackM: 0.33,
  speedMPerS: 1.2,
  turnRadPerS: (300 * Math.PI) / 180,
  accelerationMPerS2: 1,
  turnRadPerS2: 5,
  wheels: [0, 1],
};

/** The axle lies 30 mm before the middle of the deck. */
const DECK_X = -0.03;

const hull = [
  extrusion('own', oval({ lengthM: 0.37, widthM: 0.25, squareness: 0.5 }), 0.105, at(DECK_X, 0, 0.055)),
  box('graphite', [0.1, 0.16, 0.03], at(DECK_X, 0, 0.055), 0.008),
  extrusion('foot', oval({ lengthM: 0.43, widthM: 0.33, squareness: 0.62 }), 0.052, at(DECK_X, 0, 0.16)),
  extrusion('foot', oval({ lengthM: 0.455, widthM: 0.36, squareness: 0.66 }), 0.02, at(DECK_X, 0, 0.217)),
  box('bone', [0.004, 0.09, 0.022], at(DECK_X - 0.187, 0, 0.11), 0.001),
];

const ears = sonars([-90, -50, -30, -10, 10, 30, 50, 90, 130, 150, 170, -170, -150, -130], {
  wall: { lengthM: 0.43, widthM: 0.33, squareness: 0.62 },
  heightM: 0.187,
  radiusM: 0.017,
}).map((part) => ({ ...part, at: { ...part.at, x: part.at.x + DECK_X } }));

const laser = [
  box('graphite', [0.145, 0.13, 0.062], at(0.07, 0, 0.267), 0.014),
  cylinder('foot', 0.057, 0.058, at(0.075, 0, 0.296)),
  cylinder('own', 0.062, 0.044, at(0.075, 0, 0.352)),
];

const deck = [
  box('bone', [0.075, 0.085, 0.05], at(-0.11, 0, 0.262), 0.012),
  cylinder('graphite', 0.012, 0.006, toward('-x', -0.146, 0, 0.264)),
  tube('foot', 0.005, [-0.17, 0.105, 0.235], [-0.17, 0.105, 0.37]),
  sphere('own', 0.011, at(-0.17, 0.105, 0.376)),
  box('foot', [0.05, 0.03, 0.012], at(-0.05, -0.12, 0.241), 0.004),
  cylinder('#D02A2A', 0.011, 0.012, at(-0.05, -0.12, 0.245)),
];

const caster = [
  box('graphite', [0.05, 0.05, 0.03], at(-0.205, 0, 0.066), 0.008),
  box('graphite', [0.045, 0.03, 0.035], at(-0.22, 0, 0.05), 0.006),
  cylinder('rubber', 0.0375, 0.026, toward('y', -0.226, -0.013, 0.0375)),
];

/** As its makers publish them: a ring of eight before, and one behind. */
const sonarRing = sonarElements([
  ...([
    [-255, -27, -170],
    [-237, -78, -150],
    [-203, -119, -130],
    [-157, -136, -90],
  ] as const),
  ...([
    [69, -136, -90],
    [114, -119, -50],
    [148, -78, -30],
    [166, -27, -10],
  ] as const),
  ...([
    [166, 27, 10],
    [148, 78, 30],
    [114, 119, 50],
    [69, 136, 90],
  ] as const),
  ...([
    [-157, 136, 90],
    [-203, 119, 130],
    [-237, 78, 150],
    [-255, 27, 170],
  ] as const),
]);

const mounts: readonly SensorMount[] = [
  {
    name: 'Laser',
    kind: 'laser',
    link: 0,
    at: at(0.075, 0, 0.33),
    rangeM: 8,
    fieldOfViewRad: Math.PI,
    beams: 181,
    noise: { deviation: 0.005 },
  },
  { name: 'Sonar', kind: 'sonar', link: 0, at: at(0, 0, 0.187), elements: sonarRing, rateHz: 3.125, noise: SONAR_NOISE },
  { name: 'Front bumper', kind: 'bumper', link: 0, at: at(0, 0, 0.1), fieldOfViewRad: Math.PI },
  { name: 'Rear bumper', kind: 'bumper', link: 0, at: chain(at(0, 0, 0.1), turned([0, 0, 1], Math.PI)), fieldOfViewRad: Math.PI },
  { name: 'Compass', kind: 'compass', link: 0, at: at(-0.17, 0.105, 0.37), noise: { deviation: 0.01 } },
  { name: 'Odometry', kind: 'odometry', link: 0, at: ORIGIN, noise: WHEELED_DRIFT },
  { name: 'Vision', kind: 'vision', link: 0, at: at(0.075, 0, 0.33), rangeM: 8 },
];

const { links, dofs } = wheels(drive, 0.046);

export const pioneer3dx: Model = {
  id: 'pioneer-3-dx',
  name: 'Pioneer 3-DX',
  kind: 'wheeled',
  summary: 'Differential drive, 16 sonars, laser',
  approximate: 'The accelerations: brisker than the 0.3 m/s² it is delivered with; how its sensors err',
  links: [{ name: 'body', parent: -1, origin: ORIGIN, parts: [...hull, ...ears, ...laser, ...deck, ...caster] }, ...links],
  dofs,
  drive,
  mounts,
  extent: { radiusM: 0.28, heightM: 0.4 },
};
