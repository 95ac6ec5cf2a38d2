import { AxesHelper, Group, type Material, Quaternion } from 'three';
import type { Pose } from '../../core/base/pose.ts';

/** Frames of coordinates, drawn over everything: x red, y green, z blue, as in the corner of the view. */
export class FrameAxes implements Disposable {
  readonly group = new Group();

  show(poses: readonly Pose[], lengthM: number): void {
    this[Symbol.dispose]();
    for (const { x, y, z, qx, qy, qz, qw } of poses) {
      const axes = new AxesHelper(lengthM).setColors('#E5654F', '#5B9E3C', '#3B7DD8');
      const material: Material | Material[] = axes.material;
      for (const each of Array.isArray(material) ? material : [material]) {
        each.depthTest = false;
        each.toneMapped = false;
      }
      axes.renderOrder = 20;
      axes.frustumCulled = false;
      axes.position.set(x, y, z);
      axes.quaternion.copy(new Quaternion(qx, qy, qz, qw));
      this.group.add(axes);
    }
    this.group.updateMatrixWorld(true);
  }

  [Symbol.dispose](): void {
    for (const axes of this.group.children) if (axes instanceof AxesHelper) axes.dispose();
    this.group.clear();
  }
}
