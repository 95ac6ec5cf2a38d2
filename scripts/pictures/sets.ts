import { type Pose, planarPose } from '../../src/core/base/pose.ts';
import { catalog, draftOf } from '../../src/core/robots/robots.ts';
import { joinWorld } from '../../src/library/manyhands.ts';
import type { Studio } from './studio.ts';

type Point = readonly [x: number, y: number, z: number];

interface Thing {
  readonly model: string;
  readonly name?: string;
  readonly pose: Pose;
  readonly colour?: number;
}

interface WorldSet {
  readonly name: string;
  readonly summary: string;
  /** Begins as a copy of this world. */
  readonly copyOf?: string;
  readonly things: readonly Thing[];
  readonly view: { readonly eye: Point; readonly target: Point };
}

const QUARTER = Math.PI / 2;
const BENCH_M = 0.72;

const on = (z: number, x: number, y: number, yawRad = 0): Pose => ({ ...planarPose(x, y, yawRad), z });

/** What a hub that has been used for a while has besides the demonstration worlds. */
const SETS: readonly WorldSet[] = [
  {
    name: 'Pursuit maze',
    summary: '3 mobile robots',
    view: { eye: [3.2, -4.4, 4.1], target: [0, 0.1, 0] },
    things: [
      ...[-1.6, 1.6].map((y, i) => ({ model: 'wall', name: `Wall ${i + 1}`, pose: planarPose(0, y, 0) })),
      ...[-1.6, 1.6].map((x, i) => ({ model: 'wall', name: `Wall ${i + 3}`, pose: planarPose(x, 0, QUARTER) })),
      { model: 'short-wall', name: 'Wall 5', pose: planarPose(-0.8, 0.5, 0) },
      { model: 'short-wall', name: 'Wall 6', pose: planarPose(0.5, -0.75, QUARTER) },
      { model: 'pioneer-3-dx', name: 'Pursuer 1', pose: planarPose(-1.1, 1.0, 0.2), colour: 8 },
      { model: 'pioneer-3-dx', name: 'Pursuer 2', pose: planarPose(-0.9, -0.6, 0.9), colour: 9 },
      { model: 'amigobot', name: 'Runner', pose: planarPose(1.1, -0.4, 2.2), colour: 3 },
    ],
  },
  {
    name: 'Robot zoo',
    summary: 'One of each robot',
    view: { eye: [3.9, -4.4, 3.0], target: [0.2, 0, 0.35] },
    things: [
      { model: 'puma-560', pose: planarPose(-1.3, 0.6, -0.9), colour: 1 },
      { model: 'stand', pose: planarPose(-0.1, 0.7, 0) },
      { model: 'crs-a465', pose: on(0.62, -0.1, 0.7, -1.2), colour: 3 },
      { model: 'low-stand', name: 'Low stand', pose: planarPose(1, 0.7, 0) },
      { model: 'jupiter-xl', pose: on(0.42, 1, 0.7, -1.6), colour: 2 },
      { model: 'pioneer-3-dx', pose: planarPose(-0.7, -0.7, -0.7), colour: 8 },
      { model: 'amigobot', pose: planarPose(0.2, -0.8, -0.9), colour: 7 },
      { model: 'aibo-ers-7', name: 'Aibo', pose: planarPose(0.9, -0.7, -0.9), colour: 12 },
    ],
  },
  {
    name: 'Lathe loading',
    summary: '4 robots, conveyor, lathe',
    copyOf: 'workcell',
    view: { eye: [1.9, -2.3, 1.75], target: [-0.1, 0.35, 0.72] },
    things: [],
  },
  {
    name: 'Pick and place',
    summary: 'Movemaster and a tray',
    view: { eye: [1.15, -1.35, 1.75], target: [0.02, 0.0, 0.86] },
    things: [
      { model: 'workbench', pose: planarPose(0, 0, 0) },
      { model: 'movemaster-ex', pose: on(BENCH_M, -0.3, 0.08, -0.3), colour: 3 },
      { model: 'tray', pose: on(BENCH_M, 0.12, -0.24, 0.5) },
      { model: 'piece-cube', name: 'Red cube', pose: on(BENCH_M + 0.019, 0.1, -0.23, 0.4), colour: 8 },
      { model: 'piece-cylinder', name: 'Blue cylinder', pose: on(BENCH_M, 0.28, 0.1), colour: 7 },
      { model: 'piece-hexagon', name: 'Green hexagon', pose: on(BENCH_M, 0.4, -0.02), colour: 5 },
    ],
  },
];

export async function buildSets(studio: Studio): Promise<void> {
  for (const { name, summary, copyOf, things, view } of SETS) {
    const { id } = await studio.createWorld({ name, ...(copyOf !== undefined && { copyOf }) });
    await studio.ask('PATCH', `/worlds/${id}`, { summary, view });
    const world = await joinWorld(`${studio.url}/${id}`, { name: 'Mara Lind', link: studio.administratorLink });
    for (const thing of things) await world.insert(draftOf(modelOf(thing.model), thing));
    await studio.ask('POST', `/worlds/${id}/save`);
    await world.leave();
  }
}

function modelOf(id: string) {
  const model = catalog.find((candidate) => candidate.id === id);
  if (!model) throw new Error(`there is no model ${id} in the catalog`);
  return model;
}
