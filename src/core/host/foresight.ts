import { angleBetween, blend, compose, distance, ORIGIN, type Pose } from '../base/pose.ts';
import type { BodyState, Velocity } from '../physics/physics.ts';
import { type BaseMotion, endOf, poseAt } from '../world/world.ts';

/** Where a simulation has a body at an instant of world time. */
export interface Foreseen {
  readonly ms: number;
  readonly state: BodyState;
}

/** What everybody believes may be so wrong before a new motion is said. */
const OFF_M = 0.004;
const OFF_RAD = (2 * Math.PI) / 180;
/** The same where it has come to rest: there it would stay wrong. */
const RESTING_OFF_M = 0.0005;
const RESTING_OFF_RAD = (0.25 * Math.PI) / 180;
/** A piece of the way is straight when it is so nearly. */
const STRAIGHT_M = 0.001;
const STRAIGHT_RAD = (1 * Math.PI) / 180;
/** Beyond what was foreseen a body is said to go on as it goes then: for so long, or when it goes steadily, like on a belt, for so long. */
const GOES_ON_MS = 300;
const GOES_ON_STEADILY_MS = 60_000;
const STEADY_M_PER_S = 0.003;
const STANDS_M_PER_S = 0.002;
/** Slower it trembles on what it lies on. */
const FALLS_M_PER_S = 0.1;
/** A straight blend between two attitudes goes the shorter way round. */
const LARGEST_TURN_RAD = 2;

const nowhere = () => undefined;

/** Whether what was said of a body is near enough to what is foreseen. */
export function agrees(said: BaseMotion, foreseen: readonly Foreseen[]): boolean {
  const last = foreseen.at(-1);
  if (!last) return true;
  const isNear = ({ ms, state }: Foreseen, lengthM: number, angleRad: number) => {
    const believed = poseAt(said, ms, nowhere);
    return believed !== undefined && distance(believed, state.pose) <= lengthM && angleBetween(believed, state.pose) <= angleRad;
  };
  if (last.state.isAsleep && !(endOf(said) <= last.ms && isNear(last, RESTING_OFF_M, RESTING_OFF_RAD))) return false;
  return foreseen.every((instant) => isNear(instant, OFF_M, OFF_RAD));
}

/** The motion that says it: straight pieces to where it comes to rest, or to where it goes beyond what was foreseen. */
export function motionThrough(foreseen: readonly Foreseen[]): BaseMotion | undefined {
  const [first] = foreseen;
  if (!first) return undefined;
  // It may be asleep at first, too: until it is met.
  const rest = foreseen.findLastIndex(({ state }) => !state.isAsleep) + 1;
  if (rest === 0) return { kind: 'still', pose: first.state.pose };
  const knots = straightened(foreseen.slice(0, rest + 1)).map(({ ms, state }) => ({ t: ms, pose: state.pose }));
  if (rest === foreseen.length) knots.push(...beyond(foreseen));
  return { kind: 'path', knots };
}

function beyond(foreseen: readonly Foreseen[]): { t: number; pose: Pose }[] {
  const [first, last] = [foreseen[0], foreseen.at(-1)];
  if (!first || !last) return [];
  const { pose, velocity } = last.state;
  const speed = lengthOf(velocity.linear);
  const turn = lengthOf(velocity.angular);
  if (speed < STANDS_M_PER_S && turn < 0.02) return [];
  const isSteady = foreseen.length > 5 && foreseen.every(({ state }) => isLike(state.velocity, velocity));
  // Whose owner dies while it falls lies on the floor, and not below it.
  const [, , upMPerS] = velocity.linear;
  const untilFloorMs = upMPerS < -FALLS_M_PER_S ? Math.max(1, (1000 * pose.z) / -upMPerS) : Number.POSITIVE_INFINITY;
  const longestMs = Math.min(isSteady ? GOES_ON_STEADILY_MS : GOES_ON_MS, untilFloorMs);
  const forMs = Math.min(longestMs, (1000 * LARGEST_TURN_RAD) / Math.max(turn, 1e-6));
  return [{ t: Math.round(last.ms + forMs), pose: moved(pose, velocity, Math.round(forMs) / 1000) }];
}

const isLike = (a: Velocity, b: Velocity): boolean =>
  a.linear.every((value, axis) => Math.abs(value - (b.linear[axis] ?? 0)) < STEADY_M_PER_S) && lengthOf(a.angular) < 0.03;

/** Where a body is after so many seconds at a velocity. */
export function moved(pose: Pose, { linear, angular }: Velocity, seconds: number): Pose {
  const rate = lengthOf(angular);
  const half = (rate * seconds) / 2;
  const share = rate === 0 ? 0 : Math.sin(half) / rate;
  const turn = { ...ORIGIN, qx: angular[0] * share, qy: angular[1] * share, qz: angular[2] * share, qw: Math.cos(half) };
  const turned = compose(turn, { ...pose, x: 0, y: 0, z: 0 });
  return { ...turned, x: pose.x + linear[0] * seconds, y: pose.y + linear[1] * seconds, z: pose.z + linear[2] * seconds };
}

/** The velocity that takes a body from one pose to another. */
export function velocityBetween(from: Pose, to: Pose, seconds: number): Velocity {
  const turn = compose({ ...to, x: 0, y: 0, z: 0 }, { ...ORIGIN, qx: -from.qx, qy: -from.qy, qz: -from.qz, qw: from.qw });
  const sine = Math.sqrt(turn.qx ** 2 + turn.qy ** 2 + turn.qz ** 2);
  const rate = sine < 1e-9 ? 0 : ((2 * Math.atan2(sine, Math.abs(turn.qw))) / sine / seconds) * (turn.qw < 0 ? -1 : 1);
  return {
    linear: [(to.x - from.x) / seconds, (to.y - from.y) / seconds, (to.z - from.z) / seconds],
    angular: [turn.qx * rate, turn.qy * rate, turn.qz * rate],
  };
}

const lengthOf = ([x, y, z]: readonly [number, number, number]): number => Math.sqrt(x * x + y * y + z * z);

/** Leaves out what lies on the straight way between the others. */
function straightened(way: readonly Foreseen[]): Foreseen[] {
  const kept: Foreseen[] = way.slice(0, 1);
  for (let from = 0; from < way.length - 1; ) {
    let to = from + 1;
    while (to + 1 < way.length && isStraight(way, from, to + 1)) to++;
    const knot = way[to];
    if (knot) kept.push(knot);
    from = to;
  }
  return kept;
}

function isStraight(way: readonly Foreseen[], from: number, to: number): boolean {
  const [start, end] = [way[from], way[to]];
  if (!start || !end) return false;
  for (let index = from + 1; index < to; index++) {
    const between = way[index];
    if (!between) continue;
    const pose = blend(start.state.pose, end.state.pose, (between.ms - start.ms) / (end.ms - start.ms));
    if (distance(pose, between.state.pose) > STRAIGHT_M || angleBetween(pose, between.state.pose) > STRAIGHT_RAD) return false;
  }
  return true;
}
