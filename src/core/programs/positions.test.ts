import { describe, expect, it } from 'vitest';
import { distance, ORIGIN, planarPose, yawOf } from '../base/pose.ts';
import { aiboErs7 } from '../robots/catalog/aibo-ers-7.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { puma560 } from '../robots/catalog/puma-560.ts';
import { drivenDofs, type Model } from '../robots/robots.ts';
import { type MovingDeed, motionOf, positionsToJson, readPositions, type TaughtPosition, writePositions } from './programs.ts';

const DEGREE = Math.PI / 180;
const TEXT = `// of the Puma
p1 0 90 -180 0 -90.5 // above
"above the lathe" 10 - - 5

home -0.25
`;
const LIST: TaughtPosition[] = [
  { name: 'p1', values: [0, 90, -180, 0, -90.5] },
  { name: 'above the lathe', values: [10, null, null, 5] },
  { name: 'home', values: [-0.25] },
];

const puma = { pose: ORIGIN, values: drivenDofs(puma560).map(({ home }) => home) };
const base = { pose: planarPose(1, 0, Math.PI / 2), values: [] };
const at100 = { speedPercent: 100 };

function knotsOf(deed: MovingDeed, model: Model = pioneer3dx, positions: readonly TaughtPosition[] = []) {
  const plan = motionOf(deed, model, base, positions);
  if (plan.kind !== 'motion' || plan.action.kind !== 'follow') throw new Error(JSON.stringify(plan));
  return plan.action.knots;
}

describe('lists of positions', () => {
  it('[RL24] are read and written as text and as JSON', () => {
    expect(readPositions(TEXT)).toEqual({ positions: LIST, diagnostics: [] });
    expect(readPositions(writePositions(LIST))).toEqual({ positions: LIST, diagnostics: [] });
    expect(readPositions(positionsToJson(LIST))).toEqual({ positions: LIST, diagnostics: [] });
    expect(readPositions('')).toEqual({ positions: [], diagnostics: [] });
  });

  it.each([
    ['p1 0\np1 1', '2:1 declared-twice: there is a position p1 already'],
    ['p1', '1:1 values: p1 has no values that a robot could take'],
    ['p1 0 x', '1:1 values: p1 has no values that a robot could take'],
    ['p1 1e9', '1:1 values: p1 has no values that a robot could take'],
    [`${'n'.repeat(41)} 1`, '1:1 name: a position has a name of 1 to 40 letters'],
    ['{"positions": 5}', '1:1 json: there are no positions in it'],
    ['{"positions": [null]}', '1:1 name: a position has a name of 1 to 40 letters'],
    ['{"positions": [{"name": "a", "values": ["1"]}]}', '1:1 values: a has no values that a robot could take'],
    ['{', '1:1 json: this is no JSON'],
  ])('[RL24] tell what is wrong: %s', (text, first) => {
    const { diagnostics } = readPositions(text);
    expect(diagnostics.map(({ line, column, code, message }) => `${line}:${column} ${code}: ${message}`)[0]).toContain(first);
  });
});

describe('what is moved', () => {
  it('[RL25] all joints together, at a share of their speed and within their limits', () => {
    const full = motionOf({ kind: 'move', position: 'p1', ...at100 }, puma560, puma, LIST);
    expect(full).toEqual({
      kind: 'motion',
      action: { kind: 'assume', values: [0, 90 * DEGREE, -180 * DEGREE, 0, expect.closeTo(-90.5 * DEGREE, 9), null, null] },
    });
    const half = motionOf({ kind: 'move-by', dof: 'waist', by: 82, speedPercent: 50 }, puma560, puma, LIST);
    // 82 degrees at 82 degrees a second, at half of that; a quarter of the time speeding up, and slowing down.
    expect(half).toMatchObject({
      action: { values: [expect.closeTo(82 * DEGREE, 9), null, null, null, null, null, null], durationMs: 2667 },
    });
    expect(motionOf({ kind: 'move-by', dof: 1, by: 160, ...at100 }, puma560, puma, [])).toMatchObject({ kind: 'motion' });
    expect(motionOf({ kind: 'move-by', dof: 1, by: 161, ...at100 }, puma560, puma, [])).toEqual({
      kind: 'refused',
      reason: 'waist goes from -160 to 160; 161 is outside',
    });
    expect(motionOf({ kind: 'move-by', dof: 1, by: 0, ...at100 }, puma560, puma, [])).toEqual({ kind: 'none' });
    expect(motionOf({ kind: 'move-by', dof: 9, by: 1, ...at100 }, puma560, puma, [])).toEqual({
      kind: 'refused',
      reason: 'Puma 560 has no degree of freedom 9',
    });
    expect(motionOf({ kind: 'move', position: 4, ...at100 }, puma560, puma, LIST)).toEqual({
      kind: 'refused',
      reason: 'there is no position 4',
    });
    expect(
      motionOf({ kind: 'move', position: 'p', ...at100 }, puma560, puma, [{ name: 'p', values: [1, 2, 3, 4, 5, 6, 7, 8] }]),
    ).toMatchObject({ kind: 'refused' });
    expect(motionOf({ kind: 'drive', forwardMm: 1, turnDeg: 0, ...at100 }, puma560, puma, [])).toEqual({
      kind: 'refused',
      reason: 'Puma 560 stands where it is',
    });
  });

  it('[RL25] a base goes the way it is told, never faster than it can', () => {
    const straight = knotsOf({ kind: 'drive', forwardMm: 6000, turnDeg: 0, ...at100 });
    expect(straight.at(-1)?.pose).toMatchObject({ x: expect.closeTo(1, 9), y: expect.closeTo(6, 9) });
    // 1.2 m/s, reached in 1.2 s: a second and a fifth for each ramp, 3.8 s between.
    expect(straight.at(-1)?.afterMs).toBe(6200);
    const slow = knotsOf({ kind: 'drive', forwardMm: 6000, turnDeg: 0, speedPercent: 10 });
    expect(slow.at(-1)?.afterMs).toBe(50_120);
    const arc = knotsOf({ kind: 'drive', forwardMm: 1000, turnDeg: 180, ...at100 });
    expect(arc.at(-1)?.pose).toMatchObject({ x: expect.closeTo(1 - 2 / Math.PI, 6), y: expect.closeTo(0, 6) });
    for (const way of [straight, slow, arc, knotsOf({ kind: 'goto-point', xMm: -2000, yMm: 500, headingDeg: 45, ...at100 })]) {
      expect(way.length).toBeLessThanOrEqual(500);
      let before = { afterMs: 0, pose: base.pose };
      for (const knot of way) {
        const passedS = (knot.afterMs - before.afterMs) / 1000;
        expect(passedS).toBeGreaterThanOrEqual(0);
        // Times are whole milliseconds.
        expect(distance(knot.pose, before.pose)).toBeLessThanOrEqual(1.2 * (passedS + 0.0011));
        before = knot;
      }
    }
  });

  it('[RL25] a base turns, drives straight and turns again to a taught place', () => {
    const list: TaughtPosition[] = [
      { name: 'door', values: [-1000, 2000, 180] },
      { name: 'wall', values: [1000, 500] },
    ];
    const door = knotsOf({ kind: 'move', position: 'door', ...at100 }, pioneer3dx, list).at(-1);
    expect(door?.pose).toMatchObject({ x: expect.closeTo(-1, 6), y: expect.closeTo(2, 6) });
    expect(Math.abs(yawOf(door?.pose ?? ORIGIN))).toBeCloseTo(Math.PI, 6);
    // It looks that way already.
    expect(yawOf(knotsOf({ kind: 'move', position: 'wall', ...at100 }, pioneer3dx, list).at(-1)?.pose ?? ORIGIN)).toBeCloseTo(
      Math.PI / 2,
      6,
    );
    expect(knotsOf({ kind: 'move-by', dof: 'turn', by: 90, ...at100 }).at(-1)?.pose).toMatchObject({ x: expect.closeTo(1, 9) });
    expect(knotsOf({ kind: 'drive', forwardMm: 180, turnDeg: 0, ...at100 }, aiboErs7).at(-1)?.afterMs).toBe(1180);
    expect(motionOf({ kind: 'goto-point', xMm: 1000, yMm: 0, headingDeg: 90, ...at100 }, pioneer3dx, base, [])).toEqual({ kind: 'none' });
    expect(motionOf({ kind: 'drive', forwardMm: 2_000_000, turnDeg: 0, ...at100 }, pioneer3dx, base, [])).toEqual({
      kind: 'refused',
      reason: '2.0 km are too far at once',
    });
    expect(motionOf({ kind: 'drive', forwardMm: 0, turnDeg: 3601, ...at100 }, pioneer3dx, base, [])).toMatchObject({ kind: 'refused' });
    expect(motionOf({ kind: 'move', position: 'p1', ...at100 }, pioneer3dx, base, LIST)).toMatchObject({ kind: 'refused' });
  });
});
