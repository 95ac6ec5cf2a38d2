/** What a value costs from the write to the handler, in one process: among many variables, and many who are bound to others. */
import { Blackboard } from '../../src/core/blackboard/blackboard.ts';
import { EmbeddedBackbone } from '../../src/core/bus/embedded.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { noteMishap, requireNoMishap } from '../harness/mishaps.ts';
import { machineTime } from './machine-time.ts';

const WRITES = 10_000;
/** Declared at a time: each waits for the record that says so. */
const BLOCK = 500;

/** Variables are `v/BINDING/NUMBER`: each binding is to one `v/BINDING/*`, and every variable has one. */
export class BoundBoard implements Disposable {
  readonly #board: Blackboard;
  readonly #names: readonly string[];
  #told = 0;

  private constructor(board: Blackboard, names: readonly string[]) {
    this.#board = board;
    this.#names = names;
  }

  static async open({ variables, bindings }: { variables: number; bindings: number }): Promise<BoundBoard> {
    const backbone = new EmbeddedBackbone({ clock: systemClock, defer: queueMicrotask, report: noteMishap });
    const time = machineTime();
    const board = new Blackboard({
      world: 'bench',
      bus: backbone.connect('node'),
      clock: systemClock,
      time,
      report: noteMishap,
      isHere: () => true,
    });
    await board.ready;
    const names = Array.from({ length: variables }, (_, i) => `v/${i % bindings}/${i}`);
    for (let i = 0; i < names.length; i += BLOCK) {
      await Promise.all(names.slice(i, i + BLOCK).map((name) => board.declare(name, { type: 'number' })));
    }
    const bound = new BoundBoard(board, names);
    for (let i = 0; i < bindings; i++) board.bind(`v/${i}/*`, () => bound.#told++);
    return bound;
  }

  /** Microseconds of processor for a value, each variable in its turn. */
  async measure(): Promise<number> {
    this.#told = 0;
    const before = process.cpuUsage();
    for (let i = 0; i < WRITES; i++) await this.#board.write(this.#names[i % this.#names.length] as string, i);
    const { user, system } = process.cpuUsage(before);
    requireNoMishap();
    if (this.#told !== WRITES) throw new Error(`${this.#told} of ${WRITES} values were told`);
    return (user + system) / WRITES;
  }

  [Symbol.dispose](): void {
    this.#board[Symbol.dispose]();
  }
}
