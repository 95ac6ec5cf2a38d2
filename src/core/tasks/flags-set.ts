/** Which flags a program may set, as far as its text tells. */
import { type Call, checkProgram, constantOf } from '../programs/programs.ts';

/** Whether a run of a program on a robot may give a flag (an id, or `#n`) a value. Of a text that says nothing all is possible. */
export type Setter = (robot: string, flag: string, value: number) => boolean;

export const anything: Setter = () => true;

export function setterOf(text: string): Setter {
  const { program } = checkProgram(text);
  if (!program) return anything;
  const calls = [...callsIn(program)];
  const may = (call: Call, operand: number, value: number) => {
    const expression = call.operands[operand];
    const constant = expression && constantOf(expression);
    return constant === undefined || constant === value;
  };
  return (robot, flag, value) =>
    calls.some((call) => {
      switch (call.name.text) {
        case 'flag':
          return robot === flag && call.operands.length === 1 && may(call, 0, value);
        case 'wcellflag':
          return flag.startsWith('#') && may(call, 0, Number(flag.slice(1))) && may(call, 1, value);
        default:
          return false;
      }
    });
}

/** All that is called in a tree, wherever it stands. */
function* callsIn(node: unknown): Generator<Call> {
  if (typeof node !== 'object' || node === null) return;
  if ((node as { kind?: unknown }).kind === 'calling') yield node as Call;
  for (const part of Object.values(node)) yield* callsIn(part);
}
