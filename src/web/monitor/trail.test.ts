import { describe, expect, it } from 'vitest';
import { TRAIL_MS, Trail } from './trail.ts';

/** Drives along x at 1 m/s, a frame every 16 ms. */
function driven(trail: Trail, fromMs: number, forMs: number, fromX = 0): void {
  for (let ms = 0; ms <= forMs; ms += 16) trail.add(fromMs + ms, fromX + ms / 1000, 0, 0);
}

const places = (trail: Trail): number[] => Array.from({ length: trail.count }, (_, i) => trail.x(i));

describe('a trail', () => {
  it('[MN8] is where a robot was in the last minute, the oldest first', () => {
    const trail = new Trail();
    driven(trail, 0, 200_000);
    const xs = places(trail);
    expect(xs.at(-1)).toBeGreaterThan(199.5);
    expect(xs[0]).toBeGreaterThanOrEqual((200_000 - TRAIL_MS) / 1000 - 0.5);
    expect(xs[0]).toBeLessThan((200_000 - TRAIL_MS) / 1000 + 0.6);
    expect(xs).toEqual(xs.toSorted((a, b) => a - b));
    // Dense enough for a line without corners, and no denser.
    expect(trail.count).toBeGreaterThan(200);
    expect(trail.count).toBeLessThan(260);
  });

  it('[MN8] stays where it is while the robot stands, and then goes', () => {
    const trail = new Trail();
    driven(trail, 0, 10_000);
    const { count } = trail;
    for (let ms = 10_000; ms < 40_000; ms += 100) trail.add(ms, 10, 0, 0);
    expect(trail.count).toBe(count);
    for (let ms = 40_000; ms < 90_000; ms += 100) trail.add(ms, 10, 0, 0);
    expect(trail.count).toBe(1);
  });

  it('[MN8] ends where world time was reset', () => {
    const trail = new Trail();
    driven(trail, 50_000, 10_000);
    trail.add(100, 3, 3, 0);
    expect(places(trail)).toEqual([3]);
    expect(trail.isJump(0)).toBe(true);
  });

  it('[MN8] has a gap where the robot was put elsewhere, or changed floors', () => {
    const trail = new Trail();
    driven(trail, 0, 2000);
    trail.add(2500, 30, 0, 0);
    trail.add(3000, 30.5, 0, 0);
    trail.add(3010, 30.5, 0, 1);
    const last = trail.count - 1;
    expect([last - 2, last - 1, last].map((i) => trail.isJump(i))).toEqual([true, false, true]);
    expect(trail.floor(last)).toBe(1);
  });

  it('[MN8] counts its places on while it forgets the first', () => {
    const trail = new Trail();
    driven(trail, 0, 200_000);
    const serial = trail.serial(5);
    const x = trail.x(5);
    driven(trail, 200_000, 1000, 200);
    const at = Array.from({ length: trail.count }, (_, i) => i).find((i) => trail.serial(i) === serial);
    expect(at).toBeLessThan(5);
    expect(trail.x(at ?? 0)).toBe(x);
  });
});
