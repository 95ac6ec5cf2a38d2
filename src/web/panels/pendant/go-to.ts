import type { TaughtPosition } from '../../../core/programs/positions.ts';
import { motionOf } from '../../../core/programs/robot-motion.ts';
import type { Model } from '../../../core/robots/model.ts';
import type { EntityInfo } from '../../link/world-link.ts';
import type { Room } from '../../world/room.ts';
import { command, take } from '../../world/room-actions.ts';

/** As a program's `move` would, at the speed that was chosen. Answers what went wrong, if something did. */
export async function goTo(room: Room, info: EntityInfo, model: Model, position: TaughtPosition): Promise<string | undefined> {
  const standing = { pose: room.samples.pose(info), values: room.samples.values(info) };
  const speedPercent = Math.max(1, Math.round(room.hands.speedLimit(info.id) * 100));
  const plan = motionOf({ kind: 'move', position: position.name, speedPercent }, model, standing, [position]);
  switch (plan.kind) {
    case 'none':
      return undefined;
    case 'refused':
      return `${info.description.name} cannot go to ${position.name}: ${plan.reason}.`;
    case 'motion':
      return (await take(room, info.id)) ?? (await command(room, info.id, plan.action));
  }
}
