import { applied, rotation } from './matrix.ts';
import type { PieceBuilder } from './pieces.ts';
import { isTrue, type VrmlNode } from './vrml-nodes.ts';

type Vector = readonly [number, number, number];

const SQUARE = [1, 1, 1, -1, -1, -1, -1, 1, 1, 1];
const UPWARD = [0, 0, 0, 0, 1, 0];

/** A cross-section carried along a spine, as the standard has it: at each point it lies across the way, in the plane in which the spine bends. */
export function extruded(node: VrmlNode, builder: PieceBuilder): PieceBuilder {
  const numbers = (field: string, otherwise: readonly number[]) => node.fields.get(field)?.numbers ?? otherwise;
  const section = numbers('crossSection', SQUARE);
  const spine = triplesOf(numbers('spine', UPWARD));
  const scales = numbers('scale', [1, 1]);
  const turns = numbers('orientation', [0, 0, 1, 0]);
  const width = Math.floor(section.length / 2);
  if (width < 2 || spine.length < 2) return builder;
  for (const [i, { place, x, y, z }] of framesOf(spine).entries()) {
    const own = (list: readonly number[], size: number) => {
      const at = size * Math.max(0, Math.min(i, Math.floor(list.length / size) - 1));
      return list.slice(at, at + size);
    };
    const [sx = 1, sz = 1] = own(scales, 2);
    const [rx = 0, ry = 0, rz = 1, angle = 0] = own(turns, 4);
    const turned = rotation(rx, ry, rz, angle);
    for (let k = 0; k < width; k++) {
      const [a, b, c] = applied(turned, sx * (section[2 * k] ?? 0), 0, sz * (section[2 * k + 1] ?? 0));
      builder.vertex(
        place[0] + a * x[0] + b * y[0] + c * z[0],
        place[1] + a * x[1] + b * y[1] + c * z[1],
        place[2] + a * x[2] + b * y[2] + c * z[2],
      );
    }
  }
  join(node, builder, width, spine.length, isClosed(section, 2));
  return builder;
}

function join(node: VrmlNode, builder: PieceBuilder, width: number, rings: number, closed: 'closed' | 'open'): void {
  const isForward = isTrue(node, 'ccw', true);
  const face = (corners: readonly number[]) => builder.polygon(isForward ? corners : corners.toReversed());
  for (let ring = 0; ring + 1 < rings; ring++) {
    for (let k = 0; k + 1 < width; k++) {
      const here = ring * width + k;
      face([here, here + 1, here + 1 + width, here + width]);
    }
  }
  const rim = Array.from({ length: closed === 'closed' ? width - 1 : width }, (_, k) => k);
  if (isTrue(node, 'beginCap', true)) face(rim.toReversed());
  if (isTrue(node, 'endCap', true)) face(rim.map((k) => (rings - 1) * width + k));
}

function triplesOf(numbers: readonly number[]): Vector[] {
  return Array.from({ length: Math.floor(numbers.length / 3) }, (_, i) => [
    numbers[3 * i] ?? 0,
    numbers[3 * i + 1] ?? 0,
    numbers[3 * i + 2] ?? 0,
  ]);
}

const isClosed = (numbers: readonly number[], size: number): 'closed' | 'open' =>
  numbers.slice(0, size).every((value, i) => value === numbers[numbers.length - size + i]) && numbers.length > 2 * size ? 'closed' : 'open';

interface Frame {
  readonly place: Vector;
  readonly x: Vector;
  readonly y: Vector;
  readonly z: Vector;
}

function framesOf(spine: readonly Vector[]): Frame[] {
  const last = spine.length - 1;
  const closed = isClosed(spine.flat(), 3) === 'closed';
  const at = (i: number): Vector => spine[i] ?? [0, 0, 0];
  const before = (i: number) => at(i > 0 ? i - 1 : closed ? last - 1 : 0);
  const after = (i: number) => at(i < last ? i + 1 : closed ? 1 : last);
  const ys = spine.map((_, i) => unit(minus(after(i), before(i))));
  const bends = spine.map((place, i) => unit(cross(minus(after(i), place), minus(before(i), place))));
  const zs = filled(bends) ?? spine.map(() => across(ys.find((y) => y !== undefined) ?? [0, 1, 0]));
  return spine.map((place, i) => {
    const y = ys[i] ?? ys.slice(0, i).findLast((found) => found !== undefined) ?? ys.find((found) => found !== undefined) ?? [0, 1, 0];
    const z = zs[i] ?? [0, 0, 1];
    return { place, y, z, x: cross(y, z) };
  });
}

/** Where the spine does not bend it is as it was before, or as at its first bend; it never turns over. Undefined for a straight one. */
function filled(bends: readonly (Vector | undefined)[]): Vector[] | undefined {
  let known = bends.find((bend) => bend !== undefined);
  if (!known) return undefined;
  return bends.map((bend) => {
    const found: Vector = bend ?? known ?? [0, 0, 1];
    const next: Vector = known && dot(found, known) < 0 ? [-found[0], -found[1], -found[2]] : found;
    known = next;
    return next;
  });
}

/** For a straight spine: what z becomes by the shortest turn from y to its direction. */
function across(y: Vector): Vector {
  const [ax, ay, az] = cross([0, 1, 0], y);
  return applied(rotation(ax, ay, az, Math.acos(Math.max(-1, Math.min(1, y[1])))), 0, 0, 1);
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** Undefined for one without length. */
function unit(vector: Vector): Vector | undefined {
  const length = Math.hypot(...vector);
  return length > 1e-12 ? [vector[0] / length, vector[1] / length, vector[2] / length] : undefined;
}
