/** A program on a simulated robot, as fast as the machine can: a world of its own on the embedded bus, in virtual time. */
import { ORIGIN, yawOf } from '../../core/base/pose.ts';
import { type CompiledProgram, dofNames, type Effect, Machine, type TaughtPosition, tick } from '../../core/programs/programs.ts';
import { catalog, draftOf, drivenDofs, type Model } from '../../core/robots/robots.ts';
import { RobotCell } from './robot-cell.ts';
import { VirtualWorld } from './virtual-world.ts';

const ROBOT = 'robot';
const TICK_MS = 50;
/** What one program may take of a tick that others share. */
const STEPS_A_TICK = 10_000;

export interface PerformanceOptions {
  readonly model: Model;
  readonly positions: readonly TaughtPosition[];
  readonly longestMs: number;
}

export interface TimedEffect {
  /** Of the world, since the program began. */
  readonly atMs: number;
  readonly effect: Effect;
}

/** Where a robot stands, in the units of programs. */
export interface ToldPosture {
  readonly base: { readonly xMm: number; readonly yMm: number; readonly headingDeg: number };
  readonly joints: readonly { readonly name: string; readonly value: number }[];
}

export interface Performance extends AsyncIterable<TimedEffect> {
  /** After what was told last. */
  posture(): Promise<ToldPosture>;
}

/** Runs while its effects are asked for; ends with the program, or after so much time of the world. */
export function performProgram(program: CompiledProgram, options: PerformanceOptions): Performance {
  let told: ToldPosture | undefined;
  return {
    async *[Symbol.asyncIterator]() {
      const stage = await Stage.open(options);
      try {
        const machine = new Machine(program);
        const due: TimedEffect[] = [];
        using _listening = stage.cell.issued.on((effect) => void due.push(effect));
        while (!machine.isOver && stage.cell.nowMs <= options.longestMs) {
          tick(machine, stage.cell, STEPS_A_TICK);
          told = stage.posture();
          yield* due.splice(0);
          await stage.run(TICK_MS);
        }
      } finally {
        await stage.close();
      }
    },
    posture: async () => {
      if (!told) throw new Error('nothing was performed yet');
      return told;
    },
  };
}

class Stage {
  readonly cell: RobotCell;
  readonly #world: VirtualWorld;
  readonly #model: Model;

  static async open({ model, positions }: PerformanceOptions): Promise<Stage> {
    const models = (id: string) => catalog.find((each) => each.id === id);
    const entities = [{ id: ROBOT, draft: draftOf(model, { pose: ORIGIN, name: model.name }) }];
    const world = await VirtualWorld.open({ entities, models });
    const { participant, report } = world;
    return new Stage(world, model, new RobotCell({ world: participant, robot: ROBOT, model, models, positions, report }));
  }

  private constructor(world: VirtualWorld, model: Model, cell: RobotCell) {
    this.cell = cell;
    this.#world = world;
    this.#model = model;
  }

  run(ms: number): Promise<void> {
    return this.#world.run(ms);
  }

  posture(): ToldPosture {
    const { pose, values } = this.#world.participant.entity(ROBOT)?.posture ?? { pose: ORIGIN, values: [] };
    const dofs = drivenDofs(this.#model);
    const names = dofNames(this.#model);
    return {
      base: { xMm: tenths(pose.x * 1000), yMm: tenths(pose.y * 1000), headingDeg: tenths((yawOf(pose) * 180) / Math.PI) },
      joints: dofs.map(({ kind }, index) => ({
        name: names[index] ?? '',
        value: tenths((values[index] ?? 0) * (kind === 'rotation' ? 180 / Math.PI : 1000)),
      })),
    };
  }

  close(): Promise<void> {
    return this.#world.close();
  }
}

/** Without a zero below zero. */
const tenths = (value: number): number => Math.round(value * 10) / 10 + 0;
