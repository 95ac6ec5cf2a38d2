import { describe, expect, it } from 'vitest';
import { leastFrameMs, pixelRatioAt, Quality, qualityLevels } from './quality.ts';

const automatic = (devicePixelRatio: number) => new Quality(devicePixelRatio, { choice: 'automatic', hasGraphicsCard: true });

const slow = (quality: Quality, frameMs: number, forMs: number): number => {
  let steps = 0;
  for (let passed = 0; passed < forMs; passed += frameMs) if (quality.sample(frameMs)) steps += 1;
  return steps;
};

describe('quality', () => {
  it('drops pixels first, then shadows to 1024, then shadows', () => {
    expect(qualityLevels(3)).toMatchObject([
      { pixelRatio: 2, shadows: 'full' },
      { pixelRatio: 1.5, shadows: 'full' },
      { pixelRatio: 1, shadows: 'full' },
      { pixelRatio: 0.75, shadows: 'full' },
      { pixelRatio: 0.75, shadows: 'low' },
      { pixelRatio: 0.75, shadows: 'off' },
    ]);
    expect(qualityLevels(3).map(({ mostTriangles }) => mostTriangles > 0)).toEqual([true, true, true, true, true, false]);
    expect(qualityLevels(1).map(({ pixelRatio }) => pixelRatio)).toEqual([1, 0.75, 0.75, 0.75]);
  });

  it('stays while frames take 33 ms or less', () => {
    expect(slow(automatic(2), 33, 10_000)).toBe(0);
  });

  it('steps down after 2 s of slow frames, once', () => {
    const quality = automatic(2);
    expect(slow(quality, 50, 1950)).toBe(0);
    expect(quality.sample(50)).toBe(true);
    expect(quality.level.pixelRatio).toBe(1.5);
    expect(slow(quality, 50, 1950)).toBe(0);
  });

  it('forgets slow frames after a fast one, and does not count a page that was hidden', () => {
    const quality = automatic(2);
    slow(quality, 100, 1900);
    quality.sample(16);
    expect(slow(quality, 100, 1900)).toBe(0);
    quality.sample(16);
    expect(quality.sample(5000)).toBe(false);
  });

  it('counts frames of more than a second when they come one after another', () => {
    const quality = automatic(2);
    expect([quality.sample(1500), quality.sample(1500)]).toEqual([false, true]);
  });

  it('begins with the fastest where there is no graphics card, and is what a user chose', () => {
    const fastest = { pixelRatio: 0.75, shadows: 'off', mostTriangles: 0, mostPixels: Number.POSITIVE_INFINITY };
    expect(new Quality(2, { choice: 'automatic', hasGraphicsCard: false }).level).toEqual(fastest);
    expect(new Quality(2, { choice: 'fastest', hasGraphicsCard: true }).level).toEqual(fastest);
    const best = new Quality(2, { choice: 'best', hasGraphicsCard: false });
    expect(slow(best, 200, 10_000)).toBe(0);
    expect(best.level).toMatchObject({ pixelRatio: 2, shadows: 'full' });
  });

  it('drawn light has no shadows, at most 480 x 320 pixels and ten frames a second, on any machine and for good', () => {
    const light = new Quality(2, { choice: 'light', hasGraphicsCard: true });
    expect(slow(light, 200, 10_000)).toBe(0);
    expect(light.level).toMatchObject({ shadows: 'off', mostTriangles: 0 });
    expect(leastFrameMs('light')).toBe(100);
    for (const choice of ['automatic', 'best', 'fastest'] as const) expect(leastFrameMs(choice)).toBe(0);
    const pixels = (width: number, height: number) => pixelRatioAt(light.level, width, height) ** 2 * width * height;
    expect(pixels(1920, 1080)).toBeCloseTo(480 * 320, 6);
    // A view that has fewer points than that is drawn as it is.
    expect(pixelRatioAt(light.level, 300, 200)).toBe(1);
    expect(pixelRatioAt(new Quality(2, { choice: 'best', hasGraphicsCard: true }).level, 1920, 1080)).toBe(2);
  });

  it('ends at the lowest level', () => {
    const quality = automatic(1);
    slow(quality, 200, 60_000);
    expect(quality.level).toMatchObject({ pixelRatio: 0.75, shadows: 'off' });
  });
});
