import type { EntityView, World } from '../../library/manyhands.ts';
import { type PlainPose, plainPose } from './plain-pose.ts';

/** What happens while a session lasts. With `--json` each is printed as it is here, with the shared time added. */
export type SessionEvent =
  | { readonly event: 'joined'; readonly world: string; readonly id: string; readonly name: string; readonly url: string }
  | { readonly event: 'connection'; readonly state: 'lost' | 'regained' | 'closed'; readonly reason: string }
  | { readonly event: 'participant'; readonly change: 'came' | 'went'; readonly id: string; readonly name: string }
  | { readonly event: 'entity'; readonly entity: string; readonly change: EntityChange }
  | { readonly event: 'chat'; readonly from: string; readonly text: string }
  | PoseEvent
  | { readonly event: 'left' };

export type EntityChange =
  | { readonly kind: 'inserted'; readonly owner: string | undefined }
  | { readonly kind: 'removed' }
  | { readonly kind: 'owner'; readonly owner: string | undefined; readonly before: string | undefined }
  | { readonly kind: 'orphaned'; readonly owner: string | undefined }
  | { readonly kind: 'stopped'; readonly by: string; readonly reason: string }
  | { readonly kind: 'rearmed' }
  | { readonly kind: 'leased'; readonly to: string; readonly reason: string }
  | { readonly kind: 'released' };

/** Where an entity is shown at an instant. */
export interface PoseEvent {
  readonly event: 'pose';
  readonly entity: string;
  readonly sharedMs: number;
  readonly worldMs: number;
  readonly pose: PlainPose;
  /** Radians or metres. */
  readonly values: readonly number[];
  readonly owner: string | undefined;
  readonly epoch: number;
  readonly seq: number;
  readonly live: boolean;
  /** `null` when nothing is known of its age. */
  readonly ageMs: number | null;
}

export function poseEvent(world: World, view: EntityView): PoseEvent {
  const { sharedMs, worldMs } = world.time;
  return {
    event: 'pose',
    entity: view.id,
    sharedMs: rounded(sharedMs, 3),
    worldMs: rounded(worldMs, 3),
    pose: plainPose(view.pose),
    values: view.values.map((value) => rounded(value, 6)),
    owner: view.owner,
    epoch: view.epoch,
    seq: view.seq,
    live: view.isLive,
    ageMs: Number.isFinite(view.ageMs) ? rounded(view.ageMs, 1) : null,
  };
}

export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
