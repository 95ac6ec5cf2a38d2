import { box, corners, cylinder, lathe, plate, repeated } from '../../geometry/parts.ts';
import { at, chain, toward, turned } from '../../geometry/placement.ts';
import type { Model } from '../model.ts';
import { serialArm } from './arm.ts';
import { withGripper } from './gripper.ts';

const SHOULDER_M = 0.36;
const UPPER_M = 0.3;
const FOREARM_M = 0.26;
const WRIST_M = 0.085;

const hangingDown = turned([0, 0, 1], Math.PI / 2);

const base = [
  box('foot', [0.36, 0.36, 0.02], at(0, 0, 0.01), 0.006),
  ...repeated(cylinder('steel', 0.009, 0.006), corners(0.158, 0.158, 0.018)),
  lathe('own', [
    [0, 0.02],
    [0.15, 0.02],
    [0.15, 0.05],
    [0.128, 0.155],
    [0, 0.155],
  ]),
  box('foot', [0.03, 0.09, 0.05], at(-0.142, 0, 0.07), 0.008),
  cylinder('foot', 0.122, 0.018, at(0, 0, 0.155)),
];

/** Frame 0, turned with the waist: a cup with two cheeks that hold the shoulder, its motor between them. */
const waist = [
  lathe('own', [
    [0, 0.173],
    [0.128, 0.173],
    [0.132, 0.2],
    [0.116, 0.24],
    [0, 0.24],
  ]),
  ...[0.088, -0.088].map((y) =>
    plate('own', { from: 0.06, to: 0.07, length: SHOULDER_M - 0.235, thickness: 0.03 }, chain(toward('y', 0, y, SHOULDER_M), hangingDown)),
  ),
  ...[0.1, -0.1].map((y) => cylinder('bone', 0.04, 0.012, toward(y > 0 ? 'y' : '-y', 0, y, SHOULDER_M))),
  ...[0.1095, -0.1095].map((y) => cylinder('graphite', 0.018, 0.008, toward(y > 0 ? 'y' : '-y', 0, y, SHOULDER_M))),
  box('graphite', [0.1, 0.11, 0.07], at(-0.015, 0, 0.268), 0.012),
];

/** Frame 1: z is the shoulder's axis, x along the upper arm: two plates with the drives between them. */
const upperArm = [
  ...[0.058, -0.058].map((z) => plate('bone', { from: 0.062, to: 0.048, length: UPPER_M, thickness: 0.024 }, at(0, 0, z))),
  cylinder('graphite', 0.052, 0.14, at(0, 0, -0.07)),
  box('graphite', [0.1, 0.076, 0.092], at(0.1, 0, 0), 0.016),
  box('foot', [0.075, 0.062, 0.092], at(0.205, 0, 0), 0.014),
  cylinder('own', 0.036, 0.15, at(UPPER_M, 0, -0.075)),
  ...[0.072, -0.072].map((z) => box('own', [0.13, 0.014, 0.006], at(0.15, 0, z), 0.002)),
];

/** Frame 2: x along the forearm. */
const forearm = [
  plate('bone', { from: 0.046, to: 0.036, length: FOREARM_M, thickness: 0.088 }),
  box('graphite', [0.09, 0.03, 0.092], at(0.13, 0, 0), 0.006),
  cylinder('graphite', 0.04, 0.1, at(0, 0, -0.05)),
  cylinder('graphite', 0.032, 0.104, at(FOREARM_M, 0, -0.052)),
  cylinder('own', 0.02, 0.116, at(FOREARM_M, 0, -0.058)),
];

/** Frame 3: x along the tool while the wrist is straight. */
const wristPitch = [box('bone', [0.05, 0.05, 0.06], at(0.022, 0, 0), 0.012), cylinder('bone', 0.029, 0.03, toward('x', 0.035, 0, 0))];

/** Frame 4: z along the tool. */
const wristRoll = [cylinder('own', 0.03, 0.022, at(0, 0, 0.063))];

const arm = serialArm(base, [
  { name: 'waist', dh: { d: SHOULDER_M, alphaDeg: 90 }, lowDeg: -150, highDeg: 150, homeDeg: 0, speedDegPerS: 90, parts: waist },
  { name: 'shoulder', dh: { a: UPPER_M }, lowDeg: -20, highDeg: 120, homeDeg: 75, speedDegPerS: 60, parts: upperArm },
  { name: 'elbow', dh: { a: FOREARM_M }, lowDeg: -135, highDeg: 20, homeDeg: -95, speedDegPerS: 75, parts: forearm },
  {
    name: 'wrist pitch',
    dh: { alphaDeg: 90, offsetDeg: 90 },
    lowDeg: -110,
    highDeg: 110,
    homeDeg: -70,
    speedDegPerS: 110,
    parts: wristPitch,
  },
  { name: 'wrist roll', dh: { d: WRIST_M }, lowDeg: -180, highDeg: 180, homeDeg: 0, speedDegPerS: 150, parts: wristRoll },
]);

export const jupiterXl: Model = {
  id: 'jupiter-xl',
  name: 'Amatrol Jupiter XL',
  kind: 'arm',
  summary: 'Arm, 5 revolute joints',
  approximate: 'All figures: the maker publishes none',
  ...withGripper(arm, { flangeM: 0, lengthM: 0.115, widestM: 0.075, homeM: 0.05 }),
  extent: { radiusM: 0.65, heightM: 0.8 },
};
