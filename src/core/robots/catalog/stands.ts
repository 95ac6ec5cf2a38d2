import { box, corners, cylinder, repeated } from '../../geometry/parts.ts';
import { at } from '../../geometry/placement.ts';
import type { Part } from '../../geometry/shape.ts';
import type { Model } from '../model.ts';
import { thing } from './thing.ts';

const pedestal = (heightM: number): Part[] => [
  box('foot', [0.42, 0.42, 0.02], at(0, 0, 0.01), 0.006),
  box('foot', [0.35, 0.35, heightM - 0.04], at(0, 0, heightM / 2 - 0.005), 0.014),
  box('graphite', [0.004, 0.24, heightM * 0.55], at(0.1755, 0, heightM * 0.47), 0.0015),
  box('bone', [0.5, 0.5, 0.032], at(0, 0, heightM - 0.016), 0.009),
];

/** Tables on one foot; the top is at the height in the summary. */
export const stand: Model = thing(
  { id: 'stand', name: 'Stand', kind: 'furniture', summary: 'Pedestal, 620 mm high', extent: { radiusM: 0.35, heightM: 0.62 } },
  pedestal(0.62),
);

export const lowStand: Model = thing(
  { id: 'low-stand', name: 'Low stand', kind: 'furniture', summary: 'Pedestal, 420 mm high', extent: { radiusM: 0.35, heightM: 0.42 } },
  pedestal(0.42),
);

export const workbench: Model = thing(
  {
    id: 'workbench',
    name: 'Workbench',
    kind: 'furniture',
    summary: 'Wooden top, 1.2 x 0.8 m, 720 mm high',
    extent: { radiusM: 0.72, heightM: 0.72 },
  },
  [
    box('wood', [1.2, 0.8, 0.05], at(0, 0, 0.695), 0.016),
    ...repeated(box('foot', [0.05, 0.05, 0.67], at(0, 0, 0), 0.008), corners(0.54, 0.34, 0.335)),
    box('foot', [1.08, 0.03, 0.05], at(0, 0.34, 0.2), 0.006),
    ...repeated(cylinder('rubber', 0.034, 0.012), corners(0.54, 0.34, 0)),
  ],
);
