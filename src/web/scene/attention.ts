import { Matrix4, type Object3D, type PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { type Pose, yawOf } from '../../core/base/pose.ts';
import type { DegreeOfFreedom, Model } from '../../core/robots/model.ts';
import type { Actors } from './actors.ts';
import type { Avatars } from './avatars.ts';
import { BaseGizmo, type GizmoHandle } from './base-gizmo.ts';
import type { Actor } from './batch.ts';
import type { CameraRig } from './camera-rig.ts';
import { Ghost } from './ghost.ts';
import { GoalPointing, onFloor } from './goal-pointing.ts';
import type { HandActions } from './hand.ts';
import { JointRing } from './joint-ring.ts';
import type { Look, Theme } from './look.ts';
import type { MeshSource } from './mesh-source.ts';
import { copyMatrix } from './outline.ts';
import { paletteColour } from './palette.ts';
import { Hit, Ray } from './picking.ts';
import { Placing } from './placing.ts';
import type { Point, SceneEvent, Target } from './scene-events.ts';
import type { FloorSpan, Stage } from './stage.ts';

/** `select`: clicks only. `move`: the selected entity has the base gizmo. `goal`: a click, or a drag for the heading, says where it is to go. */
export type Tool = 'select' | 'move' | 'goal';

/** What lies on a floor may be a little below it. */
const HEEL_M = 0.1;
/** Of a full drag from top to bottom. */
const ORBIT_RAD = Math.PI * 1.1;

export interface AttentionParts {
  readonly stage: Stage;
  readonly rig: CameraRig;
  readonly actors: Actors;
  readonly avatars: Avatars;
  tell(event: SceneEvent): void;
  /** The palette's number of a person. */
  personColour(id: string): number | undefined;
  /** Of the view, in CSS pixels. */
  size(): { readonly width: number; readonly height: number };
}

/** What is selected, hovered, dragged: what the hand on the view means. */
export class Attention implements HandActions, Disposable {
  readonly ring = new JointRing();
  readonly #gizmo = new BaseGizmo();
  readonly #ghost = new Ghost();
  readonly #placing = new Placing();
  readonly #goal: GoalPointing;
  readonly #parts: AttentionParts;
  readonly #ray = new Ray();
  readonly #hit = new Hit();
  readonly #point = new Vector3();
  readonly #matrix = new Matrix4();
  readonly #turn = new Quaternion();
  readonly #scale = new Vector3();
  #look: Look | undefined;
  #theme: Theme = 'light';
  #selected: string | undefined;
  #dof: number | undefined;
  #hovered: string | undefined;
  #hoveredOutside: string | undefined;
  #tool: Tool = 'select';
  #floor: FloorSpan = { heightM: 0, ceilingM: undefined };
  #drag: { readonly actor: Actor; pose: Pose; hasMoved: boolean } | undefined;
  /** Where the pointer is, if it has moved since it was looked at. */
  #unseen: { x: number; y: number } | 'left' | undefined;
  #lastSeen: { x: number; y: number } | 'left' = 'left';
  #target: Target = { kind: 'nothing' };
  #changed = true;

  constructor(parts: AttentionParts) {
    this.#parts = parts;
    this.#goal = new GoalPointing(() => parts.rig.distanceM);
  }

  get marks(): Object3D[] {
    return [this.ring.group, this.#gizmo.group, this.#ghost.group, this.#placing.mark, this.#goal.group];
  }

  get selected(): string | undefined {
    return this.#selected;
  }

  get hovered(): string | undefined {
    return this.#hoveredOutside ?? this.#hovered;
  }

  /** Whose range is shown. */
  get dof(): DegreeOfFreedom | undefined {
    const model = this.#parts.actors.get(this.#selected)?.batch.compiled.model;
    return this.#dof === undefined || !this.ring.isShown ? undefined : model?.dofs[this.#dof];
  }

  /** On what the pointer is, for the others to see. */
  get pointed(): Point | undefined {
    return this.#target.kind === 'entity' || this.#target.kind === 'ground' ? this.#target.point : undefined;
  }

  setLook(look: Look, theme: Theme): void {
    this.#look = look;
    this.#theme = theme;
    this.ring.setLook(look);
    this.#gizmo.setLook(look);
    this.#ghost.setLook(look);
    this.#placing.setLook(look);
    this.#goal.setLook(look);
    this.refresh();
  }

  select(entity: string | undefined, dof: number | undefined): void {
    this.#selected = entity;
    this.#dof = dof;
    this.refresh();
  }

  hoverFromOutside(entity: string | undefined): void {
    this.#hoveredOutside = entity;
    this.refresh();
  }

  setTool(tool: Tool): void {
    this.#tool = tool;
    this.#goal.end();
    this.#unseen = this.#lastSeen;
    this.refresh();
  }

  /** Goals lie on it. */
  setFloor(floor: FloorSpan): void {
    this.#floor = floor;
  }

  /** One of a model goes where the hand clicks next; with undefined, nothing does. */
  setPlacing(model: Model | undefined, meshes: MeshSource): void {
    if (model === undefined) this.#placing.end();
    else this.#placing.begin(model, meshes);
    this.#parts.stage.canvas.style.cursor = model === undefined ? '' : 'crosshair';
    this.#unseen = this.#lastSeen;
    this.#changed = true;
  }

  /** After entities have come or gone, or somebody else drives. */
  refresh(): void {
    const { actors, stage, personColour } = this.#parts;
    const selected = actors.get(this.#selected);
    const hovered = this.hovered === this.#selected ? undefined : actors.get(this.hovered);
    stage.outline.select(selected);
    stage.outline.hover(hovered);
    this.ring.show(selected, this.#dof);
    this.#gizmo.group.visible = this.#tool === 'move' && selected !== undefined;
    const accent = this.#look?.accent ?? '#000000';
    const driver = selected?.info.isMine === false ? (selected.info.control.driver ?? selected.info.control.lease?.holder) : undefined;
    const colour = driver === undefined ? undefined : personColour(driver);
    const { tagLight, tagDark } = paletteColour(colour);
    stage.outline.setColours(colour === undefined ? accent : this.#theme === 'light' ? tagLight : tagDark, accent);
    this.#changed = true;
  }

  /** Returns whether anything is to be drawn anew. */
  update(worldMoved: boolean): boolean {
    const changed = this.#changed;
    this.#changed = false;
    if (worldMoved && this.#placing.isUnderWay) this.#unseen ??= this.#lastSeen;
    this.#lookUnderPointer();
    if (changed || worldMoved) {
      this.ring.update();
      this.#placeGizmo();
    }
    return changed || this.#changed;
  }

  grab(x: number, y: number): boolean {
    if (this.#isPointing) {
      const at = this.#floorAt(x, y);
      if (at) this.#goal.begin(at);
      this.#changed = true;
      return at !== undefined;
    }
    const actor = this.#parts.actors.get(this.#selected);
    if (actor === undefined || this.#tool !== 'move' || this.#placing.isUnderWay) return false;
    const handle = this.#gizmo.handleAt(this.#rayAt(x, y));
    if (handle === undefined) return false;
    const pose = this.#poseOf(actor);
    this.#gizmo.begin(handle, this.#ray, pose);
    this.#drag = { actor, pose, hasMoved: false };
    return true;
  }

  drag(x: number, y: number, snap: 'free' | 'snapped'): void {
    if (this.#goal.isBegun) {
      const to = this.#floorAt(x, y);
      if (to) this.#goal.drag(to);
      this.#changed = true;
      return;
    }
    const pose = this.#gizmo.drag(this.#rayAt(x, y), snap);
    const drag = this.#drag;
    if (pose === undefined || drag === undefined) return;
    const entity = drag.actor.id;
    if (!drag.hasMoved) {
      this.#ghost.show(drag.actor.batch.compiled.bodies, (to, body) => copyMatrix(to, drag.actor, body));
      this.#parts.tell({ kind: 'move-start', entity, pose: drag.pose });
    }
    drag.hasMoved = true;
    drag.pose = pose;
    this.#ghost.move(pose);
    this.#changed = true;
    this.#parts.tell({ kind: 'move', entity, pose });
  }

  drop(outcome: 'done' | 'cancelled'): void {
    if (this.#goal.isBegun) {
      const goal = this.#goal.end();
      this.#changed = true;
      if (goal && outcome === 'done') this.#parts.tell({ kind: 'goal', ...goal });
      return;
    }
    const drag = this.#drag;
    this.#gizmo.end();
    this.#ghost.hide();
    this.#drag = undefined;
    this.#changed = true;
    if (!drag?.hasMoved) return;
    this.#parts.tell({ kind: outcome === 'done' ? 'move-end' : 'move-cancel', entity: drag.actor.id, pose: drag.pose });
  }

  orbit(dx: number, dy: number): void {
    this.#parts.rig.orbit(-dx * ORBIT_RAD, dy * ORBIT_RAD);
  }

  pan(dx: number, dy: number): void {
    this.#parts.rig.pan(dx, dy);
  }

  zoom(factor: number, x: number, y: number): void {
    const target = this.#targetAt(x, y);
    const point = 'point' in target ? this.#point.set(target.point.x, target.point.y, target.point.z) : undefined;
    this.#parts.rig.zoom(factor, point);
  }

  point(at: { x: number; y: number } | undefined): void {
    this.#unseen = at ?? 'left';
  }

  click(kind: 'click' | 'double-click' | 'menu', x: number, y: number, isAdding: boolean): void {
    const at = this.#isPointing && kind === 'click' ? this.#floorAt(x, y) : undefined;
    if (this.#placing.isUnderWay) {
      if (kind !== 'menu') this.#place(x, y, isAdding);
    } else if (at) this.#parts.tell({ kind: 'goal', at, headingRad: undefined });
    else if (!this.#isPointing) this.#parts.tell({ kind, target: this.#targetAt(x, y), at: { x, y }, isAdding });
  }

  [Symbol.dispose](): void {
    this.ring[Symbol.dispose]();
    this.#gizmo[Symbol.dispose]();
    this.#ghost[Symbol.dispose]();
    this.#placing[Symbol.dispose]();
    this.#goal[Symbol.dispose]();
  }

  /** Without a robot to send, the tool selects one. */
  get #isPointing(): boolean {
    return this.#tool === 'goal' && this.#selected !== undefined && !this.#placing.isUnderWay;
  }

  /** Of the floor that is looked at; of all of them, the one that is seen there. */
  #floorAt(x: number, y: number): Point | undefined {
    const ray = this.#rayAt(x, y);
    if (this.#floor.heights === undefined) return onFloor(ray, this.#floor.heightM);
    const isHit = this.#parts.actors.cast(ray, this.#hit);
    const seenM = isHit ? along(ray, this.#hit.distanceM).z + HEEL_M : 0;
    const heightM = Math.max(this.#floor.heightM, ...this.#floor.heights.filter((height) => height <= seenM));
    return onFloor(ray, heightM);
  }

  #place(x: number, y: number, isAdding: boolean): void {
    const pose = this.#placing.point(this.#rayAt(x, y), this.#parts.actors);
    this.#changed = true;
    if (pose) this.#parts.tell({ kind: 'place', pose, isAdding });
  }

  #lookUnderPointer(): void {
    const at = this.#unseen;
    if (at === undefined) return;
    this.#unseen = undefined;
    this.#lastSeen = at;
    if (this.#placing.isUnderWay) {
      this.#placing.point(at === 'left' ? undefined : this.#rayAt(at.x, at.y), this.#parts.actors);
      this.#changed = true;
      return;
    }
    const isPointing = this.#isPointing;
    if (isPointing) {
      this.#goal.hover(at === 'left' ? undefined : this.#floorAt(at.x, at.y));
      this.#changed = true;
    }
    const handle = at === 'left' || isPointing ? undefined : this.#handleAt(at.x, at.y);
    if (this.#gizmo.hover(handle)) this.#changed = true;
    const isElsewhere = at === 'left' || isPointing || handle !== undefined;
    const target: Target = isElsewhere ? { kind: 'nothing' } : this.#targetAt(at.x, at.y);
    this.#parts.stage.canvas.style.cursor = isPointing ? 'crosshair' : cursorOver(target, handle);
    const isSame = isSameThing(target, this.#target);
    this.#target = target;
    if (isSame) return;
    this.#hovered = target.kind === 'entity' ? target.entity : undefined;
    this.refresh();
    this.#parts.tell({ kind: 'hover', target });
  }

  #handleAt(x: number, y: number): GizmoHandle | undefined {
    return this.#gizmo.handleAt(this.#rayAt(x, y));
  }

  #targetAt(x: number, y: number): Target {
    const { actors, avatars } = this.#parts;
    const ray = this.#rayAt(x, y);
    const isHit = actors.cast(ray, this.#hit);
    const person = avatars.cast(ray, this.#hit.distanceM);
    if (person !== undefined) return { kind: 'person', person };
    const { actor, body, distanceM } = this.#hit;
    if (isHit && actor) {
      const dof = actor.batch.compiled.chain.bodies[body]?.dof ?? -1;
      return { kind: 'entity', entity: actor.id, dof: dof < 0 ? undefined : dof, point: along(ray, distanceM) };
    }
    const toFloor = ray.dz < -1e-6 ? -ray.z / ray.dz : Number.POSITIVE_INFINITY;
    return toFloor < 500 ? { kind: 'ground', point: along(ray, toFloor) } : { kind: 'nothing' };
  }

  #rayAt(x: number, y: number): Ray {
    const { width, height } = this.#parts.size();
    setRay(this.#ray, this.#parts.rig.camera, (x / width) * 2 - 1, 1 - (y / height) * 2, this.#point);
    return this.#ray;
  }

  #placeGizmo(): void {
    const actor = this.#parts.actors.get(this.#selected);
    if (!this.#gizmo.group.visible || actor === undefined) return;
    const pose = this.#drag?.pose ?? this.#poseOf(actor);
    const away = this.#parts.rig.camera.position.distanceTo(this.#point.set(pose.x, pose.y, pose.z));
    this.#gizmo.place(pose.x, pose.y, pose.z, yawOf(pose), away);
  }

  #poseOf(actor: Actor): Pose {
    copyMatrix(this.#matrix, actor, 0);
    this.#matrix.decompose(this.#point, this.#turn, this.#scale);
    const [{ x, y, z }, turn] = [this.#point, this.#turn];
    return { x, y, z, qx: turn.x, qy: turn.y, qz: turn.z, qw: turn.w };
  }
}

/** `x` and `y` from -1 to 1, up positive. */
function setRay(ray: Ray, camera: PerspectiveCamera, x: number, y: number, scratch: Vector3): void {
  scratch.set(x, y, 0.5).unproject(camera).sub(camera.position).normalize();
  ray.x = camera.position.x;
  ray.y = camera.position.y;
  ray.z = camera.position.z;
  ray.dx = scratch.x;
  ray.dy = scratch.y;
  ray.dz = scratch.z;
}

const along = (ray: Ray, distanceM: number): Point => ({
  x: ray.x + ray.dx * distanceM,
  y: ray.y + ray.dy * distanceM,
  z: ray.z + ray.dz * distanceM,
});

const cursorOver = ({ kind }: Target, handle: GizmoHandle | undefined): string =>
  handle !== undefined ? 'grab' : kind === 'entity' || kind === 'person' ? 'pointer' : '';

function isSameThing(a: Target, b: Target): boolean {
  if (a.kind === 'entity') return b.kind === 'entity' && a.entity === b.entity && a.dof === b.dof;
  if (a.kind === 'person') return b.kind === 'person' && a.person === b.person;
  return a.kind === b.kind;
}
