/** What the rays of many robots' lasers cost, beside a physics engine's and a ray tracer's. */
import type { Bench } from '../harness/bench.ts';
import { startRole } from '../harness/conductor.ts';
import type { Cast, LaserHandlers } from '../harness/laser-run.ts';
import { BEAMS, RANGE_M, RATE_HZ, ROBOTS } from '../harness/laser-scene.ts';
import type { Comparison } from '../harness/result.ts';

const OURS = 'ours/laser-caster.ts';
const PEERS = [
  { name: "Rapier's castRay", module: 'peers/laser-rapier.ts' },
  { name: 'three-mesh-bvh', module: 'peers/laser-bvh.ts' },
];
/** Fifty times as many beams of a processor's second. */
const GATE = 1 / 50;
const COMPARED_TICK = 37;
/** Of all beams so many may differ by more: Rapier feels its way to a hull, and is some millimetres off where a ray grazes one. */
const SAME_M = 1e-3;
const GRAZING_SHARE = 0.01;

const MILLION = 1e6;
const msPerMillion = ({ beams, processorMs }: Cast): number => (processorMs * MILLION) / beams;

export const laser: Bench = async ({ runs, timing, say }) => {
  const ours: number[] = [];
  const theirs = PEERS.map((): number[] => []);
  for (let run = 1; run <= runs; run++) {
    const found = await measure(OURS, timing);
    ours.push(msPerMillion(found.cast));
    say(`run ${run}: ${described(found.cast)}`);
    for (const [index, { name, module }] of PEERS.entries()) {
      const peer = await measure(module, timing);
      requireSame(found.sample, peer.sample, name);
      theirs[index]?.push(msPerMillion(peer.cast));
      say(`  ${name}: ${described(peer.cast)}`);
    }
  }
  const metric = `${ROBOTS} robots that wander, ${BEAMS} beams of ${RANGE_M} m at ${RATE_HZ} Hz, ms of processor for a million beams`;
  return PEERS.map(
    ({ name }, index): Comparison => ({ bench: 'laser', metric, ours, peer: theirs[index] ?? [], peerName: name, gate: GATE }),
  );
};

async function measure(module: string, timing: { warmUpMs: number; windowMs: number }): Promise<{ cast: Cast; sample: Float64Array }> {
  await using caster = startRole<LaserHandlers>(module);
  return { sample: await caster.ask('sample', COMPARED_TICK), cast: await caster.ask('cast', timing) };
}

function requireSame(one: Float64Array, other: Float64Array, name: string): void {
  const differing = one.reduce((count, metre, beam) => count + (Math.abs(metre - (other[beam] ?? 0)) > SAME_M ? 1 : 0), 0);
  if (differing > one.length * GRAZING_SHARE)
    throw new Error(`${name} sees another scene: ${differing} of ${one.length} beams differ by more than ${SAME_M} m`);
}

const described = (cast: Cast): string =>
  `${((cast.beams * 1000) / cast.processorMs / MILLION).toPrecision(3)} M beams in a second of the processor (${cast.beams / MILLION} M in all)`;
