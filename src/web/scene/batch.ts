import {
  type BufferGeometry,
  Color,
  DynamicDrawUsage,
  type Group,
  InstancedBufferAttribute,
  InstancedMesh,
  type Material,
  Sphere,
} from 'three';
import { walkingValues, wheelAngles } from '../../core/robots/travel.ts';
import type { EntityInfo, Frame } from '../link/world-link.ts';
import { MATRIX_NUMBERS } from './affine.ts';
import { blobGeometry } from './blob-geometry.ts';
import { Posture } from './chain.ts';
import type { CompiledModel } from './compiled-model.ts';
import { paletteColour } from './palette.ts';

export interface BatchMaterials {
  readonly opaque: Material;
  readonly glass: Material;
  readonly blob: Material;
  readonly floorPaint: Material;
}

/** How the bodies that stand for a model's own are drawn: one geometry for each body of its chain. */
export interface ShapeDrawing {
  readonly group: Group;
  readonly geometries: readonly (BufferGeometry | undefined)[];
  readonly material: Material;
}

/** One entity as it is shown. */
export class Actor {
  readonly id: string;
  info: EntityInfo;
  batch: Batch;
  /** Its place in the batch; changes when another leaves. */
  instance: number;
  /** Summed over its small movements: wheels and legs follow. */
  forwardM = 0;
  turnedRad = 0;
  effort = 0;

  constructor(info: EntityInfo, batch: Batch, instance: number) {
    this.id = info.id;
    this.info = info;
    this.batch = batch;
    this.instance = instance;
  }
}

const POSE_NUMBERS = 7;
/** A base that comes farther in one frame was placed, not driven: its wheels do not roll. */
const PLACED_M = 0.5;
const STALE_SATURATION = 0.45;

/** All entities of one model: an instanced mesh for each body that moves, with the same place for the same entity in all of them. */
export class Batch implements Disposable {
  readonly compiled: CompiledModel;
  readonly actors: Actor[] = [];
  /** Per body: the matrices of all instances. */
  matrices: readonly Float32Array[] = [];
  readonly #group: Group;
  readonly #materials: BatchMaterials;
  readonly #posture: Posture;
  readonly #blobs: ReturnType<typeof blobGeometry>;
  readonly #shown: Float32Array;
  #meshes: InstancedMesh[] = [];
  #shapes: ShapeDrawing | undefined;
  #attributes: InstancedBufferAttribute[] = [];
  #tint = new InstancedBufferAttribute(new Float32Array(4), 4);
  #poses = new Float32Array(0);
  #values = new Float32Array(0);
  #capacity = 0;

  constructor(compiled: CompiledModel, group: Group, materials: BatchMaterials) {
    this.compiled = compiled;
    this.#group = group;
    this.#materials = materials;
    this.#posture = new Posture(compiled.chain);
    this.#blobs = blobGeometry(compiled.feet);
    this.#shown = new Float32Array(compiled.model.dofs.length);
  }

  add(info: EntityInfo): Actor {
    const instance = this.actors.length;
    if (instance === this.#capacity) this.#grow();
    const actor = new Actor(info, this, instance);
    this.actors.push(actor);
    this.#place(actor);
    this.paint(actor);
    this.#setCount();
    return actor;
  }

  /** From a batch of the same model in other detail: it stays as it is. */
  adopt(actor: Actor): Actor {
    const { batch, instance } = actor;
    const adopted = this.add(actor.info);
    adopted.forwardM = actor.forwardM;
    adopted.turnedRad = actor.turnedRad;
    const dofs = this.#shown.length;
    this.#poses.set(batch.#poses.subarray(instance * POSE_NUMBERS, (instance + 1) * POSE_NUMBERS), adopted.instance * POSE_NUMBERS);
    this.#values.set(batch.#values.subarray(instance * dofs, (instance + 1) * dofs), adopted.instance * dofs);
    this.#write(adopted);
    return adopted;
  }

  /** The last one takes its place. */
  remove(actor: Actor): void {
    const last = this.actors.pop();
    if (last !== undefined && last !== actor) {
      this.actors[actor.instance] = last;
      this.#copyInstance(last.instance, actor.instance);
      last.instance = actor.instance;
    }
    this.#setCount();
  }

  /** After its colour or its liveness has changed. */
  paint(actor: Actor): void {
    const { r, g, b } = PAINT.set(paletteColour(actor.info.description.colour).paint);
    const saturation = actor.info.isLive ? 1 : STALE_SATURATION;
    this.#tint.array.set([r, g, b, saturation], actor.instance * 4);
    this.#tint.needsUpdate = true;
  }

  /** Returns whether anything moved. */
  update(frame: Frame, sinceLastS: number): boolean {
    let moved = false;
    for (const actor of this.actors) if (this.#follow(actor, frame, sinceLastS)) moved = true;
    if (moved) for (const attribute of this.#attributes) attribute.needsUpdate = true;
    return moved;
  }

  /** Draws what stands for these entities when they touch something, too, or no longer. The geometries are the batch's from then on. */
  setShapes(shapes: ShapeDrawing | undefined): void {
    this.#dropMeshes();
    for (const geometry of this.#shapes?.geometries ?? []) geometry?.dispose();
    this.#shapes = shapes;
    this.#addMeshes();
    this.#setCount();
  }

  [Symbol.dispose](): void {
    this.setShapes(undefined);
    this.#dropMeshes();
    this.#blobs?.dispose();
  }

  #follow(actor: Actor, frame: Frame, sinceLastS: number): boolean {
    const from = actor.info.slot * POSE_NUMBERS;
    const to = actor.instance * POSE_NUMBERS;
    const { poses, values } = frame;
    if (from + POSE_NUMBERS > poses.length) return false;
    const baseMoved = !isSame(poses, from, this.#poses, to, POSE_NUMBERS);
    const count = actor.info.description.dofs.length;
    const valuesTo = actor.instance * this.#shown.length;
    const kept = Math.min(count, this.#shown.length);
    const jointsMoved = !isSame(values, actor.info.valuesAt, this.#values, valuesTo, kept);
    if (!baseMoved && !jointsMoved && actor.effort === 0) return false;
    if (isUnwritten(poses, from)) return false;
    const { model } = this.compiled;
    if (model.drive !== undefined || model.gait !== undefined) this.#travel(actor, poses, from, to, sinceLastS);
    for (let i = 0; i < POSE_NUMBERS; i++) this.#poses[to + i] = poses[from + i] ?? 0;
    for (let i = 0; i < kept; i++) this.#values[valuesTo + i] = values[actor.info.valuesAt + i] ?? 0;
    this.#write(actor);
    return true;
  }

  #travel(actor: Actor, poses: Float32Array, from: number, to: number, sinceLastS: number): void {
    const dx = (poses[from] ?? 0) - (this.#poses[to] ?? 0);
    const dy = (poses[from + 1] ?? 0) - (this.#poses[to + 1] ?? 0);
    const yaw = yawAt(this.#poses, to);
    const turned = Math.atan2(Math.sin(yawAt(poses, from) - yaw), Math.cos(yawAt(poses, from) - yaw));
    const isPlaced = dx * dx + dy * dy > PLACED_M * PLACED_M;
    const forward = isPlaced ? 0 : dx * Math.cos(yaw) + dy * Math.sin(yaw);
    actor.forwardM += forward;
    if (!isPlaced) actor.turnedRad += turned;
    const isGoing = Math.abs(forward) > 0.02 * sinceLastS || Math.abs(turned) > 0.05 * sinceLastS;
    const change = sinceLastS * 5;
    actor.effort = isGoing ? Math.min(1, actor.effort + change) : Math.max(0, actor.effort - change);
    if (this.compiled.model.gait === undefined) actor.effort = 0;
  }

  /** As described, until the first frame. */
  #place(actor: Actor): void {
    const { pose, values } = actor.info.description.initial;
    this.#poses.set([pose.x, pose.y, pose.z, pose.qx, pose.qy, pose.qz, pose.qw], actor.instance * POSE_NUMBERS);
    const at = actor.instance * this.#shown.length;
    this.compiled.model.dofs.forEach((dof, i) => {
      this.#values[at + i] = values[i] ?? dof.home;
    });
    this.#write(actor);
    for (const attribute of this.#attributes) attribute.needsUpdate = true;
  }

  #write(actor: Actor): void {
    const at = actor.instance * this.#shown.length;
    const { drive, gait } = this.compiled.model;
    for (let i = 0; i < this.#shown.length; i++) this.#shown[i] = this.#values[at + i] ?? 0;
    if (drive !== undefined) {
      const [left, right] = wheelAngles(drive, actor);
      this.#shown[drive.wheels[0]] = left;
      this.#shown[drive.wheels[1]] = right;
    }
    if (gait !== undefined && actor.effort > 0) {
      for (const [dof, walking] of walkingValues(gait, actor)) {
        const standing = this.#shown[dof] ?? 0;
        this.#shown[dof] = standing + (walking - standing) * actor.effort;
      }
    }
    this.#posture.write(this.#poses, actor.instance * POSE_NUMBERS, this.#shown, 0, this.matrices, actor.instance);
  }

  /** What a degree of freedom is shown at. */
  valueOf(actor: Actor, dof: number): number {
    return this.#values[actor.instance * this.#shown.length + dof] ?? 0;
  }

  #setCount(): void {
    for (const mesh of this.#meshes) {
      mesh.count = this.actors.length;
      mesh.visible = mesh.count > 0;
    }
  }

  #copyInstance(from: number, to: number): void {
    this.#poses.copyWithin(to * POSE_NUMBERS, from * POSE_NUMBERS, (from + 1) * POSE_NUMBERS);
    const dofs = this.#shown.length;
    this.#values.copyWithin(to * dofs, from * dofs, (from + 1) * dofs);
    for (const matrix of this.matrices) matrix.copyWithin(to * MATRIX_NUMBERS, from * MATRIX_NUMBERS, (from + 1) * MATRIX_NUMBERS);
    this.#tint.array.copyWithin(to * 4, from * 4, (from + 1) * 4);
    for (const attribute of [...this.#attributes, this.#tint]) attribute.needsUpdate = true;
  }

  #grow(): void {
    this.#capacity = Math.max(4, this.#capacity * 2);
    const grown = (old: ArrayLike<number>, numbers: number) => {
      const array = new Float32Array(numbers * this.#capacity);
      array.set(old);
      return array;
    };
    this.#poses = grown(this.#poses, POSE_NUMBERS);
    this.#values = grown(this.#values, this.#shown.length);
    const { bodies } = this.compiled;
    this.matrices = bodies.map((_, body) => grown(this.matrices[body] ?? [], MATRIX_NUMBERS));
    this.#tint = new InstancedBufferAttribute(grown(this.#tint.array, 4), 4);
    this.#attributes = this.matrices.map((matrix) => new InstancedBufferAttribute(matrix, MATRIX_NUMBERS).setUsage(DynamicDrawUsage));
    this.#dropMeshes();
    this.#addMeshes();
  }

  #addMeshes(): void {
    this.compiled.bodies.forEach(({ opaque, glass, printed }, body) => {
      const attribute = this.#attributes[body];
      if (attribute === undefined) return;
      for (const geometry of [opaque, glass, ...printed.map((print) => print.geometry)]) geometry?.setAttribute('tint', this.#tint);
      const { isFloorPaint } = this.compiled;
      const material = isFloorPaint ? this.#materials.floorPaint : this.#materials.opaque;
      if (opaque !== undefined) this.#addMesh(new InstancedMesh(opaque, material, 0), attribute, isFloorPaint ? 'paint' : 'solid');
      for (const print of printed) this.#addMesh(new InstancedMesh(print.geometry, print.material, 0), attribute, 'solid');
      if (glass !== undefined) this.#addMesh(new InstancedMesh(glass, this.#materials.glass, 0), attribute, 'glass');
      if (body === 0 && this.#blobs) this.#addMesh(new InstancedMesh(this.#blobs, this.#materials.blob, 0), attribute, 'blob');
      const shape = this.#shapes?.geometries[body];
      if (this.#shapes && shape) this.#addMesh(new InstancedMesh(shape, this.#shapes.material, 0), attribute, 'shape');
    });
  }

  #addMesh(mesh: InstancedMesh, attribute: InstancedBufferAttribute, role: keyof typeof RENDER_ORDER): void {
    mesh.instanceMatrix = attribute;
    mesh.frustumCulled = false;
    // Else three goes through all instances to find one, when it sorts.
    mesh.boundingSphere = EVERYWHERE;
    mesh.matrixAutoUpdate = false;
    mesh.castShadow = role === 'solid';
    mesh.receiveShadow = role === 'solid';
    mesh.renderOrder = RENDER_ORDER[role];
    this.#meshes.push(mesh);
    (role === 'shape' ? this.#shapes?.group : this.#group)?.add(mesh);
  }

  #dropMeshes(): void {
    for (const mesh of this.#meshes) {
      mesh.removeFromParent();
      mesh.dispose();
    }
    this.#meshes = [];
  }
}

const PAINT = new Color();
const EVERYWHERE = new Sphere();
/** The floor is 0; what lies on it comes before what stands on it. */
const RENDER_ORDER = { paint: 0.5, blob: 1, solid: 2, glass: 3, shape: 4 } as const;

function isSame(a: Float32Array, aAt: number, b: Float32Array, bAt: number, count: number): boolean {
  for (let i = 0; i < count; i++) if (a[aAt + i] !== b[bAt + i]) return false;
  return true;
}

/** A place that was given after this frame was made: no attitude has four zeros. */
function isUnwritten(poses: Float32Array, at: number): boolean {
  return poses[at + 3] === 0 && poses[at + 4] === 0 && poses[at + 5] === 0 && poses[at + 6] === 0;
}

function yawAt(poses: Float32Array, at: number): number {
  const qx = poses[at + 3] ?? 0;
  const qy = poses[at + 4] ?? 0;
  const qz = poses[at + 5] ?? 0;
  const qw = poses[at + 6] ?? 1;
  return Math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz));
}
