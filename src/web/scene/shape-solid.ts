import { CurvePath, ExtrudeGeometry, LineCurve3, Shape as Outline, QuadraticBezierCurve3, TubeGeometry, Vector2, Vector3 } from 'three';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Shape } from '../../core/geometry/shape.ts';
import { turned } from './lathe-solid.ts';
import { type Solid, SolidBuilder, solidFrom } from './solid.ts';

/** `coarse` is for crowds: about a sixth of the triangles, the same silhouette from some metres away. */
export type Detail = 'fine' | 'coarse';

/** Edges between faces that differ by more than this stay edges. */
export const CREASE_RAD = 0.6;
/** Of the smaller of radius and height. */
const RIM_SHARE = 0.14;

/** Every edge is rounded. Metres, in the shape's own frame. */
export function solidOf(shape: Shape, detail: Detail): Solid {
  switch (shape.kind) {
    case 'box':
      return boxSolid(shape.sizeM, shape.edgeM, detail);
    case 'cylinder': {
      const rim = RIM_SHARE * Math.min(shape.radiusM, shape.heightM);
      return raised(circle(shape.radiusM, detail), 0, shape.heightM, rim, bevelSegments(rim, detail));
    }
    case 'lathe':
      return turned(shape.profile, {
        around: segmentsAround(widest(shape.profile), detail),
        corner: detail === 'fine' ? 3 : 1,
        rimShare: RIM_SHARE,
      });
    case 'sphere':
      return turned(halfCircle(shape.radiusM, detail), { around: segmentsAround(shape.radiusM, detail), corner: 1, rimShare: 0 });
    case 'plate': {
      const half = shape.thicknessM / 2;
      const bevel = Math.min(edgeRadius(shape.thicknessM, 0.007), 0.9 * Math.min(shape.fromRadiusM, shape.toRadiusM));
      return raised(taperedPlate(shape, detail), -half, half, bevel, bevelSegments(bevel, detail));
    }
    case 'extrusion':
      return extrusionSolid(shape.outline, shape.heightM, detail);
    case 'tube':
      return tubeSolid(shape.points, shape.radiusM, detail);
    case 'mesh':
      return boundsSolid(shape, detail);
  }
}

/** What stands in for a mesh that is not here yet: the box round it. */
function boundsSolid({ lowM, highM }: Shape & { kind: 'mesh' }, detail: Detail): Solid {
  const side = (axis: 0 | 1 | 2) => Math.max(1e-4, highM[axis] - lowM[axis]);
  const middle = [0, 1, 2].map((axis) => ((lowM[axis] ?? 0) + (highM[axis] ?? 0)) / 2);
  const box = boxSolid([side(0), side(1), side(2)], undefined, detail);
  return { ...box, positions: box.positions.map((value, i) => value + (middle[i % 3] ?? 0)) };
}

/** 40 to 56 around for what is seen as round; fewer for bolts, which are not. */
export function segmentsAround(radiusM: number, detail: Detail): number {
  const fine = radiusM < 0.012 ? 14 : radiusM < 0.03 ? 24 : radiusM < 0.12 ? 40 : 56;
  return detail === 'fine' ? fine : Math.max(8, Math.round(fine / 3));
}

function edgeRadius(thinnestM: number, leastM: number): number {
  return Math.min(Math.max(leastM, 0.1 * thinnestM), 0.02, 0.45 * thinnestM);
}

const bevelSegments = (radiusM: number, detail: Detail): number => (detail === 'coarse' || radiusM < 0.0015 ? 1 : radiusM < 0.005 ? 2 : 4);

/** Points counter-clockwise with their outward normals, moved inwards by `insetM`. Must be convex. */
type OutlineAt = (insetM: number) => readonly (readonly [x: number, y: number, nx: number, ny: number])[];

function circle(radiusM: number, detail: Detail): OutlineAt {
  const segments = segmentsAround(radiusM, detail);
  return (inset) =>
    Array.from({ length: segments }, (_, i) => {
      const angle = (2 * Math.PI * i) / segments;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      return [c * (radiusM - inset), s * (radiusM - inset), c, s] as const;
    });
}

/** Two circles and their tangents: an inset makes both circles smaller and leaves the tangents' direction. */
function taperedPlate(plate: Shape & { kind: 'plate' }, detail: Detail): OutlineAt {
  const { fromRadiusM, toRadiusM, lengthM } = plate;
  const slope = Math.acos(Math.max(-1, Math.min(1, (fromRadiusM - toRadiusM) / Math.max(lengthM, 1e-6))));
  const arc = (centreX: number, radius: number, from: number, to: number, segments: number) =>
    Array.from({ length: segments + 1 }, (_, i) => {
      const angle = from + ((to - from) * i) / segments;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      return [centreX + c * radius, s * radius, c, s] as const;
    });
  const half = (radius: number) => Math.ceil(segmentsAround(radius, detail) / 2);
  return (inset) => [
    ...arc(lengthM, toRadiusM - inset, -slope, slope, half(toRadiusM)),
    ...arc(0, fromRadiusM - inset, slope, 2 * Math.PI - slope, half(fromRadiusM)),
  ];
}

function roundedRectangle(width: number, depth: number, radius: number, segments: number): OutlineAt {
  return (inset) => {
    const points: (readonly [number, number, number, number])[] = [];
    for (let corner = 0; corner < 4; corner++) {
      const [signX, signY] = [corner === 0 || corner === 3 ? 1 : -1, corner < 2 ? 1 : -1];
      for (let i = 0; i <= segments; i++) {
        const angle = ((corner + i / segments) * Math.PI) / 2;
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const bend = radius - inset;
        points.push([signX * (width / 2 - radius) + c * bend, signY * (depth / 2 - radius) + s * bend, c, s]);
      }
    }
    return points;
  };
}

function boxSolid([width, depth, height]: readonly [number, number, number], edgeM: number | undefined, detail: Detail): Solid {
  const thinnest = Math.min(width, depth, height);
  const radius = Math.min(edgeM ?? edgeRadius(thinnest, 0.005), 0.499 * thinnest);
  const segments = bevelSegments(radius, detail);
  return raised(roundedRectangle(width, depth, radius, segments), -height / 2, height / 2, radius, segments);
}

/** An outline from z to z with quarter-round rims of `rim` at both ends. */
function raised(outline: OutlineAt, bottom: number, top: number, rim: number, segments: number): Solid {
  const solid = new SolidBuilder();
  const rings: number[] = [];
  const count = outline(0).length;
  const ring = (insetM: number, z: number, tilt: number) => {
    rings.push(solid.positions.length / 3);
    const [flat, up] = [Math.cos(tilt), Math.sin(tilt)];
    for (const [x, y, nx, ny] of outline(insetM)) solid.vertex(x, y, z, nx * flat, ny * flat, up);
  };
  for (let i = 0; i <= segments; i++) {
    const tilt = (-Math.PI / 2) * (1 - i / segments);
    ring(rim * (1 - Math.cos(tilt)), bottom + rim * (1 + Math.sin(tilt)), tilt);
  }
  for (let i = 0; i <= segments; i++) {
    const tilt = (Math.PI / 2) * (i / segments);
    ring(rim * (1 - Math.cos(tilt)), top - rim * (1 - Math.sin(tilt)), tilt);
  }
  for (let r = 0; r + 1 < rings.length; r++) {
    const [low, high] = [rings[r] ?? 0, rings[r + 1] ?? 0];
    for (let i = 0; i < count; i++) {
      const next = (i + 1) % count;
      solid.quad(low + i, low + next, high + next, high + i);
    }
  }
  const first = rings[0] ?? 0;
  const last = rings.at(-1) ?? 0;
  for (let i = 1; i + 1 < count; i++) {
    solid.triangle(first, first + i + 1, first + i);
    solid.triangle(last, last + i, last + i + 1);
  }
  return solid;
}

const widest = (profile: readonly (readonly [number, number])[]): number => profile.reduce((most, [radius]) => Math.max(most, radius), 0);

function halfCircle(radiusM: number, detail: Detail): [number, number][] {
  const segments = Math.max(6, Math.round(segmentsAround(radiusM, detail) / 2));
  return Array.from({ length: segments + 1 }, (_, i) => {
    const angle = Math.PI * (i / segments - 0.5);
    return [i === 0 || i === segments ? 0 : radiusM * Math.cos(angle), radiusM * Math.sin(angle)];
  });
}

function extrusionSolid(points: readonly (readonly [number, number])[], heightM: number, detail: Detail): Solid {
  const bevel = Math.min(edgeRadius(heightM, 0.004), 0.45 * shortestEdge(points));
  const outline = new Outline(points.map(([x, y]) => new Vector2(x, y)));
  const geometry = new ExtrudeGeometry(outline, {
    depth: heightM - 2 * bevel,
    bevelEnabled: true,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelSegments: bevelSegments(bevel, detail),
    steps: 1,
  });
  geometry.translate(0, 0, bevel);
  return solidFrom(toCreasedNormals(geometry, CREASE_RAD));
}

function shortestEdge(points: readonly (readonly [number, number])[]): number {
  let shortest = Number.POSITIVE_INFINITY;
  points.forEach(([x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length] ?? [x, y];
    const length = Math.hypot(nextX - x, nextY - y);
    if (length > 1e-6) shortest = Math.min(shortest, length);
  });
  return shortest;
}

/** Straight between the points, bent round at them, closed by half spheres. */
function tubeSolid(points: readonly (readonly [number, number, number])[], radiusM: number, detail: Detail): Solid {
  const solid = new SolidBuilder();
  const corners = points.map(([x, y, z]) => new Vector3(x, y, z));
  const path = bentPath(corners, 4 * radiusM);
  const around = segmentsAround(radiusM, detail);
  const along = Math.max(1, path.curves.length === 1 ? 1 : path.curves.length * (detail === 'fine' ? 6 : 2));
  solid.add(solidFrom(new TubeGeometry(path, along, radiusM, around)));
  for (const end of [corners[0], corners.at(-1)]) {
    if (end === undefined) continue;
    const cap = turned(halfCircle(radiusM, detail), { around, corner: 1, rimShare: 0 });
    solid.add({ ...cap, positions: cap.positions.map((value, i) => value + end.getComponent(i % 3)) });
  }
  return solid;
}

function bentPath(corners: readonly Vector3[], bendM: number): CurvePath<Vector3> {
  const path = new CurvePath<Vector3>();
  let from = corners[0] ?? new Vector3();
  for (let i = 1; i < corners.length; i++) {
    const corner = corners[i] ?? from;
    const next = corners[i + 1];
    if (next === undefined) {
      path.add(new LineCurve3(from, corner));
      continue;
    }
    const reach = Math.min(bendM, 0.45 * from.distanceTo(corner), 0.45 * corner.distanceTo(next));
    const enter = corner.clone().lerp(from, reach / Math.max(from.distanceTo(corner), 1e-9));
    const leave = corner.clone().lerp(next, reach / Math.max(corner.distanceTo(next), 1e-9));
    path.add(new LineCurve3(from, enter));
    path.add(new QuadraticBezierCurve3(enter, corner, leave));
    from = leave;
  }
  return path;
}
