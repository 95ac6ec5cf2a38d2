import { compose, ORIGIN, type Pose } from '../../core/base/pose.ts';
import type { Model } from '../../core/robots/model.ts';
import { Affine, MATRIX_NUMBERS } from './affine.ts';

/**
 * A model's links with those that never move in their parent joined to it: what is left are *bodies*, body 0 being the entity's own frame.
 * T(body) = T(parent) · movement(dof) · origin, as in the model, with pivot and axis in the parent body's frame.
 */
export interface Chain {
  readonly bodies: readonly ChainBody[];
  /** By link: which body it is part of, and where in it. */
  readonly linkBody: readonly number[];
  readonly linkInBody: readonly Pose[];
}

export interface ChainBody {
  readonly parent: number;
  /** -1 for body 0. */
  readonly dof: number;
  readonly link: number;
  readonly kind: 'rotation' | 'translation';
  readonly pivot: readonly [number, number, number];
  readonly axis: readonly [number, number, number];
  readonly origin: Pose;
  readonly factor: number;
  /** Its value counts modulo this; 0 when it does not. */
  readonly period: number;
}

const FRAME_OF_THE_ENTITY: ChainBody = {
  parent: -1,
  dof: -1,
  link: -1,
  kind: 'rotation',
  pivot: [0, 0, 0],
  axis: [0, 0, 1],
  origin: ORIGIN,
  factor: 1,
  period: 0,
};

export function chainOf(model: Model): Chain {
  const bodies: ChainBody[] = [FRAME_OF_THE_ENTITY];
  const linkBody: number[] = [];
  const linkInBody: Pose[] = [];
  model.links.forEach((link, index) => {
    const parent = linkBody[link.parent] ?? 0;
    const parentInBody = linkInBody[link.parent] ?? ORIGIN;
    const dof = link.dof === undefined ? undefined : model.dofs[link.dof];
    if (dof === undefined || link.dof === undefined) {
      linkBody.push(parent);
      linkInBody.push(compose(parentInBody, link.origin));
      return;
    }
    const pivot = compose(parentInBody, at(dof.pivot));
    const tip = compose(parentInBody, at([dof.pivot[0] + dof.axis[0], dof.pivot[1] + dof.axis[1], dof.pivot[2] + dof.axis[2]]));
    const axis = unit([tip.x - pivot.x, tip.y - pivot.y, tip.z - pivot.z]);
    const origin = compose(parentInBody, link.origin);
    const { factor = 1, period = 0 } = link;
    bodies.push({ parent, dof: link.dof, link: index, kind: dof.kind, pivot: [pivot.x, pivot.y, pivot.z], axis, origin, factor, period });
    linkBody.push(bodies.length - 1);
    linkInBody.push(ORIGIN);
  });
  return { bodies, linkBody, linkInBody };
}

/** Where the origin of a link is in the world, for what is done now and then: tools, eyes, joint rings. */
export function linkPose(chain: Chain, link: number, bodyPose: (body: number) => Pose): Pose {
  return compose(bodyPose(chain.linkBody[link] ?? 0), chain.linkInBody[link] ?? ORIGIN);
}

const at = ([x, y, z]: readonly [number, number, number]): Pose => ({ ...ORIGIN, x, y, z });

function unit([x, y, z]: readonly [number, number, number]): [number, number, number] {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

/** The same kinematics for the frame loop: computes into arrays that are there already, and allocates nothing. */
export class Posture {
  readonly #bodies: readonly ChainBody[];
  readonly #origins: readonly Affine[];
  readonly #placed: readonly Affine[];
  readonly #movement = new Affine();
  readonly #moved = new Affine();

  constructor(chain: Chain) {
    this.#bodies = chain.bodies;
    this.#origins = chain.bodies.map((body) => new Affine().setPose(body.origin));
    this.#placed = chain.bodies.map(() => new Affine());
  }

  /** Pose at `poseAt` of `poses` (x y z qx qy qz qw), values from `valuesAt`; body b's matrix goes to place `instance` of `matrices[b]`. */
  write(
    poses: Float32Array,
    poseAt: number,
    values: Float32Array,
    valuesAt: number,
    matrices: readonly Float32Array[],
    instance: number,
  ): void {
    this.#placed[0]?.setFrom(poses, poseAt);
    for (let body = 0; body < matrices.length; body++) {
      if (body > 0) this.#place(body, values, valuesAt);
      const matrix = matrices[body];
      if (matrix !== undefined) this.#placed[body]?.write(matrix, instance * MATRIX_NUMBERS);
    }
  }

  #place(index: number, values: Float32Array, valuesAt: number): void {
    const body = this.#bodies[index];
    const origin = this.#origins[index];
    const placed = this.#placed[index];
    const parent = this.#placed[body?.parent ?? 0];
    if (body === undefined || origin === undefined || placed === undefined || parent === undefined) return;
    const value = (values[valuesAt + body.dof] ?? 0) * body.factor;
    const amount = body.period > 0 ? value - body.period * Math.floor(value / body.period) : value;
    const { axis, pivot } = body;
    if (body.kind === 'rotation') this.#movement.setTurn(axis[0], axis[1], axis[2], pivot[0], pivot[1], pivot[2], amount);
    else this.#movement.setShift(axis[0] * amount, axis[1] * amount, axis[2] * amount);
    this.#moved.setProduct(this.#movement, origin);
    placed.setProduct(parent, this.#moved);
  }
}
