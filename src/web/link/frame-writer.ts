import type { Pose } from '../../core/base/pose.ts';
import type { EntityView, Instant } from '../../core/world/world.ts';
import type { FrameData } from './page-messages.ts';
import type { Slot, Slots } from './slots.ts';

export const NUMBERS_PER_POSE = 7;
/** Spare room, so that a world that grows does not need another buffer with every entity. */
const ROOM = 1.25;

/** An entity that can be drawn. */
export type Drawn = Pick<EntityView, 'shownAt'>;

/** Writes all entities into `spare` if it is large enough, else into a buffer of its own: in a world that does not grow nothing is allocated. */
export function writeFrame(
  entities: Iterable<{ readonly view: Drawn; readonly slot: Slot }>,
  slots: Slots,
  at: Instant,
  spare: ArrayBuffer | undefined,
): FrameData {
  const poseNumbers = slots.slots * NUMBERS_PER_POSE;
  const neededBytes = (poseNumbers + slots.values) * Float32Array.BYTES_PER_ELEMENT;
  const buffer = spare && spare.byteLength >= neededBytes ? spare : new ArrayBuffer(Math.ceil((neededBytes * ROOM) / 4) * 4);
  const numbers = new Float32Array(buffer);
  for (const { view, slot } of entities) {
    const { pose, values } = view.shownAt(at);
    writePose(numbers, slot.slot * NUMBERS_PER_POSE, pose);
    for (let i = 0; i < slot.values; i++) numbers[poseNumbers + slot.valuesAt + i] = values[i] ?? 0;
  }
  return { layout: slots.layout, worldMs: at.worldMs, slots: slots.slots, values: slots.values, buffer };
}

function writePose(numbers: Float32Array, at: number, pose: Pose): void {
  numbers[at] = pose.x;
  numbers[at + 1] = pose.y;
  numbers[at + 2] = pose.z;
  numbers[at + 3] = pose.qx;
  numbers[at + 4] = pose.qy;
  numbers[at + 5] = pose.qz;
  numbers[at + 6] = pose.qw;
}
