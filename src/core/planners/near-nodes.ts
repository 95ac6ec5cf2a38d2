/** Finds the nodes nearest to a place: in cells, each a chain of nodes, that become smaller as there are more. */
export class NearNodes {
  /** As many as `nearest` said, nearest first. */
  readonly found: Int32Array;
  readonly #distances: Float64Array;
  readonly #most: number;
  readonly #lowX: number;
  readonly #lowY: number;
  readonly #wide: number;
  readonly #high: number;
  #x = new Float64Array(64);
  #y = new Float64Array(64);
  /** The node before in the same cell; -1 for none. */
  #chain = new Int32Array(64);
  #lasts = new Int32Array(0);
  #cell = 1;
  #columns = 0;
  #rows = 0;
  #count = 0;

  /** `most`: how many are looked for at once. */
  constructor([lowX, lowY, highX, highY]: readonly [number, number, number, number], most: number) {
    [this.#lowX, this.#lowY, this.#wide, this.#high] = [lowX, lowY, highX - lowX + 1, highY - lowY + 1];
    this.#most = most;
    this.found = new Int32Array(most);
    this.#distances = new Float64Array(most);
    this.#cut(64);
  }

  /** Nodes are numbered in the order in which they are added. */
  add(x: number, y: number): void {
    const node = this.#count++;
    if (node === this.#x.length) {
      [this.#x, this.#y] = [doubled(this.#x), doubled(this.#y)];
      const chain = new Int32Array(node * 2);
      chain.set(this.#chain);
      this.#chain = chain;
      this.#cut(node * 2);
    }
    this.#x[node] = x;
    this.#y[node] = y;
    this.#put(node);
  }

  /** How many there are near a place, at most `most`: `found` has their numbers. */
  nearest(x: number, y: number): number {
    const [column, row] = [this.#columnOf(x), this.#rowOf(y)];
    const furthest = Math.max(column, this.#columns - 1 - column, row, this.#rows - 1 - row);
    let found = 0;
    for (let ring = 0; ring <= furthest; ring++) {
      const near = (ring - 1) * this.#cell;
      // All that is in this ring is further than that.
      if (ring > 0 && found === this.#most && near * near > (this.#distances[found - 1] as number)) break;
      const lastRow = Math.min(row + ring, this.#rows - 1);
      for (let r = Math.max(row - ring, 0); r <= lastRow; r++) {
        const step = ring === 0 || r === row - ring || r === row + ring ? 1 : 2 * ring;
        for (let c = column - ring; c <= column + ring; c += step) {
          if (c >= 0 && c < this.#columns) found = this.#gather(r * this.#columns + c, x, y, found);
        }
      }
    }
    return found;
  }

  #gather(cell: number, x: number, y: number, before: number): number {
    let found = before;
    for (let node = this.#lasts[cell] as number; node !== -1; node = this.#chain[node] as number) {
      const dx = (this.#x[node] as number) - x;
      const dy = (this.#y[node] as number) - y;
      const distance = dx * dx + dy * dy;
      let at = found;
      if (found < this.#most) found++;
      else if (distance >= (this.#distances[found - 1] as number)) continue;
      else at--;
      for (; at > 0 && (this.#distances[at - 1] as number) > distance; at--) {
        this.#distances[at] = this.#distances[at - 1] as number;
        this.found[at] = this.found[at - 1] as number;
      }
      this.#distances[at] = distance;
      this.found[at] = node;
    }
    return found;
  }

  /** Into about half as many cells as there will be nodes. */
  #cut(nodes: number): void {
    this.#cell = Math.max(Math.sqrt((this.#wide * this.#high * 2) / nodes), this.#wide / 1024, this.#high / 1024);
    this.#columns = Math.ceil(this.#wide / this.#cell);
    this.#rows = Math.ceil(this.#high / this.#cell);
    this.#lasts = new Int32Array(this.#columns * this.#rows).fill(-1);
    for (let node = 0; node < Math.min(this.#count, nodes / 2); node++) this.#put(node);
  }

  #put(node: number): void {
    const cell = this.#rowOf(this.#y[node] as number) * this.#columns + this.#columnOf(this.#x[node] as number);
    this.#chain[node] = this.#lasts[cell] as number;
    this.#lasts[cell] = node;
  }

  #columnOf(x: number): number {
    return Math.min(Math.max(Math.floor((x - this.#lowX) / this.#cell), 0), this.#columns - 1);
  }

  #rowOf(y: number): number {
    return Math.min(Math.max(Math.floor((y - this.#lowY) / this.#cell), 0), this.#rows - 1);
  }
}

function doubled(numbers: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
