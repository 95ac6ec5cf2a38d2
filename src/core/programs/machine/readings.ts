import type { CellReadings, Reading } from '../cell.ts';
import { CELL_FLAGS, LARGEST_NUMBER, LEAST_NUMBER } from '../limits.ts';
import type { ReadPlan } from './code.ts';
import { Failure, within } from './failure.ts';

/** What a program gets to read: a whole number, whatever the cell measures in. */
export function reading(plan: ReadPlan, operand: number, cell: CellReadings, startedMs: number): number {
  const found = asked(plan, operand, cell, startedMs);
  if (typeof found !== 'number') throw new Failure(found.reason);
  return Number.isNaN(found) ? 0 : Math.round(Math.min(LARGEST_NUMBER, Math.max(LEAST_NUMBER, found)));
}

function asked(plan: ReadPlan, operand: number, cell: CellReadings, startedMs: number): Reading {
  switch (plan.kind) {
    case 'flag':
      return cell.flag();
    case 'cell-flag':
      return cell.cellFlag(within(operand, 1, CELL_FLAGS, 'a flag of the environment'));
    case 'flag-of':
      return cell.flagOf(plan.robot);
    case 'sensor':
      return cell.sensor(plan.sensor, plan.hasBeam ? operand : undefined, plan.robot);
    case 'dof':
      return cell.dof(plan.name ?? operand);
    case 'time':
      return cell.nowMs - startedMs;
  }
}
