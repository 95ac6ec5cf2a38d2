import { describe, expect, it } from 'vitest';
import { advance, ORIGIN, planarPose, planarTwist } from '../../core/base/pose.ts';
import { MotionMeter } from './motion-meter.ts';

function driven(twist: ReturnType<typeof planarTwist>, lastMs: number): MotionMeter {
  const meter = new MotionMeter();
  for (let ms = 0; ms <= lastMs; ms += 50) meter.add(ms, advance(planarPose(1, 2, 0.5), twist, ms / 1000));
  return meter;
}

describe('the motion meter', () => {
  it.each([
    [0.42, 0],
    [-0.3, 0],
    [0, 0.31],
    [0.42, 0.31],
    [0.42, -3],
  ])('reads %d m/s and %d rad/s as they were driven', (forward, turn) => {
    const { forwardMPerS, turnRadPerS } = driven(planarTwist(forward, turn), 1000).movement;
    expect(forwardMPerS).toBeCloseTo(forward, 6);
    expect(turnRadPerS).toBeCloseTo(turn, 6);
  });

  it('reads rest soon after it stands', () => {
    const meter = driven(planarTwist(1, 0), 1000);
    const rest = advance(planarPose(1, 2, 0.5), planarTwist(1, 0), 1);
    for (let ms = 1050; ms <= 1350; ms += 50) meter.add(ms, rest);
    expect(meter.movement).toMatchObject({ forwardMPerS: 0, turnRadPerS: 0 });
  });

  it('begins anew when world time goes back, and reads nothing of one sample', () => {
    const meter = driven(planarTwist(1, 0), 1000);
    meter.add(0, ORIGIN);
    expect(meter.movement).toEqual({ forwardMPerS: 0, turnRadPerS: 0, headingRad: 0 });
  });
});
