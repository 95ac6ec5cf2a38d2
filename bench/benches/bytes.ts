/** What a server has to send so that 50 clients see the robots around them wander, to 5 cm and 2 degrees. */
import { type Bench, DEGREE } from '../harness/bench.ts';
import { describeErrors } from '../harness/error-log.ts';
import type { Scenario, Timing } from '../harness/scenario.ts';
import { measureManyhands } from '../ours/manyhands.ts';
import { measureColyseus } from '../peers/colyseus.ts';
import type { Precision } from '../peers/colyseus-state.ts';

const scenario: Scenario = {
  fleet: { seed: 3, robots: 1000, arenaM: 200, temper: 'wandering' },
  clients: 50,
  tickMs: 50,
  bound: { lengthM: 0.05, angleRad: 2 * DEGREE },
  sight: { radiusM: 25, cellM: 16 },
};

const threshold = { lengthM: 0.035, angleRad: 1.4 * DEGREE, value: 0 };

export const bytes: Bench = async ({ runs, timing, say, check }) => {
  const sent = { ours: [] as number[], float32: [] as number[], quantized: [] as number[] };
  for (let run = 1; run <= runs; run++) {
    const ours = await measureManyhands(scenario, threshold, timing);
    sent.ours.push(perClient(ours.bytesOut, timing));
    say(
      `run ${run}: manyhands ${kilobytes(ours.bytesOut)}, ${ours.statesPerS.toFixed(1)} states/s a robot, ${describeErrors(ours.errors)}`,
    );
    check('manyhands', ours.errors, scenario.bound);
    for (const precision of ['float32', 'quantized'] satisfies Precision[]) {
      const colyseus = await measureColyseus(scenario, precision, timing);
      sent[precision].push(perClient(colyseus.bytesOut, timing));
      say(`run ${run}: colyseus ${precision} ${kilobytes(colyseus.bytesOut)}, ${describeErrors(colyseus.errors)}`);
      check(`colyseus ${precision}`, colyseus.errors, scenario.bound);
    }
  }
  const common = { bench: 'bytes', metric: 'server bytes out, per s and client', ours: sent.ours, gate: 0.15 };
  return [
    { ...common, peer: sent.float32, peerName: 'colyseus StateView, float32' },
    { ...common, peer: sent.quantized, peerName: 'colyseus StateView, quantized' },
  ];
};

const perClient = (bytesOut: number, { windowMs }: Timing): number => (bytesOut * 1000) / windowMs / scenario.clients;
const kilobytes = (bytesOut: number): string => `${(bytesOut / 1000).toFixed(0)} kB`;
