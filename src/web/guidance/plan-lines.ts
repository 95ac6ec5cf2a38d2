import type { FloorRoadmap, Leg } from '../../core/navigation/path-service.ts';
import type { TravelGoal } from '../link/travel-link.ts';
import type { GoalMark, GraphLines, PathLine, Stretch } from '../overlays/overlay.ts';

/** Of a floor by its id. */
export type Heights = (floor: string | undefined) => number;

export interface Way {
  readonly id: string;
  readonly paint: PathLine['paint'];
  readonly legs: readonly Leg[];
  /** Where it leads to, if that is known before the way is. */
  readonly goal?: TravelGoal | undefined;
}

/** A way as it is drawn, from its end: so its dashes stay where they are while the robot comes nearer. Rides are not drawn, for they go straight up. */
export function lineOf({ id, paint, legs, goal }: Way, heightOf: Heights): PathLine {
  const stretches = legs.flatMap((leg): Stretch[] =>
    leg.kind === 'drive'
      ? [{ floor: leg.floor, heightM: heightOf(leg.floor), points: Float32Array.from(leg.points.toReversed().flat()) }]
      : [],
  );
  return { id, paint, stretches, goal: markOf(goal, heightOf) ?? endOf(stretches.at(-1)) };
}

const markOf = (goal: TravelGoal | undefined, heightOf: Heights): GoalMark | undefined =>
  goal && !('node' in goal) ? { ...goal, heightM: heightOf(goal.floor) } : undefined;

function endOf(last: Stretch | undefined): GoalMark | undefined {
  const [x, y] = last?.points ?? [];
  if (!last || x === undefined || y === undefined) return undefined;
  return { floor: last.floor, heightM: last.heightM, x, y, headingRad: undefined };
}

export const graphOf = ({ floor, nodes, edges }: FloorRoadmap, heightOf: Heights): GraphLines => ({
  floor,
  heightM: heightOf(floor),
  nodes: Float32Array.from(nodes.flat()),
  edges: Uint32Array.from(edges.flat()),
});
