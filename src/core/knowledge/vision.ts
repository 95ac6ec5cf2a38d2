import type { FloorPlan, NamedPoint, Place } from '../maps/maps.ts';
import type { Piece, Scenery } from './scenery.ts';
import type { Eye, SeenStretch, Sight } from './sight.ts';

export interface LookOptions {
  /** The openings that are shut, by their place among the openings of the plan: nothing is seen through them. */
  readonly shut?: ReadonlySet<number> | undefined;
}

const TURN = 2 * Math.PI;
/** What is at the same distance up to this hides nothing of each other: walls that lie upon each other are both seen. */
const SAME_M = 1e-6;
/** What is narrower has no side to be seen: walls that meet, but for rounding, leave no gap. */
const NARROWEST_RAD = 1e-9;
/** An eye so near to a wall is in it, and sees nothing. */
const IN_WALL_M = 1e-6;
/** Of a wall whose line passes so near to the eye no face is seen: how much of it, rounding would decide. */
const EDGE_ON_M = 1e-3;
/** Where nothing is in the way the outline follows the range in steps of this. */
const ARC_RAD = Math.PI / 45;
/** A notice hangs on the face of a wall, which is so far before the line that the map draws. */
const NOTICE_BEFORE_M = 0.05;

/** What is seen of a piece, between two directions (to the left of the right edge of the field). */
interface Swath {
  readonly piece: Piece;
  readonly isOpaque: boolean;
  readonly fromRad: number;
  readonly toRad: number;
  /** Its line, as seen from the eye: distance, and the direction of the normal that points away. */
  readonly distanceM: number;
  readonly normalX: number;
  readonly normalY: number;
  /** From the foot of the eye on its line to its beginning: along the piece. */
  readonly footM: number;
  /** The part within the range, in metres from the beginning of the piece. */
  readonly nearM: number;
  readonly farM: number;
}

/** What lies between two neighbouring directions: the nearest that hides, if anything does. */
interface Sector {
  readonly fromRad: number;
  readonly toRad: number;
  readonly nearest: Swath | undefined;
}

/**
 * What is seen of a floor: exactly, by turning a ray from each end of a piece to the next. Between two ends nothing changes but distances, for pieces
 * do not cross; so what is nearest in the middle is nearest throughout.
 */
export function look(scenery: Scenery, eye: Eye, { shut = NONE }: LookOptions = {}): Sight {
  const field = new Field(eye);
  const swaths = swathsOf(scenery, field, shut);
  if (!swaths) return { eye, walls: [], openings: [], shut: NONE, notices: [], points: [], outline: new Float64Array(0) };
  const seen = new Stretches();
  const sectors = sweep(swaths, field, (swath, fromRad, toRad) => {
    const { piece } = swath;
    const [a, b] = [alongPiece(swath, field.directionOf(fromRad)), alongPiece(swath, field.directionOf(toRad))];
    seen.add(piece.owner, piece.beginsM + Math.min(a, b), piece.beginsM + Math.max(a, b));
  });
  const walls = scenery.plan.walls.length;
  const stretches = seen.joined();
  const openings = stretches.filter(({ index }) => index >= walls).map((stretch) => ({ ...stretch, index: stretch.index - walls }));
  return {
    eye,
    walls: stretches.filter(({ index }) => index < walls),
    openings,
    shut: new Set(openings.map(({ index }) => index).filter((index) => shut.has(index))),
    ...marksSeen(scenery.plan, field, sectors),
    outline: outlineOf(sectors, field),
  };
}

const NONE: ReadonlySet<number> = new Set();

/** Directions are counted to the left from the right edge of the field. */
class Field {
  readonly eye: Eye;
  readonly widthRad: number;
  readonly #rightRad: number;

  constructor(eye: Eye) {
    this.eye = eye;
    this.widthRad = Math.min(Math.max(eye.fieldRad, 0), TURN);
    this.#rightRad = eye.yawRad - this.widthRad / 2;
  }

  /** From 0 to below a whole turn. */
  angleOf(x: number, y: number): number {
    const angle = (Math.atan2(y, x) - this.#rightRad) % TURN;
    return angle < 0 ? angle + TURN : angle;
  }

  directionOf(angle: number): Place {
    return [Math.cos(angle + this.#rightRad), Math.sin(angle + this.#rightRad)];
  }
}

/** Undefined: the eye is in a wall. */
function swathsOf(scenery: Scenery, field: Field, shut: ReadonlySet<number>): Swath[] | undefined {
  const swaths: Swath[] = [];
  let isInWall = false;
  const { eye } = field;
  const walls = scenery.plan.walls.length;
  scenery.near(eye, (piece) => {
    const isOpaque = piece.owner < walls || shut.has(piece.owner - walls);
    const [dx, dy] = [piece.from[0] - eye.at[0], piece.from[1] - eye.at[1]];
    const [ux, uy] = piece.along;
    // To the left of the piece, or to its right: its normal is turned away from the eye.
    const left = ux * dy - uy * dx;
    const footM = ux * dx + uy * dy;
    const distanceM = Math.abs(left);
    if (distanceM >= eye.rangeM) return;
    const reachM = Math.sqrt(eye.rangeM ** 2 - left ** 2);
    const [nearM, farM] = [Math.max(0, -reachM - footM), Math.min(piece.lengthM, reachM - footM)];
    if (nearM >= farM) return;
    if (distanceM < IN_WALL_M) {
      isInWall ||= isOpaque && footM < IN_WALL_M && footM + piece.lengthM > -IN_WALL_M;
      return;
    }
    const side = left < 0 ? -1 : 1;
    const line = { piece, isOpaque, distanceM, normalX: -uy * side, normalY: ux * side, footM, nearM, farM };
    const [near, far] = [field.angleOf(dx + ux * nearM, dy + uy * nearM), field.angleOf(dx + ux * farM, dy + uy * farM)];
    // What is to the left of its own way turns to the left with it.
    const [fromRad, toRad] = left < 0 ? [near, far] : [far, near];
    if (fromRad <= toRad) addWithin(swaths, { ...line, fromRad, toRad }, field.widthRad);
    else {
      addWithin(swaths, { ...line, fromRad, toRad: TURN }, field.widthRad);
      addWithin(swaths, { ...line, fromRad: 0, toRad }, field.widthRad);
    }
  });
  return isInWall ? undefined : swaths;
}

function addWithin(swaths: Swath[], swath: Swath, widthRad: number): void {
  if (swath.fromRad >= widthRad || swath.toRad - swath.fromRad < NARROWEST_RAD) return;
  swaths.push(swath.toRad > widthRad ? { ...swath, toRad: widthRad } : swath);
}

/** Tells of all that is seen between each two neighbouring directions. */
function sweep(swaths: Swath[], field: Field, tell: (swath: Swath, fromRad: number, toRad: number) => void): Sector[] {
  const bounds = new Float64Array(2 * swaths.length + 2);
  for (const [i, { fromRad, toRad }] of swaths.entries()) {
    bounds[2 * i] = fromRad;
    bounds[2 * i + 1] = toRad;
  }
  bounds[2 * swaths.length + 1] = field.widthRad;
  bounds.sort();
  swaths.sort((a, b) => a.fromRad - b.fromRad);
  const sectors: Sector[] = [];
  let active: Swath[] = [];
  let next = 0;
  let fromRad = 0;
  for (const toRad of bounds) {
    if (toRad - fromRad < NARROWEST_RAD) continue;
    const middle = (fromRad + toRad) / 2;
    if (active.some((swath) => swath.toRad < middle)) active = active.filter((swath) => swath.toRad >= middle);
    for (let swath = swaths[next]; swath && swath.fromRad <= middle; swath = swaths[++next]) if (swath.toRad >= middle) active.push(swath);
    const [x, y] = field.directionOf(middle);
    const nearest = nearestOf(active, x, y);
    const behindM = nearest ? distanceAlong(nearest, x, y) + SAME_M : Number.POSITIVE_INFINITY;
    for (const swath of active) if (swath.distanceM > EDGE_ON_M && distanceAlong(swath, x, y) <= behindM) tell(swath, fromRad, toRad);
    sectors.push({ fromRad, toRad, nearest });
    fromRad = toRad;
  }
  return sectors;
}

function nearestOf(swaths: readonly Swath[], x: number, y: number): Swath | undefined {
  let nearest: Swath | undefined;
  let nearestM = Number.POSITIVE_INFINITY;
  for (const swath of swaths) {
    const distanceM = distanceAlong(swath, x, y);
    if (swath.isOpaque && distanceM < nearestM) [nearest, nearestM] = [swath, distanceM];
  }
  return nearest;
}

/** How far it is to the line of a swath in a direction that meets it. */
const distanceAlong = ({ distanceM, normalX, normalY }: Swath, x: number, y: number): number => distanceM / (normalX * x + normalY * y);

/** Where a direction meets the piece, in metres from its beginning; never beyond the part that is within the range. */
function alongPiece(swath: Swath, [x, y]: Place): number {
  const [ux, uy] = swath.piece.along;
  const alongM = distanceAlong(swath, x, y) * (ux * x + uy * y) - swath.footM;
  return Math.min(Math.max(alongM, swath.nearM), swath.farM);
}

/** By owner, joined where they meet: pieces of one wall, and the two sides of the edge of the field. */
class Stretches {
  readonly #byOwner = new Map<number, { fromM: number; toM: number }[]>();

  add(owner: number, fromM: number, toM: number): void {
    const others = this.#byOwner.get(owner);
    const last = others?.at(-1);
    if (!others) this.#byOwner.set(owner, [{ fromM, toM }]);
    else if (last && fromM <= last.toM + SAME_M && toM >= last.fromM - SAME_M) {
      last.fromM = Math.min(last.fromM, fromM);
      last.toM = Math.max(last.toM, toM);
    } else others.push({ fromM, toM });
  }

  joined(): SeenStretch[] {
    const stretches: SeenStretch[] = [];
    for (const [index, seen] of [...this.#byOwner].sort(([a], [b]) => a - b)) {
      let last: { fromM: number; toM: number } | undefined;
      for (const { fromM, toM } of seen.sort((a, b) => a.fromM - b.fromM)) {
        if (last && fromM <= last.toM + SAME_M) last.toM = Math.max(last.toM, toM);
        else {
          last = { fromM, toM };
          stretches.push(Object.assign(last, { index }));
        }
      }
    }
    return stretches.filter(({ fromM, toM }) => toM > fromM);
  }
}

/** Notices from the side that they face; points from everywhere. */
function marksSeen(plan: FloorPlan, field: Field, sectors: readonly Sector[]): { notices: number[]; points: number[] } {
  const isSeen = ([x, y]: Place): boolean => {
    const { eye } = field;
    const [dx, dy] = [x - eye.at[0], y - eye.at[1]];
    const distanceM = Math.hypot(dx, dy);
    if (distanceM > eye.rangeM) return false;
    if (distanceM < SAME_M) return true;
    const angle = field.angleOf(dx, dy);
    const reaches = (at: number) => distanceM <= reachM(sectors, field, at) + SAME_M;
    // In the direction of an end, what is seen beside it counts.
    return reaches(angle) || reaches(angle - NARROWEST_RAD) || reaches(angle + NARROWEST_RAD);
  };
  const notices = plan.notices.flatMap((notice, index) => {
    const before = inFrontOf(notice);
    const [faceX, faceY] = [before[0] - notice.at[0], before[1] - notice.at[1]];
    const isFacing = faceX * (field.eye.at[0] - before[0]) + faceY * (field.eye.at[1] - before[1]) > 0;
    return isFacing && isSeen(before) ? [index] : [];
  });
  return { notices, points: plan.points.flatMap(({ at }, index) => (isSeen(at) ? [index] : [])) };
}

const inFrontOf = ({ at: [x, y], yawRad }: NamedPoint): Place => [
  x + Math.cos(yawRad) * NOTICE_BEFORE_M,
  y + Math.sin(yawRad) * NOTICE_BEFORE_M,
];

/** How far one can see in a direction; outside of the field not at all. */
function reachM(sectors: readonly Sector[], field: Field, angle: number): number {
  let [low, high] = [0, sectors.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sectors[middle] as Sector).toRad < angle) low = middle + 1;
    else high = middle;
  }
  const sector = sectors[low];
  if (!sector || angle < sector.fromRad || angle > sector.toRad) return Number.NEGATIVE_INFINITY;
  const [x, y] = field.directionOf(angle);
  return sector.nearest ? distanceAlong(sector.nearest, x, y) : field.eye.rangeM;
}

function outlineOf(sectors: readonly Sector[], field: Field): Float64Array {
  const { at, rangeM } = field.eye;
  const points: number[] = field.widthRad < TURN ? [...at] : [];
  const add = (angle: number, distanceM: number) => {
    const [x, y] = field.directionOf(angle);
    points.push(at[0] + x * distanceM, at[1] + y * distanceM);
  };
  for (const { fromRad, toRad, nearest } of sectors) {
    const steps = nearest ? 1 : Math.ceil((toRad - fromRad) / ARC_RAD);
    for (let step = 0; step <= steps; step++) {
      const angle = fromRad + ((toRad - fromRad) * step) / steps;
      const [x, y] = field.directionOf(angle);
      add(angle, nearest ? Math.min(distanceAlong(nearest, x, y), rangeM) : rangeM);
    }
  }
  return Float64Array.from(points);
}
