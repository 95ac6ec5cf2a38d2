import type { WorldSetup } from '../api/messages.ts';
import { levelAt } from '../base/levels.ts';
import type { Pose } from '../base/pose.ts';

/** The floor of a world that has no building. */
export const ONLY_FLOOR = 'f0';
/** Where the states of what is on several floors go. */
export const EVERY_FLOOR = 'every-floor';
/** What rides up or down is on a floor until it is so far beyond it: standing a little high or low changes nothing. */
const FLOOR_SLACK_M = 0.1;

export const floorAt = ({ floors = [] }: WorldSetup, zM: number): string => levelAt(floors, zM)?.id ?? ONLY_FLOOR;

/** A region is a floor, or a cell of it where floors are large: the unit of interest and of one encoded batch. */
export function regionOf(setup: WorldSetup, pose: Pose): string {
  const floor = floorAt(setup, pose.z);
  if (setup.cellM === 0) return floor;
  return cellOf(floor, Math.floor(pose.x / setup.cellM), Math.floor(pose.y / setup.cellM));
}

/** The regions of a floor that a circle touches. */
export function regionsAround(setup: WorldSetup, floor: string, circle: { x: number; y: number; radiusM: number }): string[] {
  if (setup.cellM === 0) return [floor];
  const { x, y, radiusM } = circle;
  const cell = setup.cellM;
  const found: string[] = [];
  for (let i = Math.floor((x - radiusM) / cell); i <= Math.floor((x + radiusM) / cell); i++) {
    for (let j = Math.floor((y - radiusM) / cell); j <= Math.floor((y + radiusM) / cell); j++) {
      const nearX = Math.max(i * cell, Math.min(x, (i + 1) * cell));
      const nearY = Math.max(j * cell, Math.min(y, (j + 1) * cell));
      if (Math.hypot(nearX - x, nearY - y) <= radiusM) found.push(cellOf(floor, i, j));
    }
  }
  return found;
}

/** The floor that a region is on. */
export const floorOf = ({ cellM }: WorldSetup, region: string): string => (cellM === 0 ? region : region.split('_').slice(0, -2).join('_'));

const cellOf = (floor: string, i: number, j: number): string => `${floor}_${i}_${j}`;

/** An entity this far inside its old cell keeps it: a robot that stands on a border must not change region with every tremble. */
export function staysIn(setup: WorldSetup, region: string, pose: Pose): boolean {
  const floors = new Set([-FLOOR_SLACK_M, 0, FLOOR_SLACK_M].map((slackM) => floorAt(setup, pose.z + slackM)));
  if (setup.cellM === 0) return floors.has(region);
  if (!floors.has(floorOf(setup, region))) return false;
  const [j, i] = region.split('_').reverse();
  const slack = setup.cellM / 32;
  const inside = (value: number, index: number) => value >= index * setup.cellM - slack && value < (index + 1) * setup.cellM + slack;
  return inside(pose.x, Number(i)) && inside(pose.y, Number(j));
}
