import { describe, expect, it } from 'vitest';
import { Quality, qualityLevels } from './quality.ts';

const slow = (quality: Quality, frameMs: number, forMs: number): number => {
  let steps = 0;
  for (let passed = 0; passed < forMs; passed += frameMs) if (quality.sample(frameMs)) steps += 1;
  return steps;
};

describe('quality', () => {
  it('drops pixels first, then shadows to 1024, then shadows', () => {
    expect(qualityLevels(3)).toEqual([
      { pixelRatio: 2, shadows: 'full' },
      { pixelRatio: 1.5, shadows: 'full' },
      { pixelRatio: 1, shadows: 'full' },
      { pixelRatio: 0.75, shadows: 'full' },
      { pixelRatio: 0.75, shadows: 'low' },
      { pixelRatio: 0.75, shadows: 'off' },
    ]);
    expect(qualityLevels(1).map(({ pixelRatio }) => pixelRatio)).toEqual([1, 0.75, 0.75, 0.75]);
  });

  it('stays while frames take 33 ms or less', () => {
    expect(slow(new Quality(2), 33, 10_000)).toBe(0);
  });

  it('steps down after 2 s of slow frames, once', () => {
    const quality = new Quality(2);
    expect(slow(quality, 50, 1950)).toBe(0);
    expect(quality.sample(50)).toBe(true);
    expect(quality.level.pixelRatio).toBe(1.5);
    expect(slow(quality, 50, 1950)).toBe(0);
  });

  it('forgets slow frames after a fast one, and does not count a page that was hidden', () => {
    const quality = new Quality(2);
    slow(quality, 100, 1900);
    quality.sample(16);
    expect(slow(quality, 100, 1900)).toBe(0);
    expect(quality.sample(5000)).toBe(false);
  });

  it('ends at the lowest level', () => {
    const quality = new Quality(1);
    slow(quality, 200, 60_000);
    expect(quality.level).toEqual({ pixelRatio: 0.75, shadows: 'off' });
  });
});
