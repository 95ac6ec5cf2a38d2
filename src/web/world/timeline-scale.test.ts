import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scaleUpTo } from './timeline-scale.ts';

it('shows now, with few marks at round times inside of it', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (worldMs) => {
      const { endMs, marksMs } = scaleUpTo(worldMs);
      expect(endMs).toBeGreaterThan(worldMs);
      expect(endMs).toBeGreaterThanOrEqual(60_000);
      expect(marksMs.length).toBeLessThanOrEqual(9);
      for (const mark of marksMs) expect(mark % 10_000).toBe(0);
      expect(Math.max(0, ...marksMs)).toBeLessThan(endMs);
    }),
  );
});

it.each([
  [0, 60_000, 10_000],
  [767_000, 840_000, 120_000],
])('at %d ms ends at %d ms, with a mark every %d ms', (worldMs, endMs, firstMark) => {
  expect(scaleUpTo(worldMs)).toMatchObject({ endMs });
  expect(scaleUpTo(worldMs).marksMs[0]).toBe(firstMark);
});
