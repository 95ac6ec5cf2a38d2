import { describe, expect, it } from 'vitest';
import { freeSpaceOf } from './free-space.ts';
import { grownShapes, scaleOf } from './grown-shapes.ts';
import type { PlanAnswer, Planner, PlanningMap } from './planner.ts';
import { PLANNERS, plannerNamed } from './planners.ts';
import { clearanceM, floodReaches, outlineIn, shortestM } from './reference.contract.ts';
import { type Scene, sceneOf } from './scenes.contract.ts';

const SCENES = Array.from({ length: 200 }, (_, i) => sceneOf(i + 1));
const isSolvable = new Map(SCENES.map((scene) => [scene, floodReaches(scene.map, scene.radiusM, scene.from, scene.to)]));
const exact = ['visibility', 'lazy-visibility'];
const byChance = ['prm', 'visibility-prm', 'rrt-connect'];

const bareMap: PlanningMap = {
  walls: [],
  wallThicknessM: 0.1,
  obstacles: [],
  bounds: [
    [0, 0],
    [10, 10],
  ],
};

/** Where there is no way, planners by chance need not try for long. */
const plan = (planner: Planner, scene: Scene, { seed, map }: Partial<Scene> = {}): PlanAnswer =>
  planner.plan({
    ...scene,
    map: map ?? scene.map,
    seed: seed ?? scene.seed,
    mostSamples: !isSolvable.get(scene) && byChance.includes(planner.name) ? 300 : undefined,
  });

function expectPath(answer: PlanAnswer, { seed, map, radiusM, from, to }: Scene): void {
  if (answer.kind !== 'path') throw new Error(`seed ${seed}: ${answer.kind}, ${answer.reason}`);
  const { points, lengthM } = answer;
  expect(points[0], `seed ${seed}`).toEqual(from);
  expect(points.at(-1), `seed ${seed}`).toEqual(to);
  expect(clearanceM(points, map), `seed ${seed}`).toBeGreaterThan(radiusM - 1e-6);
  const sumM = points.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - (points[i]?.[0] ?? 0), y - (points[i]?.[1] ?? 0)), 0);
  expect(lengthM, `seed ${seed}`).toBeCloseTo(sumM, 9);
}

it('scenes have ways through and closed ones', () => {
  const solvable = SCENES.filter((scene) => isSolvable.get(scene));
  expect(solvable.length).toBeGreaterThan(100);
  expect(solvable.length).toBeLessThan(180);
});

const quarters = [0, 50, 100, 150].map((first) => [first + 1, SCENES.slice(first, first + 50)] as const);

describe.each(exact)('%s', (name) => {
  it.each(quarters)(
    '[PL3] [PL4] [PL5] finds the shortest path, as a brute force does, or proves that there is none, as a flood does: seeds from %i',
    (_, scenes) => {
      for (const scene of scenes) {
        const { seed, map, radiusM, from, to } = scene;
        const answer = plan(plannerNamed(name), scene);
        const label = `seed ${seed}`;
        expect(answer.kind, label).toBe(isSolvable.get(scene) ? 'path' : 'no path');
        if (answer.kind !== 'path') continue;
        expectPath(answer, scene);
        expect(Math.abs(answer.lengthM - bruteForceM(map, radiusM, from, to)), label).toBeLessThan(1e-6);
      }
    },
  );
});

const bruteForced = new Map<PlanningMap, number>();

/** On the grown shapes, which free-space.test.ts looks at, but with nothing else of the product's. */
function bruteForceM(map: PlanningMap, radiusM: number, from: Scene['from'], to: Scene['to']): number {
  const found = bruteForced.get(map);
  if (found !== undefined) return found;
  const scale = scaleOf(map, radiusM);
  const forbidden = grownShapes(map, radiusM, scale).map(({ rings, isConvex }) => ({
    isConvex,
    rings: rings.map((ring) => outlineIn(ring, scale.unitM, scale.originM)),
  }));
  const lengthM = shortestM(forbidden, map.bounds, from, to);
  bruteForced.set(map, lengthM);
  return lengthM;
}

describe.each(byChance)('%s', (name) => {
  it('[PL3] [PL5] [PL6] finds paths in 98 of 100 scenes that have one, and never says that there is none', () => {
    const missed: number[] = [];
    let solvable = 0;
    for (const scene of SCENES) {
      const answer = plan(plannerNamed(name), scene);
      if (answer.kind === 'path') expectPath(answer, scene);
      else expect(answer.kind, `seed ${scene.seed}`).toBe('not found');
      if (!isSolvable.get(scene)) {
        expect(answer.kind, `seed ${scene.seed}`).toBe('not found');
        continue;
      }
      solvable++;
      if (answer.kind === 'not found') missed.push(scene.seed);
    }
    expect(missed.length, `missed ${missed}`).toBeLessThanOrEqual(0.02 * solvable);
  });

  it('[PL7] makes the same of the same seed, and something else of another', () => {
    const scenes = SCENES.slice(0, 40);
    for (const scene of scenes) {
      // Nothing is remembered of the first time.
      const again = plan(plannerNamed(name), scene, { map: { ...scene.map } });
      expect(again, `seed ${scene.seed}`).toEqual(plan(plannerNamed(name), scene));
    }
    const differs = scenes.filter((scene) => {
      const [one, other] = [plan(plannerNamed(name), scene), plan(plannerNamed(name), scene, { seed: scene.seed + 1 })];
      return JSON.stringify(one.roadmap) !== JSON.stringify(other.roadmap);
    });
    expect(differs.length).toBeGreaterThan(20);
  });
});

describe.each(PLANNERS.map(({ name }) => name))('%s', (name) => {
  it('[PL5] says why there is no path when the robot cannot stand where it starts, or where it is to go', () => {
    const map: PlanningMap = { ...bareMap, walls: [{ from: [5, 0], to: [5, 10] }] };
    const ask = (from: Scene['from'], to: Scene['to']) => plannerNamed(name).plan({ map, from, to, radiusM: 0.3, seed: 1 });
    expect(ask([5.1, 5], [8, 8])).toMatchObject({ kind: 'no path', reason: 'the start, 5.10, 5.00 m, is nearer than 0.3 m to something' });
    expect(ask([8, 8], [12, 8])).toMatchObject({ kind: 'no path', reason: 'the goal, 12.00, 8.00 m, is outside of the map' });
    expect(() => ask([8, Number.NaN], [8, 8])).toThrow(/the start is at \[8,NaN\]/);
  });

  it('[PL3] leaves a place that is a little too near to something, and no more', () => {
    const map: PlanningMap = { ...bareMap, walls: [{ from: [5, 0], to: [5, 8] }] };
    const ask = (x: number) => plannerNamed(name).plan({ map, from: [x, 5], to: [8, 8], radiusM: 0.5, seed: 1 });
    const answer = ask(4.465);
    if (answer.kind !== 'path') throw new Error(answer.kind);
    expect(answer.points[0]).toEqual([4.465, 5]);
    expect(clearanceM(answer.points.slice(1), map)).toBeGreaterThan(0.5 - 1e-6);
    expect(clearanceM(answer.points, map)).toBeGreaterThan(0.48);
    expect(ask(4.48).kind).toBe('no path');
    const back = plannerNamed(name).plan({ map, from: [8, 8], to: [4.465, 5], radiusM: 0.5, seed: 1 });
    if (back.kind !== 'path') throw new Error(back.kind);
    expect(back.points.at(-1)).toEqual([4.465, 5]);
    expect(clearanceM(back.points.slice(0, -1), map)).toBeGreaterThan(0.5 - 1e-6);
  });

  it('[PL8] tells what it built: every edge of its roadmap is clear', () => {
    for (const scene of SCENES.slice(0, 10)) {
      const { nodes, edges } = plan(plannerNamed(name), scene).roadmap;
      const space = freeSpaceOf(scene.map, scene.radiusM);
      expect(nodes.length).toBeGreaterThan(0);
      for (const [a, b] of edges) {
        const [from, to] = [nodes[a] ?? scene.from, nodes[b] ?? scene.from];
        expect(space.isClear(from, to), `seed ${scene.seed} ${a} to ${b}`).toBe(true);
      }
    }
  });

  it('goes straight where nothing is, and nowhere from where it is', () => {
    const ask = (to: Scene['to']) => plannerNamed(name).plan({ map: bareMap, from: [1, 1], to, radiusM: 0.3, seed: 1 });
    expect(ask([4, 5])).toMatchObject({
      kind: 'path',
      lengthM: 5,
      points: [
        [1, 1],
        [4, 5],
      ],
    });
    expect(ask([1, 1])).toMatchObject({ kind: 'path', lengthM: 0 });
  });
});

it('[PL10] planners have names, and one that is not there is told from those that are', () => {
  expect(PLANNERS.map(({ name }) => name)).toEqual(['visibility', 'prm', 'visibility-prm', 'lazy-visibility', 'rrt-connect']);
  expect(() => plannerNamed('visibilty')).toThrow(/no planner visibilty; did you mean visibility\? \(visibility, prm/);
});
