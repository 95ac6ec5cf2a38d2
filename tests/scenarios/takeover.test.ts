import { expect, it } from 'vitest';
import { LONGEST_TAKE_OVER_MS, soakTakeOver } from '../soak/takeover.ts';

it('goes on with a robot whose owner was killed in mid-motion, three times', { timeout: 120_000 }, async () => {
  const { p99Ms, problems } = await soakTakeOver(3, console.log);
  expect(problems).toEqual([]);
  expect(p99Ms).toBeLessThanOrEqual(LONGEST_TAKE_OVER_MS);
});
