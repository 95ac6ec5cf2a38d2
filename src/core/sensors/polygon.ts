/** A convex polygon, to the left round: x and y by turns. */
export type Polygon = ArrayLike<number>;

/** A placement on the ground. */
export interface Stand {
  readonly x: number;
  readonly y: number;
  readonly cos: number;
  readonly sin: number;
}

export const AT_ORIGIN: Stand = { x: 0, y: 0, cos: 1, sin: 0 };

export const standAt = (x: number, y: number, yawRad: number): Stand => ({ x, y, cos: Math.cos(yawRad), sin: Math.sin(yawRad) });

/** Round the middle of the box round it: no more than a little larger than the least. */
export function circleRound(polygon: Polygon): { readonly x: number; readonly y: number; readonly radiusM: number } {
  let [lowX, highX, lowY, highY] = [polygon[0] ?? 0, polygon[0] ?? 0, polygon[1] ?? 0, polygon[1] ?? 0];
  for (let at = 2; at < polygon.length; at += 2) {
    const [x, y] = [polygon[at] ?? 0, polygon[at + 1] ?? 0];
    lowX = Math.min(lowX, x);
    highX = Math.max(highX, x);
    lowY = Math.min(lowY, y);
    highY = Math.max(highY, y);
  }
  const [x, y] = [(lowX + highX) / 2, (lowY + highY) / 2];
  let radiusM = 0;
  for (let at = 0; at < polygon.length; at += 2)
    radiusM = Math.max(radiusM, Math.hypot((polygon[at] ?? 0) - x, (polygon[at + 1] ?? 0) - y));
  return { x, y, radiusM };
}
