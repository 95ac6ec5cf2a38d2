import { BoxTree, type FloorPlan, type Place, type Segment } from '../maps/maps.ts';
import { lengthM } from '../maps/plan/segment.ts';
import { Visits } from '../maps/plan/visits.ts';
import type { Eye } from './sight.ts';

/** Which stretch of which member a piece is: of the walls of a plan first, then of its openings. */
export interface Piece {
  readonly owner: number;
  /** Where it begins, in metres from the beginning of its owner. */
  readonly beginsM: number;
  readonly lengthM: number;
  readonly from: Place;
  /** Of unit length. */
  readonly along: Place;
}

/** What crosses nearer than this to an end only touches. */
const TOUCH_M = 1e-9;
/** What a comparison of two segments costs, in boxes looked at. */
const COMPARISON = 4;

/** A floor, prepared to be looked at: walls and openings cut where they cross, so that of two pieces one is before the other wherever they are looked at from. */
export class Scenery {
  readonly plan: FloorPlan;
  readonly pieces: readonly Piece[];
  readonly #tree: BoxTree;

  constructor(plan: FloorPlan) {
    this.plan = plan;
    const owners: readonly Segment[] = [...plan.walls, ...plan.openings];
    const cuts = crossingsOf(owners);
    this.pieces = owners.flatMap((owner, index) => piecesOf(owner, index, cuts.get(index) ?? []));
    this.#tree = new BoxTree(
      this.pieces.map(({ from, along, lengthM: long }) => boxOf(from, [from[0] + along[0] * long, from[1] + along[1] * long])),
    );
  }

  isOpening(owner: number): boolean {
    return owner >= this.plan.walls.length;
  }

  /** The pieces whose boxes come within the range. */
  near({ at: [x, y], rangeM }: Eye, tell: (piece: Piece) => void): void {
    const query = { beginsByX: x + rangeM, beginsByY: y + rangeM, endsFromX: x - rangeM, endsFromY: y - rangeM };
    this.#tree.search(
      query,
      () => true,
      (piece) => {
        tell(this.pieces[piece] as Piece);
        return false;
      },
    );
  }
}

function boxOf(a: Place, b: Place) {
  return { lowX: Math.min(a[0], b[0]), lowY: Math.min(a[1], b[1]), highX: Math.max(a[0], b[0]), highY: Math.max(a[1], b[1]) };
}

/** In metres from the beginning of each. Where too much lies over each other the rest stays whole. */
function crossingsOf(segments: readonly Segment[]): Map<number, number[]> {
  const cuts = new Map<number, number[]>();
  const cut = (owner: number, atM: number) => {
    const others = cuts.get(owner);
    if (others) others.push(atM);
    else cuts.set(owner, [atM]);
  };
  const boxes = segments.map(({ from, to }) => boxOf(from, to));
  const tree = new BoxTree(boxes);
  const visits = new Visits();
  for (const [index, segment] of segments.entries()) {
    const { lowX, lowY, highX, highY } = boxes[index] as (typeof boxes)[number];
    tree.search(
      { beginsByX: highX, beginsByY: highY, endsFromX: lowX, endsFromY: lowY },
      (looked) => visits.spend(looked),
      (other) => {
        if (other <= index) return false;
        const crossing = crossingOf(segment, segments[other] as Segment);
        if (crossing) {
          cut(index, crossing[0]);
          cut(other, crossing[1]);
        }
        return !visits.spend(COMPARISON);
      },
    );
  }
  return cuts;
}

/** Where two segments go through each other, in metres from their beginnings. */
function crossingOf(a: Segment, b: Segment): readonly [number, number] | undefined {
  const [longA, longB] = [lengthM(a), lengthM(b)];
  if (longA === 0 || longB === 0) return undefined;
  const [ax, ay] = [(a.to[0] - a.from[0]) / longA, (a.to[1] - a.from[1]) / longA];
  const [bx, by] = [(b.to[0] - b.from[0]) / longB, (b.to[1] - b.from[1]) / longB];
  const sine = ax * by - ay * bx;
  if (Math.abs(sine) < 1e-12) return undefined;
  const [dx, dy] = [b.from[0] - a.from[0], b.from[1] - a.from[1]];
  const [onA, onB] = [(dx * by - dy * bx) / sine, (dx * ay - dy * ax) / sine];
  const isInside = (atM: number, longM: number) => atM > TOUCH_M && atM < longM - TOUCH_M;
  return isInside(onA, longA) && isInside(onB, longB) ? [onA, onB] : undefined;
}

function piecesOf(owner: Segment, index: number, cuts: readonly number[]): Piece[] {
  const long = lengthM(owner);
  if (long === 0) return [];
  const along: Place = [(owner.to[0] - owner.from[0]) / long, (owner.to[1] - owner.from[1]) / long];
  const ends = [0, ...cuts.toSorted((a, b) => a - b), long];
  return ends.slice(1).flatMap((toM, i) => {
    const fromM = ends[i] as number;
    const from: Place = [owner.from[0] + along[0] * fromM, owner.from[1] + along[1] * fromM];
    return toM - fromM > TOUCH_M ? [{ owner: index, beginsM: fromM, lengthM: toM - fromM, from, along }] : [];
  });
}
