/** A program on a simulated robot, as fast as the machine can: a world of its own on the embedded bus, in virtual time. */
import { ORIGIN, yawOf } from '../../core/base/pose.ts';
import { seededRandom } from '../../core/base/random.ts';
import { VirtualTime } from '../../core/base/virtual-time.ts';
import { EmbeddedBackbone } from '../../core/bus/embedded.ts';
import { Host } from '../../core/host/host.ts';
import { type CompiledProgram, dofNames, type Effect, Machine, type TaughtPosition, tick } from '../../core/programs/programs.ts';
import { catalog, draftOf, drivenDofs, type Model } from '../../core/robots/robots.ts';
import { Participant } from '../../core/world/world.ts';
import { RobotCell } from './robot-cell.ts';

const WORLD = 'program';
const OWNER = 'owner';
const ROBOT = 'robot';
const TICK_MS = 50;
/** What one program may take of a tick that others share. */
const STEPS_A_TICK = 10_000;
const SEED = 1;

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
  readonly #time: VirtualTime;
  readonly #world: Participant;
  readonly #host: Host;
  readonly #model: Model;
  readonly #errors: unknown[];

  /** One participant, who owns the robot and judges its motions. */
  static async open({ model, positions }: PerformanceOptions): Promise<Stage> {
    const time = new VirtualTime();
    const clock = time.clock();
    const errors: unknown[] = [];
    const report = (error: unknown) => void errors.push(error);
    const backbone = new EmbeddedBackbone({ clock, report, defer: queueMicrotask });
    const joining = Participant.join({
      ...{ bus: backbone.connect(OWNER), clock, report, world: WORLD, name: OWNER },
      ...{ random: seededRandom(SEED), isKeeper: true, founder: { incarnation: 1, cellM: 0 } },
    });
    const world = await time.until(joining);
    const models = (id: string) => catalog.find((each) => each.id === id);
    const host = new Host(world, { clock, models, report, latencyMs: () => 0 });
    await time.until(world.insert(draftOf(model, { pose: ORIGIN, name: model.name }), ROBOT));
    return new Stage({ time, world, host, model, errors, cell: new RobotCell({ world, robot: ROBOT, model, models, positions, report }) });
  }

  private constructor(parts: { time: VirtualTime; world: Participant; host: Host; model: Model; errors: unknown[]; cell: RobotCell }) {
    this.cell = parts.cell;
    this.#time = parts.time;
    this.#world = parts.world;
    this.#host = parts.host;
    this.#model = parts.model;
    this.#errors = parts.errors;
  }

  async run(ms: number): Promise<void> {
    await this.#time.run(this.#time.now + ms);
    if (this.#errors.length > 0) throw new AggregateError(this.#errors, 'something went wrong in the world of the program');
  }

  posture(): ToldPosture {
    const { pose, values } = this.#world.entity(ROBOT)?.posture ?? { pose: ORIGIN, values: [] };
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

  async close(): Promise<void> {
    this.#host[Symbol.dispose]();
    await this.#time.until(this.#world.leave());
  }
}

/** Without a zero below zero. */
const tenths = (value: number): number => Math.round(value * 10) / 10 + 0;
