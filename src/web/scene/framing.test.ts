import fc from 'fast-check';
import { type PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { CameraRig, LENS_RAD } from './camera-rig.ts';
import { type Ball, fitView, MARGIN } from './framing.ts';

const nobody = { base: () => false, eyes: () => false };
const ball = fc.record({
  x: fc.double({ min: -30, max: 30, noNaN: true }),
  y: fc.double({ min: -30, max: 30, noNaN: true }),
  z: fc.double({ min: 0.5, max: 3, noNaN: true }),
  radiusM: fc.constant(0),
});
const direction = fc.record({
  azimuthRad: fc.double({ min: -3, max: 3, noNaN: true }),
  elevationRad: fc.double({ min: 0.3, max: 1.5, noNaN: true }),
});
const aspect = fc.double({ min: 0.5, max: 2.5, noNaN: true });

function cameraFor(balls: readonly Ball[], towards: { azimuthRad: number; elevationRad: number }, ratio: number): PerspectiveCamera {
  const rig = new CameraRig();
  rig.resize(ratio);
  rig.setView(fitView(balls, towards, { verticalRad: LENS_RAD, aspect: ratio }), 'cut', 0);
  rig.update(0, nobody);
  return rig.camera;
}

describe('fitting a view', () => {
  it('has everything in the picture, with the margin, whatever the direction', () => {
    fc.assert(
      fc.property(fc.array(ball, { minLength: 2, maxLength: 20 }), direction, aspect, (balls, towards, ratio) => {
        const camera = cameraFor(balls, towards, ratio);
        for (const { x, y, z } of balls) {
          const point = new Vector3(x, y, z).project(camera);
          expect(Math.max(Math.abs(point.x), Math.abs(point.y))).toBeLessThanOrEqual(1 - 2 * MARGIN + 1e-3);
        }
      }),
    );
  });

  it('comes as near as it can: something touches the margin', () => {
    const balls = [-2, 2].flatMap((x) => [-1, 1].map((y) => ({ x, y, z: 0.5, radiusM: 0 })));
    const camera = cameraFor(balls, { azimuthRad: -1, elevationRad: 0.6 }, 1.6);
    const reach = balls
      .map(({ x, y, z }) => new Vector3(x, y, z).project(camera))
      .map((point) => Math.max(Math.abs(point.x), Math.abs(point.y)));
    expect(Math.max(...reach)).toBeCloseTo(1 - 2 * MARGIN, 3);
  });
});
