import { describe, expect, it } from 'vitest';
import { fig8 } from '../../core/maps/maps.contract.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { SiteReader, SiteReadingError } from './site-reader.ts';

const siteOf = (edl: string): string => JSON.stringify({ name: 'House', floors: [{ name: 'Ground floor', edl }] });
/** As many squares as one can tell apart: rooms are looked for in each of its floors. */
const tower = JSON.stringify({
  name: 'Tower',
  floors: Array.from({ length: 64 }, (_, i) => ({ name: `Floor ${i}`, heightCm: 300 * i, edl: 'LENGTH 10000 WIDTH 10000' })),
});

describe('a reader of sites', { timeout: 60_000 }, () => {
  it('answers each in the order they came, right or wrong', async () => {
    await using reader = new SiteReader(systemClock);
    const [right, wrong, again] = await Promise.all([reader.read(siteOf(fig8)), reader.read('{'), reader.read(siteOf(fig8))]);
    expect(right).toMatchObject({ kind: 'read', site: { name: 'House' }, concerns: [] });
    expect(right.kind === 'read' && right.building.entities).toHaveLength(6);
    expect(wrong).toMatchObject({ kind: 'wrong', concerns: [{ code: 'not-json' }] });
    expect(again).toEqual(right);
  });

  it('gives up on one that takes too long', async () => {
    await using reader = new SiteReader(systemClock, { timeMs: 2, megabytes: 256 });
    await expect(reader.read(tower)).rejects.toThrow(SiteReadingError);
  });

  it('gives up on one that takes too much memory, and reads the next', async () => {
    await using reader = new SiteReader(systemClock, { timeMs: 50_000, megabytes: 40 });
    const much = `LENGTH 1000000 WIDTH 1000000\n${Array.from({ length: 30_000 }, (_, i) => `WALL: x= ${i} y= ${i} theta= 1 long= 9`).join('\n')}`;
    await expect(reader.read(siteOf(much))).rejects.toThrow(SiteReadingError);
    expect(await reader.read(siteOf(fig8))).toMatchObject({ kind: 'read' });
  });
});
