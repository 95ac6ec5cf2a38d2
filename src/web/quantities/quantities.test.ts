import { describe, expect, it } from 'vitest';
import * as quantities from './quantities.ts';

describe('quantities', () => {
  it.each([
    [quantities.angle(0.9076), '52.0°'],
    [quantities.angle(-1.3614), '−78.0°'],
    [quantities.angle(-1e-9), '0.0°'],
    [quantities.lengthInCell(-0.15), '−150 mm'],
    [quantities.lengthOnFloor(1.36), '1.4 m'],
    [quantities.speed(0.424), '0.42 m/s'],
    [quantities.turnSpeed(0.3142), '18 °/s'],
    [quantities.share(0.4), '40 %'],
    [quantities.multiple(0.5), '0.5×'],
    [quantities.multiple(1), '1×'],
    [quantities.ageText(38.4), '38 ms'],
    [quantities.ageText(9999), '9999 ms'],
    [quantities.ageText(12_400), '12 s'],
    [quantities.ageText(Number.POSITIVE_INFINITY), 'unknown'],
    [quantities.errorBound(1.84), '± 1.8 ms'],
    [quantities.duration(8_900), '8 s'],
    [quantities.duration(134_000), '2 min 14 s'],
    [quantities.duration(11_100_000), '3 h 5 min'],
    [quantities.clockFace(767_340), '00:12:47.3'],
    [quantities.clockFace(-5), '00:00:00.0'],
    [quantities.timelineMark(120_000), '2:00'],
    [quantities.timelineMark(3_720_000), '1:02:00'],
    [quantities.roundTripText(0.84), '0.8 ms'],
    [quantities.roundTripText(24.4), '24 ms'],
    [quantities.roundTripText(1240), '1.2 s'],
    [quantities.megabytes(162_400_000), '162 MB'],
    [quantities.perSecond(0.44), '0.4 /s'],
    [quantities.perSecond(212.4), '212 /s'],
    [quantities.perSecond(12_340), '12.3 k/s'],
    [quantities.fileSize(820), '820 B'],
    [quantities.fileSize(2_340_000), '2.3 MB'],
  ])('%s', (written, expected) => {
    expect(written).toBe(expected);
  });

  it('weighs small things in grams', () => {
    expect([0.0012, 0.022, 0.9994, 1, 12.34].map(quantities.mass)).toEqual(['1.2 g', '22 g', '999 g', '1.0 kg', '12.3 kg']);
  });

  it('tells how long ago', () => {
    const now = Date.UTC(2026, 10, 16, 12);
    const minute = 60_000;
    expect([5_000, 12 * minute, 3 * 60 * minute, 30 * 60 * minute].map((past) => quantities.ago(now - past, now))).toEqual([
      'now',
      '12 min ago',
      '3 h ago',
      'yesterday',
    ]);
    expect(quantities.ago(Date.UTC(2026, 10, 9, 12), now)).toBe('9 Nov');
  });

  it.each([
    ['52', 52],
    [' −78,5° ', -78.5],
    ['-3 mm', -3],
    ['40 %', 40],
    ['0.25 kg', 0.25],
    ['', undefined],
    ['1 2', undefined],
    ['fast', undefined],
  ])('reads %j', (text, expected) => {
    expect(quantities.readNumber(text)).toBe(expected);
  });
});
