import { every } from '../../core/base/clock.ts';
import { compose, inverse, type Pose } from '../../core/base/pose.ts';
import { at } from '../../core/geometry/placement.ts';
import type { ActionDraft, EntityView, Participant } from '../../core/world/world.ts';
import type { LifePorts } from './demo.ts';

/**
 * Where a belt takes what lies on it, in the conveyor's frame: along its top into the hood at its end, down, back inside the belt's body where
 * nobody sees it, and up again in the hood at its beginning. `at` counts in metres of belt, so that the way back is short.
 */
const TOP_M = 0.65;
const INSIDE_M = 0.578;
const END_M = 1.45;
const corners: readonly { readonly at: number; readonly x: number; readonly z: number }[] = [
  { at: 0, x: -END_M, z: TOP_M },
  { at: 2 * END_M, x: END_M, z: TOP_M },
  { at: 2 * END_M + 0.05, x: END_M, z: INSIDE_M },
  { at: 2 * END_M + 0.3, x: -END_M, z: INSIDE_M },
  { at: 2 * END_M + 0.35, x: -END_M, z: TOP_M },
];
export const LOOP_M: number = corners.at(-1)?.at ?? 0;

/** Farther from the way, or from its middle line, and it does not lie on the belt. */
const ON_THE_WAY_M = 0.02;
const HALF_WIDTH_M = 0.14;

const LOOK_EVERY_MS = 100;
/** So far ahead a part's way is sent out; it is sent again before that is over. */
const AHEAD_MS = 20_000;
const RENEW_MS = 1000;
/** Two speeds that differ by less are the same, in m/s. */
const SAME_SPEED = 0.004;

/** The place of a part on the way, and how far it lies from the middle line. */
export interface OnBelt {
  readonly at: number;
  readonly aside: number;
}

/** Where something on the belt is, in the conveyor's frame; `place.at` may be any number of loops. */
export function beltPose({ at: along, aside }: OnBelt): Pose {
  const rest = along - LOOP_M * Math.floor(along / LOOP_M);
  const [from, to] = legAt(rest);
  const share = (rest - from.at) / (to.at - from.at);
  return at(from.x + (to.x - from.x) * share, aside, from.z + (to.z - from.z) * share);
}

function legAt(along: number): [(typeof corners)[number], (typeof corners)[number]] {
  const index = Math.max(
    1,
    corners.findIndex((corner) => corner.at > along),
  );
  return [corners[index - 1] ?? { at: 0, x: 0, z: 0 }, corners[index] ?? { at: 1, x: 0, z: 0 }];
}

/** Where on the belt a body lies, given in the conveyor's frame; undefined when it does not. */
export function placeOnBelt({ x, y, z }: Pose): OnBelt | undefined {
  if (Math.abs(y) > HALF_WIDTH_M) return undefined;
  for (const [index, to] of corners.entries()) {
    const from = corners[index - 1];
    if (!from) continue;
    const [dx, dz] = [to.x - from.x, to.z - from.z];
    const share = Math.max(0, Math.min(1, ((x - from.x) * dx + (z - from.z) * dz) / (dx * dx + dz * dz)));
    const away = Math.hypot(x - from.x - dx * share, z - from.z - dz * share);
    if (away < ON_THE_WAY_M) return { at: from.at + (to.at - from.at) * share, aside: y };
  }
  return undefined;
}

/** The way of a part from where it is, while the belt runs at this speed: corner by corner. */
export function wayAhead(from: OnBelt, speedMPerS: number, conveyor: Pose): ActionDraft {
  const knots: { afterMs: number; pose: Pose }[] = [];
  const forward = speedMPerS > 0;
  const afterMs = (along: number) => (1000 * (along - from.at)) / speedMPerS;
  const add = (along: number) => knots.push({ afterMs: afterMs(along), pose: compose(conveyor, beltPose({ ...from, at: along })) });
  const reach = from.at + (speedMPerS * AHEAD_MS) / 1000;
  const stops = [-1, 0, 1].flatMap((loop) => corners.slice(1).map((corner) => corner.at + loop * LOOP_M));
  const passed = stops.filter((along) => (forward ? along > from.at && along < reach : along < from.at && along > reach));
  for (const along of forward ? passed : passed.reverse()) add(along);
  add(reach);
  return { kind: 'follow', knots };
}

/** Lets a conveyor carry the parts that lie on it, however it is driven and whoever drives it. */
export function carry(world: Participant, conveyor: string, parts: readonly string[], ports: LifePorts): Disposable {
  const belt = new Belt(world, conveyor);
  const carried = parts.map((part) => new Carried(world, part, ports));
  return every(ports.clock, LOOK_EVERY_MS, () => {
    const run = belt.look();
    if (run) for (const part of carried) part.look(run.pose, run.speedMPerS);
  });
}

/** Finds out how fast the belt runs, from how far it came. */
class Belt {
  readonly #world: Participant;
  readonly #conveyor: string;
  #last: { value: number; worldMs: number; generation: number } | undefined;

  constructor(world: Participant, conveyor: string) {
    this.#world = world;
    this.#conveyor = conveyor;
  }

  look(): { pose: Pose; speedMPerS: number } | undefined {
    const view = this.#world.entity(this.#conveyor);
    const { worldMs, generation } = this.#world.time;
    if (!view) return undefined;
    const { pose, values } = view.posture;
    const now = { value: values[0] ?? 0, worldMs, generation };
    const last = this.#last;
    this.#last = now;
    // While the world is paused no time passes, and nothing needs to be said: parts pause with it.
    if (!last || last.generation !== generation || worldMs <= last.worldMs) return undefined;
    return { pose, speedMPerS: (1000 * (now.value - last.value)) / (worldMs - last.worldMs) };
  }
}

class Carried {
  readonly #world: Participant;
  readonly #part: string;
  readonly #ports: LifePorts;
  #speedMPerS = 0;
  #isAsking = false;

  constructor(world: Participant, part: string, ports: LifePorts) {
    this.#world = world;
    this.#part = part;
    this.#ports = ports;
  }

  look(conveyor: Pose, speedMPerS: number): void {
    const view = this.#world.entity(this.#part);
    // What rides on something, or is in a gripper, is no longer the belt's.
    if (!view?.isMine || this.#isAsking || isHeld(view) || view.motion.base.kind === 'ride') return;
    const { worldMs } = this.#world.time;
    const leftMs = view.endsAtMs - worldMs;
    const place = placeOnBelt(compose(inverse(conveyor), view.posture.pose));
    if (!place) return;
    const isRunning = Math.abs(speedMPerS) > SAME_SPEED;
    const isSameSpeed = Math.abs(speedMPerS - this.#speedMPerS) < SAME_SPEED;
    if (isRunning && !(isSameSpeed && leftMs > RENEW_MS)) void this.#do(wayAhead(place, speedMPerS, conveyor), speedMPerS);
    if (!isRunning && leftMs > 0) void this.#do({ kind: 'halt' }, 0);
  }

  async #do(action: ActionDraft, speedMPerS: number): Promise<void> {
    this.#isAsking = true;
    this.#speedMPerS = speedMPerS;
    await this.#world.command(this.#part, action).catch(this.#ports.report);
    this.#isAsking = false;
  }
}

const isHeld = ({ control }: EntityView): boolean =>
  control.stop !== undefined || control.lease !== undefined || control.driver !== undefined;
