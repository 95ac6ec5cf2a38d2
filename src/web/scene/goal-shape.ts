import { type BufferGeometry, type Color, Group, Mesh, MeshBasicMaterial, RingGeometry } from 'three';
import type { GoalMark } from '../overlays/overlay.ts';
import { flatArrow } from './flat-shape.ts';

/** Above what is drawn on the floor, so that the two do not flicker through each other. */
export const OVER_FLOOR_M = 0.025;
const RING_M = { inner: 0.2, outer: 0.26, dot: 0.08 } as const;
const ARROW_M = { from: RING_M.outer, to: 0.58, halfWidth: 0.035, head: 0.11 } as const;
/** Of the distance to the camera: from far away a ring is drawn larger than it is. */
const LEAST_SHARE = 0.011;

/** Seen through everything. */
export const markMaterial = (color: Color): MeshBasicMaterial =>
  new MeshBasicMaterial({ color, transparent: true, depthTest: false, depthWrite: false, toneMapped: false, fog: false });

/** A ring round a dot on the floor; an arrow out of it where a heading was asked for. */
export class GoalShape implements Disposable {
  readonly group = new Group();
  readonly #meshes: readonly Mesh<BufferGeometry>[];

  constructor({ x, y, heightM, headingRad }: Omit<GoalMark, 'floor'>, material: MeshBasicMaterial) {
    const shapes = [
      new RingGeometry(RING_M.inner, RING_M.outer, 48),
      new RingGeometry(0, RING_M.dot, 24),
      ...(headingRad === undefined ? [] : [flatArrow(ARROW_M)]),
    ];
    this.#meshes = shapes.map((shape) => new Mesh(shape, material));
    for (const mesh of this.#meshes) {
      mesh.renderOrder = 9;
      mesh.frustumCulled = false;
    }
    this.group.add(...this.#meshes);
    this.group.position.set(x, y, heightM + OVER_FLOOR_M);
    this.group.rotation.z = headingRad ?? 0;
  }

  /** Large enough to be seen from so far away. */
  fit(distanceM: number): void {
    this.group.scale.setScalar(Math.max(1, (LEAST_SHARE * distanceM) / RING_M.outer));
    this.group.updateMatrixWorld(true);
  }

  [Symbol.dispose](): void {
    for (const { geometry } of this.#meshes) geometry.dispose();
    this.group.removeFromParent();
  }
}
