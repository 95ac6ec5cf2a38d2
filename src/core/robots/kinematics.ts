import { compose, ORIGIN, type Pose } from '../base/pose.ts';
import { at, chain, turned } from '../geometry/placement.ts';
import type { DegreeOfFreedom, DhRow, Model } from './model.ts';

/** How a degree of freedom has moved what hangs on it, in the frame of the parent link. */
export function movement({ kind, pivot: [px, py, pz], axis }: DegreeOfFreedom, value: number): Pose {
  if (kind === 'rotation') {
    const { x, y, z, qx, qy, qz, qw } = compose(turned(axis, value), at(-px, -py, -pz));
    return { x: px + x, y: py + y, z: pz + z, qx, qy, qz, qw };
  }
  const scale = value / Math.sqrt(axis[0] ** 2 + axis[1] ** 2 + axis[2] ** 2);
  return at(axis[0] * scale, axis[1] * scale, axis[2] * scale);
}

/** Where every link stands in the frame of the model's base, for one value a degree of freedom (`home` where one is missing). */
export function linkPoses(model: Model, values: readonly number[]): Pose[] {
  const poses: Pose[] = [];
  for (const { parent, dof: index, origin, factor = 1, period } of model.links) {
    const base = poses[parent] ?? ORIGIN;
    const dof = index === undefined ? undefined : model.dofs[index];
    if (index === undefined || !dof) {
      poses.push(compose(base, origin));
      continue;
    }
    const value = (values[index] ?? dof.home) * factor;
    poses.push(compose(compose(base, movement(dof, period === undefined ? value : modulo(value, period))), origin));
  }
  return poses;
}

const modulo = (value: number, period: number): number => value - period * Math.floor(value / period);

/** The fixed part of a Denavit-Hartenberg row: what follows the turn about z. */
export const dhOrigin = ({ d, a, alpha, offset }: DhRow): Pose => chain(turned([0, 0, 1], offset), at(a, 0, d), turned([1, 0, 0], alpha));

/** The frame of the last joint in the frame of the base, by standard Denavit-Hartenberg rows. */
export function dhPose(rows: readonly DhRow[], q: readonly number[]): Pose {
  return chain(...rows.flatMap((row, joint) => [turned([0, 0, 1], q[joint] ?? 0), dhOrigin(row)]));
}

/** Where the tool is in the frame of the model's base; undefined for what has none. */
export function toolPose(model: Model, values: readonly number[]): Pose | undefined {
  if (!model.tool) return undefined;
  const link = linkPoses(model, values)[model.tool.link];
  return link && compose(link, model.tool.at);
}
