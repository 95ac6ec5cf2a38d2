/**
 * A floor full of robots and parts, all of one owner. At any time three of ten robots are at work: most of these drive among parts and push
 * some, arms swing; and belts run all the time with parts on them.
 */
import { ORIGIN, type Pose, planarPose, planarTwist } from '../../src/core/base/pose.ts';
import { amigobot } from '../../src/core/robots/catalog/amigobot.ts';
import { smallCardboardBox } from '../../src/core/robots/catalog/boxes.ts';
import { conveyor } from '../../src/core/robots/catalog/conveyor.ts';
import { cubePiece, cylinderPiece, hexagonPiece } from '../../src/core/robots/catalog/pieces.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { puma560 } from '../../src/core/robots/catalog/puma-560.ts';
import type { Model } from '../../src/core/robots/robots.ts';
import type { ActionDraft } from '../../src/core/world/world.ts';

export const ROBOTS = 200;
export const PARTS = 500;

const BELTS = 5;
const ARMS = 35;
const ROWS = 14;
/** Of what each robot has for itself. */
const CELL_M = 3;
const BELT_TOP_M = 0.65;
const BELT_M_PER_S = 0.12;
const PARTS_ON_A_BELT = 10;
const LEG_MS = 2800;
/** From one way to the next. */
const TURN_MS = 10_000;

export interface Thing {
  readonly id: string;
  readonly model: Model;
  readonly pose: Pose;
}

/** What a robot is told to do for the `turn`-th time; it is told every `everyMs`, or once. */
export interface Worker extends Thing {
  readonly everyMs: number;
  task(turn: number): ActionDraft;
}

const cellOf = (index: number): { x: number; y: number } => ({ x: (index % ROWS) * CELL_M, y: Math.floor(index / ROWS) * CELL_M });
const pieces = [cubePiece, cylinderPiece, hexagonPiece];
const pieceOf = (index: number): Model => pieces[index % pieces.length] ?? cubePiece;
const raised = (pose: Pose, z: number): Pose => ({ ...pose, z });

function worker(index: number): Worker {
  const { x, y } = cellOf(index);
  if (index < BELTS) {
    const task = (): ActionDraft => ({ kind: 'glide', dof: 0, to: 400, speedPerS: BELT_M_PER_S, ramp: 0 });
    return { id: `belt-${index}`, model: conveyor, pose: planarPose(x, y, Math.PI / 2), everyMs: Number.POSITIVE_INFINITY, task };
  }
  if (index < BELTS + ARMS) {
    const task = (turn: number): ActionDraft => ({ kind: 'glide', dof: 0, to: turn % 2 === 0 ? 1 : -1 });
    return { id: `arm-${index}`, model: puma560, pose: planarPose(x, y, 0), everyMs: TURN_MS, task };
  }
  const task = (turn: number): ActionDraft => ({
    kind: 'drift',
    twist: planarTwist(turn % 2 === 0 ? 0.35 : -0.35, 0.15 * (index % 3) - 0.15),
    durationMs: LEG_MS,
  });
  return { id: `robot-${index}`, model: index % 2 === 0 ? pioneer3dx : amigobot, pose: planarPose(x - 0.5, y, 0), everyMs: TURN_MS, task };
}

export const workers: readonly Worker[] = Array.from({ length: ROBOTS }, (_, index) => worker(index));

function partsOf(index: number): Omit<Thing, 'id'>[] {
  const { x, y } = cellOf(index);
  if (index < BELTS) {
    return Array.from({ length: PARTS_ON_A_BELT }, (_, place) => ({
      model: pieceOf(place),
      pose: raised(planarPose(x, y - 1.35 + 0.2 * place, 0), BELT_TOP_M + 0.005),
    }));
  }
  if (index < BELTS + ARMS) return [{ model: pieceOf(index), pose: planarPose(x + 0.6, y - 0.9, 0) }];
  // One in the way, to be pushed; one aside; in some cells one on the other.
  const box = { model: smallCardboardBox, pose: planarPose(x + 0.35, y, 0) };
  const aside = { model: pieceOf(index), pose: planarPose(x, y + 1, 0.3) };
  return index % 4 === 0 ? [box, aside, { model: pieceOf(index + 1), pose: raised(planarPose(x, y + 1, 0), 0.055) }] : [box, aside];
}

export const parts: readonly Thing[] = workers
  .flatMap((_, index) => partsOf(index))
  .concat(Array.from({ length: PARTS }, (_, index) => ({ model: pieceOf(index), pose: { ...ORIGIN, x: -2, y: 0.2 * index } })))
  .slice(0, PARTS)
  .map((part, index) => ({ ...part, id: `part-${index}` }));
