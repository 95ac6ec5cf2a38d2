import type { Deed } from '../effect.ts';
import { CELL_FLAGS, LONGEST_LINE, LONGEST_WAIT_MS } from '../limits.ts';
import type { DeedPlan } from './code.ts';
import { within } from './failure.ts';

/** What is done, with the values it has now. */
export function deedOf(plan: DeedPlan, operands: Int32Array, { nowMs, speedPercent }: { nowMs: number; speedPercent: number }): Deed {
  const [first = 0, second = 0, third = 0] = operands;
  switch (plan.kind) {
    case 'move':
      return { kind: 'move', position: plan.position ?? first, speedPercent };
    case 'move-by':
      return plan.dof === undefined
        ? { kind: 'move-by', dof: first, by: second, speedPercent }
        : { kind: 'move-by', dof: plan.dof, by: first, speedPercent };
    case 'drive':
      return { kind: 'drive', forwardMm: first, turnDeg: plan.turns ? second : 0, speedPercent };
    case 'goto':
      return { kind: 'goto', place: plan.place, speedPercent };
    case 'goto-point':
      return { kind: 'goto-point', xMm: first, yMm: second, headingDeg: plan.turns ? third : null, speedPercent };
    case 'grip':
    case 'release':
      return { kind: plan.kind };
    case 'wait':
      return { kind: 'wait', untilMs: nowMs + within(first, 0, LONGEST_WAIT_MS, 'a wait in milliseconds') };
    case 'flag':
      return { kind: 'flag', value: first };
    case 'cell-flag':
      return { kind: 'cell-flag', flag: within(first, 1, CELL_FLAGS, 'a flag of the environment'), value: second };
    case 'print':
      return { kind: 'print', text: printed(plan.parts, operands) };
  }
}

function printed(parts: readonly (string | undefined)[], operands: Int32Array): string {
  let [line, value] = ['', 0];
  for (const part of parts) {
    if (line.length > LONGEST_LINE) break;
    line += part ?? operands[value++];
  }
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}...` : line;
}
