import { describe, expect, it } from 'vitest';
import type { HubCard } from '../../../core/api/hubs.ts';
import { columnsOf, minutesShown, momentOf, momentsOf, SHOWN_MS, withMoment } from './hub-moments.ts';

const rate = { messagesPerS: 5, bytesPerS: 1 };
const figures = { version: '1', uptimeS: 1, loopP99Ms: 1, loopMostMs: 2, received: rate, delivered: rate, links: [] };

const card = (hub: string, more: Partial<HubCard> = {}): HubCard => ({
  ...{ hub, name: hub, url: 'http://x.example', state: 'here', ageMs: 0, participants: 1, room: 9, worlds: [] },
  ...{ cpuShare: 0.5, residentBytes: 7, ...more },
});

describe('moments of the hubs', () => {
  it('are of those who were heard, with what each told', () => {
    const links = [{ hub: 'b', roundTripMs: 3 }];
    const hubs = [card('a', { figures: { ...figures, links } }), card('b'), card('c', { state: 'silent' })];
    const { atMs, samples } = momentOf({ self: 'a', bus: 'connected', hubs }, 100);
    expect([atMs, [...samples.keys()]]).toEqual([100, ['a', 'b']]);
    expect(samples.get('a')).toMatchObject({ participants: 1, loopMostMs: 2, roundTripMs: null, messagesPerS: 10 });
    expect(samples.get('b')).toMatchObject({ cpuShare: 0.5, loopMostMs: null, roundTripMs: 3, messagesPerS: null });
  });

  it('come from the past as a hub remembers it, and go on from there, with gaps', () => {
    const nothing = { residentBytes: [null, null], loopMostMs: [null, null], roundTripMs: [null, null], messagesPerS: [null, null] };
    const history = { agoMs: [120_000, 60_000], hubs: [{ hub: 'a', participants: [4, null], cpuShare: [0.1, null], ...nothing }] };
    const past = momentsOf(history, 200_000);
    expect(past.map(({ samples }) => samples.size)).toEqual([1, 0]);
    const now = momentOf({ self: 'a', bus: 'none', hubs: [card('a'), card('b')] }, 200_000);
    expect(columnsOf(withMoment(past, now), ['a', 'b'], 'participants', 200_000)).toEqual([
      [-2, -1, 0],
      [4, null, 1],
      [null, null, 1],
    ]);
  });

  it('are forgotten after ten minutes, and in order though a clock was set back', () => {
    const at = (atMs: number) => ({ atMs, samples: new Map() });
    expect(withMoment([at(0), at(1)], at(SHOWN_MS)).map(({ atMs }) => atMs)).toEqual([1, SHOWN_MS]);
    expect(withMoment([at(5), at(9)], at(7)).map(({ atMs }) => atMs)).toEqual([5, 7]);
  });

  it.each([
    [0, 2],
    [119_000, 2],
    [121_000, 4],
    [241_000, 10],
    [700_000, 10],
  ])('of %d ms are shown in %d minutes', (pastMs, minutes) => {
    expect(minutesShown([{ atMs: 5000, samples: new Map() }], 5000 + pastMs)).toBe(minutes);
  });
});
