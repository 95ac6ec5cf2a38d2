import { box, cylinder } from '../../geometry/parts.ts';
import { at } from '../../geometry/placement.ts';
import type { Model } from '../model.ts';
import { thing } from './thing.ts';

/** What arms take in their grippers to work with: as wide as the pieces that they work on. */
export const handStamp: Model = thing(
  { id: 'hand-stamp', name: 'Hand stamp', kind: 'part', summary: 'Stamp, 42 mm', extent: { radiusM: 0.036, heightM: 0.046 } },
  [
    box('rubber', [0.04, 0.04, 0.006], at(0, 0, 0.003), 0.001),
    box('own', [0.042, 0.042, 0.022], at(0, 0, 0.017), 0.003),
    cylinder('graphite', 0.014, 0.018, at(0, 0, 0.028)),
  ],
);

export const foldedCloth: Model = thing(
  { id: 'folded-cloth', name: 'Cloth', kind: 'part', summary: 'Folded cloth, 42 mm', extent: { radiusM: 0.036, heightM: 0.03 } },
  [
    box('own', [0.042, 0.042, 0.014], at(0, 0, 0.007), 0.004),
    box('bone', [0.04, 0.04, 0.004], at(0, 0, 0.015), 0.001),
    box('own', [0.04, 0.042, 0.012], at(0, 0, 0.023), 0.004),
  ],
);
