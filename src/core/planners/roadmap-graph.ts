import type { FreeSpace } from './free-space.ts';
import { Heap } from './heap.ts';
import type { Roadmap } from './planner.ts';
import { CellSorter } from './shape-grid.ts';

/** Places, in units, and straight ways between them. It grows up to what planners allow themselves. */
export class RoadmapGraph {
  #x = new Float64Array(64);
  #y = new Float64Array(64);
  /** Of a node: the one that stands for all it is connected with, or one nearer to that. */
  #groups = new Int32Array(64);
  /** Two nodes each. */
  #edges = new Int32Array(256);
  #nodeCount = 0;
  #edgeCount = 0;

  get nodeCount(): number {
    return this.#nodeCount;
  }

  get edgeCount(): number {
    return this.#edgeCount;
  }

  xOf(node: number): number {
    return this.#x[node] as number;
  }

  yOf(node: number): number {
    return this.#y[node] as number;
  }

  addNode(x: number, y: number): number {
    const node = this.#nodeCount++;
    if (node === this.#x.length) {
      this.#x = grown(this.#x, new Float64Array(node * 2));
      this.#y = grown(this.#y, new Float64Array(node * 2));
      this.#groups = grown(this.#groups, new Int32Array(node * 2));
    }
    this.#x[node] = x;
    this.#y[node] = y;
    this.#groups[node] = node;
    return node;
  }

  addEdge(a: number, b: number): void {
    const at = 2 * this.#edgeCount++;
    if (at === this.#edges.length) this.#edges = grown(this.#edges, new Int32Array(at * 2));
    this.#edges[at] = a;
    this.#edges[at + 1] = b;
    this.#groups[this.groupOf(a)] = this.groupOf(b);
  }

  /** The same for all that are connected. */
  groupOf(node: number): number {
    const groups = this.#groups;
    let at = node;
    while (groups[at] !== at) {
      const above = groups[at] as number;
      groups[at] = groups[above] as number;
      at = groups[at] as number;
    }
    return at;
  }

  areConnected(a: number, b: number): boolean {
    return this.groupOf(a) === this.groupOf(b);
  }

  distance(a: number, b: number): number {
    return Math.hypot((this.#x[a] as number) - (this.#x[b] as number), (this.#y[a] as number) - (this.#y[b] as number));
  }

  /** By Dijkstra: the nodes from one to another, both included; undefined when there is no way. */
  shortestPath(from: number, to: number): number[] | undefined {
    const sorter = new CellSorter();
    for (let at = 0; at < 2 * this.#edgeCount; at += 2) {
      sorter.put(this.#edges[at] as number, this.#edges[at + 1] as number);
      sorter.put(this.#edges[at + 1] as number, this.#edges[at] as number);
    }
    const { starts, items } = sorter.sorted(this.#nodeCount);
    const far = new Float64Array(this.#nodeCount).fill(Number.POSITIVE_INFINITY);
    const before = new Int32Array(this.#nodeCount).fill(-1);
    const isDone = new Uint8Array(this.#nodeCount);
    const heap = new Heap();
    far[from] = 0;
    heap.push(0, from);
    for (let node = heap.pop(); node !== -1 && node !== to; node = heap.pop()) {
      if (isDone[node] === 1) continue;
      isDone[node] = 1;
      for (let at = starts[node] as number; at < (starts[node + 1] as number); at++) {
        const next = items[at] as number;
        const length = (far[node] as number) + this.distance(node, next);
        if (length >= (far[next] as number)) continue;
        far[next] = length;
        before[next] = node;
        heap.push(length, next);
      }
    }
    if (far[to] === Number.POSITIVE_INFINITY) return undefined;
    const path = [to];
    for (let node = to; node !== from; ) {
      node = before[node] as number;
      path.push(node);
    }
    return path.reverse();
  }

  roadmap(space: FreeSpace): Roadmap {
    return {
      nodes: Array.from({ length: this.#nodeCount }, (_, i) => space.placeAt(this.#x[i] as number, this.#y[i] as number)),
      edges: Array.from({ length: this.#edgeCount }, (_, i) => [this.#edges[2 * i] as number, this.#edges[2 * i + 1] as number] as const),
    };
  }
}

function grown<A extends Float64Array | Int32Array>(old: A, larger: A): A {
  larger.set(old);
  return larger;
}
