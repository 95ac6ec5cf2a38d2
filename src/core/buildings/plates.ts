import { ORIGIN } from '../base/pose.ts';
import { sha256 } from '../base/sha-256.ts';
import { encodeMesh } from '../geometry/mesh.ts';
import { box } from '../geometry/parts.ts';
import { readPicture } from '../geometry/picture.ts';
import { at } from '../geometry/placement.ts';
import type { Part } from '../geometry/shape.ts';
import { rounded } from '../maps/maps.ts';
import type { Model } from '../robots/robots.ts';

/** What hangs on a wall for a notice: it faces along x, its back at the origin. */
export interface Plate {
  readonly model: Omit<Model, 'id'>;
  readonly highM: number;
  /** The encoded mesh of its picture, by its hash; empty without one. */
  readonly meshes: ReadonlyMap<string, Uint8Array>;
}

/** EDL says no size: so long the longer side is. */
const PLATE_M = 0.3;
const THICK_M = 0.012;
/** Of what is seen of the plate about its face. */
const RIM_M = 0.015;
/** A strip would be no plate. */
const LEAST_M = 0.05;
const NOTICE = '#E3AE1F';

/** Of a notice whose picture nobody has: its name is shown beside it. */
export const namePlate: Plate = {
  model: plateModel(PLATE_M, PLATE_M, box(NOTICE, [0.002, PLATE_M - 2 * RIM_M, PLATE_M - 2 * RIM_M], at(THICK_M + 0.0005, 0, 0), 0.0005)),
  highM: PLATE_M,
  meshes: new Map(),
};

/** As wide and high as its picture is; a picture that cannot be shown is none. */
export function picturePlate(picture: Uint8Array): Plate {
  const reading = readPicture(picture);
  if (reading.kind === 'unfit') return namePlate;
  const { widthPx, heightPx } = reading.size;
  const perPixelM = (PLATE_M - 2 * RIM_M) / Math.max(widthPx, heightPx);
  const [wideM, highM] = [widthPx, heightPx].map((pixels) => rounded(Math.max(pixels * perPixelM, LEAST_M))) as [number, number];
  const [y, z] = [wideM / 2, highM / 2];
  const bytes = encodeMesh({
    positions: new Float32Array([0, -y, -z, 0, y, -z, 0, y, z, 0, -y, z]),
    indices: new Uint32Array([0, 1, 2, 0, 2, 3]),
    print: { picture, places: new Float32Array([0, 1, 1, 1, 1, 0, 0, 0]) },
  });
  const hash = sha256(bytes);
  const face: Part = {
    shape: { kind: 'mesh', mesh: hash, lowM: [0, -y, -z], highM: [0, y, z], triangles: 2 },
    at: at(THICK_M + 0.001, 0, 0),
    paint: '#FFFFFF',
  };
  return { model: plateModel(wideM + 2 * RIM_M, highM + 2 * RIM_M, face), highM: highM + 2 * RIM_M, meshes: new Map([[hash, bytes]]) };
}

function plateModel(wide: number, high: number, face: Part): Omit<Model, 'id'> {
  const [wideM, highM] = [rounded(wide), rounded(high)];
  return {
    name: 'Notice',
    kind: 'sign',
    summary: `Plate on a wall, ${wideM} x ${highM} m`,
    links: [
      { name: 'Plate', parent: -1, origin: ORIGIN, parts: [box('graphite', [THICK_M, wideM, highM], at(THICK_M / 2, 0, 0), 0.004), face] },
    ],
    dofs: [],
    extent: { radiusM: wideM / 2, heightM: highM / 2 },
  };
}
