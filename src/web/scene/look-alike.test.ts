import { describe, expect, it } from 'vitest';
import { descriptionSchema } from '../../core/api/messages.ts';
import { planarPose } from '../../core/base/pose.ts';
import { pioneer3dx } from '../../core/robots/catalog/pioneer-3-dx.ts';
import { draftOf } from '../../core/robots/draft.ts';
import type { EntityInfo } from '../link/world-link.ts';
import { lookAlike } from './look-alike.ts';

const description = descriptionSchema.parse(draftOf(pioneer3dx, { pose: planarPose(0, 0, 0) }));
const control = { stop: undefined, lease: undefined, leaseEpoch: 0, asking: [], driver: undefined };
const rover: EntityInfo = {
  ...{ id: 'rover', description, slot: 0, valuesAt: 0, owner: 'me', isMine: true, isLive: true, epoch: 1 },
  ...{ control, isWorking: false, floor: undefined, isElsewhere: false, ageMs: 0 },
};
const told = (change: Partial<EntityInfo>): EntityInfo => ({ ...rover, control: { ...control }, ...change });

describe('a thing looks as it did before', () => {
  it('when only its age has changed, and it is live', () => {
    expect(lookAlike(rover, told({ ageMs: 250 }))).toBe(true);
  });

  it('but not when it is older and not live: its label says so', () => {
    expect(lookAlike(told({ isLive: false }), told({ isLive: false, ageMs: 250 }))).toBe(false);
  });

  it.each<[string, Partial<EntityInfo>]>([
    ['is driven by somebody', { control: { ...control, driver: 'ada' } }],
    ['is live no more', { isLive: false }],
    ['has its numbers elsewhere in a frame', { slot: 1 }],
    ['is described otherwise', { description: { ...description, name: 'Scout' } }],
    ['ran into something', { contact: { with: 'wall', atMs: 5, x: 0, y: 0, z: 0 } }],
    ['is in a gripper', { heldBy: 'puma' }],
  ])('nor when it %s', (_, change) => {
    expect(lookAlike(rover, told(change))).toBe(false);
  });
});
