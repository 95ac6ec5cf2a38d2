import { Color, Group } from 'three';
import { GoalShape, markMaterial } from './goal-shape.ts';
import type { Look } from './look.ts';
import type { Ray } from './picking.ts';
import type { Point } from './scene-events.ts';

const FARTHEST_M = 500;
/** A drag shorter than this, on the floor, says nothing of a heading. */
const LEAST_DRAG_M = 0.15;

export interface PointedGoal {
  readonly at: Point;
  readonly headingRad: number | undefined;
}

/** A goal that is about to be given: its ring lies under the pointer; who drags from there turns the arrow to where the robot is to look. */
export class GoalPointing implements Disposable {
  readonly group = new Group();
  readonly #material = markMaterial(new Color());
  readonly #distanceM: () => number;
  #shape: GoalShape | undefined;
  #begun: Point | undefined;
  #shown: PointedGoal | undefined;

  /** `distanceM`: how far the camera is away. */
  constructor(distanceM: () => number) {
    this.#distanceM = distanceM;
  }

  get isBegun(): boolean {
    return this.#begun !== undefined;
  }

  setLook(look: Look): void {
    this.#material.color.set(look.accent);
  }

  /** Follows the pointer before anything is pressed. Undefined: the pointer has left. */
  hover(at: Point | undefined): void {
    if (this.#begun) return;
    this.#show(at && { at, headingRad: undefined });
  }

  begin(at: Point): void {
    this.#begun = at;
    this.#show({ at, headingRad: undefined });
  }

  drag(to: Point): void {
    const at = this.#begun;
    if (!at) return;
    const [dx, dy] = [to.x - at.x, to.y - at.y];
    this.#show({ at, headingRad: Math.hypot(dx, dy) < LEAST_DRAG_M ? undefined : Math.atan2(dy, dx) });
  }

  /** What was pointed at, if anything was. */
  end(): PointedGoal | undefined {
    const pointed = this.#begun && this.#shown;
    this.#begun = undefined;
    this.#show(undefined);
    return pointed;
  }

  [Symbol.dispose](): void {
    this.#show(undefined);
    this.#material.dispose();
  }

  #show(goal: PointedGoal | undefined): void {
    this.#shown = goal;
    this.#shape?.[Symbol.dispose]();
    this.#shape = goal && new GoalShape({ ...goal.at, heightM: goal.at.z, headingRad: goal.headingRad }, this.#material);
    if (this.#shape) this.group.add(this.#shape.group);
    this.#shape?.fit(this.#distanceM());
  }
}

/** Where a ray meets a floor. */
export function onFloor(ray: Ray, heightM: number): Point | undefined {
  const alongM = ray.dz < -1e-6 ? (heightM - ray.z) / ray.dz : Number.POSITIVE_INFINITY;
  if (alongM < 0 || alongM > FARTHEST_M) return undefined;
  return { x: ray.x + ray.dx * alongM, y: ray.y + ray.dy * alongM, z: heightM };
}
