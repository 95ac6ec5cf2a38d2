/** A thousand robots on a large site, and 50 clients that each see what is around them. */
import { type Bench, cpuPerS, DEGREE } from '../harness/bench.ts';
import { describeErrors } from '../harness/error-log.ts';
import type { Scenario } from '../harness/scenario.ts';
import { quantile } from '../harness/statistics.ts';
import { measureManyhands } from '../ours/manyhands.ts';
import { measureColyseus } from '../peers/colyseus.ts';
import { measureRaw } from '../peers/raw.ts';

const scenario: Scenario = {
  fleet: { seed: 2, robots: 1000, arenaM: 200, temper: 'driven' },
  clients: 50,
  tickMs: 50,
  bound: { lengthM: 0.02, angleRad: 1 * DEGREE },
  sight: { radiusM: 25, cellM: 16 },
};

const threshold = { lengthM: 0.012, angleRad: 0.5 * DEGREE, value: 0 };

export const interest: Bench = async ({ runs, timing, say, check }) => {
  const cpu = { ours: [] as number[], colyseus: [] as number[] };
  const latency = { ours: [] as number[], raw: [] as number[] };
  for (let run = 1; run <= runs; run++) {
    const ours = await measureManyhands(scenario, threshold, timing);
    const oursMs = quantile(ours.latenciesMs, 0.99);
    cpu.ours.push(cpuPerS(ours.cpuMs, timing));
    latency.ours.push(oursMs);
    say(
      `run ${run}: manyhands ${ours.cpuMs.toFixed(0)} ms, p99 ${oursMs.toFixed(2)} ms, ${ours.statesPerS.toFixed(1)} states/s a robot, ${describeErrors(ours.errors)}`,
    );
    check('manyhands', ours.errors, scenario.bound);
    const raw = await measureRaw('relay', scenario, ours, timing);
    const rawMs = quantile(raw.latenciesMs, 0.99);
    latency.raw.push(rawMs);
    say(`run ${run}: raw ws ${raw.cpuMs.toFixed(0)} ms, p99 ${rawMs.toFixed(2)} ms`);
    const colyseus = await measureColyseus(scenario, 'float32', timing);
    cpu.colyseus.push(cpuPerS(colyseus.cpuMs, timing));
    say(`run ${run}: colyseus ${colyseus.cpuMs.toFixed(0)} ms, ${describeErrors(colyseus.errors)}`);
    check('colyseus', colyseus.errors, scenario.bound);
  }
  return [
    { bench: 'interest', metric: 'server CPU, ms/s', ours: cpu.ours, peer: cpu.colyseus, peerName: 'colyseus StateView', gate: 0.2 },
    { bench: 'interest', metric: 'latency p99, ms', ours: latency.ours, peer: latency.raw, peerName: 'raw ws relay', gate: 1.6 },
  ];
};
