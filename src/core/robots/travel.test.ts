import { describe, expect, it } from 'vitest';
import { advance, compose, ORIGIN, type Pose, planarTwist } from '../base/pose.ts';
import { at } from '../geometry/placement.ts';
import { aiboErs7 } from './catalog/aibo-ers-7.ts';
import { pioneer3dx } from './catalog/pioneer-3-dx.ts';
import { linkPoses } from './kinematics.ts';
import type { Gait, Leg, Model } from './model.ts';
import { drivenDofs, NO_TRAVEL, shownValues, travelBetween, wheelAngles } from './travel.ts';

const gaitOf = ({ id, gait }: Model): Gait => {
  if (!gait) throw new Error(`${id} does not walk`);
  return gait;
};

/** Where the foot of a leg is, in the frame of the body: at the end of the link that its knee moves. */
function footOf(model: Model, leg: Leg, values: readonly number[]): Pose {
  const link = model.links.findIndex(({ dof }) => dof === leg.kneeDof);
  return compose(linkPoses(model, values)[link] ?? ORIGIN, at(0, 0, -leg.lowerM));
}

describe('wheels', () => {
  const drive = pioneer3dx.drive;
  if (!drive) throw new Error('the Pioneer drives');

  it('roll as far as the base comes', () => {
    expect(wheelAngles(drive, { forwardM: 0.0975, turnedRad: 0 })).toEqual([1, 1]);
  });

  it('roll against each other when it turns on the spot: half the track for each radian', () => {
    const [left, right] = wheelAngles(drive, { forwardM: 0, turnedRad: 1 });
    expect(right).toBeCloseTo(0.165 / 0.0975, 12);
    expect(left).toBeCloseTo(-0.165 / 0.0975, 12);
  });

  it('follow a curve that is summed up in small movements', () => {
    let pose: Pose = ORIGIN;
    let [forwardM, turnedRad] = [0, 0];
    for (let step = 0; step < 1000; step++) {
      const next = advance(pose, planarTwist(0.5, 0.8), 0.002);
      const moved = travelBetween(pose, next);
      forwardM += moved.forwardM;
      turnedRad += moved.turnedRad;
      pose = next;
    }
    expect(forwardM).toBeCloseTo(1, 5);
    expect(turnedRad).toBeCloseTo(1.6, 9);
  });

  it('are no values of an entity, and are drawn all the same', () => {
    expect(drivenDofs(pioneer3dx)).toEqual([]);
    expect(shownValues(pioneer3dx, [], { forwardM: 0.195, turnedRad: 0, effort: 1 })).toEqual([2, 2]);
  });

  it('turn forward: the top of a wheel goes to the front', () => {
    const link = pioneer3dx.links.findIndex(({ name }) => name === 'left wheel');
    const topAfter = (angle: number) => compose(linkPoses(pioneer3dx, [angle, angle])[link] ?? ORIGIN, at(0, 0, 0.0975));
    expect(topAfter(0.1).x - topAfter(0).x).toBeGreaterThan(0.009);
  });
});

describe('the gait of Aibo', () => {
  const gait = gaitOf(aiboErs7);
  const at0 = shownValues(aiboErs7, [], NO_TRAVEL);
  const walked = (forwardM: number) => shownValues(aiboErs7, [], { forwardM, turnedRad: 0, effort: 1 });

  it('stands with all four feet on the ground, under its hips', () => {
    const heights = gait.legs.map((leg) => footOf(aiboErs7, leg, at0).z);
    for (const height of heights) expect(height).toBeCloseTo(heights[0] ?? Number.NaN, 6);
    for (const leg of gait.legs) {
      const hip = aiboErs7.links.findIndex(({ dof }) => dof === leg.hipDof);
      expect(footOf(aiboErs7, leg, at0).x).toBeCloseTo(linkPoses(aiboErs7, at0)[hip]?.x ?? Number.NaN, 6);
    }
  });

  it('keeps every foot that is on the ground where it is, while the body goes on over it', () => {
    const stepM = gait.strideM / 200;
    const groundM = footOf(aiboErs7, gait.legs[0] as Leg, at0).z;
    let grounded = 0;
    for (let forwardM = 0; forwardM < 2 * gait.strideM; forwardM += stepM) {
      for (const leg of gait.legs) {
        const [before, after] = [footOf(aiboErs7, leg, walked(forwardM)), footOf(aiboErs7, leg, walked(forwardM + stepM))];
        if (before.z > groundM + 1e-6 || after.z > groundM + 1e-6) continue;
        grounded++;
        expect(after.x + stepM - before.x).toBeCloseTo(0, 6);
      }
    }
    expect(grounded).toBeGreaterThan(700);
  });

  it('has two diagonal feet on the ground at any time, and lifts the other two', () => {
    const groundM = footOf(aiboErs7, gait.legs[0] as Leg, at0).z;
    for (const share of [0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9]) {
      const lifted = gait.legs.map((leg) => footOf(aiboErs7, leg, walked(share * gait.strideM)).z > groundM + 1e-3);
      expect(lifted).toEqual(share < 0.5 ? [false, true, true, false] : [true, false, false, true]);
    }
  });

  it('stays within the limits of its joints and goes on for ever', () => {
    for (let forwardM = -0.2; forwardM < 0.2; forwardM += 0.0037) {
      for (const [dof, value] of walked(forwardM).entries()) {
        const { low, high } = aiboErs7.dofs[dof] ?? { low: 0, high: 0 };
        expect(value).toBeGreaterThanOrEqual(low);
        expect(value).toBeLessThanOrEqual(high);
      }
    }
  });

  it('never leaps: a millimetre of way is little of an angle', () => {
    for (let forwardM = 0; forwardM < gait.strideM; forwardM += 0.001) {
      const [before, after] = [walked(forwardM), walked(forwardM + 0.001)];
      for (const [dof, value] of after.entries()) expect(Math.abs(value - (before[dof] ?? 0))).toBeLessThan(0.08);
    }
  });

  it('blends from standing to walking', () => {
    const half = shownValues(aiboErs7, [], { forwardM: 0.03, turnedRad: 0, effort: 0.5 });
    for (const [dof, value] of half.entries()) expect(value).toBeCloseTo(((at0[dof] ?? 0) + (walked(0.03)[dof] ?? 0)) / 2, 12);
  });

  it('leaves head and tail to whoever drives', () => {
    const values = aiboErs7.dofs.map(({ home }) => home).with(13, 0.5);
    expect(shownValues(aiboErs7, values, { forwardM: 0.4, turnedRad: 0, effort: 1 })[13]).toBe(0.5);
  });
});
