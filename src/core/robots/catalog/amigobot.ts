import { ORIGIN } from '../../base/pose.ts';
import { box, cylinder, sphere, tube } from '../../geometry/parts.ts';
import { at, toward } from '../../geometry/placement.ts';
import type { DifferentialDrive, Model, SensorMount } from '../model.ts';
import { WHEELED_DRIFT } from './odometry.ts';
import { SONAR_NOISE, sonarElements, sonars } from './sonar.ts';
import { wheels } from './wheel.ts';

const drive: DifferentialDrive = {
  wheelRadiusM: 0.05,
  trackM: 0.25,
  speedMPerS: 1.0,
  turnRadPerS: (300 * Math.PI) / 180,
  accelerationMPerS2: 1,
  turnRadPerS2: 5,
  wheels: [0, 1],
};

const body = [
  box('foot', [0.27, 0.19, 0.04], at(0, 0, 0.035), 0.012),
  box('own', [0.33, 0.222, 0.1], at(0, 0, 0.08), 0.047),
  box('bone', [0.25, 0.164, 0.062], at(0, 0, 0.116), 0.03),
  box('#131C20', [0.012, 0.05, 0.022], at(0.157, 0, 0.098), 0.005),
  tube('foot', 0.0035, [-0.11, -0.05, 0.11], [-0.11, -0.05, 0.24]),
  sphere('own', 0.008, at(-0.11, -0.05, 0.244)),
  cylinder('#D02A2A', 0.009, 0.008, at(-0.07, 0.03, 0.142)),
  cylinder('rubber', 0.02, 0.02, toward('y', -0.13, -0.01, 0.02)),
];

const ears = sonars([-144, -90, -44, -12, 12, 44, 90, 144], {
  wall: { lengthM: 0.33, widthM: 0.222, squareness: 0.85 },
  heightM: 0.062,
  radiusM: 0.012,
});

/** As its makers publish them. */
const sonarRing = sonarElements([
  ...([
    [-146, -60, -145],
    [73, -105, -90],
    [130, -78, -41],
    [154, -30, -15],
  ] as const),
  ...([
    [154, 30, 15],
    [130, 78, 41],
    [73, 105, 90],
    [-146, 60, 145],
  ] as const),
]);

const mounts: readonly SensorMount[] = [
  { name: 'Sonar', kind: 'sonar', link: 0, at: at(0, 0, 0.062), elements: sonarRing, noise: SONAR_NOISE },
  { name: 'Odometry', kind: 'odometry', link: 0, at: ORIGIN, noise: WHEELED_DRIFT },
  { name: 'Vision', kind: 'vision', link: 0, at: at(0.15, 0, 0.098), rangeM: 5 },
];

const { links, dofs } = wheels(drive, 0.028);

export const amigobot: Model = {
  id: 'amigobot',
  name: 'AmigoBot',
  kind: 'wheeled',
  summary: 'Differential drive, 8 sonars',
  approximate: 'The accelerations; how its sensors err',
  links: [{ name: 'body', parent: -1, origin: ORIGIN, parts: [...body, ...ears] }, ...links],
  dofs,
  drive,
  mounts,
  extent: { radiusM: 0.19, heightM: 0.24 },
};
