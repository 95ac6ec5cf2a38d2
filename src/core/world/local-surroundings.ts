import type { EntityDescription, Nonce, WorldSetup } from '../api/messages.ts';
import type { Pose } from '../base/pose.ts';
import type { Posture } from './actions.ts';
import type { WorldContext } from './context.ts';
import type { Control } from './control.ts';
import type { Contact, WholeMotion } from './guarded-motion.ts';
import type { BaseMotion, Carrier, DofMotion } from './motion.ts';
import type { Ownership } from './ownership.ts';
import type { Instant } from './proxy-entity.ts';
import type { SealedState } from './state.ts';
import type { Work, Workshop } from './work.ts';

/** What an owner begins with, from the owner before or from the description. */
export interface Inherited {
  readonly base: BaseMotion;
  readonly dofs: readonly DofMotion[];
  readonly control: Control;
  readonly recent: readonly string[];
  readonly working: boolean;
  readonly work: Work | undefined;
  readonly region: string | undefined;
}

/** What a local entity needs of the participant that owns it. */
export interface LocalSurroundings {
  readonly context: WorldContext;
  readonly ownership: Ownership;
  /** As it is now: a world may get other floors. */
  setup(): WorldSetup;
  description(): EntityDescription;
  instant(sharedMs: number): Instant;
  posture(sharedMs: number): Posture;
  carrierOf(entity: string): Carrier | undefined;
  guard(motion: WholeMotion): Contact | undefined;
  /** Why it is not given to somebody who asks for it. */
  keptFrom(participant: string): string | undefined;
  /** Who gives its work a meaning; undefined: nobody does here. */
  workshop(): Workshop | undefined;
  parentOf(entity: string): string | undefined;
  /** How high others are stacked on the entity. */
  towerOn(): number;
  /** Why the entity may not be put into the gripper of another. */
  refusalBy(gripper: string): string | undefined;
  /** Who may move another entity. */
  controlOf(entity: string): Control | undefined;
  /** Who owns another entity and is here. */
  liveOwnerOf(entity: string): string | undefined;
  /** The region a pose belongs to, given the one it was in. */
  regionOf(pose: Pose, current: string | undefined): string;
  /** Somebody who did not ask for it may be given it: one who is here and owns something already. */
  mayReceive(participant: string): boolean;
  /** Gone for so long that its lease ends. */
  isGone(participant: string): boolean;
  publish(sealed: SealedState, region: string): void;
  tell(participant: string, nonce: Nonce): void;
  /** Our own sign of life is older than what it promised. */
  hasLapsed(): boolean;
  /** It belongs to somebody else now. */
  lost(): void;
  /** It was in doubt, and is still ours. */
  kept(): void;
}
