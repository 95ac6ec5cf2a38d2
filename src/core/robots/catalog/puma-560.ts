import { box, cylinder, lathe, plate, repeated, ring, sphere } from '../../geometry/parts.ts';
import { at, chain, toward, turned } from '../../geometry/placement.ts';
import type { Model } from '../model.ts';
import { serialArm } from './arm.ts';
import { withGripper } from './gripper.ts';

const SHOULDER_M = 0.6718;
const UPPER_M = 0.4318;
/** The forearm hangs beside the shoulder's axis, by d3; the upper arm is bolted on outside of it. */
const FOREARM_ASIDE_M = 0.15005;
const UPPER_ASIDE_M = 0.247;
const ELBOW_M = 0.0203;
const FOREARM_M = 0.4318;

/** Turns a plate, which lies along x, to lie along y. */
const alongY = turned([0, 0, 1], Math.PI / 2);

const base = [
  cylinder('graphite', 0.185, 0.028),
  ...repeated(cylinder('steel', 0.012, 0.01), ring('z', [0, 0, 0.026], { radius: 0.155, count: 8, fromRad: 0.2 })),
  lathe('bone', [
    [0, 0.026],
    [0.128, 0.026],
    [0.122, 0.06],
    [0.108, 0.1],
    [0.104, 0.5],
    [0, 0.5],
  ]),
  box('foot', [0.018, 0.062, 0.1], at(0.101, 0, 0.19), 0.006),
  cylinder('graphite', 0.122, 0.036, at(0, 0, 0.486)),
];

/** Frame 0, turned with the waist: z up. The shoulder's axis goes to the right, -y. */
const shoulder = [
  cylinder('own', 0.116, 0.062, at(0, 0, 0.522)),
  lathe('bone', [
    [0, 0.582],
    [0.112, 0.582],
    [0.112, 0.61],
    [0.1, 0.66],
    [0, 0.66],
  ]),
  cylinder('bone', 0.115, 0.315, toward('-y', 0, 0.13, SHOULDER_M)),
  cylinder('graphite', 0.097, 0.022, toward('y', 0, 0.122, SHOULDER_M)),
  cylinder('own', 0.034, 0.012, toward('y', 0, 0.14, SHOULDER_M)),
  cylinder('foot', 0.045, 0.07, toward('-x', -0.09, 0.06, SHOULDER_M + 0.02)),
  cylinder('graphite', 0.118, 0.014, toward('-y', 0, -0.182, SHOULDER_M)),
];

/** Frame 1: z is the shoulder's axis, x along the upper arm. */
const upperArm = [
  plate('bone', { from: 0.128, to: 0.088, length: UPPER_M, thickness: 0.1 }, at(0, 0, UPPER_ASIDE_M)),
  plate('bone', { from: 0.126, to: 0.082, length: 0.13, thickness: 0.1 }, chain(at(0, 0, UPPER_ASIDE_M), turned([0, 0, 1], Math.PI))),
  cylinder('graphite', 0.082, 0.016, at(0, 0, UPPER_ASIDE_M + 0.046)),
  cylinder('own', 0.05, 0.014, at(0, 0, UPPER_ASIDE_M + 0.056)),
  ...repeated(cylinder('steel', 0.007, 0.006), ring('z', [0, 0, UPPER_ASIDE_M + 0.06], { radius: 0.066, count: 6 })),
  cylinder('foot', 0.038, 0.1, toward('-x', -0.16, 0.045, UPPER_ASIDE_M)),
  cylinder('foot', 0.038, 0.1, toward('-x', -0.16, -0.045, UPPER_ASIDE_M)),
  cylinder('graphite', 0.062, 0.014, at(UPPER_M, 0, UPPER_ASIDE_M + 0.046)),
  box('graphite', [0.15, 0.012, 0.004], at(0.22, 0, UPPER_ASIDE_M + 0.0505), 0.002),
];

/** Frame 2: z is the elbow's axis; the forearm goes along y. */
const forearm = [
  cylinder('graphite', 0.07, 0.012, at(0, 0, 0.188)),
  plate(
    'bone',
    { from: 0.088, to: 0.05, length: FOREARM_M - 0.075, thickness: 0.094 },
    chain(at(ELBOW_M * 0.5, 0, FOREARM_ASIDE_M - 0.006), alongY),
  ),
  cylinder('own', 0.052, 0.014, at(0.01, 0, FOREARM_ASIDE_M - 0.064)),
  box('own', [0.026, 0.13, 0.006], at(ELBOW_M * 0.6, 0.185, FOREARM_ASIDE_M - 0.053), 0.003),
  box('own', [0.026, 0.13, 0.006], at(ELBOW_M * 0.6, 0.185, FOREARM_ASIDE_M + 0.041), 0.003),
  cylinder('graphite', 0.052, 0.024, toward('y', ELBOW_M, FOREARM_M - 0.075, FOREARM_ASIDE_M)),
];

/** Frame 3: z along the forearm, to the wrist's centre. */
const wristRoll = [
  cylinder('bone', 0.047, 0.03, at(0, 0, FOREARM_M - 0.052)),
  box('bone', [0.06, 0.022, 0.075], at(0, 0.034, FOREARM_M - 0.004), 0.01),
  box('bone', [0.06, 0.022, 0.075], at(0, -0.034, FOREARM_M - 0.004), 0.01),
  cylinder('own', 0.024, 0.008, toward('y', 0, 0.042, FOREARM_M)),
  cylinder('own', 0.024, 0.008, toward('-y', 0, -0.042, FOREARM_M)),
];

/** Frame 4: z across the wrist. */
const wristBend = [cylinder('graphite', 0.032, 0.046, at(0, 0, -0.023)), cylinder('graphite', 0.03, 0.038, toward('y', 0, 0, 0))];

/** Frame 5: z along the tool. */
const flange = [cylinder('steel', 0.032, 0.02, at(0, 0, 0.037)), sphere('graphite', 0.026)];

const arm = serialArm(
  base,
  [
    { name: 'waist', dh: { d: SHOULDER_M, alphaDeg: 90 }, lowDeg: -160, highDeg: 160, homeDeg: 0, speedDegPerS: 82, parts: shoulder },
    { name: 'shoulder', dh: { a: UPPER_M }, lowDeg: -45, highDeg: 225, homeDeg: 90, speedDegPerS: 54, parts: upperArm },
    {
      name: 'elbow',
      dh: { d: FOREARM_ASIDE_M, a: ELBOW_M, alphaDeg: -90 },
      lowDeg: -225,
      highDeg: 45,
      homeDeg: -180,
      speedDegPerS: 122,
      parts: forearm,
    },
    { name: 'forearm', dh: { d: FOREARM_M, alphaDeg: 90 }, lowDeg: -110, highDeg: 170, homeDeg: 0, speedDegPerS: 228, parts: wristRoll },
    { name: 'wrist', dh: { alphaDeg: -90 }, lowDeg: -100, highDeg: 100, homeDeg: -90, speedDegPerS: 241, parts: wristBend },
    { name: 'flange', dh: {}, lowDeg: -266, highDeg: 266, homeDeg: 0, speedDegPerS: 228, parts: flange },
  ],
  { fullSpeedAfterS: 0.25 },
);

export const puma560: Model = {
  id: 'puma-560',
  name: 'Puma 560',
  kind: 'arm',
  summary: 'Arm, 6 revolute joints',
  approximate: 'The gripper, the accelerations, and the shapes around the published axes',
  ...withGripper(arm, { flangeM: 0.056, lengthM: 0.127, widestM: 0.08, homeM: 0.066 }),
  extent: { radiusM: 1.05, heightM: 1.4 },
};
