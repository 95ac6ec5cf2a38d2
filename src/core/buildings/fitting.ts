import type { Pose } from '../base/pose.ts';
import type { Model } from '../robots/robots.ts';

/** A thing of a building before it has ids. */
export interface Fitting {
  /** What it is of its floor: `door-6`. */
  readonly part: string;
  readonly name: string;
  readonly model: Omit<Model, 'id'>;
  readonly pose: Pose;
  /** Encoded, by their hash: those of its model. */
  readonly meshes?: ReadonlyMap<string, Uint8Array> | undefined;
}
