import { chance, integerBelow, type Random } from '../base/random.ts';
import type { FreeSpace } from './free-space.ts';
import { EDGE } from './shape-grid.ts';

/** Shares of the samples: the others are anywhere. */
const NEAR_EDGES = 0.5;

/**
 * Places by chance, in units. Half of them are anywhere; the others are near the edges of obstacles (as in Amato and Wu's roadmaps), each edge
 * alike: doors have many short ones round their posts, so narrow passages are found among thousands of square metres.
 */
export class Samples {
  x = 0;
  y = 0;
  readonly #space: FreeSpace;
  readonly #random: Random;
  readonly #reach: number;

  constructor(space: FreeSpace, random: Random, radiusM: number) {
    this.#space = space;
    this.#random = random;
    this.#reach = radiusM / space.scale.unitM;
  }

  /** Whether the place drawn is free. */
  draw(): boolean {
    const { edges } = this.#space.grid;
    if (edges.length > 0 && chance(this.#random, NEAR_EDGES)) this.#drawNear(integerBelow(this.#random, edges.length / EDGE) * EDGE);
    else this.drawAnywhere();
    return this.#space.isFreeAt(this.x, this.y);
  }

  drawAnywhere(): void {
    const { bounds } = this.#space;
    this.x = bounds[0] + integerBelow(this.#random, bounds[2] - bounds[0] + 1);
    this.y = bounds[1] + integerBelow(this.#random, bounds[3] - bounds[1] + 1);
  }

  #drawNear(i: number): void {
    const { edges } = this.#space.grid;
    const [x, y] = [edges[i] as number, edges[i + 1] as number];
    const [ex, ey] = [(edges[i + 2] as number) - x, (edges[i + 3] as number) - y];
    const along = this.#random.next();
    // More of them near the edge, where passages may be.
    const away = (this.#reach * this.#random.next() ** 2) / Math.hypot(ex, ey);
    this.x = Math.round(x + ex * along + ey * away);
    this.y = Math.round(y + ey * along - ex * away);
  }
}
