import { lengthM, type Place, type Segment } from './segment.ts';

export const FREE = 0;
export const OCCUPIED = 1;
/** Nobody has looked there: only in maps that robots made. */
export const UNKNOWN = 2;

/** A floor in square cells, row by row from the lower left. */
export interface Occupancy {
  readonly columns: number;
  readonly rows: number;
  readonly cellM: number;
  /** The lower left corner of the first cell. */
  readonly origin: Place;
  readonly cells: Uint8Array;
}

export interface WalledFloor {
  readonly lengthM: number;
  readonly widthM: number;
  readonly walls: readonly Segment[];
}

/** Cells are centred on multiples of their size, so that a wall on a round coordinate takes one row of them and not two halves. */
export function occupancyOf(floor: WalledFloor, cellM: number): Occupancy {
  const columns = Math.round(floor.lengthM / cellM) + 1;
  const rows = Math.round(floor.widthM / cellM) + 1;
  const occupancy: Occupancy = { columns, rows, cellM, origin: [-cellM / 2, -cellM / 2], cells: new Uint8Array(columns * rows) };
  for (const wall of floor.walls) drawLine(occupancy, wall);
  return occupancy;
}

/** Every cell that the segment passes through, each sharing an edge with the one before: nothing that goes from edge to edge slips through. */
function drawLine({ columns, rows, cellM, origin, cells }: Occupancy, segment: Segment): void {
  const within = clipped(segment, [origin[0], origin[1]], [origin[0] + columns * cellM, origin[1] + rows * cellM]);
  if (!within) return;
  const columnOf = (x: number) => Math.min(Math.max(Math.floor((x - origin[0]) / cellM), 0), columns - 1);
  const rowOf = (y: number) => Math.min(Math.max(Math.floor((y - origin[1]) / cellM), 0), rows - 1);
  let [column, row] = [columnOf(within.from[0]), rowOf(within.from[1])];
  const [lastColumn, lastRow] = [columnOf(within.to[0]), rowOf(within.to[1])];
  const [dx, dy] = [within.to[0] - within.from[0], within.to[1] - within.from[1]];
  const [stepX, stepY] = [Math.sign(lastColumn - column), Math.sign(lastRow - row)];
  // Shares of the way at which the next edge of a column, and of a row, is crossed.
  const edgeX = (at: number) => (origin[0] + (at + (stepX > 0 ? 1 : 0)) * cellM - within.from[0]) / dx;
  const edgeY = (at: number) => (origin[1] + (at + (stepY > 0 ? 1 : 0)) * cellM - within.from[1]) / dy;
  cells[row * columns + column] = OCCUPIED;
  while (column !== lastColumn || row !== lastRow) {
    const alongX = row === lastRow || (column !== lastColumn && edgeX(column) < edgeY(row));
    if (alongX) column += stepX;
    else row += stepY;
    cells[row * columns + column] = OCCUPIED;
  }
}

function clipped(segment: Segment, low: Place, high: Place): Segment | undefined {
  let [enter, leave] = [0, 1];
  for (const axis of [0, 1] as const) {
    const [start, way] = [segment.from[axis], segment.to[axis] - segment.from[axis]];
    if (way === 0) {
      if (start < low[axis] || start > high[axis]) return undefined;
      continue;
    }
    const [a, b] = [(low[axis] - start) / way, (high[axis] - start) / way];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  if (enter > leave || lengthM(segment) === 0) return enter > leave ? undefined : segment;
  const at = (share: number): Place => [
    segment.from[0] + (segment.to[0] - segment.from[0]) * share,
    segment.from[1] + (segment.to[1] - segment.from[1]) * share,
  ];
  return { from: at(enter), to: at(leave) };
}

export const centreOfCell = ({ columns, cellM, origin }: Occupancy, cell: number): Place => [
  origin[0] + ((cell % columns) + 0.5) * cellM,
  origin[1] + (Math.floor(cell / columns) + 0.5) * cellM,
];

/** The cell a place is in; undefined outside of them all. */
export function cellAt({ columns, rows, cellM, origin }: Occupancy, [x, y]: Place): number | undefined {
  const [column, row] = [Math.floor((x - origin[0]) / cellM), Math.floor((y - origin[1]) / cellM)];
  return column >= 0 && row >= 0 && column < columns && row < rows ? row * columns + column : undefined;
}
