import { expect, it } from 'vitest';
import type { HubCard } from '../../core/api/hubs.ts';
import { VirtualTime } from '../../core/base/virtual-time.ts';
import { ClusterHistory } from './cluster-history.ts';

const rate = { messagesPerS: 10, bytesPerS: 1000 };
const figures = { version: '1.0.0', uptimeS: 1, loopP99Ms: 1, loopMostMs: 4, received: rate, delivered: rate };
const load = { participants: 3, room: 10, worlds: [], cpuShare: 0.25, residentBytes: 9 };

const card = (name: string, more: Partial<HubCard> = {}): HubCard => ({
  ...{ hub: `hub-${name}`, name, url: `http://${name}.example`, state: 'here', ageMs: 0, ...load },
  ...more,
});

it('[H13] of the hubs has a sample every 2 s for ten minutes, and gaps where one was silent or did not tell', async () => {
  const time = new VirtualTime();
  let hubs = [card('one', { figures: { ...figures, links: [{ hub: 'hub-two', roundTripMs: 1.5 }] } }), card('two')];
  using history = new ClusterHistory(time.clock(), () => ({ self: 'hub-one', hubs }));
  await time.run(4000);
  hubs = [card('one', { participants: 4 }), card('two', { state: 'silent' })];
  await time.run(6500);
  expect(history.all.agoMs).toEqual([4500, 2500, 500]);
  expect(history.all.hubs).toEqual([
    {
      ...{ hub: 'hub-one', participants: [3, 3, 4], cpuShare: [0.25, 0.25, 0.25], residentBytes: [9, 9, 9] },
      ...{ loopMostMs: [4, 4, null], roundTripMs: [null, null, null], messagesPerS: [20, 20, null] },
    },
    {
      ...{ hub: 'hub-two', participants: [3, 3, null], cpuShare: [0.25, 0.25, null], residentBytes: [9, 9, null] },
      ...{ loopMostMs: [null, null, null], roundTripMs: [1.5, 1.5, null], messagesPerS: [null, null, null] },
    },
  ]);
  await time.run(6500 + 700_000);
  expect(history.all.agoMs).toHaveLength(300);
  expect(history.all.hubs.map(({ hub }) => hub)).toEqual(['hub-one']);
});
