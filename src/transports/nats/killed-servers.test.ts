import { expect, it } from 'vitest';
import { killServers } from './killed-servers.contract.ts';

/** Two cores may be busy with other tests, and servers that choose a leader then take 20 s now and then: `npm run soak -- nats` holds to 250 ms and 10 s. */
const LONGEST_GAP_MS = 3000;
const LONGEST_STALL_MS = 29_000;

it('[N3] [N6] [N7] states flow on, and records are written and seen again, when a server of three is killed', async () => {
  const { kills, applied, problems } = await killServers(2, (line) => console.log(line));
  expect(problems).toEqual([]);
  expect(applied).toBeGreaterThan(20);
  expect(Math.max(...kills.map(({ gapMs }) => gapMs))).toBeLessThan(LONGEST_GAP_MS);
  expect(Math.max(...kills.map(({ seenMs }) => seenMs))).toBeLessThan(LONGEST_STALL_MS);
}, 120_000);
