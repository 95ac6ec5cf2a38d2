import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import type { Blackboard } from '../blackboard/blackboard.ts';
import type { Bus } from '../bus/bus.ts';
import type { Models } from '../host/neighbourhood.ts';
import type { Navigator } from '../navigation/navigator.ts';
import type { Participant } from '../world/world.ts';
import { CellFlags } from './cell-flags.ts';
import { ProgramShelf } from './program-shelf.ts';
import { Runner } from './runner.ts';
import type { Flags, ProgramRuns } from './runs.ts';
import { WorldFlags } from './world-flags.ts';
import { WorldRuns } from './world-runs.ts';

export interface ProgramsHerePorts {
  /** The one that the participant is on. */
  readonly bus: Bus;
  readonly clock: Clock;
  readonly random: Random;
  readonly models: Models;
  readonly report: (error: unknown) => void;
  /** The participant's mirror of the blackboard: opened when somebody first needs it. */
  readonly board: () => Blackboard;
  /** Sends robots to places of the map. */
  readonly navigator?: (() => Navigator) | undefined;
  /** Asks the owner of something; by default as the participant does. */
  readonly command?: Participant['command'];
}

/** All about programs at one participant: those of the robots that it owns run here, and all that run anywhere are seen from here. Who neither owns nor asks hears nothing. */
export class ProgramsHere implements Disposable {
  readonly #world: Participant;
  readonly #ports: ProgramsHerePorts;
  readonly #runner: Runner;
  #shelf: ProgramShelf | undefined;
  #runs: WorldRuns | undefined;
  #flags: WorldFlags | undefined;

  constructor(world: Participant, ports: ProgramsHerePorts) {
    this.#world = world;
    this.#ports = ports;
    this.#runner = new Runner(world, { ...ports, shelf: () => this.shelf, flags: new CellFlags(ports.board, ports.report) });
  }

  get runs(): ProgramRuns {
    this.#runs ??= new WorldRuns(this.#world, { ...this.#ports, shelf: () => this.shelf });
    return this.#runs;
  }

  get flags(): Flags {
    this.#flags ??= new WorldFlags(this.#world, this.#ports);
    return this.#flags;
  }

  get shelf(): ProgramShelf {
    this.#shelf ??= new ProgramShelf(this.#world.world, this.#ports);
    return this.#shelf;
  }

  /** No program runs here. */
  get isAsleep(): boolean {
    return this.#runner.isAsleep;
  }

  [Symbol.dispose](): void {
    this.#runner[Symbol.dispose]();
    this.#runs?.[Symbol.dispose]();
    this.#flags?.[Symbol.dispose]();
    this.#shelf?.[Symbol.dispose]();
  }
}
