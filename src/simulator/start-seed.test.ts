import { describe, expect, it } from 'vitest';
import { startSeedOf } from './start-seed.ts';

const DAY_MS = 86_400_000;
const NOON_MS = Date.UTC(2026, 10, 20, 12);

describe('the start seed', () => {
  it('is the one that the environment names', () => {
    expect(startSeedOf('42', NOON_MS)).toBe(42);
  });

  it('is the same all day, and far from the seeds of the days around', () => {
    const today = startSeedOf(undefined, NOON_MS);
    expect(startSeedOf(undefined, NOON_MS + DAY_MS / 3)).toBe(today);
    for (const days of [-1, 1, 2, 30]) expect(Math.abs(startSeedOf(undefined, NOON_MS + days * DAY_MS) - today)).toBeGreaterThan(10_000);
  });

  it.each(['a', '-1', '1.5', '2147483648'])('is refused when it is %s', (setting) => {
    expect(() => startSeedOf(setting, NOON_MS)).toThrow(`MANYHANDS_SEED is ${setting}`);
  });
});
