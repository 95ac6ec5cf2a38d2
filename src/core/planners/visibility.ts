import type { FreeSpace } from './free-space.ts';
import { type PlanEnds, pathLengthM, pathThrough, planEnds } from './plan-ends.ts';
import type { PlanAnswer, Planner } from './planner.ts';
import { RoadmapGraph } from './roadmap-graph.ts';
import { Sight } from './sight.ts';

/** A hall full of things that all see each other has too many: then the lazy one is for it. */
const MOST_EDGES = 4_000_000;

/**
 * All corners of grown obstacles, and all straight ways between them that a shortest path can have: they are clear, and pass the corner at
 * each end without leading into it (the reduced visibility graph). Dijkstra finds the shortest of all paths in it.
 */
export const visibilityWithin = (mostEdges: number): Planner => ({
  name: 'visibility',
  summary: 'visibility graph: the shortest path, from the whole graph',
  plan(query) {
    const ends = planEnds(query);
    return 'kind' in ends ? ends : planned(ends, mostEdges);
  },
});

export const visibility = visibilityWithin(MOST_EDGES);

function planned(ends: PlanEnds, mostEdges: number): PlanAnswer {
  const { space } = ends;
  const graph = new RoadmapGraph();
  const { edges } = space.grid;
  for (const i of space.corners) graph.addNode(edges[i] as number, edges[i + 1] as number);
  const from = graph.addNode(ends.fromX, ends.fromY);
  const to = graph.addNode(ends.toX, ends.toY);
  if (!connect(graph, space, { from, to, mostEdges })) {
    const reason = `the visibility graph has more than ${mostEdges} edges; lazy-visibility does without it`;
    return { kind: 'not found', reason, roadmap: graph.roadmap(space) };
  }
  const path = graph.shortestPath(from, to);
  const roadmap = graph.roadmap(space);
  if (!path) return { kind: 'no path', reason: 'start and goal are in different parts of the free space', roadmap };
  const points = pathThrough(
    ends,
    path.slice(1, -1).map((node) => [graph.xOf(node), graph.yOf(node)] as const),
  );
  return { kind: 'path', points, lengthM: pathLengthM(points), roadmap };
}

/** False when there were too many edges. */
function connect(
  graph: RoadmapGraph,
  space: FreeSpace,
  { from, to, mostEdges }: { readonly from: number; readonly to: number; readonly mostEdges: number },
): boolean {
  const { grid, corners } = space;
  const { edges } = grid;
  const sight = new Sight(space);
  const join = (node: number, count: number, least: number) => {
    const [x, y] = [graph.xOf(node), graph.yOf(node)];
    for (let k = 0; k < count; k++) {
      const other = sight.found[k] as number;
      if (other > least && grid.isClear(x, y, graph.xOf(other), graph.yOf(other))) graph.addEdge(node, other);
    }
  };
  for (let corner = 0; corner < corners.length; corner++) {
    const i = corners[corner] as number;
    const [x, y] = [graph.xOf(corner), graph.yOf(corner)];
    const [inX, inY] = [x - (edges[i + 4] as number), y - (edges[i + 5] as number)];
    const [outX, outY] = [(edges[i + 2] as number) - x, (edges[i + 3] as number) - y];
    // With the obstacle on the left, and on the right. Of two corners that see each other, the lower joins both.
    join(corner, sight.lookBetween(x, y, inX, inY, outX, outY), corner);
    join(corner, sight.lookBetween(x, y, -inX, -inY, -outX, -outY), corner);
    if (graph.edgeCount > mostEdges) return false;
  }
  for (const end of [from, to]) join(end, sight.lookRound(graph.xOf(end), graph.yOf(end)), -1);
  if (grid.isClear(graph.xOf(from), graph.yOf(from), graph.xOf(to), graph.yOf(to))) graph.addEdge(from, to);
  return true;
}
