/** What a server has to send so that 50 clients see the robots around them wander, to 5 cm and 2 degrees. */
import { type Bench, DEGREE, measureWithin } from '../harness/bench.ts';
import type { Scenario } from '../harness/scenario.ts';
import { measureManyhands } from '../ours/manyhands.ts';
import { measureColyseus } from '../peers/colyseus.ts';

const scenario: Scenario = {
  fleet: { seed: 3, robots: 1000, arenaM: 200, temper: 'wandering' },
  clients: 50,
  tickMs: 50,
  bound: { lengthM: 0.05, angleRad: 2 * DEGREE },
  sight: { radiusM: 25, cellM: 16 },
};

const threshold = { lengthM: 0.03, angleRad: 1.2 * DEGREE, value: 0 };

export const bytes: Bench = async (options) => {
  const { runs, timing, say } = options;
  const perClient = ({ bytesOut }: { bytesOut: number }) => (bytesOut * 1000) / timing.windowMs / scenario.clients;
  const sent = { ours: [] as number[], float32: [] as number[], quantized: [] as number[] };
  for (let run = 1; run <= runs; run++) {
    const ours = await measureWithin(scenario.bound, 'manyhands', options, () => measureManyhands(scenario, threshold, timing));
    const float32 = await measureWithin(scenario.bound, 'colyseus', options, () => measureColyseus(scenario, 'float32', timing));
    const quantized = await measureWithin(scenario.bound, 'colyseus', options, () => measureColyseus(scenario, 'quantized', timing));
    sent.ours.push(perClient(ours));
    sent.float32.push(perClient(float32));
    sent.quantized.push(perClient(quantized));
    const all = [ours, float32, quantized].map((measured) => `${perClient(measured).toFixed(0)} B/s`);
    say(
      `run ${run}: manyhands ${all[0]} (${ours.statesPerS.toFixed(1)} states/s a robot), colyseus float32 ${all[1]}, quantized ${all[2]}`,
    );
  }
  const common = { bench: 'bytes', metric: 'server bytes out, per s and client', ours: sent.ours, gate: 0.15 };
  return [
    { ...common, peer: sent.float32, peerName: 'colyseus StateView, float32' },
    { ...common, peer: sent.quantized, peerName: 'colyseus StateView, quantized' },
  ];
};
