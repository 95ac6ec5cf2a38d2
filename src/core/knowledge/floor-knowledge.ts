import { hashText } from '../base/hash.ts';
import type { FloorPlan, Gap, NamedPoint, Notice, Obstacle, Segment } from '../maps/maps.ts';
import { Cells } from './cells.ts';
import { type Intervals, lengthOf, NO_INTERVALS, unionOf } from './intervals.ts';
import { type Line, millimetresOf, onLine, placeOn } from './line.ts';
import type { SeenStretch, Sight } from './sight.ts';

/** What is known of one wall, door or junction: where it was seen, and not a millimetre more. */
export interface KnownStretches<Kind extends string> {
  readonly kind: Kind;
  /** As in the map; undefined for the border, which no member describes. */
  readonly member: number | undefined;
  readonly line: Line;
  /** In millimetres along the line. */
  readonly stretches: Intervals;
}

export type KnownWall = KnownStretches<Obstacle['source']>;
export type KnownOpening = KnownStretches<Gap['kind']>;

/** A name or a file longer than this is known by its beginning. */
const MOST_LETTERS = 400;

/** What a robot, or a team, knows of one floor. It only grows: what two know together is the same whoever tells whom, in whatever order, and however often. */
export class FloorKnowledge {
  readonly #walls = new Map<string, KnownWall>();
  readonly #openings = new Map<string, KnownOpening>();
  readonly #notices = new Map<string, Notice>();
  readonly #points = new Map<string, NamedPoint>();
  /** Where it has seen the floor. */
  readonly cells: Cells = new Cells();
  #version = 0;

  /** Counts what was new. */
  get version(): number {
    return this.#version;
  }

  get walls(): KnownWall[] {
    return inOrder(this.#walls);
  }

  get openings(): KnownOpening[] {
    return inOrder(this.#openings);
  }

  get notices(): Notice[] {
    return inOrder(this.#notices);
  }

  get points(): NamedPoint[] {
    return inOrder(this.#points);
  }

  get isEmpty(): boolean {
    return this.#walls.size + this.#openings.size + this.#notices.size + this.#points.size + this.cells.count === 0;
  }

  /** Of all walls together. */
  get wallMm(): number {
    return this.walls.reduce((sum, { stretches }) => sum + lengthOf(stretches), 0);
  }

  /** Takes up what an eye sees. Says whether some of it was new. */
  see(plan: FloorPlan, sight: Sight): boolean {
    let isNew = this.cells.fill(sight.outline);
    if (isNew) this.#version++;
    for (const stretch of sight.walls) {
      const wall = plan.walls[stretch.index];
      const known = wall && knownOf(wall.source, wall.member, wall, stretch);
      if (known) isNew = this.addWall(known) || isNew;
    }
    for (const stretch of sight.openings) {
      const opening = plan.openings[stretch.index];
      const known = opening && knownOf(opening.kind, opening.member, opening, stretch);
      if (known) isNew = this.addOpening(known) || isNew;
    }
    for (const index of sight.notices) isNew = this.addNotice(plan.notices[index] as Notice) || isNew;
    for (const index of sight.points) isNew = this.addPoint(plan.points[index] as NamedPoint) || isNew;
    return isNew;
  }

  merge(other: FloorKnowledge): boolean {
    let isNew = this.cells.merge(other.cells);
    if (isNew) this.#version++;
    for (const wall of other.#walls.values()) isNew = this.addWall(wall) || isNew;
    for (const opening of other.#openings.values()) isNew = this.addOpening(opening) || isNew;
    for (const notice of other.#notices.values()) isNew = this.addNotice(notice) || isNew;
    for (const point of other.#points.values()) isNew = this.addPoint(point) || isNew;
    return isNew;
  }

  addWall(wall: KnownWall): boolean {
    return this.#grown(addStretches(this.#walls, wall));
  }

  addOpening(opening: KnownOpening): boolean {
    return this.#grown(addStretches(this.#openings, opening));
  }

  addNotice({ at, yawRad, name, member, heightM, file }: Notice): boolean {
    const notice = { at, yawRad, name: shortened(name), member, heightM, file: shortened(file) ?? '' };
    return this.#grown(addOnce(this.#notices, notice));
  }

  addPoint({ at, yawRad, name, member }: NamedPoint): boolean {
    return this.#grown(addOnce(this.#points, { at, yawRad, name: shortened(name), member }));
  }

  #grown(isNew: boolean): boolean {
    if (isNew) this.#version++;
    return isNew;
  }
}

/** The segments that are known of a wall or an opening. */
export function segmentsOf({ line, stretches }: Pick<KnownStretches<string>, 'line' | 'stretches'>): Segment[] {
  const segments: Segment[] = [];
  for (let i = 0; i < stretches.length; i += 2)
    segments.push({ from: placeOn(line, stretches[i] as number), to: placeOn(line, stretches[i + 1] as number) });
  return segments;
}

/** Another for each plan: what was seen of one says nothing of another. */
export const editionOf = ({ walls, openings, notices, points }: FloorPlan): number =>
  hashText(JSON.stringify([walls, openings, notices, points]));

function knownOf<Kind extends string>(
  kind: Kind,
  member: number | undefined,
  segment: Segment,
  { fromM, toM }: SeenStretch,
): KnownStretches<Kind> | undefined {
  const on = onLine(segment);
  const stretch = millimetresOf(on, fromM, toM);
  return stretch && { kind, member, line: on.line, stretches: stretch };
}

function addStretches<Kind extends string>(known: Map<string, KnownStretches<Kind>>, seen: KnownStretches<Kind>): boolean {
  const key = keyOf(seen);
  const before = known.get(key);
  const stretches = unionOf(before?.stretches ?? NO_INTERVALS, seen.stretches);
  if (before?.stretches === stretches || stretches.length === 0) return false;
  known.set(key, { ...seen, stretches });
  return true;
}

function addOnce<T extends NamedPoint>(known: Map<string, T>, mark: T): boolean {
  const key = `${keyNumber(mark.member)} ${JSON.stringify(mark)}`;
  if (known.has(key)) return false;
  known.set(key, mark);
  return true;
}

/** Texts in the order of their numbers, so that all who know the same have it in the same order. */
const keyNumber = (value: number): string => String(value).padStart(9, '0');

export const keyOf = ({ kind, member = -1, line }: Omit<KnownStretches<string>, 'stretches'>): string =>
  `${keyNumber(member + 1)} ${keyNumber(line.direction)} ${keyNumber(line.offset)} ${kind}`;

const inOrder = <T>(known: ReadonlyMap<string, T>): T[] =>
  [...known].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, value]) => value);

const shortened = <T extends string | undefined>(text: T): T => (text === undefined ? text : (text.slice(0, MOST_LETTERS) as T));
