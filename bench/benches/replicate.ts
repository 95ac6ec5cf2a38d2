/** What it costs a server that 20 clients see 200 robots move, to 1 cm and half a degree. */
import { type Bench, cpuPerS, DEGREE, measureWithin } from '../harness/bench.ts';
import type { Scenario } from '../harness/scenario.ts';
import { measureManyhands } from '../ours/manyhands.ts';
import { measureColyseus } from '../peers/colyseus.ts';
import { measureRaw } from '../peers/raw.ts';

const scenario: Scenario = {
  fleet: { seed: 1, robots: 200, arenaM: 100, temper: 'driven' },
  clients: 20,
  tickMs: 50,
  bound: { lengthM: 0.01, angleRad: 0.5 * DEGREE },
  sight: undefined,
};

/** Below the bound by what a robot can leave its prediction by in a tick and on the way. */
const threshold = { lengthM: 0.004, angleRad: 0.12 * DEGREE, value: 0 };

export const replicate: Bench = async (options) => {
  const { runs, timing, say } = options;
  const cpu = { ours: [] as number[], raw: [] as number[], colyseus: [] as number[] };
  for (let run = 1; run <= runs; run++) {
    const ours = await measureWithin(scenario.bound, 'manyhands', options, () => measureManyhands(scenario, threshold, timing));
    const raw = await measureRaw('broadcast', scenario, ours, timing);
    const colyseus = await measureWithin(scenario.bound, 'colyseus', options, () => measureColyseus(scenario, 'float32', timing));
    cpu.ours.push(cpuPerS(ours.cpuMs, timing));
    cpu.raw.push(cpuPerS(raw.cpuMs, timing));
    cpu.colyseus.push(cpuPerS(colyseus.cpuMs, timing));
    const spent = [ours, raw, colyseus].map(({ cpuMs }) => `${cpuMs.toFixed(0)} ms`);
    say(`run ${run}: manyhands ${spent[0]} (${ours.statesPerS.toFixed(1)} states/s a robot), raw ws ${spent[1]}, colyseus ${spent[2]}`);
  }
  const common = { bench: 'replicate', metric: 'server CPU, ms/s', ours: cpu.ours };
  return [
    { ...common, peerName: 'raw ws, same updates pre-framed', peer: cpu.raw, gate: 1.5 },
    { ...common, peerName: 'colyseus', peer: cpu.colyseus, gate: 0.4 },
  ];
};
