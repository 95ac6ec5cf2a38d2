import { onTestFinished } from 'vitest';
import { ORIGIN } from '../base/pose.ts';
import type { Blackboard } from '../blackboard/blackboard.ts';
import { buildingOf } from '../buildings/buildings.ts';
import { fig8 } from '../maps/maps.contract.ts';
import { readSite } from '../maps/maps.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { catalog, type Model } from '../robots/robots.ts';
import type { Actor, Stage } from '../world/stage.contract.ts';
import { Sensing } from './sensing.ts';
import { worldBoard } from './world-board.ts';

/** A Pioneer whose laser is exact: five beams, from right to left. */
export const scout: Model = {
  ...pioneer3dx,
  id: 'scout',
  mounts: [
    { name: 'Laser', kind: 'laser', link: 0, at: { ...ORIGIN, z: 0.3 }, beams: 5, rangeM: 8 },
    { name: 'Odometry', kind: 'odometry', link: 0, at: ORIGIN, noise: { wayDeviationM: 0.02, veerDeviationRad: 0.02 } },
    { name: 'Front bumper', kind: 'bumper', link: 0, at: { ...ORIGIN, z: 0.1 }, fieldOfViewRad: Math.PI },
    { name: 'Compass', kind: 'compass', link: 0, at: ORIGIN },
    { name: 'Eye', kind: 'camera', link: 0, at: ORIGIN },
  ],
};

/** One of the doors of a building: its gap runs along x from the origin. */
export const door: Model = doorOfBuilding();

function doorOfBuilding(): Model {
  const { site } = readSite(JSON.stringify({ name: 'House', floors: [{ name: 'Ground floor', edl: fig8 }] }));
  const found = site && buildingOf(site).models.find(({ name }) => name === 'Door');
  if (!found) throw new Error('the building of figure 8 has no door');
  return found;
}

export const knownModels = (id: string): Model | undefined => [scout, door, ...catalog].find((model) => model.id === id);

export interface Senses {
  readonly board: Blackboard;
  readonly sensing: Sensing;
}

/** A blackboard and sensors, wired as every kind of participant has them. */
export function sensesOf(stage: Stage, { participant, bus, node: { clock } }: Actor): Senses {
  const report = (error: unknown) => void stage.reported.push(error);
  const board = worldBoard(participant, { bus, clock, report, isKeeper: true, onWish: (wish) => sensing.heard(wish) });
  const sensing: Sensing = new Sensing(participant, { bus, clock, report, models: knownModels, board: () => board });
  onTestFinished(() => {
    sensing[Symbol.dispose]();
    board[Symbol.dispose]();
  });
  return { board, sensing };
}
