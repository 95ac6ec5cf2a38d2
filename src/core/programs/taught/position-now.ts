import { yawOf } from '../../base/pose.ts';
import { drivenDofs, type Model } from '../../robots/robots.ts';
import type { StandingRobot } from '../robot-motion.ts';
import { canDrive } from '../surroundings.ts';

const DEGREES_PER_RADIAN = 180 / Math.PI;
const MILLIMETRES_PER_METRE = 1000;
/** To a tenth of a millimetre, and to a hundredth of a degree. */
const PER_MILLIMETRE = 10;
const PER_DEGREE = 100;

/** What a column of a list is: a joint, or what a base has instead. */
export interface TaughtColumn {
  readonly name: string;
  readonly unit: 'degrees' | 'millimetres';
}

const BASE_COLUMNS: readonly TaughtColumn[] = [
  { name: 'x', unit: 'millimetres' },
  { name: 'y', unit: 'millimetres' },
  { name: 'heading', unit: 'degrees' },
];

/** Whether its positions are places of its base: it has no joints that anybody moves. */
export const isTaughtByPose = (model: Model): boolean => drivenDofs(model).length === 0 && canDrive(model);

/** What the values of a position are, in their order. None of what can be taught nothing. */
export function taughtColumns(model: Model): readonly TaughtColumn[] {
  if (isTaughtByPose(model)) return BASE_COLUMNS;
  return drivenDofs(model).map(({ name, kind }) => ({ name, unit: kind === 'rotation' ? 'degrees' : 'millimetres' }));
}

/** Where a robot stands, as the values of a position. */
export function positionNow(model: Model, { pose, values }: StandingRobot): number[] {
  if (isTaughtByPose(model))
    return [
      rounded(pose.x * MILLIMETRES_PER_METRE, PER_MILLIMETRE),
      rounded(pose.y * MILLIMETRES_PER_METRE, PER_MILLIMETRE),
      rounded(yawOf(pose) * DEGREES_PER_RADIAN, PER_DEGREE),
    ];
  return drivenDofs(model).map(({ kind, low, high }, index) => {
    const [factor, steps] = kind === 'rotation' ? [DEGREES_PER_RADIAN, PER_DEGREE] : [MILLIMETRES_PER_METRE, PER_MILLIMETRE];
    const value = rounded((values[index] ?? 0) * factor, steps);
    if (value > high * factor) return Math.floor(high * factor * steps + SLACK) / steps;
    return value < low * factor ? Math.ceil(low * factor * steps - SLACK) / steps : value;
  });
}

/** Of a step: a limit in whole degrees is a hair off in radians. */
const SLACK = 1e-6;

/** Never a zero with a minus. */
const rounded = (value: number, steps: number): number => Math.round(value * steps) / steps + 0;
