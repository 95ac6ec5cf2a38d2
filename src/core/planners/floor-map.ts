import { type Box, BoxTree, type FloorPlan, meetsAnother, type Place, type Segment, stretchesOf } from '../maps/maps.ts';
import type { PlanningMap } from './planner.ts';

/** As walls stand in a world (A1). */
const WALL_M = 0.1;
/** Walls whose boxes are further apart do not meet. */
const NEAR_M = 0.01;

export interface FloorMapOptions {
  /** Doors that are shut, by the numbers of their members: there is wall instead. */
  readonly shut?: ReadonlySet<number> | undefined;
  /** Whatever else stands there, as polygons. */
  readonly obstacles?: readonly (readonly Place[])[] | undefined;
}

/** A floor as robots plan on it. Walls are as they stand in a world: at a gap they end where the gap begins, where they meet they make a whole corner. */
export function planningMapOf(plan: FloorPlan, { shut, obstacles = [] }: FloorMapOptions = {}): PlanningMap {
  const shutDoors = plan.openings.filter(({ kind, member }) => kind === 'door' && shut?.has(member));
  return {
    walls: cornered(stretchesOf({ walls: [...plan.walls, ...shutDoors] })),
    wallThicknessM: WALL_M,
    obstacles,
    bounds: [
      [0, 0],
      [plan.lengthM, plan.widthM],
    ],
  };
}

/** Longer by half their thickness at ends that meet another wall: two that only touch would leave a notch. */
function cornered(walls: readonly Segment[]): Segment[] {
  const tree = new BoxTree(walls.map(({ from, to }) => boxAbout(from, to)));
  const meets = (end: Place, wall: Segment): boolean => {
    const [x, y] = end;
    let isMet = false;
    tree.search(
      { beginsByX: x + NEAR_M, beginsByY: y + NEAR_M, endsFromX: x - NEAR_M, endsFromY: y - NEAR_M },
      () => true,
      (other) => {
        isMet = meetsAnother(end, wall, [walls[other] as Segment]);
        return isMet;
      },
    );
    return isMet;
  };
  return walls.map((wall) => {
    const { from, to } = wall;
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const share = WALL_M / 2 / Math.hypot(dx, dy);
    const [atFrom, atTo] = [meets(from, wall) ? share : 0, meets(to, wall) ? share : 0];
    return { from: [from[0] - dx * atFrom, from[1] - dy * atFrom], to: [to[0] + dx * atTo, to[1] + dy * atTo] };
  });
}

const boxAbout = ([ax, ay]: Place, [bx, by]: Place): Box => ({
  lowX: Math.min(ax, bx),
  lowY: Math.min(ay, by),
  highX: Math.max(ax, bx),
  highY: Math.max(ay, by),
});
