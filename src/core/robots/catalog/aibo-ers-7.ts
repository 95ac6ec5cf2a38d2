import { ORIGIN, type Pose } from '../../base/pose.ts';
import { box, cylinder, plate, sphere } from '../../geometry/parts.ts';
import { at, chain, toward, turned } from '../../geometry/placement.ts';
import type { DegreeOfFreedom, Gait, Leg, Link, Model } from '../model.ts';
import { reach } from '../travel.ts';
import { revolute } from './arm.ts';

/** Metres. Of the hips above the ground while it stands, and where they are on the body. */
const HIP_HEIGHT_M = 0.134;
const HIP_X = 0.065;
const HIP_Y = 0.063;
const UPPER_M = 0.0695;
const FORE_LOWER_M = 0.0716;
const HIND_LOWER_M = 0.0794;
const PAW_M = 0.013;

const DEG = 180 / Math.PI;
const FIRST_LEG_DOF = 0;
const HEAD_DOF = 12;
const TAIL_DOF = 15;
const MOUTH_DOF = 17;

interface Quarter {
  readonly name: string;
  readonly side: 1 | -1;
  readonly end: 1 | -1;
  readonly lowerM: number;
  readonly phase: number;
}

/** In a trot the diagonal legs step together. */
const quarters: readonly Quarter[] = [
  { name: 'Left fore', side: 1, end: 1, lowerM: FORE_LOWER_M, phase: 0 },
  { name: 'Right fore', side: -1, end: 1, lowerM: FORE_LOWER_M, phase: 0.5 },
  { name: 'Left hind', side: 1, end: -1, lowerM: HIND_LOWER_M, phase: 0.5 },
  { name: 'Right hind', side: -1, end: -1, lowerM: HIND_LOWER_M, phase: 0 },
];

const legs = quarters.map(
  ({ end, lowerM, phase }, index): Leg => ({
    hipDof: FIRST_LEG_DOF + 3 * index,
    kneeDof: FIRST_LEG_DOF + 3 * index + 2,
    upperM: UPPER_M,
    lowerM,
    phase,
    bend: end,
  }),
);

const gait: Gait = { legs, strideM: 0.09, liftM: 0.022, heightM: HIP_HEIGHT_M - PAW_M, turnRadiusM: 0.09 };

const hipAt = ({ side, end }: Quarter): Pose => at(end * HIP_X, side * HIP_Y, HIP_HEIGHT_M);

/** A leg's plate lies along -z, flat to the side. */
const hanging = chain(toward('y', 0, 0, 0), turned([0, 0, 1], Math.PI / 2));

function legLinks(quarter: Quarter, index: number): Link[] {
  const { name, side, end, lowerM } = quarter;
  const first = 1 + 3 * index;
  const outward = side > 0 ? 'y' : '-y';
  return [
    {
      name: `${name} shoulder`,
      parent: 0,
      dof: FIRST_LEG_DOF + 3 * index,
      origin: hipAt(quarter),
      parts: [cylinder('graphite', 0.026, 0.016, toward(outward, 0, -side * 0.012, 0)), sphere('graphite', 0.021)],
    },
    {
      name: `${name} upper leg`,
      parent: first,
      dof: FIRST_LEG_DOF + 3 * index + 1,
      origin: ORIGIN,
      parts: [
        plate('bone', { from: 0.027, to: 0.019, length: UPPER_M, thickness: 0.03 }, chain(at(0, side * 0.014, 0), hanging)),
        cylinder('own', 0.015, 0.006, toward(outward, 0, side * 0.027, 0)),
      ],
    },
    {
      name: `${name} lower leg`,
      parent: first + 1,
      dof: FIRST_LEG_DOF + 3 * index + 2,
      origin: at(0, 0, -UPPER_M),
      parts: [
        cylinder('graphite', 0.017, 0.04, toward('y', 0, side * 0.014 - 0.02, 0)),
        plate('bone', { from: 0.017, to: 0.012, length: lowerM - 0.012, thickness: 0.024 }, chain(at(0, side * 0.014, 0), hanging)),
        box('graphite', [0.036, 0.03, 0.022], chain(at(0.004, side * 0.014, -lowerM), turned([0, 1, 0], end * 0.25)), 0.009),
      ],
    },
  ];
}

/** Positive swings a leg to the front, and outwards. */
function legDofs(quarter: Quarter): DegreeOfFreedom[] {
  const { name, side, end, lowerM } = quarter;
  const [hip, knee] = reach({ upperM: UPPER_M, lowerM, bend: end }, { forwardM: 0, downM: gait.heightM });
  const [kneeLowDeg, kneeHighDeg] = end > 0 ? [-30, 127] : [-127, 30];
  return [
    revolute({
      name: `${name} swing`,
      lowDeg: -130,
      highDeg: 130,
      homeDeg: hip * DEG,
      speedDegPerS: 280,
      axis: [0, -1, 0],
      pivot: [end * HIP_X, side * HIP_Y, HIP_HEIGHT_M],
    }),
    revolute({ name: `${name} spread`, lowDeg: -15, highDeg: 93, speedDegPerS: 280, axis: [side, 0, 0] }),
    revolute({
      name: `${name} knee`,
      lowDeg: kneeLowDeg,
      highDeg: kneeHighDeg,
      homeDeg: knee * DEG,
      speedDegPerS: 280,
      axis: [0, -1, 0],
      pivot: [0, 0, -UPPER_M],
    }),
  ];
}

const BODY_Z = HIP_HEIGHT_M + 0.022;
const NECK: readonly [number, number, number] = [0.083, 0, BODY_Z + 0.028];
const HEAD_UP_M = 0.062;
const TAIL: readonly [number, number, number] = [-0.096, 0, BODY_Z + 0.03];

const body = [
  box('bone', [0.19, 0.092, 0.078], at(0, 0, BODY_Z), 0.03),
  box('graphite', [0.1, 0.098, 0.03], at(0, 0, BODY_Z - 0.024), 0.012),
  ...[1, -1].flatMap((end) => [
    cylinder('bone', 0.036, 0.1, toward('y', end * HIP_X, -0.05, HIP_HEIGHT_M)),
    box('bone', [0.06, 0.1, 0.05], at(end * HIP_X, 0, BODY_Z), 0.018),
  ]),
  box('own', [0.07, 0.05, 0.006], at(-0.015, 0, BODY_Z + 0.0385), 0.003),
  cylinder('graphite', 0.03, 0.012, chain(at(0.072, 0, BODY_Z + 0.026), turned([0, 1, 0], 0.5))),
];

const neck = [cylinder('graphite', 0.019, HEAD_UP_M, at(0, 0, -0.006)), cylinder('graphite', 0.024, 0.03, toward('y', 0, -0.015, 0))];

/** From the middle of the skull. */
const head = [
  box('bone', [0.09, 0.086, 0.074], at(0.004, 0, 0.022), 0.032),
  box('bone', [0.056, 0.054, 0.034], at(0.055, 0, 0.006), 0.016),
  box('#131C20', [0.034, 0.064, 0.028], at(0.039, 0, 0.033), 0.013),
  box('rubber', [0.012, 0.022, 0.012], at(0.083, 0, 0.016), 0.005),
  ...[1, -1].flatMap((side) => [
    cylinder('graphite', 0.014, 0.012, toward(side > 0 ? 'y' : '-y', -0.01, side * 0.037, 0.034)),
    plate(
      'own',
      { from: 0.018, to: 0.011, length: 0.042, thickness: 0.012 },
      chain(at(-0.012, side * 0.05, 0.036), turned([1, 0, 0], -side * 0.12), toward('y', 0, 0, 0), turned([0, 0, 1], 2.0)),
    ),
  ]),
];

const jaw = [box('bone', [0.05, 0.046, 0.014], at(0.026, 0, -0.006), 0.006)];
const tail = [
  cylinder('graphite', 0.011, 0.014, at(0, 0, -0.004)),
  plate(
    'own',
    { from: 0.008, to: 0.005, length: 0.07, thickness: 0.013 },
    chain(toward('y', 0, 0, 0.012), turned([0, 0, 1], -Math.PI / 2)),
  ),
];

const FIRST_HEAD_LINK = 1 + 3 * quarters.length;
/** In the front of its skull. */
const EYES = { link: FIRST_HEAD_LINK + 2, at: at(0.05, 0, 0.03) } as const;

export const aiboErs7: Model = {
  id: 'aibo-ers-7',
  name: 'Sony Aibo ERS-7',
  kind: 'legged',
  summary: 'Four legs with 3 joints, head 3, tail 2, mouth 1',
  approximate: 'The signs of the joints, the gait, and the shapes around the published axes',
  links: [
    { name: 'body', parent: -1, origin: ORIGIN, parts: body },
    ...quarters.flatMap(legLinks),
    { name: 'neck', parent: 0, dof: HEAD_DOF, origin: at(...NECK), parts: neck },
    { name: 'head turn', parent: FIRST_HEAD_LINK, dof: HEAD_DOF + 1, origin: at(0, 0, HEAD_UP_M), parts: [sphere('graphite', 0.023)] },
    { name: 'head', parent: FIRST_HEAD_LINK + 1, dof: HEAD_DOF + 2, origin: ORIGIN, parts: head },
    { name: 'tail turn', parent: 0, dof: TAIL_DOF, origin: at(...TAIL), parts: [] },
    { name: 'tail', parent: FIRST_HEAD_LINK + 3, dof: TAIL_DOF + 1, origin: ORIGIN, parts: tail },
    { name: 'jaw', parent: FIRST_HEAD_LINK + 2, dof: MOUTH_DOF, origin: at(0.03, 0, -0.008), parts: jaw },
  ],
  dofs: [
    ...quarters.flatMap(legDofs),
    revolute({ name: 'Neck tilt', lowDeg: -3, highDeg: 80, homeDeg: 18, speedDegPerS: 150, axis: [0, 1, 0], pivot: NECK }),
    revolute({ name: 'Head turn', lowDeg: -93, highDeg: 93, speedDegPerS: 300, axis: [0, 0, 1] }),
    revolute({ name: 'Head nod', lowDeg: -50, highDeg: 20, homeDeg: -12, speedDegPerS: 300, axis: [0, 1, 0] }),
    revolute({ name: 'Tail turn', lowDeg: -60, highDeg: 60, speedDegPerS: 300, axis: [0, 0, 1], pivot: TAIL }),
    revolute({ name: 'Tail tilt', lowDeg: -65, highDeg: 0, homeDeg: -35, speedDegPerS: 300, axis: [0, 1, 0] }),
    revolute({ name: 'Mouth', lowDeg: 0, highDeg: 55, homeDeg: 0, speedDegPerS: 300, axis: [0, 1, 0], pivot: [0.03, 0, -0.008] }),
  ],
  gait,
  mounts: [
    {
      ...EYES,
      name: 'Distance',
      kind: 'infrared',
      beams: 1,
      beamWidthRad: 0.1,
      nearestM: 0.2,
      rangeM: 1.5,
      noise: { deviationPerM: 0.02 },
    },
    { ...EYES, name: 'Camera', kind: 'camera', fieldOfViewRad: (56.9 * Math.PI) / 180 },
    { ...EYES, name: 'Vision', kind: 'vision', rangeM: 3, fieldOfViewRad: (56.9 * Math.PI) / 180 },
  ],
  extent: { radiusM: 0.18, heightM: 0.3 },
};
