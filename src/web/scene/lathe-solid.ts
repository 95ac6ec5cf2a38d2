import { type Solid, SolidBuilder } from './solid.ts';

type Profile = readonly (readonly [radius: number, z: number])[];

interface TurnOptions {
  /** Segments around. */
  readonly around: number;
  /** Segments a rounded corner. */
  readonly corner: number;
  /** Radius of a rounded corner, as a share of the smaller of the profile's radius and height. */
  readonly rimShare: number;
}

/** A corner this slight is a curve drawn with few points, not an edge. */
const SMOOTH_RAD = 0.6;

/** Turned about z. A profile that ends off the axis is closed there, unless it ends where it began. */
export function turned(profile: Profile, options: TurnOptions): Solid {
  const closed = closedProfile(profile);
  const rounded = withRoundCorners(closed, options);
  const solid = new SolidBuilder();
  for (let i = 0; i + 1 < rounded.length; i++) {
    const [from, to] = [rounded[i], rounded[i + 1]];
    if (from === undefined || to === undefined) continue;
    const along = segmentAt(rounded, i);
    if (along === undefined) continue;
    const [before, after] = [segmentAt(rounded, i - 1), segmentAt(rounded, i + 1)];
    band(solid, from, to, sharedNormal(along, before), sharedNormal(along, after), options.around);
  }
  return solid;
}

function closedProfile(profile: Profile): Profile {
  const [first, last] = [profile[0], profile.at(-1)];
  if (first === undefined || last === undefined) return profile;
  if (first[0] === last[0] && first[1] === last[1]) return profile;
  return [...(first[0] > 1e-6 ? [[0, first[1]] as const] : []), ...profile, ...(last[0] > 1e-6 ? [[0, last[1]] as const] : [])];
}

interface Segment {
  readonly direction: number;
  readonly length: number;
}

/** The one that begins at this point. */
function segmentAt(profile: Profile, point: number): Segment | undefined {
  const [from, to] = [profile[point], profile[point + 1]];
  if (from === undefined || to === undefined) return undefined;
  const [dr, dz] = [to[0] - from[0], to[1] - from[1]];
  return { direction: Math.atan2(dz, dr), length: Math.hypot(dr, dz) };
}

/**
 * The angle of the normal where a segment meets its neighbour. Over a slight turn the two are one curve: the normal is between them, or that
 * of a much longer one, for a flat cap must stay flat up to its rim.
 */
function sharedNormal(segment: Segment, neighbour: Segment | undefined): number {
  const own = segment.direction - Math.PI / 2;
  if (neighbour === undefined) return own;
  const turn = angleFrom(segment.direction, neighbour.direction);
  if (Math.abs(turn) >= SMOOTH_RAD || segment.length > 2 * neighbour.length) return own;
  return own + (neighbour.length > 2 * segment.length ? turn : turn / 2);
}

function angleFrom(a: number, b: number): number {
  return Math.atan2(Math.sin(b - a), Math.cos(b - a));
}

function withRoundCorners(profile: Profile, { corner, rimShare }: TurnOptions): Profile {
  const radius = profile.reduce((most, [r]) => Math.max(most, r), 0);
  const heights = profile.map(([, z]) => z);
  const rim = Math.min(rimShare * Math.min(radius, Math.max(...heights) - Math.min(...heights)), 0.02);
  if (rim < 1e-5) return profile;
  const rounded: (readonly [number, number])[] = [];
  profile.forEach((point, i) => {
    const [before, after] = [profile[i - 1], profile[i + 1]];
    if (before === undefined || after === undefined) rounded.push(point);
    else rounded.push(...arcAt(before, point, after, rim, corner));
  });
  return rounded;
}

function arcAt(
  before: readonly [number, number],
  point: readonly [number, number],
  after: readonly [number, number],
  rim: number,
  segments: number,
): (readonly [number, number])[] {
  const [inX, inY] = [point[0] - before[0], point[1] - before[1]];
  const [outX, outY] = [after[0] - point[0], after[1] - point[1]];
  const [inLength, outLength] = [Math.hypot(inX, inY), Math.hypot(outX, outY)];
  const turn = Math.atan2(inX * outY - inY * outX, inX * outX + inY * outY);
  if (Math.abs(turn) < SMOOTH_RAD || inLength < 1e-9 || outLength < 1e-9) return [point];
  const half = Math.tan(Math.abs(turn) / 2);
  const reach = Math.min(rim * half, 0.45 * inLength, 0.45 * outLength);
  const radius = reach / half;
  const side = Math.sign(turn);
  const start = [point[0] - (inX / inLength) * reach, point[1] - (inY / inLength) * reach] as const;
  const centre = [start[0] - (inY / inLength) * radius * side, start[1] + (inX / inLength) * radius * side] as const;
  const from = Math.atan2(start[1] - centre[1], start[0] - centre[0]);
  return Array.from({ length: segments + 1 }, (_, i) => {
    const angle = from + (turn * i) / segments;
    return [Math.max(0, centre[0] + Math.cos(angle) * radius), centre[1] + Math.sin(angle) * radius] as const;
  });
}

/** One segment of the profile, all the way round; normals as angles in the profile's plane. */
function band(
  solid: SolidBuilder,
  from: readonly [number, number],
  to: readonly [number, number],
  fromNormal: number,
  toNormal: number,
  around: number,
): void {
  if (Math.hypot(to[0] - from[0], to[1] - from[1]) < 1e-9) return;
  const start = solid.positions.length / 3;
  for (let i = 0; i < around; i++) {
    const angle = (2 * Math.PI * i) / around;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const [fromFlat, toFlat] = [Math.cos(fromNormal), Math.cos(toNormal)];
    solid.vertex(c * from[0], s * from[0], from[1], c * fromFlat, s * fromFlat, Math.sin(fromNormal));
    solid.vertex(c * to[0], s * to[0], to[1], c * toFlat, s * toFlat, Math.sin(toNormal));
  }
  for (let i = 0; i < around; i++) {
    const [a, b] = [start + 2 * i, start + 2 * ((i + 1) % around)];
    if (from[0] > 1e-9) solid.triangle(a, b, b + 1);
    if (to[0] > 1e-9) solid.triangle(a, b + 1, a + 1);
  }
}
