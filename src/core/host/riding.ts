import { angleBetween, type Pose } from '../base/pose.ts';
import {
  allPlaced,
  type BodyState,
  type CollisionBody,
  type Convex,
  dot,
  leastFromM,
  lengthOf,
  minus,
  type PlacedConvex,
  support,
  type Vector,
} from '../physics/physics.ts';
import type { Foreseen } from './foresight.ts';

/** The surface that carries something: its pieces where they stand, and how it runs in m/s. */
export interface Surface {
  /** Of its body. */
  readonly id: string;
  readonly pieces: readonly Convex[];
  readonly frame: Pose;
  readonly velocity: Vector;
}

/** A part that a belt carries steadily: as long as nothing comes near to it, where it is need not be simulated. */
export interface Ride {
  /** The body that carries it. */
  readonly on: string;
  readonly fromMs: number;
  readonly from: BodyState;
  readonly velocity: Vector;
  /** There it comes to the end of the belt. */
  readonly endMs: number;
  /** Until then nothing that stands is in its way. */
  clearUntilMs: number;
}

/** What might disturb what rides, within some seconds. */
export interface Around {
  readonly seconds: number;
  readonly movers: readonly { readonly pieces: readonly PlacedConvex[]; readonly wayM: number }[];
  readonly loose: readonly { readonly entity: string; readonly at: Pose; readonly reachM: number; readonly velocity: Vector }[];
  readonly surfaces: readonly Surface[];
}

/** Who is farther away disturbs nothing. */
export const CLEAR_M = 0.03;
/** A belt that runs as before, but for rounding. */
const SAME_M_PER_S = 1e-4;
const GRAVITY_M_PER_S2 = 9.81;
/** It has gone steadily for so many steps, but for a tremble: it has come to rest on what carries it. */
const STEADY_STEPS = 15;
const TREMBLE_M_PER_S = 0.01;
const TREMBLE_RAD_PER_S = 0.3;
const STEADY_M = 0.0005;
const STEADY_RAD = 0.005;
/** What stands is looked for so far ahead, and again then. */
const LOOK_MS = 3000;
/** So much room there is to what stands beside the way. */
const BESIDE_M = 0.005;
/** What is lower than a part by this is under it. */
const BELOW_M = 0.002;
/** Points of a top are as high as this, and its corners so sharp. */
const LEVEL_M = 0.001;

/** Where what rides is at an instant. */
export function carried({ from, fromMs, velocity: [vx, vy, vz] }: Ride, worldMs: number): BodyState {
  const seconds = (worldMs - fromMs) / 1000;
  const { x, y, z, qx, qy, qz, qw } = from.pose;
  const pose = { x: x + vx * seconds, y: y + vy * seconds, z: z + vz * seconds, qx, qy, qz, qw };
  return { pose, velocity: from.velocity, isAsleep: false };
}

/** Whether the last steps of something went as a surface runs. */
export function goesSteadily(states: readonly Foreseen[], velocity: Vector): boolean {
  const [first, last] = [states.at(-STEADY_STEPS), states.at(-1)];
  if (!first || !last) return false;
  for (let index = 1; index <= STEADY_STEPS; index++) {
    const state = states.at(-index)?.state;
    if (!state || !isCarried(state, velocity)) return false;
  }
  const seconds = (last.ms - first.ms) / 1000;
  const [from, to] = [first.state.pose, last.state.pose];
  const offM = Math.max(
    Math.abs(to.x - from.x - velocity[0] * seconds),
    Math.abs(to.y - from.y - velocity[1] * seconds),
    Math.abs(to.z - from.z - velocity[2] * seconds),
  );
  return offM < STEADY_M && angleBetween(from, to) < STEADY_RAD;
}

function isCarried({ velocity: { linear, angular }, isAsleep }: BodyState, [x, y, z]: Vector): boolean {
  const off = Math.max(Math.abs(linear[0] - x), Math.abs(linear[1] - y), Math.abs(linear[2] - z));
  const turn = Math.max(Math.abs(angular[0]), Math.abs(angular[1]), Math.abs(angular[2]));
  return !isAsleep && off < TREMBLE_M_PER_S && turn < TREMBLE_RAD_PER_S;
}

/** For how many seconds what lies on a level top stays on it with all of its length; undefined when that is not so even now. */
export function staysForS({ pieces, frame, velocity }: Surface, body: CollisionBody, pose: Pose): number | undefined {
  const speed = lengthOf(velocity);
  if (speed === 0 || velocity[2] !== 0) return undefined;
  const [dx, dy] = [velocity[0] / speed, velocity[1] / speed];
  const foot = allPlaced(body.links[0]?.convexes ?? [], pose);
  const farthest = (sign: 1 | -1): number =>
    Math.max(...foot.map((piece) => dot(support(piece, [sign * dx, sign * dy, 0]), [sign * dx, sign * dy, 0]) + piece.convex.radiusM));
  const [front, back] = [farthest(1), -farthest(-1)];
  const across = pose.y * dx - pose.x * dy;
  for (const piece of allPlaced(pieces, frame)) {
    const top = topOf(piece).map(([px, py]): [number, number] => [px * dx + py * dy, py * dx - px * dy]);
    const [low, high] = [Math.min(...top.map(([along]) => along)), Math.max(...top.map(([along]) => along))];
    const [right, left] = [Math.min(...top.map(([, side]) => side)), Math.max(...top.map(([, side]) => side))];
    const isCorner = (along: number, side: number) =>
      top.some((point) => Math.abs(point[0] - along) < LEVEL_M && Math.abs(point[1] - side) < LEVEL_M);
    // Of any other outline it might hang over the edge ever more on the way.
    if (![low, high].every((along) => isCorner(along, right) && isCorner(along, left))) continue;
    if (back < low || front > high || across < right || across > left) continue;
    return (high - front) / speed;
  }
  return undefined;
}

/** The highest points of a piece, in the world. */
function topOf({ convex: { points }, axes: [x, y, z], origin }: PlacedConvex): Vector[] {
  const inWorld = points.map(
    ([px, py, pz]): Vector => [
      origin[0] + x[0] * px + y[0] * py + z[0] * pz,
      origin[1] + x[1] * px + y[1] * py + z[1] * pz,
      origin[2] + x[2] * px + y[2] * py + z[2] * pz,
    ],
  );
  const highest = Math.max(...inWorld.map(([, , height]) => height));
  return inWorld.filter(([, , height]) => height > highest - LEVEL_M);
}

/** Whether something may come near to what rides, from an instant on, or its belt goes otherwise. */
export function isMet(ride: Ride, body: CollisionBody, fromMs: number, { seconds, movers, loose, surfaces }: Around): boolean {
  const surface = surfaces.find(({ id }) => id === ride.on);
  if (!surface || !isSameVelocity(surface.velocity, ride.velocity)) return true;
  const { x, y, z } = carried(ride, fromMs).pose;
  const withinM = body.reachM + lengthOf(ride.velocity) * seconds + CLEAR_M;
  if (movers.some(({ pieces, wayM }) => isNear(pieces, [x, y, z], withinM + wayM))) return true;
  return loose.some(({ at, reachM, velocity }) => {
    const farM = body.reachM + reachM + CLEAR_M + mostWayM(minus(velocity, ride.velocity), seconds);
    return (at.x - x) ** 2 + (at.y - y) ** 2 + (at.z - z) ** 2 < farM * farM;
  });
}

/** Whether some piece may be nearer than this to a point. */
export const isNear = (pieces: readonly PlacedConvex[], at: Vector, withinM: number): boolean =>
  pieces.some((piece) => leastFromM(piece, at) < withinM);

/** How much nearer something can come that goes like this against another: what rests beside it stays there, all else may be about to fall. */
function mostWayM(against: Vector, seconds: number): number {
  const speed = lengthOf(against);
  return speed < TREMBLE_M_PER_S ? 0 : speed * seconds + (GRAVITY_M_PER_S2 / 2) * seconds * seconds;
}

const isSameVelocity = (a: Vector, b: Vector): boolean => a.every((value, axis) => Math.abs(value - (b[axis] ?? 0)) < SAME_M_PER_S);

/** Until when none of some pieces that stand is in the way of a ride from an instant on. */
export function clearUntilMs(ride: Ride, body: CollisionBody, pieces: readonly PlacedConvex[], fromMs: number): number {
  const [vx, vy, vz] = ride.velocity;
  const speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
  const stepMs = (1000 * body.reachM) / speed;
  const untilMs = Math.min(ride.endMs, fromMs + LOOK_MS);
  // Between two looks it is no farther than half a step from one of them.
  const withinM = 1.5 * body.reachM + BESIDE_M;
  const lowM = lowestOf(body, ride.from.pose);
  const beside = pieces.filter((piece) => support(piece, UP)[2] + piece.convex.radiusM > lowM - BELOW_M);
  for (let ms = fromMs; ; ms += stepMs) {
    const { x, y, z } = carried(ride, ms).pose;
    if (beside.some((piece) => leastFromM(piece, [x, y, z]) < withinM)) return ms - stepMs;
    if (ms >= untilMs) return untilMs;
  }
}

const UP: Vector = [0, 0, 1];
const DOWN: Vector = [0, 0, -1];

const lowestOf = ({ links }: CollisionBody, pose: Pose): number =>
  Math.min(...allPlaced(links[0]?.convexes ?? [], pose).map((piece) => support(piece, DOWN)[2] - piece.convex.radiusM));
