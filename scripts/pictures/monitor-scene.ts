import type { Page } from 'playwright-core';
import { type Pose, planarPose } from '../../src/core/base/pose.ts';
import { catalog, draftOf } from '../../src/core/robots/robots.ts';
import { applySite } from '../../src/hub/site/apply-site.ts';
import { joinWorld, type World } from '../../src/library/manyhands.ts';
import { Actor } from './actor.ts';
import { drawFrames, type Screen, type Studio } from './studio.ts';

type Way = readonly (readonly [x: number, y: number])[];

interface Robot {
  readonly id: string;
  readonly model: string;
  readonly name: string;
  readonly colour: number;
  /** Of its floor above the ground. */
  readonly z?: number;
  /** Where it stands, or drives along. */
  readonly way: Way;
  readonly yawRad?: number;
}

const UPSTAIRS_M = 3.5;

const ROBOTS: readonly Robot[] = [
  {
    id: 'pioneer-1',
    model: 'pioneer-3-dx',
    name: 'Pioneer 1',
    colour: 8,
    way: [
      [13.6, 5.5],
      [17.6, 5.6],
      [18, 6.4],
      [18, 8.6],
      [19.5, 11],
      [22, 12],
      [22.5, 9.5],
    ],
  },
  {
    id: 'pioneer-2',
    model: 'pioneer-3-dx',
    name: 'Pioneer 2',
    colour: 9,
    way: [
      [12, 13],
      [12, 7],
      [11, 6.2],
      [5.6, 6],
      [5, 5.4],
      [5, 3],
      [7.5, 1.5],
    ],
  },
  {
    id: 'pioneer-3',
    model: 'pioneer-3-dx',
    name: 'Pioneer 3',
    colour: 5,
    z: UPSTAIRS_M,
    way: [
      [3, 7],
      [10, 7],
      [16.6, 7],
      [17, 7.6],
      [17, 10],
      [20, 12],
      [22, 11.5],
    ],
  },
  {
    id: 'amigobot-1',
    model: 'amigobot',
    name: 'AmigoBot 1',
    colour: 7,
    way: [
      [1.5, 12.5],
      [3, 11.5],
      [4.5, 12.3],
      [6, 11.4],
      [6.4, 9.6],
      [5, 9],
      [3, 9.4],
    ],
  },
  { id: 'amigobot-2', model: 'amigobot', name: 'AmigoBot 2', colour: 3, way: [[21.5, 2.2]], yawRad: 2.4 },
  {
    id: 'amigobot-3',
    model: 'amigobot',
    name: 'AmigoBot 3',
    colour: 10,
    z: UPSTAIRS_M,
    way: [
      [12.5, 2],
      [10, 1.5],
      [7.4, 2],
      [7, 3],
      [7, 5.6],
      [7.6, 6.5],
      [11, 6.4],
    ],
  },
  {
    id: 'aibo',
    model: 'aibo-ers-7',
    name: 'Aibo',
    colour: 12,
    way: [
      [1.4, 1.2],
      [3.2, 1.6],
      [3.6, 2.6],
      [2.6, 3.6],
      [1.6, 3.2],
    ],
  },
  { id: 'aibo-2', model: 'aibo-ers-7', name: 'Aibo 2', colour: 1, z: UPSTAIRS_M, way: [[19.5, 2.2]], yawRad: 1.2 },
];

/** They are on the way for so long: the pictures are taken meanwhile. */
const DRIVEN_S = 70;

export interface MonitorScene extends AsyncDisposable {
  readonly world: string;
  enter(screen: Screen, name: string): Promise<Page>;
  /** Sends everybody on their way; resolves when they have left trails. */
  drive(): Promise<void>;
}

/** The research building with robots at work on both floors; one is stopped, one is in somebody's hands. */
export async function openMonitor(studio: Studio): Promise<MonitorScene> {
  await studio.startHub('fig-8');
  const { id } = await studio.createWorld({ name: 'Research building' });
  const site = {
    world: id,
    hub: studio.url,
    link: studio.administratorLink,
    name: 'Mara Lind',
    inTheWay: 'refuse',
    format: 'human',
  } as const;
  await applySite('examples/research-building.json', site);
  const world = await joinWorld(`${studio.url}/${id}`, { name: 'Dispatcher', link: studio.administratorLink });
  for (const robot of ROBOTS) await world.insert(draftOf(modelOf(robot.model), { ...robot, pose: posesOf(robot)[0] }), robot.id);
  const { link } = await studio.invite(id, { role: 'operator', note: 'Operators' });
  const ines = await Actor.join(studio.url, link, 'Ines Dahl', { colour: 6, eye: [6, -4, 4], at: [6, 3, 0] });
  return {
    world: id,
    enter: async (screen, name) => {
      const page = await studio.enter(screen, studio.administratorLink, name);
      await page.goto(`${studio.url}/w/${id}/monitor`);
      await drawFrames(page, 'all');
      await page.getByRole('application').waitFor();
      return page;
    },
    drive: async () => {
      await ines.lease('aibo', { kind: 'ask' });
      await driveAll(world, ines);
      await ines.participant.stop('amigobot-2', 'charging');
    },
    [Symbol.asyncDispose]: async () => {
      await ines[Symbol.asyncDispose]();
      await world.leave();
    },
  };
}

async function driveAll(world: World, ines: Actor): Promise<void> {
  for (const robot of ROBOTS) {
    const poses = posesOf(robot);
    if (poses.length < 2) continue;
    const knots = poses.slice(1).map((pose, index) => ({ afterMs: ((index + 1) * DRIVEN_S * 1000) / (poses.length - 1), pose }));
    const driver = robot.id === 'aibo' ? ines.participant : world;
    const outcome = await driver.command(robot.id, { kind: 'follow', knots });
    if (outcome.kind !== 'done') throw new Error(`${robot.name} does not drive: ${outcome.reason}`);
  }
}

/** Rounds the corners, as robots do. */
function posesOf({ way, z = 0, yawRad = 0 }: Robot): readonly [Pose, ...Pose[]] {
  const [first = [0, 0], ...rest] = way;
  const start: Pose = { ...planarPose(first[0], first[1], rest[0] ? Math.atan2(rest[0][1] - first[1], rest[0][0] - first[0]) : yawRad), z };
  return [start, ...rest.map(([x, y], index) => ({ ...planarPose(x, y, headingAt(way, index + 1)), z }))];
}

function headingAt(way: Way, index: number): number {
  const [from, to] = [way[Math.max(0, index - 1)] ?? [0, 0], way[Math.min(way.length - 1, index + 1)] ?? [0, 0]];
  return Math.atan2(to[1] - from[1], to[0] - from[0]);
}

function modelOf(id: string) {
  const model = catalog.find((candidate) => candidate.id === id);
  if (!model) throw new Error(`there is no model ${id} in the catalog`);
  return model;
}
