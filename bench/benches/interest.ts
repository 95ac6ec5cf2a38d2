/** A thousand robots on a large site, and 50 clients that each see what is around them. */

import { THRESHOLD } from '../../src/core/world/dead-reckoning.ts';
import { type Bench, cpuPerS, DEGREE, measureWithin } from '../harness/bench.ts';
import type { Scenario } from '../harness/scenario.ts';
import { quantile } from '../harness/statistics.ts';
import { measureManyhands } from '../ours/manyhands.ts';
import { measureColyseus } from '../peers/colyseus.ts';
import { measureRaw } from '../peers/raw.ts';

const scenario: Scenario = {
  fleet: { seed: 2, robots: 1000, arenaM: 200, temper: 'driven' },
  clients: 50,
  tickMs: 50,
  // What a client of a server that says everything at 20 Hz is off between two ticks: 1 m/s and 0.8 rad/s for 50 ms.
  bound: { lengthM: 0.05, angleRad: 2.5 * DEGREE },
  sight: { radiusM: 25, cellM: 16 },
};

/** The product's own: what every owner has who says nothing of it. */
const threshold = THRESHOLD;

export const interest: Bench = async (options) => {
  const { runs, timing, say } = options;
  const cpu = { ours: [] as number[], colyseus: [] as number[] };
  const latency = { ours: [] as number[], raw: [] as number[] };
  for (let run = 1; run <= runs; run++) {
    const ours = await measureWithin(scenario.bound, 'manyhands', options, () => measureManyhands(scenario, threshold, timing));
    const raw = await measureRaw('relay', scenario, ours, timing);
    const colyseus = await measureWithin(scenario.bound, 'colyseus', options, () => measureColyseus(scenario, 'float32', timing));
    const p99Ms = { ours: quantile(ours.latenciesMs, 0.99), raw: quantile(raw.latenciesMs, 0.99) };
    latency.ours.push(p99Ms.ours);
    latency.raw.push(p99Ms.raw);
    cpu.ours.push(cpuPerS(ours.cpuMs, timing));
    cpu.colyseus.push(cpuPerS(colyseus.cpuMs, timing));
    const spent = [ours, raw, colyseus].map(({ cpuMs }) => `${cpuMs.toFixed(0)} ms`);
    say(`run ${run}: manyhands ${spent[0]} (${ours.statesPerS.toFixed(1)} states/s a robot), raw ws ${spent[1]}, colyseus ${spent[2]}`);
    say(`run ${run}: p99 manyhands ${p99Ms.ours.toFixed(2)} ms, raw ws ${p99Ms.raw.toFixed(2)} ms`);
  }
  return [
    { bench: 'interest', metric: 'server CPU, ms/s', ours: cpu.ours, peer: cpu.colyseus, peerName: 'colyseus StateView', gate: 0.2 },
    { bench: 'interest', metric: 'latency p99, ms', ours: latency.ours, peer: latency.raw, peerName: 'raw ws relay', gate: 1.6 },
  ];
};
