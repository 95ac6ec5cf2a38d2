import { type Budget, type Colour, PieceBuilder, UNCOLOURED } from './pieces.ts';
import { extruded } from './vrml-extrusion.ts';
import { isTrue, type VrmlNode } from './vrml-nodes.ts';

const ROUND = 32;
const RINGS = 16;

const number = (node: VrmlNode, field: string, otherwise: number): number => node.fields.get(field)?.numbers[0] ?? otherwise;

/** Builds the surface of one geometry node; undefined for those without a surface. */
export type SurfaceOf = (file: string, node: VrmlNode, budget: Budget) => PieceBuilder;

export const surfaces: Readonly<Record<string, SurfaceOf>> = {
  Box(file, node, budget) {
    const [x = 2, y = 2, z = 2] = node.fields.get('size')?.numbers ?? [];
    const builder = new PieceBuilder(file, budget);
    for (let i = 0; i < 8; i++) builder.vertex(i & 1 ? x / 2 : -x / 2, i & 2 ? y / 2 : -y / 2, i & 4 ? z / 2 : -z / 2);
    for (const face of [
      [0, 2, 3, 1],
      [4, 5, 7, 6],
      [0, 1, 5, 4],
      [2, 6, 7, 3],
      [0, 4, 6, 2],
      [1, 3, 7, 5],
    ])
      builder.fan(face);
    return builder;
  },
  Sphere(file, node, budget) {
    const radius = number(node, 'radius', 1);
    const profile = Array.from({ length: RINGS + 1 }, (_, i): [number, number] => {
      const angle = (Math.PI * i) / RINGS - Math.PI / 2;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
    return turnedAboutY(file, budget, profile);
  },
  Cylinder(file, node, budget) {
    const [radius, half] = [number(node, 'radius', 1), number(node, 'height', 2) / 2];
    return turnedAboutY(file, budget, [
      [0, -half],
      [radius, -half],
      [radius, half],
      [0, half],
    ]);
  },
  Cone(file, node, budget) {
    const [radius, half] = [number(node, 'bottomRadius', 1), number(node, 'height', 2) / 2];
    return turnedAboutY(file, budget, [
      [0, -half],
      [radius, -half],
      [0, half],
    ]);
  },
  IndexedFaceSet: faceSet,
  Extrusion: (file, node, budget) => extruded(node, new PieceBuilder(file, budget)),
  ElevationGrid(file, node, budget) {
    const builder = new PieceBuilder(file, budget);
    const [columns, rows] = [Math.floor(number(node, 'xDimension', 0)), Math.floor(number(node, 'zDimension', 0))];
    const [xStep, zStep, heights] = [number(node, 'xSpacing', 1), number(node, 'zSpacing', 1), node.fields.get('height')?.numbers ?? []];
    if (!(columns >= 2 && rows >= 2 && columns * rows <= heights.length)) return builder;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) builder.vertex(column * xStep, heights[row * columns + column] ?? 0, row * zStep);
    }
    const isForward = isTrue(node, 'ccw', true);
    for (let row = 0; row + 1 < rows; row++) {
      for (let column = 0; column + 1 < columns; column++) {
        const corner = row * columns + column;
        const [beside, below] = isForward ? [corner + 1, corner + columns] : [corner + columns, corner + 1];
        builder.fan([corner, below, corner + columns + 1, beside]);
      }
    }
    return builder;
  },
};

/** A profile of [radius, y], from below to above. */
function turnedAboutY(file: string, budget: Budget, profile: readonly (readonly [number, number])[]): PieceBuilder {
  const builder = new PieceBuilder(file, budget);
  for (const [radius, y] of profile) {
    for (let i = 0; i < ROUND; i++) {
      const angle = (2 * Math.PI * i) / ROUND;
      builder.vertex(radius * Math.sin(angle), y, radius * Math.cos(angle));
    }
  }
  for (let ring = 0; ring + 1 < profile.length; ring++) {
    for (let i = 0; i < ROUND; i++) {
      const [here, next] = [ring * ROUND + i, ring * ROUND + ((i + 1) % ROUND)];
      builder.fan([here, next, next + ROUND, here + ROUND]);
    }
  }
  return builder;
}

function faceSet(file: string, node: VrmlNode, budget: Budget): PieceBuilder {
  const builder = new PieceBuilder(file, budget);
  const points = numbersOf(node.fields.get('coord')?.nodes[0], 'point');
  const colours = node.fields.get('color')?.nodes[0]?.fields.get('color')?.numbers;
  const paints = colours && paintsOf(node, colours);
  // What has a colour at each face's corner has a vertex there, else faces share them.
  if (!paints) for (let i = 0; i + 2 < points.length; i += 3) builder.vertex(points[i] ?? 0, points[i + 1] ?? 0, points[i + 2] ?? 0);
  const isForward = isTrue(node, 'ccw', true);
  let [face, first, faces]: [number[], number, number] = [[], 0, 0];
  const close = () => {
    builder.polygon(isForward ? face : face.reverse());
    face = [];
    faces++;
  };
  for (const [i, index] of numbersOf(node, 'coordIndex').entries()) {
    if (index < 0) {
      close();
      first = i + 1;
    } else if (!paints) face.push(index);
    else if (3 * index + 2 >= points.length) throw node.refuse(`corner ${index}; there are ${Math.floor(points.length / 3)} vertices`);
    else {
      const [x = 0, y = 0, z = 0] = points.slice(3 * index, 3 * index + 3);
      face.push(builder.vertex(x, y, z, paints({ face: faces, place: first + face.length, index })));
    }
  }
  if (face.length > 0) close();
  return builder;
}

const numbersOf = (node: VrmlNode | undefined, field: string): readonly number[] => node?.fields.get(field)?.numbers ?? [];

/** The colour of a corner: by vertex or by face, and either in order or by an index of its own. */
function paintsOf(node: VrmlNode, colours: readonly number[]): (corner: { face: number; place: number; index: number }) => Colour {
  const indices = numbersOf(node, 'colorIndex');
  const isByVertex = isTrue(node, 'colorPerVertex', true);
  return ({ face, place, index }) => {
    const own = isByVertex ? (indices[place] ?? index) : (indices[face] ?? face);
    return own >= 0 && 3 * own + 2 < colours.length ? colourFrom(colours.slice(3 * own, 3 * own + 3)) : UNCOLOURED;
  };
}

export const colourFrom = (numbers: readonly number[]): Colour => {
  const part = (value = 0): number => Math.round(255 * Math.min(1, Math.max(0, value)));
  return [part(numbers[0]), part(numbers[1]), part(numbers[2])];
};
