import { describe, expect, it } from 'vitest';
import { between, chance, type Random, seededRandom } from '../base/random.ts';
import { BoardNode, BoardStage } from './board-stage.contract.ts';
import type { Reading } from './reading.ts';

const SEEDS = 10_000;
const WRITES = 5;
const MAX_AGE_MS = 100;
const CHAIN = ['raw', 'filtered', 'fused'] as const;

/** Rounding alone. */
const EXACT_MS = 1e-6;

const anyClock = (random: Random) => ({ offsetMs: between(random, 0, 1e6), driftPpm: between(random, -100, 100) });

interface Looked {
  readonly trueMs: number;
  readonly answer: ReturnType<BoardNode['board']['read']>;
}

/**
 * A sensor writes when it measured; a second node says again what it reads, after a while, and a third one too; a fourth reads. Links are delayed, lose,
 * repeat, overtake and stall, processes pause, clocks are off and drift. Each value is the true time at which it was measured.
 */
async function looksOf(seed: number): Promise<Looked[]> {
  const random = seededRandom(seed);
  const stage = new BoardStage(seed, anyClock(random));
  const { faults } = stage.network;
  faults.latencyMs = { min: between(random, 0.1, 5), max: between(random, 5, 120) };
  Object.assign(faults, { loss: between(random, 0, 0.1), duplication: between(random, 0, 0.1), reorder: between(random, 0, 0.2) });
  const nodes = ['sensor', 'filter', 'fusion', 'reader'].map((id) => new BoardNode(stage, stage.network.node(id, anyClock(random)), {}));
  const [sensor, filter, fusion, reader] = nodes as [BoardNode, BoardNode, BoardNode, BoardNode];
  const declared = Promise.all(CHAIN.map((name, i) => nodes[i]?.board.declare(name, { type: 'number' })));
  await stage.until(declared);
  await stage.run(between(random, 300, 900));
  passOn(stage, filter, [CHAIN[0], CHAIN[1]], random);
  passOn(stage, fusion, [CHAIN[1], CHAIN[2]], random);
  const looks: Looked[] = [];
  for (let i = 0; i < WRITES; i++) {
    await sensor.board.write('raw', stage.time.now);
    strike(stage, nodes, random);
    await stage.run(between(random, 10, 250));
    for (const name of CHAIN) looks.push({ trueMs: stage.time.now, answer: reader.board.read(name) });
    for (const name of CHAIN) looks.push({ trueMs: stage.time.now, answer: reader.board.read(name, MAX_AGE_MS) });
  }
  return looks;
}

/** Keeps what it was told for a while, and says it again. */
function passOn(stage: BoardStage, { board, node }: BoardNode, [from, to]: readonly [string, string], random: Random): void {
  board.bind(from, (answer) => {
    if (answer.kind !== 'value') return;
    node.clock.after(between(random, 0, 60), () => void board.write(to, answer.value, { from: answer as Reading }).catch(stage.report));
  });
}

function strike({ network }: BoardStage, nodes: readonly BoardNode[], random: Random): void {
  for (const { id, node } of nodes) {
    if (chance(random, 0.1)) node.pause(between(random, 1, 400));
    for (const other of nodes) if (id !== other.id && chance(random, 0.1)) network.stall(id, other.id, between(random, 1, 500));
    if (chance(random, 0.1)) network.stall('leader', id, between(random, 1, 500));
  }
}

describe('the age of a value', () => {
  it('[K10] is never below the truth, over three hops, whatever links and clocks do; and nobody who asks for 100 ms gets an older value', async () => {
    let [values, cases, fresh] = [0, 0, 0];
    for (let seed = 1; seed <= SEEDS; seed++) {
      for (const { trueMs, answer } of await looksOf(seed)) {
        cases++;
        const written = answer.kind === 'value' ? answer.value : answer.last;
        if (answer.ageMs === undefined || written === undefined) continue;
        const trueAgeMs = trueMs - (written as number);
        if (answer.ageMs + EXACT_MS < trueAgeMs)
          throw new Error(`seed ${seed}: ${answer.name} is ${trueAgeMs} ms old, and said to be ${answer.ageMs}`);
        values++;
        if (answer.kind === 'value' && answer.ageMs <= MAX_AGE_MS) {
          fresh++;
          expect(trueAgeMs, `seed ${seed}`).toBeLessThanOrEqual(MAX_AGE_MS + EXACT_MS);
        }
      }
    }
    // The test would be blind if hardly anything arrived, or everything was stale.
    expect(values).toBeGreaterThan(cases * 0.6);
    expect(fresh).toBeGreaterThan(SEEDS);
    expect(cases).toBeGreaterThanOrEqual(10_000);
  }, 300_000);
});
