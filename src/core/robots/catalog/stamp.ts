import { ORIGIN } from '../../base/pose.ts';
import { box, corners, cylinder, repeated } from '../../geometry/parts.ts';
import { at, toward } from '../../geometry/placement.ts';
import type { Model } from '../model.ts';

const STROKE_M = 0.1;

const body = [
  box('foot', [0.3, 0.22, 0.02], at(0, 0, 0.01), 0.006),
  ...repeated(cylinder('steel', 0.008, 0.006), corners(0.13, 0.09, 0.018)),
  box('steel', [0.16, 0.16, 0.024], at(0.055, 0, 0.03), 0.006),
  box('foot', [0.075, 0.13, 0.36], at(-0.1, 0, 0.19), 0.012),
  box('own', [0.27, 0.12, 0.085], at(0.0, 0, 0.372), 0.022),
  cylinder('graphite', 0.03, 0.06, at(0.06, 0, 0.41)),
  cylinder('graphite', 0.012, 0.01, toward('x', 0.134, 0.028, 0.372)),
  cylinder('#5B9E3C', 0.012, 0.01, toward('x', 0.134, -0.028, 0.372)),
];

const ram = [
  cylinder('steel', 0.019, 0.14, at(0, 0, 0)),
  cylinder('own', 0.037, 0.024, at(0, 0, -0.02)),
  cylinder('rubber', 0.03, 0.01, at(0, 0, -0.029)),
];

export const stamp: Model = {
  id: 'stamp',
  name: 'Stamp',
  kind: 'equipment',
  summary: 'Press with a stamp, 100 mm stroke',
  links: [
    { name: 'body', parent: -1, origin: ORIGIN, parts: body },
    { name: 'ram', parent: 0, dof: 0, origin: at(0.06, 0, 0.235), parts: ram },
  ],
  dofs: [
    {
      name: 'Ram',
      kind: 'translation',
      pivot: [0, 0, 0],
      axis: [0, 0, -1],
      low: 0,
      high: STROKE_M,
      speedPerS: 0.3,
      accelerationPerS2: 3,
      home: 0,
    },
  ],
  extent: { radiusM: 0.2, heightM: 0.48 },
};
