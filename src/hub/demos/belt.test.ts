import { describe, expect, it } from 'vitest';
import { distance, planarPose } from '../../core/base/pose.ts';
import { at } from '../../core/geometry/placement.ts';
import { beltPose, LOOP_M, placeOnBelt, wayAhead } from './belt.ts';

describe('the way round a belt', () => {
  it('is closed and has no leaps', () => {
    expect(distance(beltPose({ at: 0, aside: 0 }), beltPose({ at: LOOP_M, aside: 0 }))).toBeCloseTo(0, 9);
    for (let along = 0; along < LOOP_M; along += 0.001) {
      const leap = distance(beltPose({ at: along, aside: 0.01 }), beltPose({ at: along + 0.001, aside: 0.01 }));
      // Inside the belt, where nobody sees it, it goes back 2.9 m while the belt comes 0.25 m.
      expect(leap).toBeLessThan(0.013);
    }
  });

  it('carries a part on its top as far as the belt comes', () => {
    expect(beltPose({ at: 1.2, aside: 0 }).x - beltPose({ at: 0.7, aside: 0 }).x).toBeCloseTo(0.5, 9);
    expect(beltPose({ at: 1.2, aside: 0 }).z).toBeCloseTo(0.65, 9);
  });

  it('knows where on it a part lies, and when it does not', () => {
    for (const along of [0.1, 1, 2.8, 2.93, 3, 3.22]) {
      const place = placeOnBelt(beltPose({ at: along, aside: 0.05 }));
      expect(place?.at).toBeCloseTo(along, 6);
      expect(place?.aside).toBeCloseTo(0.05, 9);
    }
    expect(placeOnBelt(at(0, 0.3, 0.65))).toBeUndefined();
    expect(placeOnBelt(at(0, 0, 0.75))).toBeUndefined();
    expect(placeOnBelt(at(2, 0, 0.65))).toBeUndefined();
  });

  it.each([0.12, -0.12, 0.5, -0.5])('goes ahead at %d m/s through every corner on the way', (speed) => {
    const conveyor = planarPose(3, 1, 0.5);
    const way = wayAhead({ at: 2.5, aside: 0 }, speed, conveyor);
    if (way.kind !== 'follow') throw new Error(`a way is followed, not ${way.kind}`);
    let beforeMs = 0;
    for (const { afterMs } of way.knots) {
      expect(afterMs).toBeGreaterThan(beforeMs);
      beforeMs = afterMs;
    }
    expect(beforeMs).toBeCloseTo(20_000, 6);
  });
});
