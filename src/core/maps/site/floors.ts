import type { EdlDocument } from '../edl/document.ts';
import type { FloorPlan } from '../plan/floor-plan.ts';
import type { Place } from '../plan/segment.ts';

export interface SiteFloor {
  readonly id: string;
  readonly name: string;
  /** Of its ground above that of the site. */
  readonly heightM: number;
  readonly document: EdlDocument;
  readonly plan: FloorPlan;
}

export interface Elevator {
  readonly id: string;
  readonly name: string;
  /** The way one leaves it, about the z axis. */
  readonly facingRad: number;
  /** From the lowest up. */
  readonly stops: readonly { readonly floor: string; readonly at: Place }[];
}

/** A piece of furniture, by its model of the catalog. */
export interface Furnishing {
  readonly model: string;
  /** The id of its floor. */
  readonly floor: string;
  readonly at: Place;
  /** Above its floor. */
  readonly aboveM: number;
  readonly yawRad: number;
  readonly name: string | undefined;
}
