import { distance, type Pose } from '../../core/base/pose.ts';
import type { Model } from '../../core/robots/robots.ts';
import { reachPoint } from './arm-reach.ts';
import type { Point } from './demo.ts';
import type { Shift } from './shift.ts';
import { Worker } from './worker.ts';

/** Where in a cell an arm of five joints stands, and how it holds its hand. */
export interface ArmPlace {
  readonly entity: string;
  readonly model: Model;
  readonly base: Pose;
  /** How far its hand points below level when it picks and puts. */
  readonly downRad: number;
  readonly openM: number;
  /** Where it waits, out of everybody's way. */
  readonly home: Point;
}

/** Where a piece stands, and from where the hand comes to it and goes again. */
export interface Spot {
  readonly at: Point;
  readonly approach: Point;
}

/** To what is open to above. */
export const fromAbove = ([x, y, z]: Point): Spot => ({ at: [x, y, z], approach: [x, y, z + 0.1] });

/** The finger tips are so high above what a piece stands on. */
const GRIP_M = 0.018;
/** What is put down falls the last bit: a hand that presses it on a table is stopped by the table. */
const DROP_M = 0.006;
const SWING_MS = 2400;
const LOWER_MS = 1100;

/** An arm that picks pieces up and puts them down. */
export class HandlingArm {
  readonly #place: ArmPlace;
  readonly #worker: Worker;

  constructor(shift: Shift, place: ArmPlace) {
    this.#place = place;
    this.#worker = new Worker(shift, place.entity);
  }

  get holds(): string | undefined {
    return this.#worker.holds;
  }

  /** What stands there. */
  async pick({ at, approach }: Spot): Promise<void> {
    await this.#to(approach, SWING_MS, this.#place.openM);
    await this.#to(gripOf(at), LOWER_MS);
    await this.#worker.grasp();
    await this.#to(approach, LOWER_MS);
  }

  /** What it has, there. */
  async put({ at, approach }: Spot): Promise<void> {
    await this.#to(approach, SWING_MS);
    await this.#to(gripOf(at, DROP_M), LOWER_MS);
    await this.#worker.release();
    await this.#to(approach, LOWER_MS);
  }

  async goHome(): Promise<void> {
    await this.#to(this.#place.home, SWING_MS);
  }

  async #to(point: Point, moveMs: number, gapM: number | null = null): Promise<void> {
    const { model, base, downRad } = this.#place;
    await this.#worker.go([...reachPoint(model, base, point, downRad), gapM], moveMs);
  }
}

const gripOf = ([x, y, z]: Point, higherM = 0): Point => [x, y, z + GRIP_M + higherM];

/** Which of some pieces stands at a place, if any. */
export function pieceAt(
  { world }: Shift,
  pieces: readonly string[],
  [x, y, z]: Point,
  withinM = 0.03,
): { id: string; at: Point } | undefined {
  for (const id of pieces) {
    const pose = world.entity(id)?.posture.pose;
    if (pose && distance(pose, { ...pose, x, y, z }) <= withinM) return { id, at: [pose.x, pose.y, pose.z] };
  }
  return undefined;
}
