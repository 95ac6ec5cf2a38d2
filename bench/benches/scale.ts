/** Whether the model of docs/scale.md is true: how many messages it says a world costs, against how many the core sends in virtual time. */
import type { Bench } from '../harness/bench.ts';
import type { Comparison } from '../harness/result.ts';
import { type Simulated, SimulatedSite } from '../scale/simulated-site.ts';
import { type Traffic, trafficOf } from '../scale/traffic-model.ts';

const HUBS = 3;
const SIZES = [10, 30, 100, 300] as const;
const QUICK_SIZES = [10, 30] as const;
/** By this factor the two may differ, either way. */
const GATE = 1.1;

/** Per second. `hub`: of one of them. `each`: to one participant. */
const METRICS: Readonly<Record<string, { simulated: (found: Simulated) => number; predicted: (traffic: Traffic) => number }>> = {
  'beats on the bus': { simulated: ({ published }) => published.beat.messages, predicted: ({ published }) => published.beat },
  'inventories on the bus': {
    simulated: ({ published }) => published.inventory.messages,
    predicted: ({ published }) => published.inventory,
  },
  'questions for the time': { simulated: ({ published }) => published.clock.messages, predicted: ({ published }) => published.clock },
  'states a hub hears of others': { simulated: ofHub('state'), predicted: ({ heardByHub }) => heardByHub.state },
  'inventories a hub hears of others': { simulated: ofHub('inventory'), predicted: ({ heardByHub }) => heardByHub.inventory },
  'states to each participant': { simulated: toEach('state'), predicted: ({ toEach: each }) => each.state },
  'inventories to each participant': { simulated: toEach('inventory'), predicted: ({ toEach: each }) => each.inventory },
  'bytes of beats to each participant': {
    simulated: ({ delivered, site }) => delivered.beat.bytes / site.participants,
    predicted: ({ beatBytesToEach }) => beatBytesToEach,
  },
};

export const scale: Bench = async ({ rigour, say }) => {
  const comparisons: Comparison[] = [];
  for (const participants of rigour === 'quick' ? QUICK_SIZES : SIZES) {
    const found = await SimulatedSite.run({ hubs: HUBS, participants });
    const traffic = trafficOf(found.site);
    say(`${participants} participants, ${found.entities} entities, ${HUBS} hubs: ${found.site.statesPerS.toFixed(0)} states/s in all`);
    for (const [name, { simulated, predicted }] of Object.entries(METRICS)) {
      const [ours, peer] = [simulated(found), predicted(traffic)];
      comparisons.push({ ...common(`${name}, per s, ${participants} participants`), ours: [ours], peer: [peer] });
    }
  }
  return comparisons;
};

const common = (metric: string) => ({ bench: 'scale', metric, peerName: 'the model', gate: GATE, floor: 1 / GATE }) as const;

function ofHub(kind: 'state' | 'inventory'): (found: Simulated) => number {
  return ({ heard, site }) => heard[kind].messages / site.hubs;
}

function toEach(kind: 'state' | 'inventory'): (found: Simulated) => number {
  return ({ delivered, site }) => delivered[kind].messages / site.participants;
}
