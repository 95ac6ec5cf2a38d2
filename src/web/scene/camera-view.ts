/** Plain data: kept with a world, in a layout, in a link. The camera looks at `target` from `distanceM` away. */
export interface CameraView {
  readonly target: readonly [number, number, number];
  readonly distanceM: number;
  /** Where the camera stands, seen from the target: 0 is +x, to the left. */
  readonly azimuthRad: number;
  /** How far it looks down: pi/2 is straight from above. */
  readonly elevationRad: number;
}

/** 320 ms, or at once. */
export type CameraMove = 'glide' | 'cut';

export type CameraMode =
  | { readonly kind: 'orbit' }
  | { readonly kind: 'top' }
  /** 1.75 m behind and 1.2 m above it. */
  | { readonly kind: 'follow'; readonly entity: string }
  /** With its eyes: along its tool, or forward from its front. */
  | { readonly kind: 'entity'; readonly entity: string }
  | { readonly kind: 'person'; readonly person: string };
