import { MisuseError } from '../../core/base/errors.ts';
import { compose, inverse, type Pose } from '../../core/base/pose.ts';
import { at } from '../../core/geometry/placement.ts';
import type { Model } from '../../core/robots/robots.ts';
import type { Point } from './demo.ts';

/**
 * The joints that bring the tool of a five-joint arm (waist, shoulder, elbow, pitch, roll) to a point of the world, its elbow up, pointing
 * down by `downRad` below level. Throws when the arm cannot: a demo's layout is wrong then.
 */
export function reachPoint(model: Model, base: Pose, [x, y, z]: Point, downRad: number): number[] {
  const [shoulder, upper, forearm, , roll] = model.dh ?? [];
  if (model.dh?.length !== 5 || !shoulder || !upper || !forearm || !roll)
    throw new MisuseError(`${model.id} is no arm with five Denavit-Hartenberg rows`);
  const tool = roll.d + (model.tool?.at.z ?? 0);
  const target = compose(inverse(base), at(x, y, z));
  const out = Math.hypot(target.x, target.y) - tool * Math.cos(downRad);
  const up = target.z - shoulder.d + tool * Math.sin(downRad);
  const reach = Math.hypot(out, up);
  const elbowCosine = (reach ** 2 - upper.a ** 2 - forearm.a ** 2) / (2 * upper.a * forearm.a);
  if (Math.abs(elbowCosine) > 1)
    throw new MisuseError(
      `${model.id} reaches ${(upper.a + forearm.a).toFixed(3)} m from its shoulder to its wrist; ${reach.toFixed(3)} m were asked for`,
    );
  const elbow = -Math.acos(elbowCosine);
  const lift = Math.atan2(up, out) - Math.atan2(forearm.a * Math.sin(elbow), upper.a + forearm.a * Math.cos(elbow));
  const joints = [Math.atan2(target.y, target.x), lift, elbow, -downRad - lift - elbow, 0];
  for (const [joint, value] of joints.entries()) {
    const dof = model.dofs[joint];
    if (!dof || value < dof.low || value > dof.high) {
      throw new MisuseError(
        `${dof?.name ?? joint} of ${model.id} goes from ${dof?.low.toFixed(3)} to ${dof?.high.toFixed(3)} rad; ${value.toFixed(3)} is needed for (${x}, ${y}, ${z})`,
      );
    }
  }
  return joints;
}
