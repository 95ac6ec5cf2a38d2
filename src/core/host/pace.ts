import { distance, type Pose } from '../base/pose.ts';
import type { Pace } from '../physics/physics.ts';
import { type BaseMotion, type DofMotion, endOf, type WholeMotion } from '../world/world.ts';

/** How fast something moves at most from an instant of world time on, in world time. */
export function paceOf({ base, dofs }: WholeMotion, fromMs: number): Pace {
  return { ...basePace(base, fromMs), ratesPerS: dofs.map((dof) => rateOf(dof, fromMs)) };
}

/** When it has come to rest, in world time. What it rides on may move on. */
export const endMsOf = ({ base, dofs }: WholeMotion): number =>
  Math.max(base.kind === 'ride' ? Number.NEGATIVE_INFINITY : endOf(base), ...dofs.map(endOf));

function basePace(base: BaseMotion, fromMs: number): { baseMPerS: number; baseRadPerS: number } {
  if (base.kind === 'drift' && base.t1 > fromMs) {
    const { vx, vy, vz, wx, wy, wz } = base.twist;
    return { baseMPerS: Math.sqrt(vx * vx + vy * vy + vz * vz), baseRadPerS: Math.sqrt(wx * wx + wy * wy + wz * wz) };
  }
  let [baseMPerS, baseRadPerS] = [0, 0];
  if (base.kind === 'path') {
    // From the end: what lies behind is not asked again, however long the path.
    for (let index = base.knots.length - 1; index > 0; index--) {
      const [before, knot] = [base.knots[index - 1], base.knots[index]];
      if (!before || !knot || knot.t <= fromMs) break;
      if (knot.t <= before.t) continue;
      const seconds = (knot.t - before.t) / 1000;
      baseMPerS = Math.max(baseMPerS, distance(before.pose, knot.pose) / seconds);
      baseRadPerS = Math.max(baseRadPerS, turnBetween(before.pose, knot.pose) / seconds);
    }
  }
  return { baseMPerS, baseRadPerS };
}

function turnBetween(a: Pose, b: Pose): number {
  const cosine = a.qx * b.qx + a.qy * b.qy + a.qz * b.qz + a.qw * b.qw;
  return 2 * Math.acos(Math.min(1, Math.abs(cosine)));
}

function rateOf(dof: DofMotion, fromMs: number): number {
  switch (dof.kind) {
    case 'still':
      return 0;
    case 'drift':
      return dof.t1 > fromMs ? Math.abs(dof.ratePerS) : 0;
    case 'glide':
      return dof.t1 > fromMs ? (1000 * Math.abs(dof.to - dof.from)) / ((dof.t1 - dof.t0) * (1 - dof.ramp)) : 0;
    case 'path': {
      let most = 0;
      for (const [index, knot] of dof.knots.entries()) {
        const before = dof.knots[index - 1];
        if (before && knot.t > fromMs && knot.t > before.t)
          most = Math.max(most, (1000 * Math.abs(knot.value - before.value)) / (knot.t - before.t));
      }
      return most;
    }
  }
}
