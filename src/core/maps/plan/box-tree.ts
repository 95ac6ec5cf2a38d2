export interface Box {
  readonly lowX: number;
  readonly lowY: number;
  readonly highX: number;
  readonly highY: number;
}

/** Asks for boxes that begin (are lowest) at or before a place, and end (are highest) at or behind another. */
export interface BoxQuery {
  readonly beginsByX: number;
  readonly beginsByY: number;
  readonly endsFromX: number;
  readonly endsFromY: number;
}

/** Children of a node. */
const WIDTH = 16;
/** Numbers that make a box: low x, low y, high x, high y. */
const BOX = 4;

/** Boxes in a tree of boxes around boxes, packed once (sort-tile-recursive): what is asked for is found without looking at all of them. */
export class BoxTree {
  /** From the boxes themselves to those that stand around all others. */
  readonly #levels: Float64Array[] = [];
  readonly #order: Uint32Array;

  constructor(boxes: readonly Box[]) {
    this.#order = packed(boxes);
    let level = new Float64Array(boxes.length * BOX);
    for (let at = 0; at < boxes.length; at++) {
      const { lowX, lowY, highX, highY } = boxes[this.#order[at] as number] as Box;
      level.set([lowX, lowY, highX, highY], at * BOX);
    }
    this.#levels.push(level);
    while (level.length > WIDTH * BOX) {
      level = around(level);
      this.#levels.push(level);
    }
  }

  /** Shows the number of each box asked for to `isDone`, until that says yes. `look` is told how many boxes are looked at next, and may refuse. */
  search(query: BoxQuery, look: (boxes: number) => boolean, isDone: (box: number) => boolean): void {
    this.#searchNode(this.#levels.length - 1, 0, query, look, isDone);
  }

  /** Says whether the search is over. */
  #searchNode(depth: number, first: number, query: BoxQuery, look: (boxes: number) => boolean, isDone: (box: number) => boolean): boolean {
    const level = this.#levels[depth] as Float64Array;
    const end = Math.min(first + WIDTH, level.length / BOX);
    if (!look(end - first)) return true;
    for (let at = first; at < end; at++) {
      const i = at * BOX;
      if ((level[i] as number) > query.beginsByX || (level[i + 1] as number) > query.beginsByY) continue;
      if ((level[i + 2] as number) < query.endsFromX || (level[i + 3] as number) < query.endsFromY) continue;
      const isOver = depth === 0 ? isDone(this.#order[at] as number) : this.#searchNode(depth - 1, at * WIDTH, query, look, isDone);
      if (isOver) return true;
    }
    return false;
  }
}

/** In tiles of neighbours: stripes across y, each along x. What is at the same place stays in order. */
function packed(boxes: readonly Box[]): Uint32Array {
  const order = Uint32Array.from(boxes, (_, i) => i);
  if (order.length <= WIDTH) return order;
  const middlesX = Float64Array.from(boxes, ({ lowX, highX }) => lowX + highX);
  const middlesY = Float64Array.from(boxes, ({ lowY, highY }) => lowY + highY);
  const by = (middles: Float64Array) => (a: number, b: number) => (middles[a] as number) - (middles[b] as number) || a - b;
  order.sort(by(middlesY));
  const stripe = Math.ceil(Math.sqrt(order.length / WIDTH)) * WIDTH;
  for (let from = 0; from < order.length; from += stripe) order.subarray(from, from + stripe).sort(by(middlesX));
  return order;
}

function around(level: Float64Array): Float64Array<ArrayBuffer> {
  const count = level.length / BOX;
  const parents = new Float64Array(Math.ceil(count / WIDTH) * BOX);
  for (let at = 0; at < count; at++) {
    const [i, parent] = [at * BOX, Math.floor(at / WIDTH) * BOX];
    const isFirst = at % WIDTH === 0;
    for (let axis = 0; axis < BOX; axis++) {
      const [value, known] = [level[i + axis] as number, parents[parent + axis] as number];
      parents[parent + axis] = isFirst ? value : axis < 2 ? Math.min(known, value) : Math.max(known, value);
    }
  }
  return parents;
}
