import type { CorridorMember, EdlDocument, EdlMember, GapMember, NoticeMember, PointMember, WallMember } from '../edl/document.ts';
import {
  alongOf,
  between,
  directionOf,
  dotted,
  leftOf,
  lengthM,
  lineAngleDeg,
  middleOf,
  type Place,
  type Rectangle,
  type Segment,
  segmentAbout,
  sidesOf,
} from './segment.ts';
import { SegmentIndex, type Tolerance } from './segment-index.ts';

export type { Tolerance } from './segment-index.ts';

/** Where members lie, in metres, before anything is cut. `member` is an index into the document. */
export interface Obstacle extends Segment {
  readonly source: 'border' | 'wall' | 'corridor';
  /** Undefined for the border, which no member describes. */
  readonly member: number | undefined;
}

export interface Corridor extends Rectangle {
  readonly name: string | undefined;
  readonly member: number;
}

export interface Gap extends Segment {
  readonly kind: 'door' | 'junction';
  readonly member: number;
}

/** How far a gap may be off the wall that it opens. */
export const USUAL_TOLERANCE: Tolerance = { metres: 0.01, degrees: 1 };

/** What is shorter than this is there by rounding alone. */
export const SHORTEST_M = 1e-6;
const ROUNDING_M = 1e-9;

/** Centimetres and degrees end here: from now on everything is in metres. */
export const placeOf = ({ xCm, yCm }: { readonly xCm: number; readonly yCm: number }): Place => [xCm / 100, yCm / 100];

export class Layout {
  readonly lengthM: number;
  readonly widthM: number;
  readonly tolerance: Tolerance;
  readonly obstacles: readonly Obstacle[];
  readonly corridors: readonly Corridor[];
  readonly gaps: readonly Gap[];
  readonly points: readonly (PointMember & { readonly member: number })[];
  readonly notices: readonly (NoticeMember & { readonly member: number })[];
  readonly #sides: ReadonlyMap<Corridor, readonly Obstacle[]>;
  readonly obstacleIndex: SegmentIndex<Obstacle>;

  /** `only`: of these members, by their index; else of all. */
  constructor(document: EdlDocument, tolerance: Tolerance = USUAL_TOLERANCE, only: Iterable<number> = document.members.keys()) {
    this.lengthM = document.lengthCm / 100;
    this.widthM = document.widthCm / 100;
    this.tolerance = tolerance;
    const members = Array.from(only, (index) => ({ ...(document.members[index] as EdlMember), member: index }));
    type Of<M> = M & { readonly member: number };
    this.points = members.filter((each): each is Of<PointMember> => each.kind === 'POINT');
    this.notices = members.filter((each): each is Of<NoticeMember> => each.kind === 'NOTICE');
    this.corridors = members.filter((each): each is Of<CorridorMember> => each.kind === 'CORRIDOR').map(corridorOf);
    this.gaps = members.filter((each): each is Of<GapMember> => each.kind === 'DOOR' || each.kind === 'JUNCTION').map(gapOf);
    const walls = members.filter((each): each is Of<WallMember> => each.kind === 'WALL');
    this.#sides = new Map(this.corridors.map((corridor) => [corridor, obstaclesOf(corridor)]));
    this.obstacles = [
      ...borderOf(this.lengthM, this.widthM),
      ...walls.map((wall): Obstacle => ({ ...wallOf(wall), source: 'wall', member: wall.member })),
      ...this.corridors.flatMap((corridor) => this.sidesOf(corridor)),
    ];
    this.obstacleIndex = new SegmentIndex(this.obstacles);
  }

  /** The left and the right one, as obstacles. */
  sidesOf(corridor: Corridor): readonly Obstacle[] {
    return this.#sides.get(corridor) ?? [];
  }

  isOnField([x, y]: Place): boolean {
    return x >= 0 && y >= 0 && x <= this.lengthM && y <= this.widthM;
  }
}

/** Which stretch of `below` a segment lies on, in metres from its beginning; undefined when it does not. */
export function stretchUnder(segment: Segment, below: Segment, tolerance: Tolerance): { fromM: number; toM: number } | undefined {
  const direction = alongOf(below);
  if (lineAngleDeg(alongOf(segment), direction) > tolerance.degrees) return undefined;
  const middle = between(below.from, middleOf(segment));
  if (Math.abs(dotted(middle, leftOf(direction))) > tolerance.metres + ROUNDING_M) return undefined;
  const [a, b] = [dotted(between(below.from, segment.from), direction), dotted(between(below.from, segment.to), direction)];
  const [fromM, toM] = [Math.max(Math.min(a, b), 0), Math.min(Math.max(a, b), lengthM(below))];
  return toM - fromM > SHORTEST_M ? { fromM, toM } : undefined;
}

const corridorOf = (member: CorridorMember & { readonly member: number }): Corridor => ({
  centre: placeOf(member),
  along: directionOf(member.thetaDeg),
  longM: member.longCm / 100,
  wideM: member.wideCm / 100,
  name: member.name,
  member: member.member,
});

const obstaclesOf = (corridor: Corridor): Obstacle[] =>
  sidesOf(corridor).map((side): Obstacle => ({ ...side, source: 'corridor', member: corridor.member }));

const wallOf = (member: WallMember): Segment => segmentAbout(placeOf(member), directionOf(member.thetaDeg), member.longCm / 100);

/** Across the way through. */
const gapOf = (member: GapMember & { readonly member: number }): Gap => ({
  ...segmentAbout(placeOf(member), leftOf(directionOf(member.thetaDeg)), member.wideCm / 100),
  kind: member.kind === 'DOOR' ? 'door' : 'junction',
  member: member.member,
});

function borderOf(lengthM: number, widthM: number): Obstacle[] {
  const corners: Place[] = [
    [0, 0],
    [lengthM, 0],
    [lengthM, widthM],
    [0, widthM],
  ];
  return corners.map((from, i): Obstacle => ({ from, to: corners[(i + 1) % 4] as Place, source: 'border', member: undefined }));
}
