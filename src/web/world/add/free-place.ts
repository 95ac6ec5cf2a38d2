/** Something that stands on the floor: a circle, in metres. */
export interface Standing {
  readonly x: number;
  readonly y: number;
  readonly radiusM: number;
}

const GRID_M = 0.25;
const FARTHEST_M = 12;
const CLEARANCE_M = 0.1;

/** The place nearest to `around`, on a grid of 25 cm, where a circle of this radius touches nothing. In a full room: where it was wanted. */
export function freePlace(
  [aroundX, aroundY]: readonly [number, number, ...unknown[]],
  radiusM: number,
  standing: readonly Standing[],
): { x: number; y: number } {
  const start = { x: snap(aroundX), y: snap(aroundY) };
  const isFree = (x: number, y: number) =>
    standing.every((thing) => Math.hypot(thing.x - x, thing.y - y) >= thing.radiusM + radiusM + CLEARANCE_M);
  for (let ring = 0; ring * GRID_M <= FARTHEST_M; ring++) {
    const free = ringAround(start, ring)
      .filter(({ x, y }) => isFree(x, y))
      .sort((a, b) => Math.hypot(a.x - aroundX, a.y - aroundY) - Math.hypot(b.x - aroundX, b.y - aroundY));
    if (free[0]) return free[0];
  }
  return start;
}

const snap = (value: number): number => Math.round(value / GRID_M) * GRID_M;

/** The cells of a square around `start`, `ring` steps away. */
function ringAround({ x, y }: { readonly x: number; readonly y: number }, ring: number): { x: number; y: number }[] {
  if (ring === 0) return [{ x, y }];
  const cells: { x: number; y: number }[] = [];
  for (let step = -ring; step < ring; step++) {
    const [near, far] = [ring * GRID_M, step * GRID_M];
    cells.push({ x: x + near, y: y + far }, { x: x - near, y: y - far }, { x: x - far, y: y + near }, { x: x + far, y: y - near });
  }
  return cells;
}
