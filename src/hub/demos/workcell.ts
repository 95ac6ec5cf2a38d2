import { compose, type Pose, planarPose } from '../../core/base/pose.ts';
import { integerBelow } from '../../core/base/random.ts';
import { asrs } from '../../core/robots/catalog/asrs.ts';
import { clothBox, feeder, stampBox } from '../../core/robots/catalog/boxes.ts';
import { BELT_TOP_M, conveyor } from '../../core/robots/catalog/conveyor.ts';
import { stationMark, wideStationMark } from '../../core/robots/catalog/floor-marks.ts';
import { jupiterXl } from '../../core/robots/catalog/jupiter-xl.ts';
import { latheMachine } from '../../core/robots/catalog/lathe.ts';
import { movemasterEx } from '../../core/robots/catalog/movemaster-ex.ts';
import { cubePiece, cylinderPiece, hexagonPiece } from '../../core/robots/catalog/pieces.ts';
import { puma560 } from '../../core/robots/catalog/puma-560.ts';
import { stamp } from '../../core/robots/catalog/stamp.ts';
import { lowStand, stand } from '../../core/robots/catalog/stands.ts';
import type { ActionDraft } from '../../core/world/world.ts';
import { type Demo, type Placed, place } from './demo.ts';
import { cycle } from './habits.ts';
import { type Habit, live } from './life.ts';
import { Shift } from './shift.ts';
import { JUPITER, LANE_Y, MOVEMASTER, PRESS, SLOTS, work } from './workcell-shift.ts';

/**
 * The cell of the practice in paper 1, section 6.2: the Movemaster loads the conveyor, which takes each piece to Jupiter, who has it stamped and sends it back. The Puma is left to
 * whoever wants to drive it: pieces come by within its reach.
 */

const STAND_M = 0.62;
const QUARTER = Math.PI / 2;
const RAD = Math.PI / 180;

const raised = (x: number, y: number, z: number, yawRad: number): Pose => ({ ...planarPose(x, y, yawRad), z });

const belt = planarPose(0.62, 0.37, 0);
const cloth = raised(-1.37, -0.08, STAND_M, QUARTER);
const stampCrate = raised(1.72, -0.43, STAND_M, 0.2);

const kinds = [hexagonPiece, cylinderPiece, cubePiece];
const colours = [3, 7, 5, 4, 6, 8];
/** Three in the Movemaster's tray, turned as its hand will come, and the others on the belt. */
const starts: readonly Pose[] = [
  ...SLOTS.map(([x, y, z]) => raised(x, y, z, Math.atan2(y - MOVEMASTER.base.y, x - MOVEMASTER.base.x))),
  ...[-0.55, -0.41, -0.27].map((x, index) => raised(x, LANE_Y + 0.13 + 0.02 * (index % 2), BELT_TOP_M, 0.4 * index)),
];
const pieces: readonly Placed[] = starts.map((pose, index) =>
  place(`piece-${index + 1}`, kinds[index % kinds.length] ?? cubePiece, pose, { name: `Piece ${index + 1}`, colour: colours[index] ?? 1 }),
);

const robots: readonly Placed[] = [
  place('puma', puma560, planarPose(-0.15, -0.22, 0), {
    colour: 1,
    values: [52 * RAD, 60.1 * RAD, -168 * RAD, 0, -72.1 * RAD, 0, 0.066],
  }),
  place('jupiter', jupiterXl, JUPITER.base, { name: 'Jupiter XL', colour: 2 }),
  place('movemaster', movemasterEx, MOVEMASTER.base, { name: 'Movemaster EX', colour: 3 }),
  place('asrs', asrs, planarPose(1.62, 1.24, 0), { name: 'ASRS', colour: 4 }),
];

const equipment: readonly Placed[] = [
  place('conveyor', conveyor, belt, { colour: 5 }),
  place('lathe', latheMachine, planarPose(-0.28, 0.92, 0), { colour: 9 }),
  place('stamp', stamp, PRESS, { colour: 8 }),
  place('cloth-box', clothBox, cloth, { colour: 7 }),
  place('stamp-box', stampBox, stampCrate, { colour: 8 }),
  place('feeder-out', feeder, compose(belt, planarPose(1.45, 0, Math.PI)), { name: 'Receiver', colour: 5 }),
];

const furniture: readonly Placed[] = [
  place('movemaster-stand', stand, planarPose(-0.72, -0.08, QUARTER)),
  place('cloth-stand', stand, planarPose(-1.24, -0.08, 0)),
  place('jupiter-stand', lowStand, planarPose(1.3, -0.17, QUARTER)),
  place('stamp-stand', stand, planarPose(1.86, -0.28, Math.PI)),
  place('puma-mark', stationMark, planarPose(-0.15, -0.3, 0), { name: 'Puma station' }),
  place('movemaster-mark', stationMark, planarPose(-1.28, -0.3, 0), { name: 'Loading station' }),
  place('jupiter-mark', stationMark, planarPose(1.6, -0.3, 0), { name: 'Stamping station' }),
  place('asrs-mark', wideStationMark, planarPose(1.62, 1.28, 0), { name: 'Storage' }),
];

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

export const workcell: Demo = {
  id: 'workcell',
  name: 'Workcell',
  summary: '4 robots, conveyor, lathe',
  entities: [...furniture, ...equipment, ...robots, ...pieces],
  view: { eye: [3.94, -4.1, 3.56], target: [0.72, 0.4, 0.5] },
  enliven: (world, ports) => {
    const living = new DisposableStack();
    living.use(live(world, [storing, turning], ports));
    living.use(
      Shift.run(world, ports, (shift) =>
        work(
          shift,
          pieces.map(({ id }) => id),
        ),
      ),
    );
    return living;
  },
};
