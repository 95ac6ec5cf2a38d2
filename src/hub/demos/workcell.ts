import { compose, type Pose, planarPose } from '../../core/base/pose.ts';
import { integerBelow } from '../../core/base/random.ts';
import { at } from '../../core/geometry/placement.ts';
import { asrs } from '../../core/robots/catalog/asrs.ts';
import { clothBox, feeder, stampBox } from '../../core/robots/catalog/boxes.ts';
import { conveyor } from '../../core/robots/catalog/conveyor.ts';
import { stationMark, wideStationMark } from '../../core/robots/catalog/floor-marks.ts';
import { jupiterXl } from '../../core/robots/catalog/jupiter-xl.ts';
import { latheMachine } from '../../core/robots/catalog/lathe.ts';
import { movemasterEx } from '../../core/robots/catalog/movemaster-ex.ts';
import { cubePiece, cylinderPiece, hexagonPiece } from '../../core/robots/catalog/pieces.ts';
import { puma560 } from '../../core/robots/catalog/puma-560.ts';
import { stamp } from '../../core/robots/catalog/stamp.ts';
import { lowStand, stand } from '../../core/robots/catalog/stands.ts';
import type { ActionDraft } from '../../core/world/world.ts';
import { reachPoint } from './arm-reach.ts';
import { type Demo, type Placed, type Point, place } from './demo.ts';
import { cycle, run, type Station } from './habits.ts';
import { type Habit, live } from './life.ts';

/** The cell of the practice in paper 1, section 6.2: Puma loads the lathe, Jupiter stamps, Movemaster cleans, the conveyor joins them. */

const BELT_M_PER_S = 0.12;
const BELT_TOP_M = 0.65;
const STAND_M = 0.62;
const LOW_STAND_M = 0.42;
const QUARTER = Math.PI / 2;
const RAD = Math.PI / 180;

const raised = (x: number, y: number, z: number, yawRad: number): Pose => ({ ...planarPose(x, y, yawRad), z });

const belt = planarPose(0.62, 0.37, 0);
const movemaster = raised(-0.72, -0.08, STAND_M, QUARTER);
const cloth = raised(-1.18, -0.37, STAND_M, 0.3);
const jupiter = raised(1.3, -0.17, LOW_STAND_M, QUARTER);
const press = raised(1.97, -0.15, STAND_M, Math.PI);
const stampCrate = raised(1.72, -0.43, STAND_M, 0.2);

/** What lies on the belt when the world begins: evenly, of every kind. It takes them to the curtain of the hood at its end, where they queue. */
const kinds = [hexagonPiece, cylinderPiece, cubePiece];
const colours = [3, 7, 5, 4, 6, 1, 8, 2];
const pieces: readonly Placed[] = colours.map((colour, index) =>
  place(
    `piece-${index + 1}`,
    kinds[index % kinds.length] ?? cubePiece,
    compose(belt, at(-1.2 + index * 0.2, index % 2 === 0 ? -0.02 : 0.03, BELT_TOP_M)),
    { name: `Piece ${index + 1}`, colour },
  ),
);

const robots: readonly Placed[] = [
  place('puma', puma560, planarPose(-0.15, -0.22, 0), {
    colour: 1,
    values: [52 * RAD, 60.1 * RAD, -168 * RAD, 0, -72.1 * RAD, 0, 0.066],
  }),
  place('jupiter', jupiterXl, jupiter, { name: 'Jupiter XL', colour: 2 }),
  place('movemaster', movemasterEx, movemaster, { name: 'Movemaster EX', colour: 3 }),
  place('asrs', asrs, planarPose(1.62, 1.24, 0), { name: 'ASRS', colour: 4 }),
];

const equipment: readonly Placed[] = [
  place('conveyor', conveyor, belt, { colour: 5 }),
  place('lathe', latheMachine, planarPose(-0.28, 0.92, 0), { colour: 9 }),
  place('stamp', stamp, press, { colour: 8 }),
  place('cloth-box', clothBox, cloth, { colour: 7 }),
  place('stamp-box', stampBox, stampCrate, { colour: 8 }),
  place('feeder-in', feeder, compose(belt, planarPose(-1.45, 0, 0)), { name: 'Feeder', colour: 5 }),
  place('feeder-out', feeder, compose(belt, planarPose(1.45, 0, Math.PI)), { name: 'Receiver', colour: 5 }),
];

const furniture: readonly Placed[] = [
  place('movemaster-stand', stand, planarPose(-0.72, -0.08, QUARTER)),
  place('cloth-stand', stand, planarPose(-1.26, -0.4, 0.3)),
  place('jupiter-stand', lowStand, planarPose(1.3, -0.17, QUARTER)),
  place('stamp-stand', stand, planarPose(1.86, -0.28, Math.PI)),
  place('puma-mark', stationMark, planarPose(-0.15, -0.3, 0), { name: 'Puma station' }),
  place('movemaster-mark', stationMark, planarPose(-1.28, -0.3, 0), { name: 'Cleaning station' }),
  place('jupiter-mark', stationMark, planarPose(1.6, -0.3, 0), { name: 'Stamping station' }),
  place('asrs-mark', wideStationMark, planarPose(1.62, 1.28, 0), { name: 'Storage' }),
];

/** Metres of gap. */
const OPEN = 0.05;
const SHUT = 0.012;

/** Takes the cloth from its box, wipes over the belt with it, and puts it back. */
function wiping(): Station[] {
  const to = (point: Point, downRad: number, gap: number): number[] => [...reachPoint(movemasterEx, movemaster, point, downRad), gap];
  const above: Point = [-1.06, -0.31, 0.86];
  const inBox: Point = [-1.06, -0.31, 0.73];
  const left: Point = [-0.64, 0.28, 0.73];
  const right: Point = [-0.5, 0.26, 0.73];
  const away: Point = [-0.56, 0.2, 0.86];
  return [
    { values: to(above, 1.2, OPEN), moveMs: 2200 },
    { values: to(inBox, 1.2, OPEN), moveMs: 1000 },
    { values: to(inBox, 1.2, SHUT), moveMs: 400, restMs: 300 },
    { values: to(above, 1.2, SHUT), moveMs: 900 },
    { values: to(away, 1.2, SHUT), moveMs: 2400 },
    { values: to(left, 1.2, SHUT), moveMs: 900 },
    ...[right, left, right, left].map((point) => ({ values: to(point, 1.2, SHUT), moveMs: 650 })),
    { values: to(away, 1.2, SHUT), moveMs: 900, restMs: 600 },
    { values: to(above, 1.2, SHUT), moveMs: 2400 },
    { values: to(inBox, 1.2, SHUT), moveMs: 900 },
    { values: to(inBox, 1.2, OPEN), moveMs: 400, restMs: 300 },
  ];
}

/** Takes the stamp from its box and presses it on what comes along the belt. */
function stamping(): Station[] {
  const to = (point: Point, downRad: number, gap: number): number[] => [...reachPoint(jupiterXl, jupiter, point, downRad), gap];
  const above: Point = [1.72, -0.43, 0.88];
  const atBox: Point = [1.72, -0.43, 0.775];
  const over: Point = [1.3, 0.32, 0.84];
  const onPiece: Point = [1.3, 0.32, 0.73];
  return [
    { values: to(above, 1.3, OPEN), moveMs: 2600 },
    { values: to(atBox, 1.3, OPEN), moveMs: 1000 },
    { values: to(atBox, 1.3, SHUT), moveMs: 400, restMs: 300 },
    { values: to(above, 1.3, SHUT), moveMs: 900 },
    { values: to(over, 1.35, SHUT), moveMs: 2600, restMs: 500 },
    { values: to(onPiece, 1.35, SHUT), moveMs: 600, restMs: 250 },
    { values: to(over, 1.35, SHUT), moveMs: 600, restMs: 1800 },
    { values: to(onPiece, 1.35, SHUT), moveMs: 600, restMs: 250 },
    { values: to(over, 1.35, SHUT), moveMs: 600, restMs: 600 },
    { values: to(above, 1.3, SHUT), moveMs: 2600 },
    { values: to(atBox, 1.3, SHUT), moveMs: 1000 },
    { values: to(atBox, 1.3, OPEN), moveMs: 400, restMs: 300 },
  ];
}

const CELL_M = 0.34;

/** Visits one cell after the other: there, fork in, lift, fork out. */
const storing: Habit = {
  entity: 'asrs',
  next: (view, step, random) => {
    const [, lift = 0] = view.posture.values;
    const glide = (dof: number, to: number, durationMs: number): ActionDraft => ({ kind: 'glide', dof, to, durationMs });
    switch (step % 4) {
      case 0:
        return {
          actions: [glide(0, (integerBelow(random, 5) - 2) * CELL_M, 2600), glide(1, integerBelow(random, 4) * CELL_M, 2600)],
          restMs: 300,
        };
      case 1:
        return { actions: [glide(2, 0.26, 1300)], restMs: 200 };
      case 2:
        return { actions: [glide(1, lift + 0.04, 500)] };
      default:
        return { actions: [glide(2, 0, 1300)], restMs: 900 };
    }
  },
};

/** One cut after the other: up to speed, along the rod, back. */
const turning = cycle('lathe', [
  { values: [0, 0.1], moveMs: 1200, restMs: 1500 },
  { values: [180, -0.06], moveMs: 9000, restMs: 400 },
  { values: [180, 0.2], moveMs: 2500, restMs: 4000 },
  { values: [0, -0.06], moveMs: 9000, restMs: 400 },
  { values: [0, 0.2], moveMs: 2500, restMs: 4000 },
]);

const pressing = cycle('stamp', [
  { values: [0.1], moveMs: 700, restMs: 350 },
  { values: [0], moveMs: 900, restMs: 3600 },
]);

export const workcell: Demo = {
  id: 'workcell',
  name: 'Workcell',
  summary: '4 robots, conveyor, lathe',
  entities: [...furniture, ...equipment, ...robots, ...pieces],
  view: { eye: [3.94, -4.1, 3.56], target: [0.72, 0.4, 0.5] },
  enliven: (world, ports) => {
    const habits = [cycle('movemaster', wiping()), cycle('jupiter', stamping()), storing, turning, pressing, run('conveyor', BELT_M_PER_S)];
    return live(world, habits, ports);
  },
};
