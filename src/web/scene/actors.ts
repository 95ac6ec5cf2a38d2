import { Group, Matrix4, MeshBasicMaterial, Quaternion, Vector3 } from 'three';
import type { Pose } from '../../core/base/pose.ts';
import type { Model } from '../../core/robots/model.ts';
import type { EntityInfo, Frame } from '../link/world-link.ts';
import { MATRIX_NUMBERS } from './affine.ts';
import { type Actor, Batch, type BatchMaterials } from './batch.ts';
import { blobMaterial } from './blob-geometry.ts';
import type { Eye } from './camera-rig.ts';
import { CollisionShapes } from './collision-shapes.ts';
import { type CompiledModel, compileModel, disposeModel, isOutdated } from './compiled-model.ts';
import type { Ball } from './framing.ts';
import type { Look } from './look.ts';
import { lookAlike } from './look-alike.ts';
import type { MeshSource } from './mesh-source.ts';
import type { ModelSource } from './model-source.ts';
import { copyMatrix } from './outline.ts';
import { cast, type Hit, type Ray } from './picking.ts';
import { placeholderModel } from './placeholder-model.ts';
import type { Detail } from './shape-solid.ts';
import { glassMaterial, surfaceMaterial } from './surface-material.ts';

/** Everything of the world that stands in the scene: entities, in one batch a model. */
export class Actors implements Disposable {
  readonly group = new Group();
  readonly #shapes = new CollisionShapes();
  readonly #models: ModelSource;
  readonly #meshes: MeshSource;
  readonly #floorPaint = new MeshBasicMaterial({ transparent: true, toneMapped: false });
  readonly #materials: BatchMaterials = {
    opaque: surfaceMaterial(),
    glass: glassMaterial(),
    blob: blobMaterial(),
    floorPaint: this.#floorPaint,
  };
  readonly #actors = new Map<string, Actor>();
  /** By model id; all that have no model share the placeholder's. */
  readonly #batches = new Map<string, Batch>();
  readonly #matrix = new Matrix4();
  #mostTriangles = Number.POSITIVE_INFINITY;
  #showsShapes = false;

  constructor(models: ModelSource, meshes: MeshSource) {
    this.#models = models;
    this.#meshes = meshes;
    this.group.matrixAutoUpdate = false;
  }

  setLook(look: Look): void {
    this.#floorPaint.color.set(look.floorLine.colour);
    this.#floorPaint.opacity = look.floorLine.opacity;
    this.#shapes.setLook(look);
  }

  /** What is drawn of the bodies that stand for all this when something touches: nothing, until they are shown. */
  get shapes(): Group {
    return this.#shapes.group;
  }

  setShapes(shapes: 'shown' | 'hidden'): void {
    this.#showsShapes = shapes === 'shown';
    for (const batch of this.#batches.values()) batch.setShapes(this.#showsShapes ? this.#shapes.of(batch.compiled) : undefined);
  }

  /** Above this many triangles, the models that are there most often are drawn coarsely. */
  setMostTriangles(most: number): void {
    const isMore = most > this.#mostTriangles;
    this.#mostTriangles = most;
    if (isMore) for (const batch of [...this.#batches.values()]) if (batch.compiled.detail === 'coarse') this.#redraw(batch, 'fine');
    this.#balance();
  }

  get(entity: string | undefined): Actor | undefined {
    return entity === undefined ? undefined : this.#actors.get(entity);
  }

  all(): Iterable<Actor> {
    return this.#actors.values();
  }

  /** Whether all of them are drawn as they are already. */
  lookLike(entities: ReadonlyMap<string, EntityInfo>): boolean {
    if (entities.size !== this.#actors.size) return false;
    for (const [id, info] of entities) {
      const known = this.#actors.get(id)?.info;
      if (known === undefined || !lookAlike(known, info)) return false;
    }
    return true;
  }

  /** Returns whether anything looks different now. */
  set(entities: ReadonlyMap<string, EntityInfo>): boolean {
    let changed = false;
    for (const [id, actor] of this.#actors) {
      if (entities.has(id)) continue;
      this.#remove(actor);
      changed = true;
    }
    for (const info of entities.values()) if (this.#show(info)) changed = true;
    if (changed) this.#balance();
    return changed;
  }

  /** After models have come or changed. */
  refreshModels(): void {
    const outdated = [...this.#actors.values()].filter((actor) => actor.batch.compiled.model !== this.#modelOf(actor.info));
    for (const actor of outdated) this.#remove(actor);
    for (const actor of outdated) this.#show(actor.info);
    if (outdated.length > 0) this.#balance();
  }

  /** After meshes have come, or turned out to be missing. Returns whether anything looks different now. */
  refreshMeshes(): boolean {
    const outdated = [...this.#batches.values()].filter(({ compiled }) => isOutdated(compiled, this.#meshes));
    for (const batch of outdated) this.#redraw(batch, batch.compiled.detail);
    if (outdated.length > 0) this.#balance();
    return outdated.length > 0;
  }

  /** Returns whether anything moved. Allocates nothing. */
  update(frame: Frame, seconds: number): boolean {
    let moved = false;
    for (const batch of this.#batches.values()) if (batch.update(frame, seconds)) moved = true;
    return moved;
  }

  cast(ray: Ray, hit: Hit): boolean {
    return cast(this.#batches.values(), ray, hit);
  }

  isPlaceholder(actor: Actor): boolean {
    return actor.batch.compiled.model === placeholderModel;
  }

  /** The corners of what is drawn of it, as it stands: what to have in view when it is looked at. */
  cornersOf(actor: Actor): Ball[] {
    return actor.batch.compiled.bodies.flatMap(({ pick }, body) => {
      if (pick === undefined) return [];
      copyMatrix(this.#matrix, actor, body);
      const sides = [pick.low, pick.high];
      return CORNERS.map(([x, y, z]) => {
        const corner = new Vector3(sides[x]?.[0], sides[y]?.[1], sides[z]?.[2]).applyMatrix4(this.#matrix);
        return { x: corner.x, y: corner.y, z: Math.max(0, corner.z), radiusM: 0 };
      });
    });
  }

  /** Round all entities, but at most the circle of this radius round (x, y). */
  circle(x: number, y: number, mostM: number): { x: number; y: number; radiusM: number } {
    let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { batch, instance } of this.#actors.values()) {
      const at = instance * MATRIX_NUMBERS + 12;
      const [ax, ay] = [batch.matrices[0]?.[at] ?? 0, batch.matrices[0]?.[at + 1] ?? 0];
      const { radiusM } = batch.compiled.model.extent;
      west = Math.min(west, ax - radiusM);
      east = Math.max(east, ax + radiusM);
      south = Math.min(south, ay - radiusM);
      north = Math.max(north, ay + radiusM);
    }
    const radiusM = Math.max(1.5, Math.hypot(east - west, north - south) / 2);
    if (!(radiusM <= mostM)) return { x, y, radiusM: Math.max(3, mostM) };
    return { x: (west + east) / 2, y: (south + north) / 2, radiusM };
  }

  baseOf(actor: Actor, eye: Eye): void {
    copyMatrix(this.#matrix, actor, 0);
    this.#matrix.extractBasis(eye.forward, eye.up, eye.up);
    eye.position.setFromMatrixPosition(this.#matrix);
    eye.up.set(0, 0, 1);
  }

  /** With its eyes: a camera beside the tool that looks along it, or at the front of the body. */
  eyeOf(actor: Actor, eye: Eye): void {
    const { model, chain } = actor.batch.compiled;
    if (model.tool === undefined) {
      this.baseOf(actor, eye);
      eye.position.addScaledVector(eye.forward, model.extent.radiusM * 0.5);
      eye.position.z += Math.max(0.12, model.extent.heightM * 0.95);
      return;
    }
    copyMatrix(this.#matrix, actor, chain.linkBody[model.tool.link] ?? 0);
    const inBody = chain.linkInBody[model.tool.link];
    if (inBody) this.#matrix.multiply(matrixOf(inBody));
    this.#matrix.multiply(matrixOf(model.tool.at));
    this.#matrix.extractBasis(eye.up, SIDE, eye.forward);
    eye.position.setFromMatrixPosition(this.#matrix).addScaledVector(eye.forward, -0.14).addScaledVector(eye.up, 0.09);
  }

  [Symbol.dispose](): void {
    for (const batch of this.#batches.values()) dropBatch(batch);
    this.#batches.clear();
    this.#actors.clear();
    this.#shapes[Symbol.dispose]();
    for (const material of Object.values(this.#materials)) material.dispose();
  }

  #modelOf(info: EntityInfo): Model {
    return this.#models.get(info.description.model) ?? placeholderModel;
  }

  #show(info: EntityInfo): boolean {
    const known = this.#actors.get(info.id);
    if (known === undefined) {
      this.#actors.set(info.id, this.#batchFor(this.#modelOf(info)).add(info));
      return true;
    }
    const before = known.info;
    known.info = info;
    if (before.description !== info.description && before.description.model !== info.description.model) {
      this.#remove(known);
      return this.#show(info);
    }
    if (before.isLive === info.isLive && before.description.colour === info.description.colour) return false;
    known.batch.paint(known);
    return true;
  }

  #remove(actor: Actor): void {
    this.#actors.delete(actor.id);
    actor.batch.remove(actor);
    if (actor.batch.actors.length > 0) return;
    this.#batches.delete(actor.batch.compiled.model.id);
    dropBatch(actor.batch);
  }

  #batchFor(model: Model): Batch {
    return this.#batches.get(model.id) ?? this.#addBatch(compileModel(model, 'fine', this.#meshes));
  }

  #addBatch(compiled: CompiledModel): Batch {
    const batch = new Batch(compiled, this.group, this.#materials);
    if (this.#showsShapes) batch.setShapes(this.#shapes.of(compiled));
    this.#batches.set(compiled.model.id, batch);
    return batch;
  }

  /** Crowds are drawn coarsely, the largest first. */
  #balance(): void {
    const cost = (batch: Batch) => batch.actors.length * batch.compiled.triangles;
    const batches = [...this.#batches.values()];
    let total = batches.reduce((sum, batch) => sum + cost(batch), 0);
    for (const batch of batches.filter(({ compiled }) => compiled.detail === 'fine').sort((a, b) => cost(b) - cost(a))) {
      if (total <= this.#mostTriangles) return;
      total += cost(this.#redraw(batch, 'coarse')) - cost(batch);
    }
  }

  #redraw(batch: Batch, detail: Detail): Batch {
    const redrawn = this.#addBatch(compileModel(batch.compiled.model, detail, this.#meshes));
    for (const actor of batch.actors) this.#actors.set(actor.id, redrawn.adopt(actor));
    dropBatch(batch);
    return redrawn;
  }
}

const SIDE = new Vector3();
const CORNERS = [
  [0, 0, 0],
  [0, 0, 1],
  [0, 1, 0],
  [0, 1, 1],
  [1, 0, 0],
  [1, 0, 1],
  [1, 1, 0],
  [1, 1, 1],
] as const;
const TURN = new Quaternion();
const SCRATCH = new Matrix4();

function matrixOf({ x, y, z, qx, qy, qz, qw }: Pose): Matrix4 {
  SCRATCH.makeRotationFromQuaternion(TURN.set(qx, qy, qz, qw));
  return SCRATCH.setPosition(x, y, z);
}

function dropBatch(batch: Batch): void {
  batch[Symbol.dispose]();
  disposeModel(batch.compiled);
}
