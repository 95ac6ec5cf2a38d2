import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/random.ts';
import type { Place } from '../maps/maps.ts';
import { placesAside } from './aside.ts';
import { type Mover, passingM, standing, type TimedWay } from './timed-way.ts';
import { avoided, type Body, discAt, firstMet } from './traffic.ts';
import type { Claim } from './ways.ts';

const RADIUS_M = 0.3;
const mover = (way: TimedWay): Mover => ({ way, radiusM: RADIUS_M, speedMPerS: 1 });
const bodyAt = (at: Place, claim?: Claim): Body => ({ id: 'other', radiusM: RADIUS_M, speedMPerS: 0, way: standing(at), claim });
const claimOf = (way: TimedWay): Claim => ({
  ...{ robot: 'other', holder: 'bob', rank: 1, urgency: 1, radiusM: RADIUS_M, speedMPerS: 1, wish: [], wishedSinceMs: 0 },
  ...{ goodUntilMs: 1e6, isLast: true, way: [...way] },
});
const across: TimedWay = [
  [0, 4, -3],
  [4000, 4, 0],
  [8000, 4, 3],
];
const along: TimedWay = [
  [0, 0, 0],
  [8000, 8, 0],
];

describe('who is met on a way', () => {
  it('[J11] is also who has claimed to cross it and has not set off yet', () => {
    const waiting = bodyAt([4, -3], claimOf(across));
    expect(firstMet([waiting], mover(along), 0, { slackMs: 1000 })?.body).toBe(waiting);
    expect(firstMet([bodyAt([4, -3])], mover(along), 0, { slackMs: 1000 })).toBeUndefined();
  });

  it('[J14] is planned round where it stands, and where it has claimed to end', () => {
    const planned = { mover: mover(standing([0, 0])), radiusM: RADIUS_M, from: [0, 0], floor: undefined } as const;
    const discs = avoided([bodyAt([4, -3], claimOf(across))], planned);
    expect(discs.map(({ x, y }) => [x, y])).toEqual([
      [4, -3],
      [4, 3],
    ]);
  });

  it('[J14] shuts nobody in who stands beside it already', () => {
    const planned = { mover: mover(standing([0, 0])), radiusM: RADIUS_M, from: [0, 0], floor: undefined } as const;
    expect(discAt([5, 0], 0.5, planned).radiusM).toBe(0.5);
    expect(discAt([0.7, 0], 0.5, planned).radiusM).toBeLessThan(0.4);
  });
});

describe('places to make way to', () => {
  it('[J19] are none where somebody stands, or goes', () => {
    const robot = mover(standing([0, 0]));
    const bodies = [bodyAt([0.8, 0]), bodyAt([5, 5], claimOf(across.map(([ms, x, y]) => [ms, x - 5, y])))];
    for (let seed = 1; seed <= 50; seed++) {
      const options = { bodies, pushers: [], others: [] };
      const places = placesAside([0, 0], robot, options, { nowMs: 0, random: seededRandom(seed) });
      expect(places.length).toBeGreaterThan(0);
      for (const [x, y] of places) {
        expect(Math.hypot(x - 0.8, y)).toBeGreaterThanOrEqual(passingM(robot, RADIUS_M));
        // The other goes along x = -1, from -3 to 3.
        if (Math.abs(y) < 3) expect(Math.abs(x + 1)).toBeGreaterThanOrEqual(passingM(robot, RADIUS_M));
      }
    }
  });
});
