import type { CameraView } from './camera-view.ts';

/** Something round that must be in view. */
export interface Ball {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly radiusM: number;
}

export interface Lens {
  readonly verticalRad: number;
  /** Width over height. */
  readonly aspect: number;
}

/** Left free on every side, as a share of the picture. */
export const MARGIN = 0.08;
const NEAREST_M = 0.5;

/** From the front right, 33 degrees down. */
export const FIRST_DIRECTION: { readonly azimuthRad: number; readonly elevationRad: number } = {
  azimuthRad: (-62 * Math.PI) / 180,
  elevationRad: (33 * Math.PI) / 180,
};

/**
 * The nearest view in this direction that has all balls in it, with the margin. Exact: each ball bounds the camera by the four planes of the
 * frustum, and the tightest pair of opposite planes decides both the distance and where the middle is.
 */
export function fitView(balls: readonly Ball[], direction: Pick<CameraView, 'azimuthRad' | 'elevationRad'>, lens: Lens): CameraView {
  const { azimuthRad, elevationRad } = direction;
  if (balls.length === 0) return { target: [0, 0, 0.4], distanceM: 5, azimuthRad, elevationRad };
  const [cosA, sinA, cosE, sinE] = [Math.cos(azimuthRad), Math.sin(azimuthRad), Math.cos(elevationRad), Math.sin(elevationRad)];
  const right = [-sinA, cosA, 0] as const;
  const up = [-sinE * cosA, -sinE * sinA, cosE] as const;
  const back = [cosE * cosA, cosE * sinA, sinE] as const;
  const tangentY = Math.tan(lens.verticalRad / 2) * (1 - 2 * MARGIN);
  const tangentX = Math.tan(lens.verticalRad / 2) * lens.aspect * (1 - 2 * MARGIN);
  const slackX = Math.hypot(1, tangentX);
  const slackY = Math.hypot(1, tangentY);
  let [mostRight, mostLeft, mostUp, mostDown] = [-Infinity, -Infinity, -Infinity, -Infinity];
  let [nearest, farthest] = [-Infinity, Infinity];
  for (const { x, y, z, radiusM } of balls) {
    const [a, b, c] = [right, up, back].map(([rx, ry, rz]) => rx * x + ry * y + rz * z) as [number, number, number];
    mostRight = Math.max(mostRight, a + tangentX * c + radiusM * slackX);
    mostLeft = Math.max(mostLeft, -a + tangentX * c + radiusM * slackX);
    mostUp = Math.max(mostUp, b + tangentY * c + radiusM * slackY);
    mostDown = Math.max(mostDown, -b + tangentY * c + radiusM * slackY);
    nearest = Math.max(nearest, c);
    farthest = Math.min(farthest, c);
  }
  const eye = Math.max((mostRight + mostLeft) / (2 * tangentX), (mostUp + mostDown) / (2 * tangentY), nearest + NEAREST_M);
  const [sideways, upwards, middle] = [(mostRight - mostLeft) / 2, (mostUp - mostDown) / 2, (nearest + farthest) / 2];
  // The target may be anywhere on the line of sight: not below the floor.
  const heightAt = (depth: number) => up[2] * upwards + back[2] * depth;
  const depth = Math.min(eye - NEAREST_M / 2, middle + Math.max(0, -heightAt(middle)) / Math.max(0.01, back[2]));
  const at = (axis: 0 | 1 | 2) => right[axis] * sideways + up[axis] * upwards + back[axis] * depth;
  return { target: [at(0), at(1), at(2)], distanceM: eye - depth, azimuthRad, elevationRad };
}
