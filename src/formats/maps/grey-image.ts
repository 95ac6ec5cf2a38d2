import { FREE, OCCUPIED, type Occupancy, UNKNOWN } from '../../core/maps/maps.ts';
import { refusal } from '../import-error.ts';

/** A picture in shades of grey: 0 is black, 255 white; row by row from the top. */
export interface GreyImage {
  readonly columns: number;
  readonly rows: number;
  readonly shades: Uint8Array;
  /** Where nothing was painted. */
  readonly clear?: Uint8Array | undefined;
}

/** A floor of 200 m by 200 m at 5 cm. */
export const MOST_PIXELS = 16_000_000;

export function checkPixels(file: string, columns: number, rows: number): void {
  if (!(Number.isInteger(columns) && Number.isInteger(rows) && columns > 0 && rows > 0))
    throw refusal(file, `a picture of ${columns} × ${rows} pixels is none`);
  if (columns * rows > MOST_PIXELS)
    throw refusal(file, `${columns} × ${rows} pixels are more than the ${MOST_PIXELS} that a map may have: scale it down`);
}

/** How shades are read, in the words of ROS's map_server. */
export interface MapReading {
  readonly resolutionM: number;
  /** Of the lower left corner of the lower left pixel. */
  readonly origin: readonly [xM: number, yM: number];
  /** Whether white is occupied. */
  readonly negate: boolean;
  /** Darker than this share is occupied, lighter than that one is free, between them nobody knows. */
  readonly occupiedShare: number;
  readonly freeShare: number;
}

export const USUAL_READING = {
  origin: [0, 0],
  negate: false,
  occupiedShare: 0.65,
  freeShare: 0.196,
} as const satisfies Partial<MapReading>;

export function occupancyOfImage({ columns, rows, shades, clear }: GreyImage, reading: MapReading): Occupancy {
  const cells = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const pixel = (rows - 1 - row) * columns + column;
      const shade = (shades[pixel] as number) / 255;
      const darkness = reading.negate ? shade : 1 - shade;
      const isKnown = clear?.[pixel] !== 1 && (darkness > reading.occupiedShare || darkness < reading.freeShare);
      cells[row * columns + column] = isKnown ? (darkness > reading.occupiedShare ? OCCUPIED : FREE) : UNKNOWN;
    }
  }
  return { columns, rows, cellM: reading.resolutionM, origin: reading.origin, cells };
}

/** The shades that map_server itself writes. */
const SHADES: Readonly<Record<number, number>> = { [FREE]: 254, [OCCUPIED]: 0, [UNKNOWN]: 205 };

export function imageOfOccupancy({ columns, rows, cells }: Occupancy): GreyImage {
  const shades = new Uint8Array(cells.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      shades[(rows - 1 - row) * columns + column] = SHADES[cells[row * columns + column] as number] as number;
  }
  return { columns, rows, shades };
}
