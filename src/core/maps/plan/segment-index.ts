import { type Box, type BoxQuery, BoxTree } from './box-tree.ts';
import { alongOf, degreesOf, directionOf, dotted, leftOf, lengthM, type Place, radiansOf, type Segment } from './segment.ts';
import type { Visits } from './visits.ts';

/** How far apart, and how far from parallel, two segments may be to lie on each other. */
export interface Tolerance {
  readonly metres: number;
  readonly degrees: number;
}

/** What is looked for: others that a segment may lie on. There may be some that it does not lie on: `isWanted` looks more closely. */
export interface Sought<S> {
  readonly tolerance: Tolerance;
  readonly visits: Visits;
  readonly isWanted: (other: S) => boolean;
}

/** Of one degree each: a line has no other direction than its opposite. */
const BANDS = 180;
const ROUNDING = 1e-6;
/** What comparing two segments costs, in boxes looked at. */
const COMPARISON = 20;

/** Segments of about the same direction, in boxes along it: however they are turned, these are about as thin as the segments. */
interface Band<S> {
  readonly along: Place;
  readonly segments: readonly S[];
  readonly tree: BoxTree;
}

/** Finds the segments that others lie on without looking at all of them: by direction first, then by place. */
export class SegmentIndex<S extends Segment> {
  readonly #bands = new Map<number, Band<S>>();

  constructor(segments: Iterable<S>) {
    const byBand = new Map<number, S[]>();
    for (const segment of segments) {
      const band = Math.round(angleDeg(segment)) % BANDS;
      const others = byBand.get(band);
      if (others) others.push(segment);
      else byBand.set(band, [segment]);
    }
    for (const [band, members] of byBand) {
      const along = directionOf(band);
      this.#bands.set(band, { along, segments: members, tree: new BoxTree(members.map((member) => boxAbout(member, along))) });
    }
  }

  /** The first one wanted that the segment lies on; undefined, too, when the visits are spent. */
  find(segment: Segment, sought: Sought<S>): S | undefined {
    return this.#search(segment, sought, touching);
  }

  /** Likewise of those that go as far as the segment at both its ends. */
  findCover(segment: Segment, sought: Sought<S>): S | undefined {
    return this.#search(segment, sought, covering);
  }

  #search(segment: Segment, { tolerance, visits, isWanted }: Sought<S>, asked: typeof touching): S | undefined {
    let found: S | undefined;
    for (const { along, segments, tree } of this.#bandsNear(segment, tolerance.degrees)) {
      const look = (boxes: number) => visits.spend(boxes);
      tree.search(asked(boxAbout(segment, along), apartM(segment, tolerance)), look, (at) => {
        const other = segments[at] as S;
        if (!visits.spend(COMPARISON)) return true;
        if (isWanted(other)) found = other;
        return found !== undefined;
      });
      if (found !== undefined || visits.isSpent) break;
    }
    return found;
  }

  #bandsNear(segment: Segment, degrees: number): Iterable<Band<S>> {
    if (degrees >= BANDS / 2) return this.#bands.values();
    const angle = angleDeg(segment);
    const [first, last] = [Math.round(angle - degrees - ROUNDING), Math.round(angle + degrees + ROUNDING)];
    return Array.from({ length: last - first + 1 }, (_, i) => this.#bands.get((first + i + BANDS) % BANDS)).filter(
      (band) => band !== undefined,
    );
  }
}

/** From 0 to 180, whichever way it points. */
function angleDeg(segment: Segment): number {
  const [x, y] = alongOf(segment);
  return (degreesOf(Math.atan2(y, x)) + 2 * BANDS) % BANDS;
}

/** How far a point of the segment may be from its like on what the segment lies on: its middle is near, its ends are off by the angle. */
const apartM = (segment: Segment, { metres, degrees }: Tolerance): number =>
  metres + (lengthM(segment) / 2) * Math.tan(radiansOf(Math.min(degrees, 45))) + ROUNDING;

/** As seen along a direction. */
function boxAbout({ from, to }: Segment, along: Place): Box {
  const left = leftOf(along);
  const [x1, y1, x2, y2] = [dotted(from, along), dotted(from, left), dotted(to, along), dotted(to, left)];
  return { lowX: Math.min(x1, x2), lowY: Math.min(y1, y2), highX: Math.max(x1, x2), highY: Math.max(y1, y2) };
}

const touching = ({ lowX, lowY, highX, highY }: Box, apartM: number): BoxQuery => ({
  beginsByX: highX + apartM,
  beginsByY: highY + apartM,
  endsFromX: lowX - apartM,
  endsFromY: lowY - apartM,
});

const covering = (box: Box, apartM: number): BoxQuery => ({
  ...touching(box, apartM),
  // It may be shorter by the tolerance, and turned.
  beginsByX: box.lowX + 2 * apartM,
  endsFromX: box.highX - 2 * apartM,
});
