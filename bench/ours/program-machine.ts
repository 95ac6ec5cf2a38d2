/** Our machine with the loop that programs are measured by, in a process of its own. */
import { type Cell, compileProgram, type Effect, Machine, tick } from '../../src/core/programs/programs.ts';
import { ROBOT_PROGRAM } from '../harness/program-loop.ts';
import { type Repeated, repeated } from '../harness/repeated.ts';
import { serveRole } from '../harness/role.ts';

/** As an owner gives them in a tick. */
const STEPS_A_TICK = 10_000;

const handlers = { loop };
export type ProgramMachine = typeof handlers;
serveRole(handlers);

interface MachineLoop extends Repeated {
  readonly steps: number;
}

function loop(timing: { readonly warmUpMs: number; readonly windowMs: number }): MachineLoop {
  const { program } = compileProgram(ROBOT_PROGRAM);
  if (!program) throw new Error('the loop does not compile');
  let steps = 0;
  const measured = repeated(timing, () => {
    const machine = new Machine(program);
    const cell = new PrintingCell();
    while (!machine.isOver) tick(machine, cell, STEPS_A_TICK);
    steps = machine.steps;
    return cell.printed;
  });
  return { ...measured, steps };
}

/** Flags that nobody sets, and the last number that was printed. */
class PrintingCell implements Cell {
  readonly nowMs = 0;
  printed = Number.NaN;

  flag(): number {
    return 0;
  }

  cellFlag(): number {
    return 0;
  }

  flagOf(robot: string) {
    return { reason: `there is no robot ${robot}` };
  }

  sensor(sensor: string) {
    return { reason: `there is no sensor ${sensor}` };
  }

  dof(dof: string | number) {
    return { reason: `there is no ${dof}` };
  }

  progressOf() {
    return { kind: 'done' } as const;
  }

  issue({ deed }: Effect): void {
    if (deed.kind === 'print') this.printed = Number(deed.text);
  }
}
