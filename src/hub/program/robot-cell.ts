import { Signal } from '../../core/base/signal.ts';
import { grasp, release } from '../../core/host/grasping.ts';
import { endMsOf } from '../../core/host/pace.ts';
import {
  type Cell,
  dofValue,
  type Effect,
  type MachineState,
  type MovingDeed,
  motionOf,
  type Progress,
  type Reading,
  type TaughtPosition,
} from '../../core/programs/programs.ts';
import type { Model } from '../../core/robots/robots.ts';
import type { EntityView, Outcome, Participant } from '../../core/world/world.ts';

export interface RobotCellPorts {
  readonly world: Participant;
  readonly robot: string;
  readonly model: Model;
  readonly models: (id: string) => Model | undefined;
  readonly positions: readonly TaughtPosition[];
  readonly report: (error: unknown) => void;
  /** Those of others, too; without them it has its own to itself. */
  readonly flags?: CellFlags | undefined;
}

/** The flags of the environment, as `#1` to `#10`, and those of robots, by their ids. */
export interface CellFlags {
  /** Undefined when there is no such robot. */
  read(flag: string): number | undefined;
  write(flag: string, value: number): void;
}

/** What became of the command for an effect: its motion may be under way when it was accepted. */
type Commanded = { readonly kind: 'asked' } | { readonly kind: 'accepted' } | { readonly kind: 'refused'; readonly reason: string };

/** A cell of one robot alone, in a world of its own: what it does is commanded as by anybody else, and lasts as long as it does there. */
export class RobotCell implements Cell {
  /** What was issued, and when: milliseconds of the world since the program began. */
  readonly issued: Signal<{ readonly atMs: number; readonly effect: Effect }> = new Signal();
  readonly #ports: RobotCellPorts;
  readonly #startedMs: number;
  readonly #flags: CellFlags;
  #last = 0;
  #commanded: Commanded = { kind: 'accepted' };

  constructor(ports: RobotCellPorts) {
    this.#ports = ports;
    this.#flags = ports.flags ?? lonely(ports.robot);
    this.#startedMs = Math.round(ports.world.time.worldMs);
  }

  get nowMs(): number {
    return Math.round(this.#ports.world.time.worldMs) - this.#startedMs;
  }

  flag(): number {
    return this.#flags.read(this.#ports.robot) ?? 0;
  }

  cellFlag(flag: number): number {
    return this.#flags.read(`#${flag}`) ?? 0;
  }

  flagOf(robot: string): Reading {
    return this.#flags.read(robot) ?? { reason: `there is no robot ${robot} here` };
  }

  sensor(sensor: string): Reading {
    return { reason: `nothing is there that a sensor ${sensor} could measure` };
  }

  dof(dof: string | number): Reading {
    const { model } = this.#ports;
    return dofValue(dof, model, this.#view.posture) ?? { reason: `${model.name} has no degree of freedom ${dof}` };
  }

  progressOf(): Progress {
    if (this.#commanded.kind === 'refused') return { kind: 'failed', reason: this.#commanded.reason };
    const { world } = this.#ports;
    if (this.#commanded.kind === 'asked' || endMsOf(this.#view.motion) > world.time.worldMs) return { kind: 'under-way' };
    const { contact } = this.#view;
    return contact
      ? { kind: 'failed', reason: `${contact.with === this.#ports.robot ? 'it' : contact.with} is in its way` }
      : { kind: 'done' };
  }

  issue(effect: Effect, _state: MachineState): void {
    if (effect.number <= this.#last) return;
    this.#last = effect.number;
    this.#do(effect);
    this.issued.emit({ atMs: this.nowMs, effect });
  }

  #do({ deed }: Effect): void {
    switch (deed.kind) {
      case 'flag':
        this.#flags.write(this.#ports.robot, deed.value);
        return;
      case 'cell-flag':
        this.#flags.write(`#${deed.flag}`, deed.value);
        return;
      case 'move':
      case 'move-by':
      case 'drive':
      case 'goto-point':
        this.#move(deed);
        return;
      case 'goto': {
        const isTaught = this.#ports.positions.some(({ name }) => name === deed.place);
        if (isTaught) this.#move({ kind: 'move', position: deed.place, speedPercent: deed.speedPercent });
        else this.#commanded = { kind: 'refused', reason: `there is no map here, and no position ${deed.place}` };
        return;
      }
      case 'grip':
        this.#ask(grasp(this.#ports.world, this.#ports.models, this.#ports.robot));
        return;
      case 'release':
        this.#ask(release(this.#ports.world, this.#ports.models, this.#ports.robot));
        return;
      case 'wait':
      case 'print':
      case 'end':
        return;
    }
  }

  #move(deed: MovingDeed): void {
    const { model, positions, world, robot } = this.#ports;
    const plan = motionOf(deed, model, this.#view.posture, positions);
    if (plan.kind === 'motion') this.#ask(world.command(robot, plan.action));
    else this.#commanded = plan.kind === 'none' ? { kind: 'accepted' } : plan;
  }

  #ask(outcome: Promise<Pick<Outcome, 'kind'> & { readonly reason?: string }>): void {
    this.#commanded = { kind: 'asked' };
    outcome
      .then(({ kind, reason }) => {
        this.#commanded = kind === 'done' ? { kind: 'accepted' } : { kind: 'refused', reason: reason ?? kind };
      })
      .catch(this.#ports.report);
  }

  get #view(): EntityView {
    const view = this.#ports.world.entity(this.#ports.robot);
    if (!view) throw new Error(`${this.#ports.robot} has left its world`);
    return view;
  }
}

/** Nobody else is there. */
function lonely(robot: string): CellFlags {
  const flags = new Map([[robot, 0]]);
  return { read: (flag) => flags.get(flag), write: (flag, value) => void flags.set(flag, value) };
}
