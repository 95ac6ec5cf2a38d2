/** The blackboard: one writer and twenty readers over a real NATS server, and what a value costs among many variables and bindings. */
import type { Bench, BenchOptions } from '../harness/bench.ts';
import type { Comparison } from '../harness/result.ts';
import { dispatchMicroseconds } from '../ours/board-dispatch.ts';
import { besideRaw } from './bus.ts';

const VARIABLES = 10_000;
const MANY = 1000;
const FEW = 10;
/** The same work is done for each: only looking for who is bound could differ. */
const DISPATCH_GATE = 1.5;

export const board: Bench = async (options) => [...(await besideRaw('board', 'board')(options)), await dispatch(options)];

/** Every value has one binding that matches it, however many there are. */
async function dispatch({ runs, say }: BenchOptions): Promise<Comparison> {
  const [ours, peer]: [number[], number[]] = [[], []];
  for (let run = 1; run <= runs; run++) {
    ours.push(await dispatchMicroseconds({ variables: VARIABLES, bindings: MANY }));
    peer.push(await dispatchMicroseconds({ variables: VARIABLES, bindings: FEW }));
    say(`run ${run}: ${ours.at(-1)?.toFixed(2)} us a value with ${MANY} bindings, ${peer.at(-1)?.toFixed(2)} us with ${FEW}`);
  }
  const metric = `${VARIABLES} variables, ${MANY} bindings, one of them matches, us a value`;
  return { bench: 'board', metric, ours, peer, peerName: `the same with ${FEW}`, gate: DISPATCH_GATE };
}
