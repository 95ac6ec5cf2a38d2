import type { Place } from '../maps/maps.ts';
import { Heap } from './heap.ts';
import { type PlanEnds, pathLengthM, pathThrough, planEnds } from './plan-ends.ts';
import type { PlanAnswer, Planner, Roadmap } from './planner.ts';
import { Sight } from './sight.ts';

/** Ways thought of; 48 MB. On a floor of 2,000 walls some ten thousands are. */
const MOST_WAYS = 2_000_000;

/**
 * A* over the visibility graph without making it. Whoever bends round a corner goes on between the direction it came from and the corner's
 * other side: only corners in there are thought of, and whether the way to one is clear is tested when nothing shorter is left.
 */
export const lazyVisibilityWithin = (mostWays: number): Planner => ({
  name: 'lazy-visibility',
  summary: 'lazy visibility A*: the shortest path, looking only where it may be',
  plan(query) {
    const ends = planEnds(query);
    return 'kind' in ends ? ends : new Search(ends).run(mostWays);
  },
});

export const lazyVisibility = lazyVisibilityWithin(MOST_WAYS);

class Search {
  readonly #ends: PlanEnds;
  readonly #sight: Sight;
  readonly #heap = new Heap();
  /** Corners have their numbers; then come the start and the goal. */
  readonly #start: number;
  readonly #goal: number;
  /** Ways thought of: to which node, from which, and how long the path is with it. */
  #to = new Int32Array(1024);
  #from = new Int32Array(1024);
  #lengths = new Float64Array(1024);
  #ways = 0;
  /** The node before each that was reached; -1 while it was not. */
  readonly #before: Int32Array;
  readonly #reached: number[] = [];

  constructor(ends: PlanEnds) {
    this.#ends = ends;
    this.#sight = new Sight(ends.space);
    this.#start = ends.space.corners.length;
    this.#goal = this.#start + 1;
    this.#before = new Int32Array(this.#goal + 1).fill(-1);
  }

  run(mostWays: number): PlanAnswer {
    const { grid } = this.#ends.space;
    this.#reached.push(this.#start);
    this.#before[this.#start] = this.#start;
    this.#think(this.#start, 0, this.#sight.lookRound(this.#ends.fromX, this.#ends.fromY));
    this.#thinkOf(this.#goal, this.#start, 0);
    for (let way = this.#heap.pop(); way !== -1; way = this.#heap.pop()) {
      const to = this.#to[way] as number;
      const from = this.#from[way] as number;
      if (this.#before[to] !== -1 || !grid.isClear(this.#x(from), this.#y(from), this.#x(to), this.#y(to))) continue;
      this.#before[to] = from;
      this.#reached.push(to);
      if (to === this.#goal) return this.#path();
      if (this.#ways > mostWays) {
        return { kind: 'not found', reason: `more than ${mostWays} ways were thought of`, roadmap: this.#roadmap() };
      }
      this.#expand(to, from, this.#lengths[way] as number);
    }
    return { kind: 'no path', reason: 'start and goal are in different parts of the free space', roadmap: this.#roadmap() };
  }

  /** Goes on from a corner, round what is there. */
  #expand(corner: number, from: number, length: number): void {
    const { edges } = this.#ends.space.grid;
    const i = this.#ends.space.corners[corner] as number;
    const [x, y] = [edges[i] as number, edges[i + 1] as number];
    const [dx, dy] = [x - this.#x(from), y - this.#y(from)];
    const [inX, inY] = [x - (edges[i + 4] as number), y - (edges[i + 5] as number)];
    const [outX, outY] = [(edges[i + 2] as number) - x, (edges[i + 3] as number) - y];
    // Whether the obstacle is on the left of whoever comes here.
    const isLeft = dx * outY - dy * outX > 0 || dx * inY - dy * inX < 0;
    const [fromX, fromY, toX, toY] = isLeft ? [dx, dy, outX, outY] : [-inX, -inY, dx, dy];
    this.#think(corner, length, this.#sight.lookBetween(x, y, fromX, fromY, toX, toY));
    if (this.#sight.isBetween(this.#ends.toX - x, this.#ends.toY - y)) this.#thinkOf(this.#goal, corner, length);
  }

  #think(from: number, length: number, count: number): void {
    for (let k = 0; k < count; k++) {
      const to = this.#sight.found[k] as number;
      if (this.#before[to] === -1) this.#thinkOf(to, from, length);
    }
  }

  #thinkOf(to: number, from: number, length: number): void {
    if (this.#ways === this.#to.length) this.#grow();
    const way = this.#ways++;
    const [x, y] = [this.#x(to), this.#y(to)];
    const lengthThere = length + Math.hypot(x - this.#x(from), y - this.#y(from));
    this.#to[way] = to;
    this.#from[way] = from;
    this.#lengths[way] = lengthThere;
    this.#heap.push(lengthThere + Math.hypot(x - this.#ends.toX, y - this.#ends.toY), way);
  }

  #grow(): void {
    const more = this.#to.length * 2;
    const [to, from, lengths] = [new Int32Array(more), new Int32Array(more), new Float64Array(more)];
    to.set(this.#to);
    from.set(this.#from);
    lengths.set(this.#lengths);
    this.#to = to;
    this.#from = from;
    this.#lengths = lengths;
  }

  #x(node: number): number {
    if (node === this.#start) return this.#ends.fromX;
    if (node === this.#goal) return this.#ends.toX;
    const { grid, corners } = this.#ends.space;
    return grid.edges[corners[node] as number] as number;
  }

  #y(node: number): number {
    if (node === this.#start) return this.#ends.fromY;
    if (node === this.#goal) return this.#ends.toY;
    const { grid, corners } = this.#ends.space;
    return grid.edges[(corners[node] as number) + 1] as number;
  }

  #path(): PlanAnswer {
    const inner: [number, number][] = [];
    for (let node = this.#before[this.#goal] as number; node !== this.#start; node = this.#before[node] as number) {
      inner.push([this.#x(node), this.#y(node)]);
    }
    const points = pathThrough(this.#ends, inner.reverse());
    return { kind: 'path', points, lengthM: pathLengthM(points), roadmap: this.#roadmap() };
  }

  /** What was reached, and how. */
  #roadmap(): Roadmap {
    const numbers = new Map(this.#reached.map((node, index) => [node, index]));
    const nodes: Place[] = this.#reached.map((node) => this.#ends.space.placeAt(this.#x(node), this.#y(node)));
    const edges = this.#reached.slice(1).map((node) => [numbers.get(this.#before[node] as number) ?? 0, numbers.get(node) ?? 0] as const);
    return { nodes, edges };
  }
}
