import { levelAt } from '../../core/base/levels.ts';
import type { Place } from '../../core/maps/maps.ts';
import type { EntityInfo, Frame } from '../link/world-link.ts';
import type { ModelSource } from '../scene/model-source.ts';
import { groupOf } from '../world/groups.ts';
import { type RobotState, stateOf } from './robot-state.ts';
import type { MonitorFloor } from './sheet.ts';
import { Trail } from './trail.ts';

const NUMBERS_PER_POSE = 7;
/** Velocity is measured over about this long: long enough to be steady, short enough to be now. */
const OVER_MS = 300;
const SLOWEST_M_PER_S = 0.01;
const SLOWEST_RAD_PER_S = 0.03;
/** Of all joints together; below it, what is told is rounding. */
const SLOWEST_JOINTS_PER_S = 0.005;
/** What stands in no catalog, or says nothing of its size. */
const USUAL_RADIUS_M = 0.3;

/** A robot as it is drawn: written over with each frame, for there may be hundreds. */
export interface Robot {
  readonly id: string;
  info: EntityInfo;
  radiusM: number;
  x: number;
  y: number;
  z: number;
  yawRad: number;
  /** In the world, in metres and radians a second of world time. */
  vx: number;
  vy: number;
  turnRadPerS: number;
  /** Which of the floors it is on, by its number. */
  floor: number;
  isMoving: boolean;
  state: RobotState;
  readonly trail: Trail;
  /** What its velocity is measured from. */
  readonly before: { atMs: number; x: number; y: number; yawRad: number; joints: number };
  jointsPerS: number;
}

/** A leaf of a door: where it hangs, and where it is pivoted to. */
export interface DoorLeaf {
  readonly info: EntityInfo;
  readonly wideM: number;
  readonly floor: number;
  yawRad: number;
}

export const speedOf = ({ vx, vy }: Pick<Robot, 'vx' | 'vy'>): number => Math.hypot(vx, vy);

/** All robots of a world, from what the link tells ten times a second and what its frames tell each time. Knows nothing of how they are drawn. */
export class Fleet {
  #robots: readonly Robot[] = [];
  #doors: readonly DoorLeaf[] = [];
  readonly #byId = new Map<string, Robot>();
  #floors: readonly MonitorFloor[] = [];
  #worldMs: number | undefined;

  get robots(): readonly Robot[] {
    return this.#robots;
  }

  get doors(): readonly DoorLeaf[] {
    return this.#doors;
  }

  /** Of the last frame. */
  get worldMs(): number {
    return this.#worldMs ?? 0;
  }

  get(id: string | undefined): Robot | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  /** Where they stand, for a floor that has no walls. */
  places(): Place[] {
    return this.#robots.map(({ x, y }) => [x, y]);
  }

  setFloors(floors: readonly MonitorFloor[]): void {
    this.#floors = floors;
    for (const robot of this.#robots) robot.floor = this.#floorAt(robot.z);
  }

  /** Those that drive or move something of themselves: no parts, no furniture, nothing of the building. */
  setEntities(entities: ReadonlyMap<string, EntityInfo>, models: ModelSource): void {
    const [robots, doors]: [Robot[], DoorLeaf[]] = [[], []];
    for (const info of entities.values()) {
      const group = groupOf(info, models);
      const extentM = models.get(info.description.model)?.extent.radiusM;
      if (group === 'Robots') robots.push(this.#robotOf(info, extentM ?? USUAL_RADIUS_M));
      else if (group === 'Building' && info.description.dofs.length === 1 && extentM !== undefined) doors.push(this.#doorOf(info, extentM));
    }
    const isThere = new Set(robots.map(({ id }) => id));
    for (const id of this.#byId.keys()) if (!isThere.has(id)) this.#byId.delete(id);
    const names = new Intl.Collator(undefined, { numeric: true });
    this.#robots = robots.sort((a, b) => names.compare(a.info.description.name, b.info.description.name) || (a.id < b.id ? -1 : 1));
    this.#doors = doors;
  }

  /** Where everything is now. Returns whether any of it was elsewhere before. */
  update(frame: Frame): boolean {
    const { worldMs, poses, values } = frame;
    this.#worldMs = worldMs;
    let hasMoved = false;
    for (const robot of this.#robots) {
      const at = robot.info.slot * NUMBERS_PER_POSE;
      // Told of already, but not in a frame yet.
      if (at + NUMBERS_PER_POSE > poses.length) continue;
      if (readPose(robot, poses, at)) hasMoved = true;
      if (this.#floors.length > 1) robot.floor = this.#floorAt(robot.z);
      robot.trail.add(worldMs, robot.x, robot.y, robot.floor);
      measure(robot, worldMs, values);
      const isMoving = movesNow(robot);
      if (isMoving === robot.isMoving) continue;
      robot.isMoving = isMoving;
      robot.state = stateOf({ ...robot.info, isMoving });
    }
    for (const door of this.#doors) {
      const { slot, valuesAt } = door.info;
      const at = slot * NUMBERS_PER_POSE;
      const yawRad = 2 * Math.atan2(poses[at + 5] ?? 0, poses[at + 6] ?? 1);
      const leafRad = yawRad - (values[valuesAt] ?? 0);
      if (leafRad !== door.yawRad) hasMoved = true;
      door.yawRad = leafRad;
    }
    return hasMoved;
  }

  #robotOf(info: EntityInfo, radiusM: number): Robot {
    const known = this.#byId.get(info.id);
    if (known) {
      known.info = info;
      known.radiusM = radiusM;
      known.state = stateOf({ ...info, isMoving: known.isMoving });
      return known;
    }
    const { x, y, z, qz, qw } = info.description.initial.pose;
    const yawRad = 2 * Math.atan2(qz, qw);
    const robot: Robot = {
      ...{ id: info.id, info, radiusM, x, y, z, yawRad, vx: 0, vy: 0, turnRadPerS: 0, jointsPerS: 0, isMoving: false },
      floor: this.#floorAt(z),
      state: stateOf({ ...info, isMoving: false }),
      trail: new Trail(),
      before: { atMs: Number.NaN, x, y, yawRad, joints: 0 },
    };
    this.#byId.set(info.id, robot);
    return robot;
  }

  #doorOf(info: EntityInfo, wideM: number): DoorLeaf {
    return { info, wideM, floor: this.#floorAt(info.description.initial.pose.z), yawRad: 0 };
  }

  #floorAt(z: number): number {
    const level = levelAt(this.#floors, z);
    return level ? this.#floors.indexOf(level) : 0;
  }
}

function readPose(robot: Robot, poses: Float32Array, at: number): boolean {
  const { x, y, z, yawRad } = robot;
  robot.x = poses[at] ?? 0;
  robot.y = poses[at + 1] ?? 0;
  robot.z = poses[at + 2] ?? 0;
  const qx = poses[at + 3] ?? 0;
  const qy = poses[at + 4] ?? 0;
  const qz = poses[at + 5] ?? 0;
  const qw = poses[at + 6] ?? 1;
  robot.yawRad = Math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz));
  return robot.x !== x || robot.y !== y || robot.z !== z || robot.yawRad !== yawRad;
}

/** From where it was a moment ago: what people see is what they read. */
function measure(robot: Robot, worldMs: number, values: Float32Array): void {
  const { before, info } = robot;
  const sinceMs = worldMs - before.atMs;
  if (sinceMs >= 0 && sinceMs < OVER_MS) return;
  let joints = 0;
  // Weighed, so that two that move against each other are not taken for none.
  for (let dof = 0; dof < info.description.dofs.length; dof++) joints += (values[info.valuesAt + dof] ?? 0) * (1 + 0.37 * dof);
  const seconds = sinceMs / 1000;
  // The first time, and after a reset, nothing is known of how it moves.
  const isKnown = seconds > 0;
  robot.vx = isKnown ? (robot.x - before.x) / seconds : 0;
  robot.vy = isKnown ? (robot.y - before.y) / seconds : 0;
  robot.turnRadPerS = isKnown ? wrapped(robot.yawRad - before.yawRad) / seconds : 0;
  robot.jointsPerS = isKnown ? Math.abs(joints - before.joints) / seconds : 0;
  before.atMs = worldMs;
  before.x = robot.x;
  before.y = robot.y;
  before.yawRad = robot.yawRad;
  before.joints = joints;
}

const wrapped = (rad: number): number => Math.atan2(Math.sin(rad), Math.cos(rad));

const movesNow = (robot: Robot): boolean =>
  speedOf(robot) > SLOWEST_M_PER_S || Math.abs(robot.turnRadPerS) > SLOWEST_RAD_PER_S || robot.jointsPerS > SLOWEST_JOINTS_PER_S;
