import type { Leg, PathAnswer, PathHostWord, PathRequestDraft } from '../../core/navigation/path-service.ts';
import type { Observable } from './observable.ts';

/** Planning ways and sending robots along them, from a page: the participant in the worker does both. */
export interface TravelLink {
  /** Of the robots that this page sent, by their ids. One that is over stays until the robot is sent again, or is dismissed. */
  readonly journeys: Observable<ReadonlyMap<string, JourneyInfo>>;
  /** Who can be asked for by name, here and now: those of one's own, too. */
  planners(): Promise<PathHostWord['planners']>;
  /** Nothing moves. */
  plan(request: PathRequestDraft): Promise<PathAnswer>;
  /** Resolves when it is under way; rejects when it cannot be sent: the message says why. */
  go(robot: string, goal: TravelGoal, choice: PlanChoice): Promise<void>;
  /** Stops it where it is. Of one that is over: forgets it. */
  cancel(robot: string): Promise<void>;
}

/** A place on a floor, or one of the topological map. */
export type TravelGoal =
  | { readonly x: number; readonly y: number; readonly floor: string | undefined; readonly headingRad: number | undefined }
  | { readonly node: string };

export interface PlanChoice {
  /** By name; undefined: the usual one. */
  readonly planner: string | undefined;
  readonly seed: number;
}

export interface JourneyInfo {
  readonly robot: string;
  readonly state: JourneyState;
  /** All of it, as it was last planned. */
  readonly legs: readonly Leg[];
  readonly goal: TravelGoal;
  /** What is left. */
  readonly remainingM: number;
  /** Undefined while nobody can say. */
  readonly remainingMs: number | undefined;
  readonly planner: string | undefined;
}

export type JourneyState =
  | { readonly kind: 'planning' | 'driving' | 'waiting' | 'riding'; readonly words: string }
  | { readonly kind: 'arrived' | 'cancelled' }
  | { readonly kind: 'failed'; readonly reason: string };
