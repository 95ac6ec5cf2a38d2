import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { angleBetween, distance, ORIGIN, planarPose } from '../base/pose.ts';
import { CatchUp, type Shown } from './catch-up.ts';

const FRAME_MS = 16;
const shown = (x: number, yaw: number, value: number): Shown => ({ pose: planarPose(x, 0, yaw), values: [value] });
const small = fc.double({ min: -0.6, max: 0.6, noNaN: true });
const large = fc.double({ min: -50, max: 50, noNaN: true });
const angle = fc.double({ min: -3, max: 3, noNaN: true });
const remaining = fc.integer({ min: 1, max: 5000 });

describe('a catch-up', () => {
  it('[W21] begins with what was shown', () => {
    fc.assert(
      fc.property(large, angle, large, (x, yaw, value) => {
        const first = new CatchUp(shown(x, yaw, value), shown(0, 0, 0), 100, 0).apply(shown(0, 0, 0), 100);
        expect(distance(first.pose, planarPose(x, 0, yaw))).toBeCloseTo(0, 9);
        expect(angleBetween(first.pose, planarPose(x, 0, yaw))).toBeCloseTo(0, 6);
        expect(first.values[0]).toBeCloseTo(value, 9);
      }),
    );
  });

  it('[W21] takes small differences out at no more than 0.8 m/s, 0.7 rad/s and 0.7 a second', () => {
    fc.assert(
      fc.property(small, small, small, (x, yaw, value) => {
        const target = shown(0, 0, 0);
        const catchUp = new CatchUp(shown(x, yaw, value), target, 0, 0);
        const perFrame = framesOf((nowMs) => catchUp.apply(target, nowMs), 1200);
        expect(perFrame.metres).toBeLessThanOrEqual((0.8 * FRAME_MS) / 1000 + 1e-9);
        expect(perFrame.radians).toBeLessThanOrEqual((0.7 * FRAME_MS) / 1000 + 1e-6);
        expect(perFrame.values).toBeLessThanOrEqual((0.7 * FRAME_MS) / 1000 + 1e-9);
      }),
    );
  });

  it('[W21] takes any difference out within a second, evenly', () => {
    fc.assert(
      fc.property(large, angle, large, (x, yaw, value) => {
        const target = shown(0, 0, 0);
        const catchUp = new CatchUp(shown(x, yaw, value), target, 0, 0);
        expect([catchUp.isOver(99), catchUp.isOver(1000)]).toEqual([false, true]);
        expect(catchUp.apply(target, 1000)).toBe(target);
        const perFrame = framesOf((nowMs) => catchUp.apply(target, nowMs), 1200);
        expect(perFrame.metres).toBeLessThanOrEqual((Math.max(0.8, Math.abs(x)) * FRAME_MS) / 1000 + 1e-9);
      }),
    );
  });

  it('[W21] follows a target that moves on', () => {
    const target = (nowMs: number) => shown(nowMs / 1000, 0, nowMs / 1000);
    const catchUp = new CatchUp(shown(-0.2, 0, -0.2), target(0), 0, 0);
    const perFrame = framesOf((nowMs) => catchUp.apply(target(nowMs), nowMs), 1200);
    expect(perFrame.metres).toBeLessThanOrEqual(((1 + 0.8) * FRAME_MS) / 1000 + 1e-9);
    expect(catchUp.apply(target(500), 500)).toEqual(target(500));
  });

  it('[W22] is over when the motion ends', () => {
    fc.assert(
      fc.property(large, angle, large, remaining, (x, yaw, value, remainingMs) => {
        const target = shown(0, 0, 0);
        const catchUp = new CatchUp(shown(x, yaw, value), target, 700, remainingMs);
        expect(catchUp.isOver(700 + remainingMs)).toBe(true);
        expect(catchUp.apply(target, 700 + remainingMs)).toBe(target);
      }),
    );
  });

  it('[W21] leaves alone what there is nothing to say of', () => {
    const target: Shown = { pose: ORIGIN, values: [1, 2] };
    const first = new CatchUp({ pose: ORIGIN, values: [] }, target, 0, 0).apply(target, 0);
    expect(first.values).toEqual([1, 2]);
  });
});

/** The largest differences between two frames. */
function framesOf(show: (nowMs: number) => Shown, durationMs: number): { metres: number; radians: number; values: number } {
  const worst = { metres: 0, radians: 0, values: 0 };
  for (let nowMs = 0; nowMs < durationMs; nowMs += FRAME_MS) {
    const [before, after] = [show(nowMs), show(nowMs + FRAME_MS)];
    worst.metres = Math.max(worst.metres, distance(before.pose, after.pose));
    worst.radians = Math.max(worst.radians, angleBetween(before.pose, after.pose));
    worst.values = Math.max(worst.values, Math.abs((before.values[0] ?? 0) - (after.values[0] ?? 0)));
  }
  return worst;
}
