import type { Control } from './control.ts';
import type { Epoch } from './epoch.ts';
import type { Contact } from './guarded-motion.ts';
import type { BaseMotion, DofMotion } from './motion.ts';
import type { Work } from './work.ts';

/** All that an owner says of an entity: complete in itself, so that any message may be lost and the next one heals it. */
export interface EntityState {
  readonly epoch: Epoch;
  /** Counts the states of one epoch, from 1. */
  readonly seq: number;
  /** The world's count of resets when this was true. A state of an earlier generation stands for the entity as it was described. */
  readonly generation: number;
  readonly base: BaseMotion;
  readonly dofs: readonly DofMotion[];
  readonly control: Control;
  /** Commands applied in the last seconds, so that a taker does not apply them again. */
  readonly recent: readonly string[];
  /** An agent moves it: when its owner goes, a resident host adopts it at once. */
  readonly working: boolean;
  /** What it does by itself, and what is left of it. */
  readonly work?: Work | undefined;
  /** In a tombstone: the region the entity has gone to. */
  readonly goneTo: string | undefined;
  /** Its motion was cut short, and for this. */
  readonly contact?: Contact | undefined;
}

/** A state with the bytes it came in. The bytes are what replicas compare and pass on; nobody encodes a state twice. */
export interface SealedState {
  readonly state: EntityState;
  readonly bytes: Uint8Array;
  /** Of entity, epoch, seq and bytes. */
  readonly hash: number;
}

/** Where a state was published, and by whom. */
export interface Origin {
  readonly region: string;
  readonly author: string;
}

/** Whether (epoch, seq) of `a` is higher than that of `b`. */
export const isNewer = (a: { epoch: Epoch; seq: number }, b: { epoch: Epoch; seq: number }): boolean =>
  a.epoch > b.epoch || (a.epoch === b.epoch && a.seq > b.seq);
