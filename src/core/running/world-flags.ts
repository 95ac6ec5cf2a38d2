import { explain } from '../base/errors.ts';
import { Signal } from '../base/signal.ts';
import type { Blackboard } from '../blackboard/blackboard.ts';
import type { Outcome, Participant } from '../world/world.ts';
import { ALL_CELL_FLAGS, CELL_FLAGS, CellFlags } from './cell-flags.ts';
import { orderText } from './orders.ts';
import type { Flags } from './runs.ts';
import { flagIn } from './work-codec.ts';

export interface WorldFlagsPorts {
  readonly board: () => Blackboard;
  readonly report: (error: unknown) => void;
  /** Asks the robot's owner; by default as the participant does. */
  readonly command?: Participant['command'];
}

const LEAST = -(2 ** 31);
const LARGEST = 2 ** 31 - 1;

type Done = Extract<Outcome, { kind: 'done' }>;

/** The flags of the world that a participant is in: those of the environment are on the blackboard, a robot's own is part of its state. */
export class WorldFlags implements Flags, Disposable {
  readonly changes: Signal<{ flag: number } | { robot: string }> = new Signal();
  readonly #world: Participant;
  readonly #ports: WorldFlagsPorts;
  readonly #cell: CellFlags;
  readonly #open: Disposable[];
  readonly #robots = new Map<string, { readonly bytes: Uint8Array | undefined; readonly flag: number }>();

  constructor(world: Participant, ports: WorldFlagsPorts) {
    this.#world = world;
    this.#ports = ports;
    this.#cell = new CellFlags(ports.board, ports.report);
    this.#open = [
      world.changes.on(({ entity }) => this.#changed(entity)),
      ports.board().bind(ALL_CELL_FLAGS, ({ name }) => this.changes.emit({ flag: Number(name.slice(name.lastIndexOf('/') + 1)) })),
    ];
    for (const { id } of world.entities) this.#changed(id);
  }

  [Symbol.dispose](): void {
    for (const part of this.#open) part[Symbol.dispose]();
  }

  cell(flag: number): number {
    return this.#cell.value(flag);
  }

  of(robot: string): number {
    return this.#robots.get(robot)?.flag ?? 0;
  }

  async setCell(flag: number, value: number): Promise<Outcome> {
    if (!Number.isInteger(flag) || flag < 1 || flag > CELL_FLAGS) return refused(`there is no flag ${flag}: they are 1 to ${CELL_FLAGS}`);
    const reason = objectionTo(value);
    if (reason !== undefined) return refused(reason);
    try {
      const outcome = await this.#cell.set(flag, value);
      return outcome.kind === 'written' ? { kind: 'done', epoch: 0 as Done['epoch'], seq: 0 } : outcome;
    } catch (error) {
      return { kind: 'lost', reason: explain(error) };
    }
  }

  async set(robot: string, value: number): Promise<Outcome> {
    const reason = objectionTo(value);
    if (reason !== undefined) return refused(reason);
    const command = this.#ports.command ?? ((...asked: Parameters<Participant['command']>) => this.#world.command(...asked));
    return command(robot, { kind: 'work', order: orderText({ kind: 'flag', value }) });
  }

  #changed(robot: string): void {
    const bytes = this.#world.entity(robot)?.work?.bytes;
    const before = this.#robots.get(robot);
    if (before?.bytes === bytes) return;
    const flag = flagIn(bytes);
    if (bytes) this.#robots.set(robot, { bytes, flag });
    else this.#robots.delete(robot);
    if (flag !== (before?.flag ?? 0)) this.changes.emit({ robot });
  }
}

const refused = (reason: string): Outcome => ({ kind: 'refused', reason });

const objectionTo = (value: number): string | undefined =>
  Number.isInteger(value) && value >= LEAST && value <= LARGEST
    ? undefined
    : `a flag is a whole number from ${LEAST} to ${LARGEST}, not ${value}`;
