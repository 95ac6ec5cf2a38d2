import { box, corners, cylinder, plate, repeated } from '../../geometry/parts.ts';
import { at, chain, toward, turned } from '../../geometry/placement.ts';
import type { Model } from '../model.ts';
import { serialArm } from './arm.ts';
import { withGripper } from './gripper.ts';

const SHOULDER_M = 0.3;
const UPPER_M = 0.25;
const FOREARM_M = 0.16;
const WRIST_M = 0.072;

const hangingDown = turned([0, 0, 1], Math.PI / 2);

const base = [
  box('foot', [0.29, 0.24, 0.018], at(-0.01, 0, 0.009), 0.006),
  ...repeated(cylinder('steel', 0.008, 0.006), corners(0.118, 0.096, 0.016)),
  box('bone', [0.22, 0.19, 0.125], at(-0.012, 0, 0.08), 0.022),
  box('own', [0.004, 0.11, 0.016], at(0.0985, 0, 0.1), 0.0015),
  box('foot', [0.006, 0.1, 0.06], at(-0.122, 0, 0.075), 0.002),
  cylinder('graphite', 0.088, 0.026, at(0, 0, 0.138)),
];

/** Frame 0, turned with the waist: a turret with two cheeks that hold the shoulder. */
const waist = [
  cylinder('own', 0.082, 0.056, at(0, 0, 0.163)),
  box('own', [0.11, 0.13, 0.05], at(-0.006, 0, 0.222), 0.014),
  ...[0.066, -0.066].map((y) =>
    plate('own', { from: 0.058, to: 0.066, length: 0.085, thickness: 0.034 }, chain(toward('y', 0, y, SHOULDER_M), hangingDown)),
  ),
  cylinder('foot', 0.041, 0.014, toward('y', 0, 0.077, SHOULDER_M)),
  cylinder('foot', 0.041, 0.014, toward('-y', 0, -0.077, SHOULDER_M)),
  cylinder('graphite', 0.03, 0.075, toward('-x', -0.045, 0, 0.235)),
];

/** Frame 1: z is the shoulder's axis, x along the upper arm. */
const upperArm = [
  plate('bone', { from: 0.052, to: 0.045, length: UPPER_M, thickness: 0.086 }),
  box('graphite', [0.1, 0.012, 0.09], at(0.125, 0, 0), 0.004),
  cylinder('graphite', 0.034, 0.1, at(UPPER_M, 0, -0.05)),
];

/** Frame 2: two cheeks along x, the belt drive of the wrist between them. */
const forearm = [
  ...[0.054, -0.054].map((z) => plate('own', { from: 0.047, to: 0.034, length: FOREARM_M, thickness: 0.022 }, at(0, 0, z))),
  plate('bone', { from: 0.036, to: 0.024, length: FOREARM_M - 0.05, thickness: 0.088 }, at(0.01, 0, 0)),
  cylinder('foot', 0.026, 0.012, at(0, 0, 0.06)),
  cylinder('foot', 0.026, 0.012, at(0, 0, -0.072)),
  cylinder('graphite', 0.03, 0.136, at(FOREARM_M, 0, -0.068)),
];

/** Frame 3: x along the tool while the wrist is straight. */
const wristPitch = [cylinder('bone', 0.027, 0.03, toward('x', 0.024, 0, 0)), box('bone', [0.036, 0.04, 0.05], at(0.012, 0, 0), 0.01)];

/** Frame 4: z along the tool. */
const wristRoll = [cylinder('steel', 0.025, 0.018, at(0, 0, 0.054))];

const arm = serialArm(
  base,
  [
    { name: 'waist', dh: { d: SHOULDER_M, alphaDeg: 90 }, lowDeg: -150, highDeg: 150, homeDeg: 0, speedDegPerS: 120, parts: waist },
    { name: 'shoulder', dh: { a: UPPER_M }, lowDeg: -30, highDeg: 100, homeDeg: 70, speedDegPerS: 72, parts: upperArm },
    { name: 'elbow', dh: { a: FOREARM_M }, lowDeg: -110, highDeg: 0, homeDeg: -75, speedDegPerS: 109, parts: forearm },
    {
      name: 'wrist pitch',
      dh: { alphaDeg: 90, offsetDeg: 90 },
      lowDeg: -90,
      highDeg: 90,
      homeDeg: -80,
      speedDegPerS: 100,
      parts: wristPitch,
    },
    { name: 'wrist roll', dh: { d: WRIST_M }, lowDeg: -180, highDeg: 180, homeDeg: 0, speedDegPerS: 163, parts: wristRoll },
  ],
  { fullSpeedAfterS: 0.35 },
);

export const movemasterEx: Model = {
  id: 'movemaster-ex',
  name: 'Mitsubishi Movemaster EX',
  kind: 'arm',
  summary: 'Arm RV-M1, 5 revolute joints',
  approximate: 'The gripper, the accelerations, where in their ranges the joints have their zero, and the shapes around the published axes',
  ...withGripper(arm, { flangeM: 0, lengthM: 0.1, widestM: 0.06, homeM: 0.04 }),
  extent: { radiusM: 0.5, heightM: 0.65 },
};
