import type { WorldFloor } from '../api/messages.ts';
import { siteOutline } from '../maps/maps.ts';

/** Who looks at a floor sees also what stands so far before its outer walls. */
const AROUND_M = 8;

/** What a world is to know of the floors of its building, from the document of its site. */
export const worldFloorsOf = (document: string): WorldFloor[] =>
  siteOutline(document).map(({ id, name, heightM, lengthM, widthM }) => ({
    ...{ id, name, heightM, x: lengthM / 2, y: widthM / 2 },
    radiusM: Math.hypot(lengthM, widthM) / 2 + AROUND_M,
  }));
