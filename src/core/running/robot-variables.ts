import type { MountedVariable, WorldMountPorts } from '../host/world-mount.ts';
import type { EntityView } from '../world/world.ts';
import { orderText } from './orders.ts';
import { flagIn } from './work-codec.ts';

/** What programs have to say of a robot, on the blackboard: its flag. */
export function robotVariables(
  command: NonNullable<WorldMountPorts['command']>,
): (view: EntityView) => Iterable<readonly [string, MountedVariable]> {
  return ({ id, description: { kind } }) => {
    if (kind === 'static') return [];
    const flag: MountedVariable = {
      ...{ type: 'number', unit: '' },
      read: ({ work }) => flagIn(work?.bytes),
      write: async ({ value }, options) =>
        Number.isInteger(value)
          ? command(id, { kind: 'work', order: orderText({ kind: 'flag', value: value as number }) }, options)
          : { kind: 'refused', reason: `a flag is a whole number, not ${String(value)}` },
    };
    return [['flag', flag]];
  };
}
