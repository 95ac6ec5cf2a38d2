import { box, cylinder, extrusion } from '../../geometry/parts.ts';
import { at } from '../../geometry/placement.ts';
import type { Model } from '../model.ts';
import { thing } from './thing.ts';

const hexagon = Array.from({ length: 6 }, (_, corner) => {
  const angle = (corner * Math.PI) / 3;
  return [0.027 * Math.cos(angle), 0.027 * Math.sin(angle)] as const;
});

/** What the cell works on: small enough for every gripper of the catalog, painted in the entity's own colour. */
export const cubePiece: Model = thing(
  { id: 'piece-cube', name: 'Cube', kind: 'part', summary: 'Piece, 42 mm', extent: { radiusM: 0.036, heightM: 0.042 } },
  [box('own', [0.042, 0.042, 0.042], at(0, 0, 0.021), 0.004)],
);

export const cylinderPiece: Model = thing(
  { id: 'piece-cylinder', name: 'Cylinder', kind: 'part', summary: 'Piece, 44 mm across', extent: { radiusM: 0.022, heightM: 0.048 } },
  [cylinder('own', 0.022, 0.048)],
);

export const hexagonPiece: Model = thing(
  {
    id: 'piece-hexagon',
    name: 'Hexagon',
    kind: 'part',
    summary: 'Piece, 47 mm across flats, with a bore',
    extent: { radiusM: 0.027, heightM: 0.042 },
  },
  [extrusion('own', hexagon, 0.04), cylinder('graphite', 0.01, 0.003, at(0, 0, 0.0385))],
);
