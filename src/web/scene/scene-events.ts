import type { Pose } from '../../core/base/pose.ts';
import type { CameraMode } from './camera-view.ts';

/** A place in the world, metres. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** What is under the pointer. `dof` moves the link that was hit, if any does. */
export type Target =
  | { readonly kind: 'entity'; readonly entity: string; readonly dof: number | undefined; readonly point: Point }
  | { readonly kind: 'person'; readonly person: string }
  | { readonly kind: 'ground'; readonly point: Point }
  | { readonly kind: 'nothing' };

export type SceneEvent =
  /** At most once a frame, and only when what is under the pointer has changed. */
  | { readonly kind: 'hover'; readonly target: Target }
  /** `at` in CSS pixels from the host's corner, for menus. `menu` is the right button or a long press, without a drag. */
  | {
      readonly kind: 'click' | 'double-click' | 'menu';
      readonly target: Target;
      readonly at: { readonly x: number; readonly y: number };
      readonly isAdding: boolean;
    }
  /** The base gizmo. The scene shows a ghost at `pose`; the entity itself stands until the world moves it. */
  | { readonly kind: 'move-start' | 'move' | 'move-end' | 'move-cancel'; readonly entity: string; readonly pose: Pose }
  /** Where what was to be placed shall stand. */
  | { readonly kind: 'place'; readonly pose: Pose; readonly isAdding: boolean }
  /** Where the selected entity is to go; with a heading, if one was drawn. */
  | { readonly kind: 'goal'; readonly at: Point; readonly headingRad: number | undefined }
  /** It has come to where its motion was cut: something is in its way, or it is itself. */
  | { readonly kind: 'contact'; readonly entity: string; readonly with: string }
  /** By a call, by the user's hand (orbiting leaves `follow`), or because what was followed has gone. */
  | { readonly kind: 'camera'; readonly mode: CameraMode };
