import { describe, expect, it } from 'vitest';
import { LABYRINTH } from '../../hub/demos/labyrinth.ts';
import { seededRandom } from '../base/random.ts';
import { fig8 } from '../maps/maps.contract.ts';
import type { FloorPlan, Place, Segment } from '../maps/maps.ts';
import { plannerNamed } from '../planners/planners.ts';
import { distanceTo, isHidden, longOf, planOfText, pointOn, randomFloor } from './floors.contract.ts';
import { type Exploration, type ExploringRobot, explore, FloorKnowledge, look, Scenery, segmentsOf } from './knowledge.ts';

const STEP_M = 0.05;

/** A robot that goes exactly where it is sent, and looks all the while. */
class Rover implements ExploringRobot {
  readonly radiusM = 0.25;
  readonly rangeM: number;
  readonly fieldRad: number;
  readonly shut = new Set<number>();
  readonly avoid = [];
  readonly knowledge = new FloorKnowledge();
  readonly #plan: FloorPlan;
  readonly #scenery: Scenery;
  #at: Place;
  #yawRad = 0;
  drivenM = 0;
  nearestWallM = Number.POSITIVE_INFINITY;

  constructor(plan: FloorPlan, at: Place, { rangeM = 4, fieldRad = 2 * Math.PI } = {}) {
    this.#plan = plan;
    this.#scenery = new Scenery(plan);
    this.#at = at;
    this.rangeM = rangeM;
    this.fieldRad = fieldRad;
    this.#look();
  }

  stand() {
    return { at: this.#at, yawRad: this.#yawRad };
  }

  async known() {
    this.#look();
    return this.knowledge;
  }

  async go(way: readonly Place[], headingRad: number): Promise<boolean> {
    for (const to of way) {
      const from = this.#at;
      const long = longOf({ from, to });
      this.#yawRad = Math.atan2(to[1] - from[1], to[0] - from[0]);
      for (let gone = STEP_M; gone < long; gone += STEP_M) this.#moveTo(pointOn({ from, to }, gone / long));
      this.#moveTo(to);
    }
    this.#yawRad = headingRad;
    this.#look();
    return true;
  }

  #moveTo(at: Place): void {
    this.drivenM += longOf({ from: this.#at, to: at });
    this.#at = at;
    this.nearestWallM = Math.min(this.nearestWallM, ...this.#plan.walls.flatMap(facesOf).map((face) => distanceTo(at, face)));
    this.#look();
  }

  #look(): void {
    const { at, yawRad } = this.stand();
    this.knowledge.see(this.#plan, look(this.#scenery, { at, yawRad, rangeM: this.rangeM, fieldRad: this.fieldRad }));
  }
}

/** Walls are 0.1 m thick. */
function facesOf(wall: Segment): Segment[] {
  const [x, y] = [((wall.to[1] - wall.from[1]) / longOf(wall)) * 0.05, ((wall.from[0] - wall.to[0]) / longOf(wall)) * 0.05];
  return [1, -1].map((side) => ({
    from: [wall.from[0] + side * x, wall.from[1] + side * y],
    to: [wall.to[0] + side * x, wall.to[1] + side * y],
  }));
}

const run = async (rover: Rover): Promise<Exploration> => explore(rover, { planner: plannerNamed('lazy-visibility') });

describe('exploring', { timeout: 120_000 }, () => {
  for (const [name, text, at] of [
    ['Fig. 8', fig8, [1, 0.5]],
    ['the Labyrinth', LABYRINTH, [0.75, 0.75]],
  ] as const) {
    it(`[KN17] a robot that knows nothing has seen in the end all that can be seen of ${name} from where it can go`, async () => {
      const plan = planOfText(text);
      const rover = new Rover(plan, at);
      expect((await run(rover)).kind).toBe('complete');
      expect(rover.nearestWallM).toBeGreaterThan(rover.radiusM - 0.002);
      expect(missed(plan, rover, at)).toEqual([]);
    });
  }

  it('[KN17] likewise one that sees only what is before it', async () => {
    const plan = planOfText(fig8);
    const rover = new Rover(plan, [1, 0.5], { rangeM: 3, fieldRad: 2 });
    expect((await run(rover)).kind).toBe('complete');
    expect(missed(plan, rover, [1, 0.5])).toEqual([]);
  });

  it('[KN16] comes to an end on floors of all kinds, and touches nothing', async () => {
    for (let seed = 1; seed <= 3; seed++) {
      const random = seededRandom(seed);
      const plan = randomFloor(random, 4 + seed);
      const at = freePlace(plan, () => random.next());
      const rover = new Rover(plan, at);
      expect((await run(rover)).kind, `seed ${seed}`).toBe('complete');
      expect(rover.nearestWallM, `seed ${seed}`).toBeGreaterThan(rover.radiusM - 0.002);
    }
  });
});

function freePlace(plan: FloorPlan, next: () => number): Place {
  for (;;) {
    const at: Place = [next() * plan.lengthM, next() * plan.widthM];
    if (plan.walls.every((wall) => distanceTo(at, wall) > 0.4)) return at;
  }
}

/** Points of walls that can be seen from where a disc can get to, by a flood of its own and every line of sight, and that are not known. */
function missed(plan: FloorPlan, rover: Rover, from: Place): Place[] {
  const stands = reachable(plan, from, rover.radiusM + 0.06);
  const known = [...rover.knowledge.walls];
  return plan.walls.flatMap((wall) => {
    const segments = known.filter(({ member, kind }) => member === wall.member && kind === wall.source).flatMap(segmentsOf);
    return Array.from({ length: Math.floor(longOf(wall) / 0.05) }, (_, i) => pointOn(wall, ((i + 0.5) * 0.05) / longOf(wall))).filter(
      (place) =>
        !segments.some((segment) => distanceTo(place, segment) < 0.003) &&
        stands.some((stand) => longOf({ from: stand, to: place }) < rover.rangeM - 0.01 && !isHidden(stand, place, plan.walls, 1e-3)),
    );
  });
}

/** Places where a disc can stand, a step apart, that can be reached by such steps. */
function reachable(plan: FloorPlan, from: Place, clearM: number): Place[] {
  const step = 0.1;
  const found = new Map<string, Place>();
  const queue: (readonly [number, number])[] = [[0, 0]];
  for (let at = queue.shift(); at; at = queue.shift()) {
    const place: Place = [from[0] + at[0] * step, from[1] + at[1] * step];
    const key = at.join(' ');
    if (found.has(key) || plan.walls.some((wall) => distanceTo(place, wall) < clearM)) continue;
    found.set(key, place);
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const)
      queue.push([at[0] + dx, at[1] + dy]);
  }
  return [...found.values()];
}
