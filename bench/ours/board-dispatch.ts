/** What a value costs from the write to the handler, in one process: among many variables, and many who are bound to others. */
import { Blackboard } from '../../src/core/blackboard/blackboard.ts';
import { EmbeddedBackbone } from '../../src/core/bus/embedded.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { systemRandom } from '../../src/platform/system-random.ts';
import { monotonicMs } from '../harness/role.ts';
import { machineTime } from './machine-time.ts';

const WRITES = 20_000;
const BLOCK = 500;

const report = (error: unknown): never => {
  throw error;
};

/** Variables are `v/BINDING/NUMBER`: each binding is to one `v/BINDING/*`, and every variable has one. */
export async function dispatchMicroseconds({ variables, bindings }: { variables: number; bindings: number }): Promise<number> {
  const backbone = new EmbeddedBackbone({ clock: systemClock, random: systemRandom, defer: queueMicrotask, report });
  const time = machineTime();
  using board = new Blackboard({ world: 'bench', bus: backbone.connect('node'), clock: systemClock, time, report, isHere: () => true });
  await board.ready;
  const names = Array.from({ length: variables }, (_, i) => `v/${i % bindings}/${i}`);
  for (let i = 0; i < names.length; i += BLOCK) {
    await Promise.all(names.slice(i, i + BLOCK).map((name) => board.declare(name, { type: 'number' })));
  }
  let told = 0;
  for (let i = 0; i < bindings; i++) board.bind(`v/${i}/*`, () => told++);
  for (const name of names) await board.write(name, 0);
  told = 0;
  const startMs = monotonicMs();
  for (let i = 0; i < WRITES; i++) await board.write(names[i % names.length] as string, i);
  const tookMs = monotonicMs() - startMs;
  if (told < WRITES) throw new Error(`only ${told} of ${WRITES} values were told`);
  return (tookMs * 1000) / WRITES;
}
