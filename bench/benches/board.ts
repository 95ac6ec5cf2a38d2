/** The blackboard: one writer and twenty readers over a real NATS server; what a value costs among many variables and bindings; from one hub to another. */
import type { Bench, BenchOptions } from '../harness/bench.ts';
import type { Comparison } from '../harness/result.ts';
import { BoundBoard } from '../ours/board-dispatch.ts';
import { acrossHubs } from './board-across-hubs.ts';
import { besideRaw } from './bus.ts';

const VARIABLES = 10_000;
const MANY = 1000;
const FEW = 10;
/** The same work is done for each: only looking for who is bound could differ. */
const DISPATCH_GATE = 1.5;
const DISPATCH_TURNS = 10;

export const board: Bench = async (options) => [
  ...(await besideRaw('board', 'board')(options)),
  await dispatch(options),
  ...(await acrossHubs(options)),
];

/** Every value has one binding that matches it, however many there are. Both take turns in one process: the least that each took is what it costs. */
async function dispatch({ runs, say }: BenchOptions): Promise<Comparison> {
  const [ours, peer]: [number[], number[]] = [[], []];
  using many = await BoundBoard.open({ variables: VARIABLES, bindings: MANY });
  using few = await BoundBoard.open({ variables: VARIABLES, bindings: FEW });
  for (let run = 0; run <= runs; run++) {
    const least = { many: Number.POSITIVE_INFINITY, few: Number.POSITIVE_INFINITY };
    for (let turn = 0; turn < DISPATCH_TURNS; turn++) {
      least.many = Math.min(least.many, await many.measure());
      least.few = Math.min(least.few, await few.measure());
    }
    // In the first the code is compiled.
    if (run === 0) continue;
    ours.push(least.many);
    peer.push(least.few);
    say(`run ${run}: ${least.many.toFixed(2)} us a value with ${MANY} bindings, ${least.few.toFixed(2)} us with ${FEW}`);
  }
  const metric = `${VARIABLES} variables, ${MANY} bindings, one of them matches, us a value`;
  return { bench: 'board', metric, ours, peer, peerName: `the same with ${FEW}`, gate: DISPATCH_GATE };
}
