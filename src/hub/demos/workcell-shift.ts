import { type Pose, planarPose } from '../../core/base/pose.ts';
import { BELT_TOP_M } from '../../core/robots/catalog/conveyor.ts';
import { jupiterXl } from '../../core/robots/catalog/jupiter-xl.ts';
import { movemasterEx } from '../../core/robots/catalog/movemaster-ex.ts';
import type { Point } from './demo.ts';
import { type ArmPlace, fromAbove, HandlingArm, pieceAt, type Spot } from './handling.ts';
import type { Shift } from './shift.ts';
import { Worker } from './worker.ts';

const QUARTER = Math.PI / 2;
const BELT_M_PER_S = 0.2;
const STROKE_M = 0.1;

/** Where on the belt the worked pieces go; those of others lie beside it. */
export const LANE_Y = 0.3;
const LOADING: Point = [-0.72, LANE_Y, BELT_TOP_M];
const STAMPING: Point = [1.3, LANE_Y, BELT_TOP_M];

/** Where the Movemaster has its pieces. */
export const SLOTS: readonly Point[] = [-0.22, -0.08, 0.06].map((y) => [-1.06, y, 0.62]);

export const PRESS: Pose = { ...planarPose(1.97, -0.15, Math.PI), z: 0.62 };
/** On its plate, under the ram: the hand comes and goes by the open front. */
const UNDER_THE_RAM: Spot = { at: [1.91, -0.15, 0.662], approach: [1.76, -0.15, 0.72] };

export const MOVEMASTER: ArmPlace = {
  entity: 'movemaster',
  model: movemasterEx,
  base: { ...planarPose(-0.72, -0.08, QUARTER), z: 0.62 },
  downRad: QUARTER,
  openM: 0.06,
  home: [-0.86, 0.16, 0.8],
};
export const JUPITER: ArmPlace = {
  entity: 'jupiter',
  model: jupiterXl,
  base: { ...planarPose(1.3, -0.17, QUARTER), z: 0.42 },
  downRad: 1,
  openM: 0.07,
  home: [1.55, 0.1, 0.84],
};

/** Each piece in turn: on to the belt, along, under the stamp, back along, and to its place. */
export async function work(shift: Shift, pieces: readonly string[]): Promise<void> {
  const [movemaster, jupiter] = [new HandlingArm(shift, MOVEMASTER), new HandlingArm(shift, JUPITER)];
  const [belt, press] = [new Worker(shift, 'conveyor'), new Worker(shift, 'stamp')];
  await Promise.all([layDown(shift, movemaster, SLOTS, pieces), layDown(shift, jupiter, [STAMPING], pieces), press.go([0], 900)]);
  for (const slot of SLOTS) {
    const piece = pieceAt(shift, pieces, slot);
    if (!piece || pieceAt(shift, pieces, LOADING, 0.08)) continue;
    await movemaster.pick(fromAbove(piece.at));
    await movemaster.put(fromAbove(LOADING));
    await Promise.all([movemaster.goHome(), run(belt, STAMPING[0] - LOADING[0])]);
    await stampIt(shift, pieces, jupiter, press);
    await run(belt, LOADING[0] - STAMPING[0]);
    const back = pieceAt(shift, pieces, LOADING, 0.05);
    if (!back) continue;
    await movemaster.pick(fromAbove(back.at));
    await movemaster.put(fromAbove(slot));
  }
}

async function stampIt(shift: Shift, pieces: readonly string[], jupiter: HandlingArm, press: Worker): Promise<void> {
  const piece = pieceAt(shift, pieces, STAMPING, 0.05);
  if (!piece) return;
  await jupiter.pick(fromAbove(piece.at));
  await jupiter.put(UNDER_THE_RAM);
  await press.go([STROKE_M], 700);
  await shift.rest(300);
  await press.go([0], 900);
  const stamped = pieceAt(shift, pieces, UNDER_THE_RAM.at);
  if (!stamped) return;
  await jupiter.pick({ ...UNDER_THE_RAM, at: stamped.at });
  await jupiter.put(fromAbove(STAMPING));
  await jupiter.goHome();
}

/** Whatever an interrupted script left in a hand goes to the first place that is free. */
async function layDown(shift: Shift, arm: HandlingArm, places: readonly Point[], pieces: readonly string[]): Promise<void> {
  const free = places.find((place) => !pieceAt(shift, pieces, place, 0.06));
  if (arm.holds !== undefined && free) await arm.put(fromAbove(free));
  await arm.goHome();
}

const run = (belt: Worker, wayM: number): Promise<void> =>
  belt.go([(belt.values[0] ?? 0) + wayM], (1000 * Math.abs(wayM)) / BELT_M_PER_S, { ramp: 0.1 });
