import type { Action } from '../api/messages.ts';
import type { MotionAction } from './actions.ts';

/** What an entity does by itself, as long as that lasts: a program. What its bytes mean is for the workshop of whoever owns the entity. */
export interface Work {
  readonly bytes: Uint8Array;
  /** It goes on: when the owner goes, a resident host adopts the entity at once. */
  readonly isActive: boolean;
  /** World time at which something else ended the motion that the work had begun: a stop, a hand, the death of an owner. Undefined while it goes as the work has it. */
  readonly haltedMs: number | undefined;
}

/** What the work is from now on: its motion is its own again. */
export type WorkDraft = Pick<Work, 'bytes' | 'isActive'>;

/** Something that an owner does of itself with what it owns, as one state: a motion, what is left of the work behind it, or both. */
export interface Performance {
  readonly action?: MotionAction | undefined;
  /** `none`: it has none any more. */
  readonly work?: WorkDraft | 'none' | undefined;
}

export type Performed = { readonly kind: 'done' } | { readonly kind: 'refused'; readonly reason: string };

/** What becomes of an order: what the work is from now on, and whether the entity stands still from now on. */
export type WorkRuling =
  | { readonly kind: 'granted'; readonly work: WorkDraft | 'none'; readonly motion: 'goes on' | 'halts' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** Something has to be fetched: it is asked again then. */
  | { readonly kind: 'later'; readonly ready: Promise<void> };

/** Gives the work of entities its meaning, at who owns them. */
export interface Workshop {
  /** Somebody wants something of the work of an entity that we own. Control has been asked already, but for a stop. */
  rule(entity: string, from: string, order: string): WorkRuling;
  /** Why nobody may move it by hand now. */
  objection(entity: string, from: string, action: Action): string | undefined;
}

/** With the motion and all else of a state it still fits into one message. */
export const MOST_WORK_BYTES = 24_000;
