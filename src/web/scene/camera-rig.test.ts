import { Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { CameraRig, type Eye, type Subjects } from './camera-rig.ts';
import type { CameraView } from './camera-view.ts';

const nobody: Subjects = { base: () => false, eyes: () => false };
const view: CameraView = { target: [1, 2, 0.5], distanceM: 4, azimuthRad: -1, elevationRad: 0.6 };

function rigAt(from: CameraView, motion: 'full' | 'reduced' = 'full'): CameraRig {
  const rig = new CameraRig();
  rig.motion = motion;
  rig.resize(1.5);
  rig.setView(from, 'cut', 0);
  rig.update(0, nobody);
  return rig;
}

const run = (rig: CameraRig, fromMs: number, toMs: number, subjects = nobody) => {
  for (let now = fromMs; now <= toMs; now += 16) rig.update(now, subjects);
};

describe('the camera', () => {
  it('looks at its target from where its view says', () => {
    const rig = rigAt(view);
    const offset = rig.camera.position.clone().sub(new Vector3(...view.target));
    expect(offset.length()).toBeCloseTo(4);
    expect(Math.atan2(offset.y, offset.x)).toBeCloseTo(-1);
    expect(Math.asin(offset.z / 4)).toBeCloseTo(0.6);
    const middle = new Vector3(...view.target).project(rig.camera);
    expect(Math.hypot(middle.x, middle.y)).toBeLessThan(1e-6);
    expect(rig.getView()).toEqual(view);
  });

  it('glides in 320 ms and then stands still', () => {
    const rig = rigAt(view);
    const before = rig.camera.position.clone();
    rig.setView({ ...view, distanceM: 8 }, 'glide', 1000);
    rig.update(1000, nobody);
    expect(rig.camera.position.distanceTo(before)).toBeLessThan(1e-6);
    expect(rig.update(1100, nobody)).toBe(true);
    expect(rig.camera.position.distanceTo(before)).toBeGreaterThan(0.5);
    rig.update(1320, nobody);
    expect(rig.camera.position.distanceTo(before)).toBeCloseTo(4);
    expect(rig.update(1336, nobody)).toBe(false);
  });

  it('cuts when motion is reduced', () => {
    const rig = rigAt(view, 'reduced');
    const before = rig.camera.position.clone();
    rig.setView({ ...view, distanceM: 8 }, 'glide', 1000);
    rig.update(1000, nobody);
    expect(rig.camera.position.distanceTo(before)).toBeCloseTo(4);
  });

  it('keeps the point under the pointer where it is while it zooms', () => {
    const rig = rigAt(view);
    const point = new Vector3(1.6, 2.4, 0.2);
    const before = point.clone().project(rig.camera);
    rig.zoom(0.5, point);
    run(rig, 16, 3000);
    const after = point.clone().project(rig.camera);
    expect(after.x).toBeCloseTo(before.x, 2);
    expect(after.y).toBeCloseTo(before.y, 2);
    expect(rig.distanceM).toBeCloseTo(2, 2);
  });

  it('never goes below the floor', () => {
    const rig = rigAt(view);
    rig.orbit(0, -10);
    rig.pan(0, 20);
    run(rig, 16, 3000);
    expect(rig.camera.position.z).toBeGreaterThan(0);
  });

  it('looks straight down from the top, x to the right and y up, and comes back', () => {
    const rig = rigAt(view);
    rig.setMode({ kind: 'top' }, 0);
    run(rig, 16, 1000);
    const right = new Vector3(1, 0, 0).applyQuaternion(rig.camera.quaternion);
    const up = new Vector3(0, 1, 0).applyQuaternion(rig.camera.quaternion);
    expect([right.x, up.y]).toEqual([expect.closeTo(1), expect.closeTo(1)]);
    rig.setMode({ kind: 'orbit' }, 1000);
    expect(rig.getView().azimuthRad).toBeCloseTo(view.azimuthRad);
    expect(rig.getView().elevationRad).toBeCloseTo(view.elevationRad);
  });

  it('follows 1.75 m behind and 1.2 m above, and lets go when the robot is gone', () => {
    let isThere = true;
    const robot = {
      ...nobody,
      base: (_: string, eye: Eye) => {
        eye.position.set(10, 0, 0);
        eye.forward.set(0, 1, 0);
        return isThere;
      },
    };
    const rig = rigAt(view);
    rig.setMode({ kind: 'follow', entity: 'p' }, 0);
    run(rig, 16, 4000, robot);
    expect(rig.camera.position.x).toBeCloseTo(10, 2);
    expect(rig.camera.position.y).toBeCloseTo(-1.75, 2);
    expect(rig.camera.position.z).toBeCloseTo(1.2, 2);
    isThere = false;
    run(rig, 4016, 4032, robot);
    expect(rig.mode).toEqual({ kind: 'orbit' });
  });

  it('tells its pose as an avatar has it: looking along x, z up', () => {
    const rig = rigAt(view);
    const { x, y, z, qx, qy, qz, qw } = rig.pose();
    const turn = new Quaternion(qx, qy, qz, qw);
    const forward = new Vector3(1, 0, 0).applyQuaternion(turn);
    const towards = new Vector3(...view.target).sub(new Vector3(x, y, z)).normalize();
    expect(forward.distanceTo(towards)).toBeLessThan(1e-6);
    expect(new Vector3(0, 1, 0).applyQuaternion(turn).z).toBeCloseTo(0);
    expect(new Vector3(0, 0, 1).applyQuaternion(turn).z).toBeGreaterThan(0);
  });
});
