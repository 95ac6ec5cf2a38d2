import { Matrix4, type Object3D, Vector3 } from 'three';
import { ORIGIN, type Pose } from '../../core/base/pose.ts';
import type { Model } from '../../core/robots/model.ts';
import type { Actors } from './actors.ts';
import { MATRIX_NUMBERS } from './affine.ts';
import { Posture } from './chain.ts';
import { type CompiledModel, compileModel, disposeModel } from './compiled-model.ts';
import { Ghost } from './ghost.ts';
import type { Look } from './look.ts';
import type { MeshSource } from './mesh-source.ts';
import { Hit, Ray } from './picking.ts';

const FARTHEST_M = 500;
/** The way down begins so far before the point that was hit: on a top this is above it, beside a wall it is in front of it. */
const BEFORE_M = 0.01;

/** Something that is about to be put where the hand points: its ghost stands on what is under the pointer. */
export class Placing implements Disposable {
  readonly #ghost = new Ghost();
  readonly #hit = new Hit();
  readonly #down = new Ray();
  #compiled: CompiledModel | undefined;
  #lowestM = 0;

  get mark(): Object3D {
    return this.#ghost.group;
  }

  get isUnderWay(): boolean {
    return this.#compiled !== undefined;
  }

  setLook(look: Look): void {
    this.#ghost.setLook(look);
  }

  begin(model: Model, meshes: MeshSource): void {
    this.end();
    const compiled = compileModel(model, 'coarse', meshes);
    this.#compiled = compiled;
    const matrices = matricesAtHome(compiled);
    this.#lowestM = lowestOf(compiled, matrices);
    this.#ghost.show(compiled.bodies, (to, body) => to.fromArray(matrices[body] ?? IDENTITY));
    this.#ghost.group.visible = false;
  }

  end(): void {
    this.#ghost.hide();
    if (this.#compiled) disposeModel(this.#compiled);
    this.#compiled = undefined;
  }

  /** Where it would stand, if there is anything under the pointer; the ghost goes there. */
  point(ray: Ray | undefined, actors: Actors): Pose | undefined {
    const place = ray && surfaceUnder(ray, actors, this.#hit, this.#down);
    this.#ghost.group.visible = place !== undefined;
    if (place === undefined) return undefined;
    const pose = { ...ORIGIN, x: place.x, y: place.y, z: place.z - this.#lowestM };
    this.#ghost.move(pose);
    return pose;
  }

  [Symbol.dispose](): void {
    this.end();
    this.#ghost[Symbol.dispose]();
  }
}

const IDENTITY = new Matrix4().elements;

function matricesAtHome({ chain, bodies, model }: CompiledModel): Float32Array[] {
  const matrices = bodies.map(() => new Float32Array(MATRIX_NUMBERS));
  const homes = Float32Array.from(model.dofs, ({ home }) => home);
  new Posture(chain).write(Float32Array.of(0, 0, 0, 0, 0, 0, 1), 0, homes, 0, matrices, 0);
  return matrices;
}

function lowestOf({ bodies }: CompiledModel, matrices: readonly Float32Array[]): number {
  let lowestM = Number.POSITIVE_INFINITY;
  const [matrix, point] = [new Matrix4(), new Vector3()];
  bodies.forEach(({ pick }, body) => {
    if (pick === undefined) return;
    matrix.fromArray(matrices[body] ?? IDENTITY);
    for (let at = 0; at < pick.positions.length; at += 3) {
      point.fromArray(pick.positions, at).applyMatrix4(matrix);
      lowestM = Math.min(lowestM, point.z);
    }
  });
  return Number.isFinite(lowestM) ? lowestM : 0;
}

/** What is hit first, or what is straight below where it was hit; the floor at last. */
export function surfaceUnder(
  ray: Ray,
  actors: Pick<Actors, 'cast'>,
  hit: Hit,
  down: Ray,
): { readonly x: number; readonly y: number; readonly z: number } | undefined {
  const toFloorM = ray.dz < -1e-6 ? -ray.z / ray.dz : Number.POSITIVE_INFINITY;
  const isHit = actors.cast(ray, hit) && hit.distanceM < toFloorM;
  const wayM = (isHit ? hit.distanceM : toFloorM) - BEFORE_M;
  if (!(wayM < FARTHEST_M)) return undefined;
  const [x, y] = [ray.x + ray.dx * wayM, ray.y + ray.dy * wayM];
  [down.x, down.y, down.z] = [x, y, ray.z + ray.dz * wayM];
  [down.dx, down.dy, down.dz] = [0, 0, -1];
  const z = actors.cast(down, hit) ? Math.max(0, down.z - hit.distanceM) : 0;
  return { x, y, z };
}
