import { Color, Group, Matrix4, Mesh, MeshBasicMaterial, Quaternion, Vector3 } from 'three';
import type { Pose } from '../../core/base/pose.ts';
import type { CompiledBody } from './compiled-model.ts';
import type { Look } from './look.ts';

const ONE = new Vector3(1, 1, 1);

/** Where an entity is about to be: its shape as it stands, see-through in the accent. The entity itself moves only as the world says. */
export class Ghost implements Disposable {
  readonly group = new Group();
  /** First only depth, then colour: what overlaps within the ghost must not add up. */
  readonly #depth = new MeshBasicMaterial({ transparent: true, colorWrite: false });
  readonly #material = new MeshBasicMaterial({ transparent: true, opacity: 0.35, depthWrite: false, toneMapped: false, fog: false });
  readonly #from = new Matrix4();
  readonly #to = new Matrix4();

  setLook(look: Look): void {
    this.#material.color = new Color(look.accent);
  }

  /** `place` says where a body stands now. */
  show(bodies: readonly CompiledBody[], place: (to: Matrix4, body: number) => void): void {
    this.hide();
    bodies.forEach(({ opaque }, body) => {
      if (opaque === undefined) return;
      for (const [renderOrder, material] of [
        [5, this.#depth],
        [6, this.#material],
      ] as const) {
        const mesh = new Mesh(opaque, material);
        mesh.frustumCulled = false;
        mesh.renderOrder = renderOrder;
        mesh.matrixAutoUpdate = false;
        place(mesh.matrix, body);
        this.group.add(mesh);
      }
    });
    place(this.#from, 0);
    this.#from.invert();
    this.group.matrixAutoUpdate = false;
    this.group.matrix.identity();
  }

  move({ x, y, z, qx, qy, qz, qw }: Pose): void {
    this.#to.compose(new Vector3(x, y, z), new Quaternion(qx, qy, qz, qw), ONE);
    this.group.matrix.multiplyMatrices(this.#to, this.#from);
    this.group.updateMatrixWorld(true);
  }

  hide(): void {
    this.group.clear();
  }

  [Symbol.dispose](): void {
    this.hide();
    this.#depth.dispose();
    this.#material.dispose();
  }
}
