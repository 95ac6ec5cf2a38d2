import type { Fan } from './fan.ts';
import type { Field } from './field.ts';
import type { Stand } from './polygon.ts';

/** An edge seen so nearly along itself covers no beam: twice the area between it and the eye, m2. Its neighbours are seen instead. */
const EDGEWISE_M2 = 1e-9;
/** The bearing that beams are looked up by is off by less; the beams at both ends of an edge are then looked at exactly. */
const BEARING_ERROR_RAD = 2e-5;
const UNKNOWN = Number.NaN;
const HALF_TURN = Math.PI;

/**
 * How far each beam gets: to the first outline, or `rangeM`. Instead of asking for each beam what it meets, each edge that faces the eye is drawn onto the beams it covers. What is kept of a
 * beam meanwhile is one over its length, which changes linearly along an edge: two products a beam, and no division.
 */
export function cast(field: Field, fan: Fan, eye: Stand, rangeM: number, lengthsM: Float64Array, but?: string): void {
  lengthsM.fill(1 / rangeM, 0, fan.beams);
  const count = field.look(eye, rangeM, fan.halfRad, but);
  const { found } = field;
  for (let at = 0; at < count; at++) drawPolygon(fan, lengthsM, field, found[at] as number, eye);
  for (let beam = 0; beam < fan.beams; beam++) lengthsM[beam] = 1 / (lengthsM[beam] as number);
}

function drawPolygon(fan: Fan, nearness: Float64Array, { points, starts, ends }: Field, polygon: number, eye: Stand): void {
  const { cos, sin, x: eyeX, y: eyeY } = eye;
  const start = starts[polygon] as number;
  const end = ends[polygon] as number;
  let dx = (points[end - 2] as number) - eyeX;
  let dy = (points[end - 1] as number) - eyeY;
  let x = cos * dx + sin * dy;
  let y = cos * dy - sin * dx;
  let bearing = UNKNOWN;
  for (let at = start; at < end; at += 2) {
    dx = (points[at] as number) - eyeX;
    dy = (points[at + 1] as number) - eyeY;
    const nextX = cos * dx + sin * dy;
    const nextY = cos * dy - sin * dx;
    let nextBearing = UNKNOWN;
    // Polygons go to the left round, so that an edge faces whoever sees it go to the right.
    if (nextX * y - nextY * x > EDGEWISE_M2) {
      if (Number.isNaN(bearing)) bearing = bearingOf(x, y);
      nextBearing = bearingOf(nextX, nextY);
      drawEdge(fan, nearness, nextX, nextY, nextBearing, x, y, bearing);
    }
    x = nextX;
    y = nextY;
    bearing = nextBearing;
  }
}

/** An edge, by its two ends as they are seen from the eye. */
function drawEdge(
  fan: Fan,
  nearness: Float64Array,
  rightX: number,
  rightY: number,
  right: number,
  leftX: number,
  leftY: number,
  left: number,
): void {
  const { cos, sin, firstRad, perRad, beams } = fan;
  const area = rightX * leftY - rightY * leftX;
  const alongX = (leftX - rightX) / area;
  const alongY = (leftY - rightY) / area;
  // Behind the eye bearings begin again: an edge there is two, one at either end of the fan.
  const isBehind = right > left + 2 * BEARING_ERROR_RAD;
  let low = Math.max(0, Math.ceil((right - BEARING_ERROR_RAD - firstRad) * perRad));
  let high = isBehind ? beams - 1 : Math.min(beams - 1, Math.floor((left + BEARING_ERROR_RAD - firstRad) * perRad));
  for (let pieces = isBehind ? 2 : 1; pieces > 0; pieces--) {
    while (low <= high && rightX * (sin[low] as number) < rightY * (cos[low] as number)) low++;
    while (low <= high && leftX * (sin[high] as number) > leftY * (cos[high] as number)) high--;
    for (let beam = low; beam <= high; beam++) {
      const nearer = (cos[beam] as number) * alongY - (sin[beam] as number) * alongX;
      if (nearer > (nearness[beam] as number)) nearness[beam] = nearer;
    }
    low = 0;
    high = Math.min(beams - 1, Math.floor((left + BEARING_ERROR_RAD - firstRad) * perRad));
  }
}

/** As atan2, of which beams are looked up: Abramowitz and Stegun 4.4.49, off by 1e-5 at most. */
function bearingOf(x: number, y: number): number {
  const [alongX, alongY] = [Math.abs(x), Math.abs(y)];
  const slope = alongX > alongY ? alongY / alongX : alongX / alongY;
  const s = slope * slope;
  const angle = slope * (0.999866 + s * (-0.3302995 + s * (0.180141 + s * (-0.085133 + s * 0.0208351))));
  const ahead = alongX > alongY ? angle : HALF_TURN / 2 - angle;
  const turned = x < 0 ? HALF_TURN - ahead : ahead;
  return y < 0 ? -turned : turned;
}
