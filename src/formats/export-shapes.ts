import { MisuseError } from '../core/base/errors.ts';
import type { Mesh } from '../core/geometry/mesh.ts';
import type { Shape } from '../core/geometry/shape.ts';
import { Budget, PieceBuilder } from './pieces.ts';

const ROUND = 32;

/** Triangles of the shapes that only we have. Plain ones: an export is for others to look at. */
export function meshOfShape(shape: Shape): Mesh {
  switch (shape.kind) {
    case 'lathe':
      return turnedAboutZ(shape.profile);
    case 'cylinder':
      return turnedAboutZ([
        [0, 0],
        [shape.radiusM, 0],
        [shape.radiusM, shape.heightM],
        [0, shape.heightM],
      ]);
    case 'sphere': {
      const ring = (i: number): [number, number] => [
        shape.radiusM * Math.sin((Math.PI * i) / 16),
        -shape.radiusM * Math.cos((Math.PI * i) / 16),
      ];
      return turnedAboutZ(Array.from({ length: 17 }, (_, i) => ring(i)));
    }
    case 'box': {
      const [x, y, z] = shape.sizeM;
      return raised(
        [
          [-x / 2, -y / 2],
          [x / 2, -y / 2],
          [x / 2, y / 2],
          [-x / 2, y / 2],
        ],
        -z / 2,
        z / 2,
      );
    }
    case 'extrusion':
      return raised(shape.outline, 0, shape.heightM);
    case 'plate':
      return raised(plateOutline(shape), -shape.thicknessM / 2, shape.thicknessM / 2);
    case 'tube':
      return tube(shape.points, shape.radiusM);
    case 'mesh':
      throw new MisuseError('a mesh has its triangles in its own bytes');
  }
}

const builderOf = (): PieceBuilder => new PieceBuilder('', new Budget());

/** Rings of as many vertices each, one after the other, with walls between them. */
function walls(builder: PieceBuilder, rings: number, around: number): void {
  for (let ring = 0; ring + 1 < rings; ring++) {
    for (let i = 0; i < around; i++) {
      const [here, next] = [ring * around + i, ring * around + ((i + 1) % around)];
      builder.polygon([here, next, next + around, here + around]);
    }
  }
}

function turnedAboutZ(profile: readonly (readonly [number, number])[]): Mesh {
  const builder = builderOf();
  for (const [radius, z] of profile) {
    for (let i = 0; i < ROUND; i++)
      builder.vertex(radius * Math.cos((2 * Math.PI * i) / ROUND), radius * Math.sin((2 * Math.PI * i) / ROUND), z);
  }
  walls(builder, profile.length, ROUND);
  return builder.finish();
}

type Outline = readonly (readonly [number, number])[];

function raised(given: Outline, low: number, high: number): Mesh {
  const area = given.reduce(
    (sum, [x, y], i) => sum + x * (given[(i + 1) % given.length]?.[1] ?? 0) - y * (given[(i + 1) % given.length]?.[0] ?? 0),
    0,
  );
  const outline = area < 0 ? given.toReversed() : given;
  const builder = builderOf();
  for (const z of [low, high]) for (const [x, y] of outline) builder.vertex(x, y, z);
  walls(builder, 2, outline.length);
  for (const [a, b, c] of earsOf(outline)) {
    builder.triangle(a, c, b);
    builder.triangle(a + outline.length, b + outline.length, c + outline.length);
  }
  return builder.finish();
}

/** Ear clipping: right for every outline that does not cross itself. */
function earsOf(outline: Outline): [number, number, number][] {
  const left = outline.map((_, i) => i);
  const triangles: [number, number, number][] = [];
  const cross = (a: number, b: number, c: number): number => {
    const [[ax, ay], [bx, by], [cx, cy]] = [outline[a] ?? [0, 0], outline[b] ?? [0, 0], outline[c] ?? [0, 0]];
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  };
  while (left.length > 3) {
    const ear = left.findIndex((b, i) => {
      const [a, c] = [left.at(i - 1) ?? 0, left[(i + 1) % left.length] ?? 0];
      const isInside = (p: number) => p !== a && p !== b && p !== c && cross(a, b, p) >= 0 && cross(b, c, p) >= 0 && cross(c, a, p) >= 0;
      return cross(a, b, c) > 0 && !left.some(isInside);
    });
    const i = Math.max(0, ear);
    triangles.push([left.at(i - 1) ?? 0, left[i] ?? 0, left[(i + 1) % left.length] ?? 0]);
    left.splice(i, 1);
  }
  return [...triangles, [left[0] ?? 0, left[1] ?? 0, left[2] ?? 0]];
}

/** Two circles and their tangents, counter-clockwise. */
function plateOutline({ fromRadiusM: from, toRadiusM: to, lengthM }: Extract<Shape, { kind: 'plate' }>): [number, number][] {
  const lean = Math.acos(Math.max(-1, Math.min(1, (from - to) / lengthM)));
  const arc = (x: number, radius: number, begin: number, end: number) =>
    Array.from({ length: 17 }, (_, i): [number, number] => {
      const angle = begin + ((end - begin) * i) / 16;
      return [x + radius * Math.cos(angle), radius * Math.sin(angle)];
    });
  return [...arc(lengthM, to, -lean, lean), ...arc(0, from, lean, 2 * Math.PI - lean)];
}

type Point = readonly [number, number, number];

/** A ring across each point; at a bend it stands half way. */
function tube(points: readonly Point[], radius: number): Mesh {
  const builder = builderOf();
  let side: Point = [0, 0, 0];
  for (const [i, [x, y, z]] of points.entries()) {
    const [before, after] = [points[Math.max(0, i - 1)] ?? [0, 0, 0], points[Math.min(points.length - 1, i + 1)] ?? [0, 0, 0]];
    const along = unit([after[0] - before[0], after[1] - before[1], after[2] - before[2]]);
    // Carried on from ring to ring, so that the wall is not twisted.
    side = unit(across(along, i === 0 ? (Math.abs(along[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]) : across(side, along)));
    const up = across(along, side);
    for (let k = 0; k < 16; k++) {
      const [cosine, sine] = [radius * Math.cos((Math.PI * k) / 8), radius * Math.sin((Math.PI * k) / 8)];
      builder.vertex(x + side[0] * cosine + up[0] * sine, y + side[1] * cosine + up[1] * sine, z + side[2] * cosine + up[2] * sine);
    }
  }
  walls(builder, points.length, 16);
  const ring = Array.from({ length: 16 }, (_, i) => i);
  builder.polygon(ring.toReversed());
  builder.polygon(ring.map((i) => i + 16 * (points.length - 1)));
  return builder.finish();
}

const across = (a: Point, b: Point): Point => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
function unit(v: Point): Point {
  const length = Math.hypot(...v) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
}
