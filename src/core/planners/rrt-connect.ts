import type { Random } from '../base/random.ts';
import type { FreeSpace } from './free-space.ts';
import { NearNodes } from './near-nodes.ts';
import type { PlanEnds } from './plan-ends.ts';
import type { Planner } from './planner.ts';
import { RoadmapGraph } from './roadmap-graph.ts';
import { type Sampled, sampledPlan } from './sampled-plan.ts';
import { Samples } from './samples.ts';

/** Of the map's diagonal. */
const STEP = 0.05;
/** Of the robot's: rooms do not grow with the floor. */
const MOST_RADII = 12;
/** A step that is not clear is tried at half its length, and again, down to this share of a whole one. */
const SHORTEST = 1 / 8;
/** So many of the nearest nodes are tried: in a building, the nearest is often behind a wall. */
const NEAREST = 5;

/** Two trees, from the start and from the goal: by turns each grows towards a place by chance, and the other as far as it can towards what is new (Kuffner and LaValle). */
export const rrtConnect: Planner = {
  name: 'rrt-connect',
  summary: 'two trees by chance that grow towards each other',
  plan: (query) => sampledPlan(query, (ends, random, mostSamples) => grown(ends, { random, mostSamples, radiusM: query.radiusM })),
};

function grown(
  { space, fromX, fromY, toX, toY }: PlanEnds,
  budget: { readonly random: Random; readonly mostSamples: number; readonly radiusM: number },
): Sampled {
  const graph = new RoadmapGraph();
  const [lowX, lowY, highX, highY] = space.bounds;
  const step = Math.min(Math.hypot(highX - lowX, highY - lowY) * STEP, (MOST_RADII * budget.radiusM) / space.scale.unitM);
  let one = new Tree(space, graph, { x: fromX, y: fromY, step });
  let other = new Tree(space, graph, { x: toX, y: toY, step });
  const [start, goal] = [one.root, other.root];
  const samples = new Samples(space, budget.random, budget.radiusM);
  other.reach(one.root);
  let drawn = 0;
  for (; drawn < budget.mostSamples && !graph.areConnected(start, goal); drawn++) {
    if (!samples.draw()) continue;
    const added = one.grow(samples.x, samples.y);
    if (added !== -1) other.reach(added);
    [one, other] = [other, one];
  }
  return { graph, start, goal, samples: drawn };
}

class Tree {
  readonly root: number;
  readonly #space: FreeSpace;
  readonly #graph: RoadmapGraph;
  readonly #near: NearNodes;
  readonly #nodes: number[] = [];
  readonly #step: number;

  constructor(space: FreeSpace, graph: RoadmapGraph, { x, y, step }: { readonly x: number; readonly y: number; readonly step: number }) {
    this.#space = space;
    this.#graph = graph;
    this.#step = step;
    this.#near = new NearNodes(space.bounds, NEAREST);
    this.root = this.#add(x, y);
  }

  #add(x: number, y: number): number {
    const node = this.#graph.addNode(x, y);
    this.#nodes.push(node);
    this.#near.add(x, y);
    return node;
  }

  /** One step from one of the nearest nodes towards a place: the new node, or -1 when something is in the way. */
  grow(x: number, y: number): number {
    const count = this.#near.nearest(x, y);
    for (let k = 0; k < count; k++) {
      const added = this.#stepFrom(this.#nodes[this.#near.found[k] as number] as number, x, y);
      if (added !== -1) return added;
    }
    return -1;
  }

  /** Steps towards a node of the other tree until something is in the way, or the two are joined. */
  reach(target: number): void {
    const [x, y] = [this.#graph.xOf(target), this.#graph.yOf(target)];
    this.#near.nearest(x, y);
    for (let node = this.#nodes[this.#near.found[0] as number] as number; node !== -1; node = this.#stepFrom(node, x, y)) {
      if (this.#graph.xOf(node) !== x || this.#graph.yOf(node) !== y) continue;
      this.#graph.addEdge(node, target);
      return;
    }
  }

  #stepFrom(node: number, x: number, y: number): number {
    const [fromX, fromY] = [this.#graph.xOf(node), this.#graph.yOf(node)];
    const [dx, dy] = [x - fromX, y - fromY];
    const distance = Math.hypot(dx, dy);
    if (distance === 0) return -1;
    const whole = Math.min(this.#step, distance);
    for (let length = whole; length === whole || length >= this.#step * SHORTEST; length /= 2) {
      const share = length / distance;
      const [nextX, nextY] = share === 1 ? [x, y] : [Math.round(fromX + dx * share), Math.round(fromY + dy * share)];
      if (nextX === fromX && nextY === fromY) return -1;
      // A step that is rounded may end in an obstacle that it only touched.
      if (!this.#space.isFreeAt(nextX, nextY) || !this.#space.grid.isClear(fromX, fromY, nextX, nextY)) continue;
      const added = this.#add(nextX, nextY);
      this.#graph.addEdge(node, added);
      return added;
    }
    return -1;
  }
}
