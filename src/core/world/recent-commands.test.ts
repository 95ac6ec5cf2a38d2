import { describe, expect, it } from 'vitest';
import { RecentCommands } from './recent-commands.ts';

describe('recent commands', () => {
  it('[W40] are remembered for 8 s', () => {
    const recent = new RecentCommands([], 0);
    recent.add('ann.1', 1000);
    expect(recent.has('ann.1')).toBe(true);
    expect(recent.ids(9000)).toEqual(['ann.1']);
    expect(recent.ids(9001)).toEqual([]);
    expect(recent.has('ann.1')).toBe(false);
  });

  it('[W40] are inherited with the entity, and remembered as long again', () => {
    const recent = new RecentCommands(['ann.1', 'bob.7'], 5000);
    expect([recent.has('bob.7'), recent.has('bob.8')]).toEqual([true, false]);
    expect(recent.ids(13_000)).toEqual(['ann.1', 'bob.7']);
  });

  it('[W40] are of bounded number, the oldest forgotten first', () => {
    const recent = new RecentCommands([], 0);
    for (let i = 0; i < 200; i++) recent.add(`ann.${i}`, i);
    expect(recent.ids(200).length).toBeLessThanOrEqual(64);
    expect(recent.ids(200).at(-1)).toBe('ann.199');
  });
});
