import type { Pose } from '../base/pose.ts';
import type { Convex } from './convex.ts';
import type { Vector } from './vector.ts';

/** Rigid bodies that fall, rest, push and are pushed, in steps of equal length. The floor at z = 0 is solid and is there from the beginning. */
export interface Dynamics extends Disposable {
  readonly stepMs: number;
  /** A body in the place of the one of this id, if there is one. */
  add(id: string, body: NewBody): void;
  remove(id: string): void;
  has(id: string): boolean;
  /** Where a moved body is at the end of the next step: what it meets on the way there it pushes. */
  move(id: string, pose: Pose): void;
  /** Sets a body there at once, pushing nothing. */
  put(id: string, pose: Pose, velocity?: Velocity): void;
  /** How the surface of a belt runs, in m/s; the belt itself stands. */
  run(id: string, surface: Vector): void;
  wake(id: string): void;
  sleep(id: string): void;
  /** Of a free body. */
  stateOf(id: string): BodyState;
  /** One step. The same bodies and the same calls in the same order give the same result, to the last bit. */
  step(): void;
  /** What a free body touches. */
  touchesOf(id: string): Touch[];
}

/** An engine that is loaded: each call begins a world of its own, with nothing in it. */
export type Engine = () => Dynamics;

export type NewBody = {
  readonly pieces: readonly Convex[];
  readonly pose: Pose;
  readonly friction: number;
} & (
  | { readonly kind: 'fixed' | 'moved' | 'belt' }
  /** It falls and is pushed. It may begin asleep: then it costs nothing until something touches it. */
  | { readonly kind: 'free'; readonly massKg: number; readonly velocity: Velocity; readonly isAsleep: boolean }
);

/** In the world's frame: m/s of the centre of mass, and rad/s. */
export interface Velocity {
  readonly linear: Vector;
  readonly angular: Vector;
}

export interface BodyState {
  readonly pose: Pose;
  readonly velocity: Velocity;
  readonly isAsleep: boolean;
}

export interface Touch {
  /** The other body, or the ground. */
  readonly with: string;
  /** How deep the two are in each other; 0 or less when they just touch. */
  readonly depthM: number;
  readonly at: Vector;
}

export const GROUND = '';
export const AT_REST: Velocity = { linear: [0, 0, 0], angular: [0, 0, 0] };
