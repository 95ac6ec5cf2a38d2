import type { Dof } from '../../../core/world/world.ts';
import { toRadians } from '../../quantities/quantities.ts';

/** Where a degree of freedom is to go, and how fast, in radians or metres. */
export interface DofTarget {
  readonly to: number;
  readonly speedPerS: number;
}

/** As far as it reaches, at a share of its own speed. */
export const targetOf = ({ low, high, speedPerS }: Dof, to: number, speedLimit: number): DofTarget => ({
  to: Math.min(high, Math.max(low, to)),
  speedPerS: speedPerS * speedLimit,
});

/** What people type is in degrees or millimetres. */
export const typedValue = ({ kind }: Pick<Dof, 'kind'>, typed: number): number => (kind === 'rotation' ? toRadians(typed) : typed / 1000);
