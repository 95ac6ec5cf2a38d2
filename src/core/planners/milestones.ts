import type { Random } from '../base/random.ts';
import type { FreeSpace } from './free-space.ts';
import { NearNodes } from './near-nodes.ts';
import { RoadmapGraph } from './roadmap-graph.ts';
import { Samples } from './samples.ts';

/** Each milestone is joined with so many of the nearest. */
const NEIGHBOURS = 10;

/** A probabilistic roadmap that grows: free places by chance, each joined with those of its nearest that it sees. */
export class Milestones {
  readonly graph = new RoadmapGraph();
  readonly #space: FreeSpace;
  readonly #near: NearNodes;
  readonly #samples: Samples;

  constructor(space: FreeSpace, random: Random, radiusM: number) {
    this.#space = space;
    this.#near = new NearNodes(space.bounds, NEIGHBOURS);
    this.#samples = new Samples(space, random, radiusM);
  }

  /** Draws one sample. Whether it became a milestone. */
  grow(): boolean {
    const samples = this.#samples;
    if (!samples.draw()) return false;
    this.add(samples.x, samples.y);
    return true;
  }

  /** A free place. */
  add(x: number, y: number): number {
    const { graph } = this;
    const count = this.#near.nearest(x, y);
    const node = graph.addNode(x, y);
    for (let k = 0; k < count; k++) {
      const other = this.#near.found[k] as number;
      if (this.#space.grid.isClear(x, y, graph.xOf(other), graph.yOf(other))) graph.addEdge(node, other);
    }
    this.#near.add(x, y);
    return node;
  }
}
