/** Maps that are pictures: the PGM or PNG and YAML of ROS's map_server and nav2, to EDL and back. */
import { type EdlDocument, type FloorPlan, occupancyOf, type Segment, traceWalls } from '../../core/maps/maps.ts';
import { refusal } from '../import-error.ts';
import { checkPixels, imageOfOccupancy, type MapReading, occupancyOfImage, USUAL_READING } from './grey-image.ts';
import { writeMapYaml } from './map-yaml.ts';
import { readPgm, writePgm } from './pgm.ts';
import { isPng, readPng } from './png.ts';

export interface BitmapMap {
  readonly yaml: string;
  readonly pgm: Uint8Array;
}

/** `image`: the file name that the description gives the picture. */
export function exportBitmap(plan: FloorPlan, { resolutionM, image }: { resolutionM: number; image: string }): BitmapMap {
  checkPixels(image, Math.round(plan.lengthM / resolutionM) + 1, Math.round(plan.widthM / resolutionM) + 1);
  const occupancy = occupancyOf(plan, resolutionM);
  const yaml = writeMapYaml({ ...USUAL_READING, image, resolutionM, origin: occupancy.origin });
  return { yaml, pgm: writePgm(imageOfOccupancy(occupancy)) };
}

/** More are no map any more, but a picture of something else. */
const MOST_WALLS = 20_000;

/** The walls of a picture. Its lower left corner becomes the origin: EDL has no other. */
export function importBitmap(file: string, bytes: Uint8Array, reading: MapReading): EdlDocument {
  const image = isPng(bytes) ? readPng(file, bytes) : readPgm(file, bytes);
  const occupancy = occupancyOfImage(image, { ...reading, origin: [0, 0] });
  const { lines, outlines } = traceWalls(occupancy);
  const walls = [...lines, ...outlines];
  if (walls.length > MOST_WALLS)
    throw refusal(file, `${walls.length} walls were found, more than ${MOST_WALLS}: is it a map? Scale it down, or clean it`);
  return {
    lengthCm: centimetres(image.columns * reading.resolutionM),
    widthCm: centimetres(image.rows * reading.resolutionM),
    members: walls.map((wall, i) => ({ kind: 'WALL', number: i + 1, ...wallOf(wall) })),
  };
}

function wallOf({ from, to }: Segment): { xCm: number; yCm: number; thetaDeg: number; longCm: number } {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const deg = (Math.atan2(dy, dx) * 180) / Math.PI;
  return {
    xCm: centimetres((from[0] + to[0]) / 2),
    yCm: centimetres((from[1] + to[1]) / 2),
    // A wall is the same either way round.
    thetaDeg: (Math.round((((deg % 180) + 180) % 180) * 100) / 100) % 180,
    longCm: Math.max(centimetres(Math.hypot(dx, dy)), 0.01),
  };
}

/** To a tenth of a millimetre. */
const centimetres = (metres: number): number => Math.round(metres * 1e4) / 100 + 0;
