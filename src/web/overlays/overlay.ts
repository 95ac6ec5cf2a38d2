/**
 * What is drawn over a world of plans, sensors and knowledge, in 3D and from above: plain data in typed arrays, metres of the world. Who makes it knows no
 * drawing, and who draws it knows neither robots nor planners.
 */

/** A stretch of a way on one floor. */
export interface Stretch {
  /** Undefined where there are no floors. */
  readonly floor: string | undefined;
  readonly heightM: number;
  /** x and y in turns. */
  readonly points: Float32Array;
}

export interface GoalMark {
  readonly floor: string | undefined;
  readonly x: number;
  readonly y: number;
  readonly heightM: number;
  /** Undefined: whichever way it comes to stand. */
  readonly headingRad: number | undefined;
}

/** A way that a robot goes, or could go. */
export interface PathLine {
  readonly id: string;
  /** The robot's, by its number of the palette; `accent`: what I am about to do. */
  readonly paint: number | undefined | 'accent';
  readonly stretches: readonly Stretch[];
  readonly goal: GoalMark | undefined;
}

/** What a planner built on its way to an answer. */
export interface GraphLines {
  readonly floor: string | undefined;
  readonly heightM: number;
  /** x and y in turns. */
  readonly nodes: Float32Array;
  /** Indices of nodes, two an edge. */
  readonly edges: Uint32Array;
}

export const NUMBERS_PER_BEAM = 5;

/** What a range sensor measured, where it stood then. */
export interface Scan {
  /** Of the robot and its sensor. */
  readonly id: string;
  readonly paint: number | undefined;
  /** `fan`: beams that lie beside each other; `cones`: each is as wide as its sound. */
  readonly look: 'fan' | 'cones';
  readonly floor: string | undefined;
  readonly heightM: number;
  readonly rangeM: number;
  /** Half of what one beam is wide. */
  readonly halfRad: number;
  /** Nothing newer has come for over a second. */
  readonly isStale: boolean;
  /** Five numbers a beam: x and y of where it begins, cosine and sine of where it goes, metres to what it met; at the sensor's range it met nothing. */
  readonly beams: Float32Array;
}

/** A beam that met nothing ends so near the range. */
const NO_ECHO_M = 0.005;

export const isEcho = (metres: number, rangeM: number): boolean => metres < rangeM - NO_ECHO_M;

/** A floor as somebody knows it: nothing of it that was not seen. */
export interface KnownFloor {
  readonly floor: string | undefined;
  readonly heightM: number;
  /** Four numbers a wall: x and y of both ends. */
  readonly walls: Float32Array;
  /** Doors and junctions: four numbers each, as of walls. */
  readonly openings: Float32Array;
  /** Where the floor itself was seen. */
  readonly seen: SeenCells;
}

/** Square cells, the lower left one first, row by row upwards; 1: seen. */
export interface SeenCells {
  readonly cellM: number;
  /** The lower left corner. */
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
  readonly cells: Uint8Array;
}

/** All that is known to one robot. */
export interface KnownBuilding {
  readonly robot: string;
  readonly floors: readonly KnownFloor[];
}

export const isSeen = ({ cellM, x, y, columns, rows, cells }: SeenCells, [atX, atY]: readonly [number, number]): boolean => {
  const [column, row] = [Math.floor((atX - x) / cellM), Math.floor((atY - y) / cellM)];
  return column >= 0 && row >= 0 && column < columns && row < rows && cells[row * columns + column] === 1;
};
