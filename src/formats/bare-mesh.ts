import { at } from '../core/geometry/placement.ts';
import type { Part, Shape } from '../core/geometry/shape.ts';
import type { Model } from '../core/robots/model.ts';
import { finished, idFrom, nameFrom, nameFromPath } from './body.ts';
import type { ImportOptions } from './imported-body.ts';
import { IDENTITY, type Matrix, product, scaling, X_UP, Y_UP } from './matrix.ts';
import { formatOf, type Meshes } from './meshes.ts';
import type { Geometry } from './pieces.ts';

/** Taken for metres up to this size, for millimetres beyond it. */
const LARGEST_IN_METRES = 10;
/** Smaller ones lie about and are picked up. */
const LARGEST_PART_M = 0.5;

const units: Readonly<Record<number, string>> = { 1: 'metres', 0.01: 'centimetres', 0.001: 'millimetres' };

/** One link that stands on the ground, its middle over the origin. */
export function bareMesh(path: string, meshes: Meshes, options: ImportOptions): Model {
  const geometry = meshes.geometry(path);
  const sizeUnits = largestSide(geometry);
  const unitM = options.unitM ?? geometry.unitM ?? plausibleUnit(sizeUnits);
  if (options.unitM === undefined && geometry.unitM === undefined) {
    const message = `says no unit: ${units[unitM] ?? `${unitM} m`} are taken (unitM ${unitM}), its largest side is ${Number((sizeUnits * unitM).toPrecision(3))} m then`;
    meshes.problems.push({ file: path, message });
  }
  // OBJ says nothing of axes; the programs that write it mean y.
  const up = options.up ?? geometry.up ?? (formatOf(path) === 'obj' ? 'y' : 'z');
  const matrix = product(scaling(unitM, unitM, unitM), upright(up));
  const shown = geometry.pieces.map((piece) => meshes.part(path, piece, matrix, 'own'));
  const name = nameFrom(options.name ?? nameFromPath(path), 'Body');
  const isPart = sizeUnits * unitM <= LARGEST_PART_M;
  return finished(path, {
    id: options.id ?? idFrom(name),
    name,
    kind: isPart ? 'part' : 'equipment',
    summary: `Imported from ${formatOf(path).toUpperCase()}, one link`,
    links: [{ name: 'base', parent: -1, origin: at(0, 0, 0), parts: standing(shown) }],
    dofs: [],
  });
}

const upright = (up: 'x' | 'y' | 'z'): Matrix => (up === 'y' ? Y_UP : up === 'x' ? X_UP : IDENTITY);

function largestSide({ pieces }: Geometry): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { mesh } of pieces) {
    for (let i = 0; i < mesh.positions.length; i++) {
      low[i % 3] = Math.min(low[i % 3] ?? 0, mesh.positions[i] ?? 0);
      high[i % 3] = Math.max(high[i % 3] ?? 0, mesh.positions[i] ?? 0);
    }
  }
  return Math.max(...high.map((value, i) => value - (low[i] ?? 0)));
}

const plausibleUnit = (sizeUnits: number): number => (sizeUnits <= LARGEST_IN_METRES ? 1 : 0.001);

function standing(shown: readonly Pick<Part, 'shape' | 'paint'>[]): Part[] {
  const boxes = shown.map(({ shape }) => shape).filter((shape): shape is Extract<Shape, { kind: 'mesh' }> => shape.kind === 'mesh');
  const lowest = (axis: 0 | 1 | 2) => Math.min(...boxes.map(({ lowM }) => lowM[axis]));
  const highest = (axis: 0 | 1 | 2) => Math.max(...boxes.map(({ highM }) => highM[axis]));
  const place = at(-(lowest(0) + highest(0)) / 2, -(lowest(1) + highest(1)) / 2, -lowest(2));
  return shown.map(({ shape, paint }) => ({ shape, at: place, paint }));
}
