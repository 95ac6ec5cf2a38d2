import { describe, expect, it } from 'vitest';
import { between, integerBelow, seededRandom } from '../base/random.ts';
import { freeSpaceOf } from './free-space.ts';
import { Heap } from './heap.ts';
import { lazyVisibilityWithin } from './lazy-visibility.ts';
import { NearNodes } from './near-nodes.ts';
import { pathLengthM } from './plan-ends.ts';
import { plannerNamed } from './planners.ts';
import { RoadmapGraph } from './roadmap-graph.ts';
import { Samples } from './samples.ts';
import { type Scene, sceneOf } from './scenes.contract.ts';
import { Sight } from './sight.ts';
import { smoothed } from './smoothing.ts';
import { visibilityWithin } from './visibility.ts';

describe('the parts of planners', () => {
  it('a heap gives back what it was given in order, and of equal keys the least number first', () => {
    const random = seededRandom(1);
    const heap = new Heap();
    const given = Array.from({ length: 3000 }, (_, value) => ({ key: integerBelow(random, 500), value }));
    for (const { key, value } of given) heap.push(key, value);
    const inOrder = given.toSorted((a, b) => a.key - b.key || a.value - b.value).map(({ value }) => value);
    expect(Array.from({ length: given.length }, () => heap.pop())).toEqual(inOrder);
    expect(heap.pop()).toBe(-1);
  });

  it('the nearest nodes are those that comparing all of them gives, however many there are', () => {
    const random = seededRandom(2);
    const near = new NearNodes([-100, -50, 100, 50], 7);
    const nodes: [number, number][] = [];
    for (let k = 0; k < 700; k++) {
      const [x, y] = [between(random, -100, 100), between(random, -50, 50)];
      const byDistance = nodes
        .map(([nodeX, nodeY], node) => ({ node, distance: (nodeX - x) ** 2 + (nodeY - y) ** 2 }))
        .toSorted((a, b) => a.distance - b.distance);
      const count = near.nearest(x, y);
      expect([...near.found.slice(0, count)]).toEqual(byDistance.slice(0, 7).map(({ node }) => node));
      near.add(x, y);
      nodes.push([x, y]);
    }
  });

  it('a roadmap knows what is connected, and the shortest way', () => {
    const graph = new RoadmapGraph();
    const at = (x: number, y: number) => graph.addNode(x, y);
    const [a, b, c, d, alone] = [at(0, 0), at(10, 0), at(10, 10), at(0, 1), at(5, 5)];
    for (const [one, other] of [
      [a, b],
      [b, c],
      [a, d],
      [d, c],
    ] as const) {
      graph.addEdge(one, other);
    }
    expect(graph.shortestPath(a, c)).toEqual([a, d, c]);
    expect(graph.shortestPath(a, a)).toEqual([a]);
    expect([graph.areConnected(b, d), graph.areConnected(b, alone)]).toEqual([true, false]);
    expect(graph.shortestPath(a, alone)).toBeUndefined();
  });

  it('[PL4] no corner in sight is missed, on a floor of many cells', () => {
    const random = seededRandom(4);
    const walls = Array.from({ length: 250 }, () => {
      const [x, y, angle, longM] = [between(random, 0, 40), between(random, 0, 40), between(random, 0, Math.PI), between(random, 0.2, 6)];
      return { from: [x, y] as const, to: [x + longM * Math.cos(angle), y + longM * Math.sin(angle)] as const };
    });
    const low = [0, 0] as const;
    const space = freeSpaceOf({ walls, wallThicknessM: 0.1, obstacles: [], bounds: [low, [40, 40]] }, 0.3);
    const { edges } = space.grid;
    const at = (corner: number, k: number) => edges[(space.corners[corner] as number) + k] as number;
    const sight = new Sight(space);
    const isClear = (x: number, y: number, corner: number) => space.grid.isClear(x, y, at(corner, 0), at(corner, 1));
    /** Both edges of the corner are on one side of who looks at it. */
    const isTangent = (x: number, y: number, corner: number) => {
      const side = (k: number) =>
        (at(corner, 0) - x) * (at(corner, k + 1) - at(corner, 1)) - (at(corner, 1) - y) * (at(corner, k) - at(corner, 0));
      return side(2) * side(4) >= 0 && (at(corner, 0) !== x || at(corner, 1) !== y);
    };
    const all = [...space.corners.keys()];
    let seen = 0;
    for (let k = 0; k < 60; k++) {
      const from = integerBelow(random, all.length);
      const [x, y] = [at(from, 0), at(from, 1)];
      const inSight = all.filter((corner) => isTangent(x, y, corner) && isClear(x, y, corner));
      const found = [...sight.found.slice(0, sight.lookRound(x, y))].filter((corner) => isClear(x, y, corner));
      expect(found.toSorted((a, b) => a - b)).toEqual(inSight);
      seen += inSight.length;
    }
    expect(seen).toBeGreaterThan(300);
  });

  it('[PL11] what is smoothed is no longer than before, begins and ends there, and is clear', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const { map, radiusM } = sceneOf(seed);
      const space = freeSpaceOf(map, radiusM);
      const random = seededRandom(seed);
      const samples = new Samples(space, random, radiusM);
      const path: [number, number][] = [];
      while (path.length < 40) {
        const last = path.at(-1);
        if (samples.draw() && (!last || space.grid.isClear(...last, samples.x, samples.y))) path.push([samples.x, samples.y]);
      }
      const smooth = smoothed(path, space, random);
      expect(pathLengthM(smooth), `seed ${seed}`).toBeLessThanOrEqual(pathLengthM(path));
      expect([smooth[0], smooth.at(-1)]).toEqual([path[0], path.at(-1)]);
      smooth.slice(1).forEach((to, i) => {
        expect(space.grid.isClear(...(smooth[i] ?? to), ...to), `seed ${seed}`).toBe(true);
      });
    }
  });
});

describe('limits', () => {
  /** The first one with a path that bends often. */
  const scene = Array.from({ length: 50 }, (_, i) => sceneOf(i + 1)).find((one) => {
    const answer = plannerNamed('visibility').plan(one);
    return answer.kind === 'path' && answer.points.length > 5;
  }) as Scene;

  it('[PL12] of edges and of ways end the planners that would be exact', () => {
    expect(visibilityWithin(100).plan(scene)).toMatchObject({ kind: 'not found', reason: expect.stringContaining('more than 100 edges') });
    expect(lazyVisibilityWithin(5).plan(scene)).toMatchObject({ kind: 'not found', reason: expect.stringContaining('more than 5 ways') });
    expect(visibilityWithin(10_000).plan(scene).kind).toBe('path');
    expect(lazyVisibilityWithin(10_000).plan(scene).kind).toBe('path');
  });

  it.each(['prm', 'visibility-prm', 'rrt-connect'])('[PL12] of samples end %s', (name) => {
    const answer = plannerNamed(name).plan({ ...scene, mostSamples: 1 });
    expect(answer).toMatchObject({ kind: 'not found', reason: 'not found with 1 samples; there may be a path' });
    expect(answer.roadmap.nodes.length).toBeLessThan(20);
  });
});
