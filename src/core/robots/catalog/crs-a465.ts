import { box, corners, cylinder, lathe, plate, repeated, sphere } from '../../geometry/parts.ts';
import { at, toward, turned } from '../../geometry/placement.ts';
import type { Model } from '../model.ts';
import { serialArm } from './arm.ts';
import { withGripper } from './gripper.ts';

const SHOULDER_M = 0.3302;
const UPPER_M = 0.3048;
const FOREARM_M = 0.3302;
const FLANGE_M = 0.0762;

const base = [
  box('graphite', [0.27, 0.25, 0.022], at(-0.01, 0, 0.011), 0.008),
  ...repeated(cylinder('steel', 0.009, 0.006), corners(0.112, 0.104, 0.02)),
  lathe('bone', [
    [0, 0.022],
    [0.116, 0.022],
    [0.11, 0.06],
    [0.104, 0.19],
    [0, 0.19],
  ]),
  box('bone', [0.1, 0.17, 0.12], at(-0.095, 0, 0.082), 0.016),
  box('foot', [0.006, 0.12, 0.07], at(-0.146, 0, 0.085), 0.002),
  cylinder('graphite', 0.11, 0.016, at(0, 0, 0.19)),
];

/** Frame 0, turned with the waist. */
const waist = [
  cylinder('own', 0.108, 0.028, at(0, 0, 0.206)),
  box('bone', [0.17, 0.19, 0.09], at(-0.012, 0, 0.272), 0.03),
  cylinder('bone', 0.084, 0.2, toward('y', 0, -0.1, SHOULDER_M)),
  ...[1, -1].flatMap((side) => [
    cylinder('graphite', 0.07, 0.012, toward(side > 0 ? 'y' : '-y', 0, side * 0.094, SHOULDER_M)),
    cylinder('own', 0.04, 0.012, toward(side > 0 ? 'y' : '-y', 0, side * 0.101, SHOULDER_M)),
  ]),
];

/** Frame 1, with the upper arm's zero pointing up: x along y1. */
const upperArm = [
  plate('bone', { from: 0.078, to: 0.062, length: UPPER_M, thickness: 0.11 }, turned([0, 0, 1], Math.PI / 2)),
  box('own', [0.02, 0.12, 0.116], at(0, 0.15, 0), 0.004),
  cylinder('graphite', 0.05, 0.13, at(0, UPPER_M, -0.065)),
];

/** Frame 2: x goes on along the upper arm, and so does the forearm while the elbow is straight. */
const forearm = [
  cylinder('bone', 0.06, 0.118, at(0, 0, -0.059)),
  cylinder('own', 0.036, 0.146, at(0, 0, -0.073)),
  plate('bone', { from: 0.058, to: 0.042, length: FOREARM_M - 0.1, thickness: 0.092 }),
  box('graphite', [0.1, 0.018, 0.096], at(0.14, 0, 0), 0.004),
  cylinder('graphite', 0.045, 0.02, toward('x', FOREARM_M - 0.1, 0, 0)),
];

/** Frame 3: z along the forearm. */
const forearmRoll = [
  cylinder('bone', 0.042, 0.04, at(0, 0, FOREARM_M - 0.08)),
  ...[0.034, -0.034].map((y) => box('bone', [0.056, 0.018, 0.07], at(0, y, FOREARM_M - 0.014), 0.008)),
  cylinder('own', 0.02, 0.084, toward('y', 0, -0.042, FOREARM_M)),
];

/** Frame 4: z across the wrist. */
const wristBend = [cylinder('graphite', 0.031, 0.048, at(0, 0, -0.024)), sphere('graphite', 0.03)];

/** Frame 5: z along the tool. */
const flange = [cylinder('graphite', 0.027, 0.04, at(0, 0, 0.02)), cylinder('steel', 0.03, 0.018, at(0, 0, 0.0582))];

const arm = serialArm(
  base,
  [
    { name: 'waist', dh: { d: SHOULDER_M, alphaDeg: 90 }, lowDeg: -175, highDeg: 175, homeDeg: 0, speedDegPerS: 180, parts: waist },
    { name: 'shoulder', dh: { a: UPPER_M, offsetDeg: 90 }, lowDeg: -90, highDeg: 90, homeDeg: 10, speedDegPerS: 180, parts: upperArm },
    {
      name: 'elbow',
      dh: { alphaDeg: 90, offsetDeg: 90 },
      lowDeg: -110,
      highDeg: 110,
      homeDeg: -105,
      speedDegPerS: 180,
      parts: forearm,
    },
    { name: 'forearm', dh: { d: FOREARM_M, alphaDeg: -90 }, lowDeg: -180, highDeg: 180, homeDeg: 0, speedDegPerS: 171, parts: forearmRoll },
    { name: 'wrist', dh: { alphaDeg: 90 }, lowDeg: -105, highDeg: 105, homeDeg: -80, speedDegPerS: 173, parts: wristBend },
    { name: 'flange', dh: { d: FLANGE_M }, lowDeg: -180, highDeg: 180, homeDeg: 0, speedDegPerS: 171, parts: flange },
  ],
  { fullSpeedAfterS: 0.25 },
);

export const crsA465: Model = {
  id: 'crs-a465',
  name: 'CRS A465',
  kind: 'arm',
  summary: 'Arm, 6 revolute joints',
  approximate:
    'The gripper, the accelerations, where the joints have their zero (the arm stands straight up), and the shapes around the published axes',
  ...withGripper(arm, { flangeM: 0, lengthM: 0.11, widestM: 0.07, homeM: 0.05 }),
  extent: { radiusM: 0.75, heightM: 0.9 },
};
