import { readdirSync, readFileSync } from 'node:fs';
import { compose, type Pose, planarPose } from '../../core/base/pose.ts';
import type { DocumentKind } from '../../core/documents/documents.ts';
import { feeder, tray } from '../../core/robots/catalog/boxes.ts';
import { BELT_TOP_M, conveyor } from '../../core/robots/catalog/conveyor.ts';
import { stationMark, wideStationMark } from '../../core/robots/catalog/floor-marks.ts';
import { foldedCloth, handStamp } from '../../core/robots/catalog/hand-tools.ts';
import { jupiterXl } from '../../core/robots/catalog/jupiter-xl.ts';
import { latheMachine } from '../../core/robots/catalog/lathe.ts';
import { movemasterEx } from '../../core/robots/catalog/movemaster-ex.ts';
import { cubePiece } from '../../core/robots/catalog/pieces.ts';
import { puma560 } from '../../core/robots/catalog/puma-560.ts';
import { lowStand, stand } from '../../core/robots/catalog/stands.ts';
import { type Demo, type DemoText, type Placed, place } from './demo.ts';
import { JUPITER, LANE_Y, MOVEMASTER } from './workcell-shift.ts';

/**
 * The example of paper 1, section 6.2, to be performed by its task: the Puma takes the piece from the conveyor to the lathe and back, Jupiter stamps it, the
 * Mitsubishi cleans it, and the conveyor takes it to its end. Nothing moves here until somebody starts it.
 */

const QUARTER = Math.PI / 2;
const STAND_M = 0.62;
/** Of what lies in a tray, above what the tray stands on. */
const IN_TRAY_M = 0.019;

const raised = (x: number, y: number, z: number, yawRad = 0): Pose => ({ ...planarPose(x, y, yawRad), z });

const belt = planarPose(0.62, 0.37, 0);

const robots: readonly Placed[] = [
  place('puma', puma560, planarPose(0.05, -0.22, 0), { colour: 1 }),
  place('jupiter', jupiterXl, JUPITER.base, { name: 'Jupiter XL', colour: 2 }),
  place('mitsubishi', movemasterEx, MOVEMASTER.base, { name: 'Mitsubishi EX', colour: 3 }),
  place('conveyor', conveyor, belt, { colour: 5 }),
  place('lathe', latheMachine, planarPose(0.5, -1, Math.PI), { colour: 9, values: [0, -0.14] }),
];

const things: readonly Placed[] = [
  place('piece', cubePiece, raised(0.05, LANE_Y, BELT_TOP_M), { name: 'Piece', colour: 4 }),
  place('stamp-tray', tray, raised(1.77, -0.17, STAND_M, QUARTER), { name: 'Stamp box', colour: 8 }),
  place('stamp', handStamp, raised(1.77, -0.17, STAND_M + IN_TRAY_M), { name: 'Stamp', colour: 8 }),
  place('cloth-tray', tray, raised(-1.06, -0.08, STAND_M, QUARTER), { name: 'Cloth box', colour: 7 }),
  place('cloth', foldedCloth, raised(-1.06, -0.08, STAND_M + IN_TRAY_M), { name: 'Cloth', colour: 7 }),
  place('feeder-out', feeder, compose(belt, planarPose(1.45, 0, Math.PI)), { name: 'Receiver', colour: 5 }),
];

const furniture: readonly Placed[] = [
  place('mitsubishi-stand', stand, planarPose(-0.72, -0.08, QUARTER)),
  place('cloth-stand', stand, planarPose(-1.24, -0.08, 0)),
  place('jupiter-stand', lowStand, planarPose(1.3, -0.17, QUARTER)),
  place('stamp-stand', stand, planarPose(1.86, -0.17, Math.PI)),
  place('puma-mark', stationMark, planarPose(0.05, -0.3, 0), { name: 'Puma station' }),
  place('mitsubishi-mark', stationMark, planarPose(-1.28, -0.3, 0), { name: 'Cleaning station' }),
  place('jupiter-mark', stationMark, planarPose(1.6, -0.3, 0), { name: 'Stamping station' }),
  place('lathe-mark', wideStationMark, planarPose(0.5, -1.05, 0), { name: 'Lathe' }),
];

const folder = new URL('practice-cell/', import.meta.url);

/** Its task, programs and lists of positions, by the names of their files. */
export const practiceFiles: ReadonlyMap<string, string> = new Map(
  readdirSync(folder).map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]),
);

const KINDS: Readonly<Record<string, DocumentKind>> = { prg: 'program', pos: 'positions', task: 'task' };

const texts = [...practiceFiles].map(([file, text]): DemoText => {
  const [name = '', ending = ''] = file.split('.');
  const kind = KINDS[ending];
  if (!kind) throw new Error(`${file} of the practice cell is no text of a world`);
  return { kind, name, text };
});

export const practiceCell: Demo = {
  id: 'practice-cell',
  name: 'Practice cell',
  summary: '3 arms, conveyor, lathe, a task',
  entities: [...furniture, ...robots, ...things],
  texts,
  view: { eye: [1.7, 3.3, 2.6], target: [0.35, -0.15, 0.6] },
  enliven: () => ({ [Symbol.dispose]: () => undefined }),
};
