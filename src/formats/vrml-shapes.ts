import { type Budget, type Colour, PieceBuilder } from './pieces.ts';
import type { VrmlNode } from './vrml-document.ts';

const ROUND = 32;
const RINGS = 16;

const number = (node: VrmlNode, field: string, otherwise: number): number => node.fields.get(field)?.numbers[0] ?? otherwise;
export const isTrue = (node: VrmlNode, field: string, otherwise: boolean): boolean =>
  node.fields.has(field) ? node.fields.get(field)?.words[0] === 'TRUE' : otherwise;

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
      builder.polygon(face);
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
  ElevationGrid(file, node, budget) {
    const builder = new PieceBuilder(file, budget);
    const [columns, rows] = [Math.floor(number(node, 'xDimension', 0)), Math.floor(number(node, 'zDimension', 0))];
    const [xStep, zStep, heights] = [number(node, 'xSpacing', 1), number(node, 'zSpacing', 1), node.fields.get('height')?.numbers ?? []];
    if (!(columns >= 2 && rows >= 2 && columns * rows <= heights.length)) return builder;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) builder.vertex(column * xStep, heights[row * columns + column] ?? 0, row * zStep);
    }
    for (let row = 0; row + 1 < rows; row++) {
      for (let column = 0; column + 1 < columns; column++) {
        const corner = row * columns + column;
        builder.polygon([corner, corner + columns, corner + columns + 1, corner + 1]);
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
      builder.polygon([here, next, next + ROUND, here + ROUND]);
    }
  }
  return builder;
}

function faceSet(file: string, node: VrmlNode, budget: Budget): PieceBuilder {
  const builder = new PieceBuilder(file, budget);
  const points = node.fields.get('coord')?.nodes[0]?.fields.get('point')?.numbers ?? [];
  const colours = node.fields.get('color')?.nodes[0]?.fields.get('color')?.numbers;
  const paints = colours && colours.length >= points.length && isTrue(node, 'colorPerVertex', true) && !node.fields.has('colorIndex');
  for (let i = 0; i + 2 < points.length; i += 3) {
    const colour = paints ? colourFrom(colours.slice(i, i + 3)) : undefined;
    builder.vertex(points[i] ?? 0, points[i + 1] ?? 0, points[i + 2] ?? 0, colour);
  }
  const isForward = isTrue(node, 'ccw', true);
  let face: number[] = [];
  const close = () => {
    builder.polygon(isForward ? face : face.reverse());
    face = [];
  };
  for (const index of node.fields.get('coordIndex')?.numbers ?? []) {
    if (index < 0) close();
    else face.push(index);
  }
  close();
  return builder;
}

export const colourFrom = (numbers: readonly number[]): Colour => {
  const part = (value = 0): number => Math.round(255 * Math.min(1, Math.max(0, value)));
  return [part(numbers[0]), part(numbers[1]), part(numbers[2])];
};
