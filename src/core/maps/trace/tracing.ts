/** Walls of a map that is a picture: from cells to segments. The rule is E33 of ../SPEC.md. */
import { OCCUPIED, type Occupancy } from '../plan/occupancy.ts';
import { distanceM, type Place, type Segment } from '../plan/segment.ts';
import { joinedWalls } from './joining.ts';
import { linesOf } from './lines.ts';
import { emptyMask, type Mask, opened } from './mask.ts';
import { outlinesOf } from './outlines.ts';
import { thin } from './thinning.ts';

/** What is at least so many cells wide, either way, is a body and not a wall: it gets an outline. */
const BODY_CELLS = 4;
/** How far a segment may be off the cells it stands for. */
const SLACK_CELLS = 0.75;
/** A stub of this length at the end of a wall is what thinning left of its thickness. */
const HOOK_CELLS = 1.5;

export interface TracedWalls {
  /** Of what is thin. */
  readonly lines: readonly Segment[];
  /** Round what is thick, each closed. */
  readonly outlines: readonly Segment[];
}

export function traceWalls(occupancy: Occupancy): TracedWalls {
  const mask = maskOf(occupancy);
  const bodies = opened(mask, BODY_CELLS);
  for (let cell = 0; cell < mask.cells.length; cell++) if (bodies.cells[cell] === 1) mask.cells[cell] = 0;
  thin(mask);
  const { columns } = mask;
  const { cellM, origin } = occupancy;
  // The rim is one cell wide: the middle of the first cell is half a cell from the origin.
  const placeOf = (column: number, row: number): Place => [origin[0] + (column - 1) * cellM, origin[1] + (row - 1) * cellM];
  const lines = linesOf(mask).map((line) => line.map((cell) => placeOf((cell % columns) + 0.5, Math.floor(cell / columns) + 0.5)));
  const outlines = outlinesOf(bodies).map((outline) => outline.map(([column, row]) => placeOf(column, row)));
  const slackM = SLACK_CELLS * cellM;
  const walls = lines.flatMap((line) => segmentsAlong(straightened(withLength(line, cellM), slackM)));
  return {
    lines: joinedWalls(walls, { slackM, hookM: HOOK_CELLS * cellM }),
    outlines: outlines.flatMap((outline) => segmentsAlong(straightened(outline, slackM))),
  };
}

function maskOf({ columns, rows, cells }: Occupancy): Mask {
  const mask = emptyMask(columns + 2, rows + 2);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (cells[row * columns + column] === OCCUPIED) mask.cells[(row + 1) * mask.columns + column + 1] = 1;
    }
  }
  return mask;
}

/** A single cell is as long as it is wide. */
function withLength(line: readonly Place[], cellM: number): readonly Place[] {
  const [only, second] = line as [Place, Place | undefined];
  return second
    ? line
    : [
        [only[0] - cellM / 2, only[1]],
        [only[0] + cellM / 2, only[1]],
      ];
}

/** Without the corners that a straight line passes within the slack (Ramer, Douglas and Peucker). */
function straightened(path: readonly Place[], slackM: number): Place[] {
  const kept = new Uint8Array(path.length);
  kept[0] = kept[path.length - 1] = 1;
  const open: [number, number][] = [[0, path.length - 1]];
  for (let stretch = open.pop(); stretch; stretch = open.pop()) {
    const [first, last] = stretch;
    const chord: Segment = { from: path[first] as Place, to: path[last] as Place };
    let [farthest, farthestM] = [-1, slackM];
    for (let i = first + 1; i < last; i++) {
      const distance = distanceM(path[i] as Place, chord);
      if (distance > farthestM) [farthest, farthestM] = [i, distance];
    }
    if (farthest < 0) continue;
    kept[farthest] = 1;
    open.push([first, farthest], [farthest, last]);
  }
  return path.filter((_, i) => kept[i] === 1);
}

const segmentsAlong = (path: readonly Place[]): Segment[] => path.slice(1).map((to, i) => ({ from: path[i] as Place, to }));
