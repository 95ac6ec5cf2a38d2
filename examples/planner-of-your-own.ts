/**
 * A planner of your own: A* on a grid. Copy this file, as `grid.ts`, to the folder `planners` among your hub's data (or wherever `--planners` says): from then on
 * `grid` can be asked for by name, in the page, by programs and on the command line. Change the file, and the next who asks gets what it says now.
 *
 *   bin/manyhands plan examples/research-floor.edl --from 2,2 --to Dock --planners examples --planner planner-of-your-own --svg way.svg
 */
import { freeSpaceOf, type Planner, type PlanQuery } from 'manyhands/planners';

type Place = readonly [x: number, y: number];

/** A place of the grid: so many cells from the start. */
interface Step {
  readonly at: Place;
  readonly before: Step | undefined;
  readonly number: number;
  /** From the start to here. */
  readonly lengthM: number;
}

const MOST_STEPS = 200_000;
const NEIGHBOURS = [-1, 0, 1].flatMap((i) => [-1, 0, 1].map((j) => [i, j] as const)).filter(([i, j]) => i !== 0 || j !== 0);

const apart = (a: Place, b: Place): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

export const planner: Planner = {
  name: 'grid',
  summary: 'A* on a grid as fine as half the robot, then pulled straight',
  plan(query) {
    const { map, from, to, radiusM } = query;
    // Where the middle of the robot may be: `isFree(place)`, and `isClear(a, b)` for the straight way between two places.
    const space = freeSpaceOf(map, radiusM);
    if (!space.isFree(from) || !space.isFree(to))
      return { kind: 'no path', reason: 'the robot does not fit where it is, or where it is to go', roadmap: { nodes: [], edges: [] } };
    const { reached, last } = search(query);
    const roadmap = {
      nodes: reached.map(({ at }) => at),
      edges: reached.flatMap(({ number, before }) => (before ? [[before.number, number] as const] : [])),
    };
    // A grid proves nothing: a passage may lie between its lines.
    if (!last) return { kind: 'not found', reason: `not found among ${reached.length} places of the grid`, roadmap };
    const way: Place[] = [to];
    for (let step: Step | undefined = last; step; step = step.before) way.unshift(step.at);
    const points = pulledStraight(way, (a, b) => space.isClear(a, b));
    const lengthM = points.reduce((sum, point, i) => sum + apart(points[i - 1] ?? point, point), 0);
    return { kind: 'path', points, lengthM, roadmap };
  },
};

function search({ map, from, to, radiusM }: PlanQuery): { readonly reached: Step[]; readonly last: Step | undefined } {
  const space = freeSpaceOf(map, radiusM);
  const cellM = radiusM / 2;
  const reached: Step[] = [];
  const seen = new Set<string>();
  const open = new Open();
  open.push({ i: 0, j: 0, before: undefined, lengthM: 0 }, apart(from, to));
  for (let next = open.pop(); next && reached.length < MOST_STEPS; next = open.pop()) {
    const { i, j, before, lengthM } = next;
    const key = `${i} ${j}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const step: Step = { at: [from[0] + i * cellM, from[1] + j * cellM], before, number: reached.length, lengthM };
    reached.push(step);
    if (apart(step.at, to) < 2 * cellM && space.isClear(step.at, to)) return { reached, last: step };
    for (const [di, dj] of NEIGHBOURS) {
      const at: Place = [from[0] + (i + di) * cellM, from[1] + (j + dj) * cellM];
      if (seen.has(`${i + di} ${j + dj}`) || !space.isClear(step.at, at)) continue;
      const there = lengthM + apart(step.at, at);
      open.push({ i: i + di, j: j + dj, before: step, lengthM: there }, there + apart(at, to));
    }
  }
  return { reached, last: undefined };
}

/** Leaves out every point that can be passed by on a straight line. */
function pulledStraight(way: readonly Place[], isClear: (a: Place, b: Place) => boolean): Place[] {
  const points = way.slice(0, 1);
  let here = 0;
  while (here < way.length - 1) {
    let next = way.length - 1;
    while (next > here + 1 && !isClear(way[here] as Place, way[next] as Place)) next--;
    points.push(way[next] as Place);
    here = next;
  }
  return points;
}

interface Candidate {
  readonly i: number;
  readonly j: number;
  readonly before: Step | undefined;
  readonly lengthM: number;
}

/** A heap: the most promising comes first. */
class Open {
  readonly #items: { readonly candidate: Candidate; readonly costM: number }[] = [];

  push(candidate: Candidate, costM: number): void {
    const items = this.#items;
    let at = items.push({ candidate, costM }) - 1;
    for (let up = (at - 1) >> 1; at > 0 && this.#cost(up) > costM; at = up, up = (at - 1) >> 1) this.#swap(at, up);
  }

  pop(): Candidate | undefined {
    const items = this.#items;
    const [first] = items;
    const last = items.pop();
    if (!first || !last || items.length === 0) return first?.candidate;
    items[0] = last;
    for (let at = 0, down = 1; down < items.length; down = 2 * at + 1) {
      if (this.#cost(down + 1) < this.#cost(down)) down++;
      if (this.#cost(down) >= last.costM) break;
      this.#swap(at, down);
      at = down;
    }
    return first.candidate;
  }

  #cost(at: number): number {
    return this.#items[at]?.costM ?? Number.POSITIVE_INFINITY;
  }

  #swap(a: number, b: number): void {
    const [one, other] = [this.#items[a], this.#items[b]];
    if (one && other) [this.#items[a], this.#items[b]] = [other, one];
  }
}
