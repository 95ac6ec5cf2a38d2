import type { CameraView } from '../scene/scene.ts';

/** A camera as the hub keeps it: where it is and what it looks at, in metres. */
export interface SavedView {
  readonly eye: readonly [number, number, number];
  readonly target: readonly [number, number, number];
}

export function cameraOf({ eye, target }: SavedView): CameraView {
  const [dx, dy, dz] = [eye[0] - target[0], eye[1] - target[1], eye[2] - target[2]];
  const distanceM = Math.hypot(dx, dy, dz);
  return { target, distanceM, azimuthRad: Math.atan2(dy, dx), elevationRad: distanceM === 0 ? 0 : Math.asin(dz / distanceM) };
}

export function savedViewOf({ target, distanceM, azimuthRad, elevationRad }: CameraView): {
  eye: [number, number, number];
  target: [number, number, number];
} {
  const flatM = distanceM * Math.cos(elevationRad);
  const [x, y, z] = target;
  return {
    eye: [x + flatM * Math.cos(azimuthRad), y + flatM * Math.sin(azimuthRad), z + distanceM * Math.sin(elevationRad)],
    target: [x, y, z],
  };
}

/** Narrower than this, a view that was framed for the wide pictures of the lobby would cut off its sides. */
const FRAMED_ASPECT = 1.16;
const MOST_STEP_BACK = 2.5;

/** From as far back as it takes to see the same in a narrower view. */
export const fittedTo = (aspect: number, view: CameraView): CameraView => ({
  ...view,
  distanceM: view.distanceM * Math.min(MOST_STEP_BACK, Math.max(1, FRAMED_ASPECT / aspect)),
});
