import type { Model } from '../model.ts';
import { aiboErs7 } from './aibo-ers-7.ts';
import { amigobot } from './amigobot.ts';
import { asrs } from './asrs.ts';
import { cardboardBox, clothBox, feeder, smallCardboardBox, stampBox, tray } from './boxes.ts';
import { conveyor } from './conveyor.ts';
import { crsA465 } from './crs-a465.ts';
import { stationMark, wideStationMark } from './floor-marks.ts';
import { bookshelf, chair, charger, desk, laptop, longWall, plant, shortWall, wall } from './furniture.ts';
import { foldedCloth, handStamp } from './hand-tools.ts';
import { jupiterXl } from './jupiter-xl.ts';
import { latheMachine } from './lathe.ts';
import { movemasterEx } from './movemaster-ex.ts';
import { cubePiece, cylinderPiece, hexagonPiece } from './pieces.ts';
import { pioneer3dx } from './pioneer-3-dx.ts';
import { puma560 } from './puma-560.ts';
import { stamp } from './stamp.ts';
import { lowStand, stand, workbench } from './stands.ts';

/** The models that come with the product: what a new Store is filled with. One that is added there needs nothing from here. */
export const catalog: readonly Model[] = [
  ...[puma560, movemasterEx, crsA465, jupiterXl, asrs],
  ...[pioneer3dx, amigobot, aiboErs7],
  ...[conveyor, latheMachine, stamp, feeder, clothBox, stampBox, tray],
  ...[cubePiece, cylinderPiece, hexagonPiece, handStamp, foldedCloth, cardboardBox, smallCardboardBox],
  ...[stand, lowStand, workbench, desk, chair, bookshelf, plant, laptop, charger, wall, shortWall, longWall, stationMark, wideStationMark],
];
