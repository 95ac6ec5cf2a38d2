/** Where planners are measured: the same for ours and for the peer, which reads it as words. */
import { readFileSync } from 'node:fs';
import { between, integerBelow, seededRandom } from '../../src/core/base/random.ts';
import { type EdlDocument, floorPlanOf, type Place, parseEdl, type Segment } from '../../src/core/maps/maps.ts';
import { freeSpaceOf, type PlanningMap, planningMapOf } from '../../src/core/planners/planners.ts';
import { EDGE } from '../../src/core/planners/shape-grid.ts';
import { mapFloor } from './map-floor.ts';

export interface PlanningScene {
  readonly name: string;
  readonly map: PlanningMap;
  readonly from: Place;
  readonly to: Place;
  readonly radiusM: number;
}

const RADIUS_M = 0.25;

/** 150 convex polygons on 40 x 40 m. */
function clutter(): PlanningScene {
  const random = seededRandom(8);
  const sizeM = 40;
  const ends: Place[] = [
    [1, 1],
    [sizeM - 1, sizeM - 1],
  ];
  const obstacles: Place[][] = [];
  while (obstacles.length < 150) {
    const [x, y, reachM] = [between(random, 0, sizeM), between(random, 0, sizeM), between(random, 0.4, 2)];
    if (ends.some(([ex, ey]) => Math.hypot(ex - x, ey - y) < reachM + 1)) continue;
    const corners = 3 + integerBelow(random, 5);
    const turn = random.next() * 2 * Math.PI;
    obstacles.push(
      Array.from({ length: corners }, (_, k): Place => {
        const angle = turn + (k * 2 * Math.PI) / corners;
        return [x + reachM * Math.cos(angle), y + reachM * Math.sin(angle)];
      }),
    );
  }
  const bounds = [
    [0, 0],
    [sizeM, sizeM],
  ] as const;
  return {
    name: 'clutter',
    map: { walls: [], wallThicknessM: 0, obstacles, bounds },
    from: [1, 1],
    to: [sizeM - 1, sizeM - 1],
    radiusM: RADIUS_M,
  };
}

const CELLS = 10;
const CELL_M = 2;

/** Ten cells by ten of 2 m, each reached by one way; then every eighth wall is taken out, so that there are several. */
function maze(): PlanningScene {
  const random = seededRandom(5);
  const isOpen = new Set<string>();
  const seen = new Set(['0 0']);
  const way: [number, number][] = [[0, 0]];
  for (let here = way.at(-1); here; here = way.at(-1)) {
    const [x, y] = here;
    const next = [
      [x + 1, y],
      [x - 1, y],
      [x, y + 1],
      [x, y - 1],
    ].filter(([nx = -1, ny = -1]) => nx >= 0 && ny >= 0 && nx < CELLS && ny < CELLS && !seen.has(`${nx} ${ny}`)) as [number, number][];
    const chosen = next[integerBelow(random, Math.max(next.length, 1))];
    if (!chosen) {
      way.pop();
      continue;
    }
    seen.add(chosen.join(' '));
    isOpen.add(passage(here, chosen));
    way.push(chosen);
  }
  const walls: Segment[] = [];
  for (let x = 0; x < CELLS; x++) {
    for (let y = 0; y < CELLS; y++) {
      const right = x + 1 < CELLS && !isOpen.has(passage([x, y], [x + 1, y])) && random.next() > 1 / 8;
      const above = y + 1 < CELLS && !isOpen.has(passage([x, y], [x, y + 1])) && random.next() > 1 / 8;
      if (right) walls.push({ from: [(x + 1) * CELL_M, y * CELL_M], to: [(x + 1) * CELL_M, (y + 1) * CELL_M] });
      if (above) walls.push({ from: [x * CELL_M, (y + 1) * CELL_M], to: [(x + 1) * CELL_M, (y + 1) * CELL_M] });
    }
  }
  const sizeM = CELLS * CELL_M;
  const bounds = [
    [0, 0],
    [sizeM, sizeM],
  ] as const;
  return {
    name: 'maze',
    map: { walls, wallThicknessM: 0.1, obstacles: [], bounds },
    from: [1, 1],
    to: [sizeM - 1, sizeM - 1],
    radiusM: RADIUS_M,
  };
}

const passage = (a: readonly [number, number], b: readonly [number, number]): string =>
  [a, b]
    .map((cell) => cell.join(' '))
    .sort()
    .join('|');

/** A floor as people draw it: from the vision lab, along the corridor, to the workshop. */
function floor(): PlanningScene {
  const { document } = parseEdl(readFileSync(new URL('../../examples/research-floor.edl', import.meta.url), 'utf8'));
  return { name: 'floor', map: planningMapOf(floorPlanOf(document as EdlDocument)), from: [2, 2], to: [22, 10], radiusM: RADIUS_M };
}

/** The floor of 2,000 members of the bench `maps`: 400 rooms on 82 x 100 m, from one corner to the other. */
function offices(): PlanningScene {
  const { document } = parseEdl(mapFloor());
  const plan = floorPlanOf(document as EdlDocument);
  return { name: 'offices', map: planningMapOf(plan), from: [2, 2], to: [plan.lengthM - 2, plan.widthM - 2], radiusM: RADIUS_M };
}

const makers = { clutter, maze, floor, offices };
export type SceneName = keyof typeof makers;
export const SCENES = Object.keys(makers) as SceneName[];

export const sceneNamed = (name: SceneName): PlanningScene => makers[name]();

/** As the peer reads it: every edge of what the robot's middle may not enter, by our own growing, in metres. */
export function sceneText({ map, from, to, radiusM }: PlanningScene): string {
  const space = freeSpaceOf(map, radiusM);
  const { edges } = space.grid;
  const lines = [`bounds ${map.bounds.flat().join(' ')}`, `from ${from.join(' ')}`, `to ${to.join(' ')}`];
  for (let i = 0; i < edges.length; i += EDGE) {
    const ends = [0, 2].flatMap((k) => space.placeAt(edges[i + k] as number, edges[i + k + 1] as number));
    lines.push(`edge ${ends.join(' ')}`);
  }
  return `${lines.join('\n')}\n`;
}
