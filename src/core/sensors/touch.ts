import type { Field } from './field.ts';
import { circleRound, type Polygon, standAt } from './polygon.ts';

/** Whether a place is where the sensor feels. */
export type Feels = (x: number, y: number) => boolean;

/** Whether something comes so near to the outline of a body, at a place that is felt. */
export function isTouched(field: Field, body: string, withinM: number, feels: Feels): boolean {
  for (const own of field.outlineOf(body)) {
    const { x, y, radiusM } = circleRound(own);
    const count = field.look(standAt(x, y, 0), radiusM + withinM, Math.PI, body);
    for (let place = 0; place < count; place++) {
      const polygon = field.found[place] as number;
      if (comeNear(own, field.points.subarray(field.starts[polygon], field.ends[polygon]), withinM, feels)) return true;
    }
  }
  return false;
}

function comeNear(own: Polygon, other: Polygon, withinM: number, feels: Feels): boolean {
  for (let i = 0; i < own.length; i += 2) {
    for (let j = 0; j < other.length; j += 2) if (edgesMeet(edgeAt(own, i), edgeAt(other, j), withinM, feels)) return true;
  }
  return false;
}

type Edge = readonly [x: number, y: number, toX: number, toY: number];

const edgeAt = (polygon: Polygon, at: number): Edge => {
  const next = at + 2 < polygon.length ? at + 2 : 0;
  return [polygon[at] ?? 0, polygon[at + 1] ?? 0, polygon[next] ?? 0, polygon[next + 1] ?? 0];
};

function edgesMeet(a: Edge, b: Edge, withinM: number, feels: Feels): boolean {
  const crossing = crossingOf(a, b);
  if (crossing) return feels(...crossing);
  return isNear(a[0], a[1], b, withinM, feels) || isNear(b[0], b[1], a, withinM, feels);
}

function isNear(x: number, y: number, [fromX, fromY, toX, toY]: Edge, withinM: number, feels: Feels): boolean {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const share = Math.min(Math.max(((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy || 1), 0), 1);
  const [nearX, nearY] = [fromX + share * dx, fromY + share * dy];
  return Math.hypot(nearX - x, nearY - y) <= withinM && feels((nearX + x) / 2, (nearY + y) / 2);
}

function crossingOf([ax, ay, bx, by]: Edge, [cx, cy, dx, dy]: Edge): [number, number] | undefined {
  const across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
  if (across === 0) return undefined;
  const share = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across;
  const other = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / across;
  return share >= 0 && share <= 1 && other >= 0 && other <= 1 ? [ax + share * (bx - ax), ay + share * (by - ay)] : undefined;
}
