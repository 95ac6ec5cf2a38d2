import { type BufferGeometry, Group, Mesh, MeshBasicMaterial, RingGeometry } from 'three';
import { type Pose, yawOf } from '../../core/base/pose.ts';
import { flatArrow, flatShape, type OnFloor } from './flat-shape.ts';
import type { Look } from './look.ts';
import type { Ray } from './picking.ts';

export type GizmoHandle = 'x' | 'y' | 'plane' | 'yaw';

/** In the gizmo's own unit, which is a constant share of the picture. */
const RING = { radius: 1, halfWidth: 0.024 } as const;
const ARROW = { from: 0.3, to: 0.8, halfWidth: 0.03, head: 0.09 } as const;
const PLANE = 0.2;
const REACH = 0.09;
const SNAP = { metres: 0.05, radians: Math.PI / 12 } as const;
/** Of the distance to the camera. */
const SIZE = 0.085;
const X_COLOUR = '#E5654F';
const Y_COLOUR = '#5B9E3C';

/** Moves a base over the floor and turns it: two arrows along the world's axes, a square for both, a ring for the heading. */
export class BaseGizmo implements Disposable {
  readonly group = new Group();
  readonly #pieces: Readonly<Record<GizmoHandle | 'knob', Mesh<BufferGeometry, MeshBasicMaterial>>>;
  #hovered: GizmoHandle | undefined;
  readonly #at = { x: 0, y: 0 };
  #drag: { handle: GizmoHandle; fromX: number; fromY: number; pose: Pose } | undefined;

  constructor() {
    this.#pieces = {
      yaw: piece(new RingGeometry(RING.radius - RING.halfWidth, RING.radius + RING.halfWidth, 96)),
      knob: piece(new RingGeometry(0, 0.075, 24)),
      plane: piece(
        flatShape(
          [
            [-PLANE, -PLANE],
            [PLANE, -PLANE],
            [PLANE, PLANE],
            [-PLANE, PLANE],
          ],
          [0, 1, 2, 0, 2, 3],
        ),
      ),
      x: piece(flatArrow(ARROW)),
      y: piece(flatArrow(ARROW)),
    };
    this.#pieces.y.rotation.z = Math.PI / 2;
    this.#pieces.x.material.color.set(X_COLOUR);
    this.#pieces.y.material.color.set(Y_COLOUR);
    this.group.add(...Object.values(this.#pieces));
    this.group.visible = false;
  }

  setLook(look: Look): void {
    for (const name of ['yaw', 'knob', 'plane'] as const) this.#pieces[name].material.color.set(look.accent);
  }

  get isDragging(): boolean {
    return this.#drag !== undefined;
  }

  /** At the base it belongs to, or at the ghost while it is dragged. Over the floor by a hair. */
  place(x: number, y: number, z: number, yawRad: number, cameraDistanceM: number): void {
    this.group.position.set(x, y, z + 0.005);
    this.group.scale.setScalar(Math.max(0.05, cameraDistanceM * SIZE));
    this.#pieces.knob.position.set(Math.cos(yawRad), Math.sin(yawRad), 0);
    this.group.updateMatrixWorld(true);
  }

  /** Which handle a ray meets. All lie in one plane, so a point in it tells. */
  handleAt(ray: Ray): GizmoHandle | undefined {
    if (!this.group.visible || !this.#meet(ray, this.group.position.z)) return undefined;
    const scale = this.group.scale.x;
    const [u, v] = [(this.#at.x - this.group.position.x) / scale, (this.#at.y - this.group.position.y) / scale];
    if (Math.max(Math.abs(u), Math.abs(v)) < PLANE) return 'plane';
    if (Math.abs(Math.hypot(u, v) - RING.radius) < REACH) return 'yaw';
    if (u > 0 && u < ARROW.to + ARROW.head && Math.abs(v) < REACH) return 'x';
    if (v > 0 && v < ARROW.to + ARROW.head && Math.abs(u) < REACH) return 'y';
    return undefined;
  }

  /** Returns whether that changed anything. */
  hover(handle: GizmoHandle | undefined): boolean {
    if (this.#hovered === handle) return false;
    this.#hovered = handle;
    for (const name of ['x', 'y', 'plane', 'yaw'] as const)
      this.#pieces[name].material.opacity = name === handle ? 1 : name === 'plane' ? 0.35 : 0.8;
    return true;
  }

  begin(handle: GizmoHandle, ray: Ray, pose: Pose): void {
    if (!this.#meet(ray, this.group.position.z)) return;
    this.#drag = { handle, fromX: this.#at.x, fromY: this.#at.y, pose };
  }

  /** The pose that the drag has come to; undefined when the ray does not meet the floor. */
  drag(ray: Ray, snap: 'free' | 'snapped'): Pose | undefined {
    if (this.#drag === undefined || !this.#meet(ray, this.group.position.z)) return undefined;
    return draggedPose(this.#drag.pose, this.#drag.handle, [this.#drag.fromX, this.#drag.fromY], [this.#at.x, this.#at.y], snap);
  }

  end(): void {
    this.#drag = undefined;
  }

  [Symbol.dispose](): void {
    for (const { geometry, material } of Object.values(this.#pieces)) {
      geometry.dispose();
      material.dispose();
    }
  }

  #meet(ray: Ray, z: number): boolean {
    const along = (z - ray.z) / (ray.dz || 1e-12);
    if (along <= 0 || along > 1000) return false;
    this.#at.x = ray.x + ray.dx * along;
    this.#at.y = ray.y + ray.dy * along;
    return true;
  }
}

/** Where a base is after its handle was dragged from one point of the floor to another. */
export function draggedPose(pose: Pose, handle: GizmoHandle, from: OnFloor, to: OnFloor, snap: 'free' | 'snapped'): Pose {
  const rounded = (value: number, step: number) => (snap === 'snapped' ? Math.round(value / step) * step : value);
  if (handle === 'yaw') {
    const angle = (point: OnFloor) => Math.atan2(point[1] - pose.y, point[0] - pose.x);
    const before = yawOf(pose);
    const turn = rounded(before + angle(to) - angle(from), SNAP.radians) - before;
    const [sine, cosine] = [Math.sin(turn / 2), Math.cos(turn / 2)];
    const { qx, qy, qz, qw } = pose;
    return { ...pose, qx: cosine * qx - sine * qy, qy: cosine * qy + sine * qx, qz: cosine * qz + sine * qw, qw: cosine * qw - sine * qz };
  }
  const x = handle === 'y' ? pose.x : rounded(pose.x + to[0] - from[0], SNAP.metres);
  const y = handle === 'x' ? pose.y : rounded(pose.y + to[1] - from[1], SNAP.metres);
  return { ...pose, x, y };
}

function piece(geometry: BufferGeometry): Mesh<BufferGeometry, MeshBasicMaterial> {
  const material = new MeshBasicMaterial({
    transparent: true,
    opacity: 0.8,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
    fog: false,
  });
  const mesh = new Mesh(geometry, material);
  mesh.renderOrder = 11;
  return mesh;
}
