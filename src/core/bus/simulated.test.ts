import { expect } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { VirtualTime } from '../base/virtual-time.ts';
import { busContract, type LosableBusHarness, reconnectContract } from './bus.contract.ts';
import { RECORDS, SimulatedNetwork } from './simulated.ts';
import type { RecordKeeping } from './simulated-records.ts';

for (const records of ['one server', 'three servers'] as const) {
  busContract(`simulated, with records on ${records}`, async () => simulatedHarness(records));
  reconnectContract(`simulated, with records on ${records}`, async () => simulatedHarness(records));
}

function simulatedHarness(records: RecordKeeping): LosableBusHarness {
  const time = new VirtualTime();
  const reported: unknown[] = [];
  const network = new SimulatedNetwork({ time, random: seededRandom(1), report: (error) => reported.push(error), records });
  return {
    connect: async (self) => network.node(self, { offsetMs: 1e6, driftPpm: 50 }).connect(),
    settle: () => time.run(time.now + 2 * network.faults.latencyMs.max + network.faults.replicationMs),
    reported,
    cut: async ({ self }) => {
      network.block(self, RECORDS);
      network.block(RECORDS, self);
      return {
        restore: async () => {
          network.unblock(self, RECORDS);
          network.unblock(RECORDS, self);
        },
      };
    },
    [Symbol.asyncDispose]: async () => {
      const { sent, delivered, missed, lost, blocked } = network.counts;
      await time.run(time.now + 10);
      expect(delivered + missed).toBeLessThanOrEqual(sent);
      expect([lost, blocked]).toEqual([0, 0]);
    },
  };
}
