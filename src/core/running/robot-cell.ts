/** Where the program of one robot runs, at who owns the robot: what it reads, and what becomes of what it does. */

import type { Clock } from '../base/clock.ts';
import { idFromName } from '../base/ids.ts';
import type { Blackboard } from '../blackboard/blackboard.ts';
import type { Models } from '../host/neighbourhood.ts';
import { SENSORS } from '../host/sensor-wishes.ts';
import type { Journey } from '../navigation/journey.ts';
import type { Navigator } from '../navigation/navigator.ts';
import {
  type Cell,
  type Deed,
  dofValue,
  type Effect,
  type MachineState,
  type MotionPlan,
  type MovingDeed,
  motionOf,
  type Progress,
  type Reading,
  type RobotAction,
} from '../programs/programs.ts';
import type { Model } from '../robots/robots.ts';
import type { EntityView, Participant, Performance } from '../world/world.ts';
import type { CellFlags } from './cell-flags.ts';
import { Gripper } from './gripping.ts';
import { motionLeft, startOf } from './motion-left.ts';
import type { ProgramContent } from './program-shelf.ts';
import { type CellWrite, type DeedState, type RunState, type WorkContent, withPrinted } from './run-state.ts';
import { encodeWork, flagIn } from './work-codec.ts';

export interface RobotCellPorts {
  readonly world: Participant;
  readonly robot: string;
  readonly models: Models;
  readonly clock: Clock;
  readonly flags: CellFlags;
  readonly board: () => Blackboard;
  /** Sends it to places of the map; left out: nobody does here. */
  readonly navigator?: (() => Navigator) | undefined;
  readonly report: (error: unknown) => void;
}

type Action = NonNullable<Performance['action']>;

/** What a state is to say, and what is to move with it. */
interface Saying {
  readonly said: { readonly flag?: number; readonly run: RunState };
  readonly action?: Action | undefined;
}

/** It is somebody else's by now: nothing more of it is ours to say. */
export class LostRobotError extends Error {
  override readonly name = 'LostRobotError';
}

const DEGREE = Math.PI / 180;
const METRE_MM = 1000;
const RAMP = 0.25;

export class RobotCell implements Cell {
  readonly #ports: RobotCellPorts;
  readonly #program: ProgramContent;
  readonly #gripper: Gripper;
  /** What was last published. */
  #content: WorkContent;
  #run: RunState;
  #nowMs = 0;
  #journey: Journey | undefined;
  /** How often something was told of it, or tried. */
  told = 0;
  /** Writes to flags of the environment of which it is not known that they were written. */
  readonly #unsettled = new Map<number, CellWrite>();

  /** Goes on from what was published last, by whomever. */
  constructor(ports: RobotCellPorts, program: ProgramContent, content: WorkContent & { readonly run: RunState }) {
    this.#ports = ports;
    this.#program = program;
    this.#gripper = new Gripper(ports);
    this.#content = content;
    this.#run = content.run;
    // Nobody knows whether they came through: in their old order they change nothing where they did.
    for (const write of content.run.writes) this.#unsettled.set(write.flag, write);
  }

  get run(): RunState {
    return this.#run;
  }

  // What it reads.

  get nowMs(): number {
    return this.#nowMs;
  }

  flag(): number {
    return this.#content.flag;
  }

  cellFlag(flag: number): number {
    return this.#ports.flags.value(flag);
  }

  flagOf(robot: string): Reading {
    const view = this.#ports.world.entity(robot);
    if (!view) return { reason: `there is no robot ${robot}` };
    if (view.isElsewhere) return { reason: `${robot} is not seen from where this runs` };
    return flagIn(view.work?.bytes);
  }

  sensor(sensor: string, beam: number | undefined, robot = this.#ports.robot): Reading {
    const name = sensorName(robot, sensor);
    const answer = this.#ports.board().read(name);
    if (answer.kind !== 'value') return { reason: `${name} cannot be read: ${answer.reason}` };
    const { value, unit } = answer;
    if (typeof value === 'boolean') return value ? 1 : 0;
    const units = unit.split(' ');
    const factorOf = (index: number) => (units[Math.min(index, units.length - 1)] === 'rad' ? 1 / DEGREE : METRE_MM);
    if (typeof value === 'number') return value * factorOf(0);
    if (!Array.isArray(value)) return { reason: `${name} is no number` };
    const numbers = value as readonly number[];
    // Of several beams the nearest, where none is named.
    if (beam === undefined) return Math.min(...numbers) * factorOf(0);
    const found = numbers[beam - 1];
    return found === undefined ? { reason: `${name} has ${numbers.length} beams; there is no ${beam}` } : found * factorOf(beam - 1);
  }

  dof(dof: string | number): Reading {
    const { model } = this;
    return (model && dofValue(dof, model, this.view.posture)) ?? { reason: `${this.view.name} has no degree of freedom ${dof}` };
  }

  progressOf({ deed }: Effect): Progress {
    const { deed: state } = this.#run;
    switch (state?.kind) {
      case 'failed':
        return state;
      case 'journey':
        return this.#progressOfJourney();
      case 'motion':
        return this.#progressOfMotion();
      case 'grip':
      case 'release':
        return this.#gripper.isDone(state) && !this.#isMoving ? { kind: 'done' } : { kind: 'under-way' };
      case 'done':
      case undefined:
        return deed.kind === 'wait' ? { kind: 'under-way' } : { kind: 'done' };
    }
  }

  #progressOfMotion(): Progress {
    const { work, contact, id } = this.view;
    if (work?.haltedMs !== undefined || this.#isMoving) return { kind: 'under-way' };
    return contact ? { kind: 'failed', reason: `${contact.with === id ? 'it' : contact.with} is in its way` } : { kind: 'done' };
  }

  #progressOfJourney(): Progress {
    const progress = this.#journey?.progress;
    if (progress?.state === 'arrived') return { kind: 'done' };
    if (progress?.state === 'failed') return { kind: 'failed', reason: progress.reason ?? 'it could not get there' };
    return { kind: 'under-way' };
  }

  get #isMoving(): boolean {
    return this.view.endsAtMs > this.#ports.world.time.worldMs;
  }

  // What becomes of what it does.

  issue(effect: Effect, machine: MachineState): void {
    const { said, action } = this.#saying(effect, { ...this.#run, machine, deed: undefined });
    this.#begin(said, action);
    const { deed } = effect;
    if (deed.kind === 'cell-flag') this.#settle(this.#run.writes.filter(({ flag }) => flag === deed.flag));
    if (deed.kind === 'goto' && this.#run.deed?.kind === 'journey') this.#travel(deed.place);
  }

  /** What is told of an effect, and the motion that it makes. */
  #saying({ number, line, deed }: Effect, run: RunState): Saying {
    switch (deed.kind) {
      case 'flag':
        return { said: { flag: deed.value, run } };
      case 'cell-flag': {
        const write = this.#ports.flags.draft(deed.flag, deed.value);
        return { said: { run: { ...run, writes: [...run.writes.filter(({ flag }) => flag !== deed.flag), write] } } };
      }
      case 'print':
        return { said: { run: { ...run, printed: withPrinted(run.printed, { number, line, text: deed.text }) } } };
      case 'end':
        return { said: { run: { ...run, phase: deed.outcome, message: endingOf(deed, line), endedMs: this.#nowMs, isStepping: false } } };
      case 'wait':
        return { said: { run } };
      case 'grip':
      case 'release': {
        const { deed: begun, action } = this.#gripper.begin(deed.kind);
        return { said: { run: { ...run, deed: begun } }, action };
      }
      case 'goto': {
        const isTaught = this.#program.positions.some(({ name }) => name === deed.place);
        return isTaught ? this.#moving(run, movingOf(deed)) : { said: { run: { ...run, deed: { kind: 'journey' } } } };
      }
      default:
        return this.#moving(run, deed);
    }
  }

  #moving(run: RunState, deed: MovingDeed): Saying {
    const { model } = this;
    const { posture, name } = this.view;
    if (!model) return { said: { run: { ...run, deed: { kind: 'failed', reason: `the model of ${name} is not known` } } } };
    const plan = motionOf(deed, model, posture, this.#program.positions);
    if (plan.kind !== 'motion') return { said: { run: { ...run, deed: withoutMotion(plan) } } };
    const state = { kind: 'motion', from: startOf(posture), startedMs: this.#nowMs, doneMs: 0 } as const;
    return { said: { run: { ...run, deed: state } }, action: withRamp(plan.action) };
  }

  /** The motion and what is left of the program go out as one; when it cannot be begun, that does. */
  #begin(said: Saying['said'], action?: Action): void {
    const refusal = this.#tell(said, action);
    if (refusal !== undefined) this.#fail(said.run, refusal);
  }

  #fail(run: RunState, reason: string): void {
    this.#tell({ run: { ...run, deed: { kind: 'failed', reason } } });
  }

  // What goes on between two effects.

  /** Before a tick: what was cut off is begun again, what takes several steps is gone on with. */
  prepare(): void {
    this.#nowMs = Math.round(this.#ports.world.time.worldMs);
    this.#settle();
    const { deed, machine } = this.#run;
    const { last } = machine;
    if (!last || machine.awaited === null) return;
    const haltedMs = this.view.work?.haltedMs;
    if (deed?.kind === 'motion' && haltedMs !== undefined) this.#goOn(last.deed, deed, haltedMs);
    if (deed?.kind === 'journey' && !this.#journey && last.deed.kind === 'goto') this.#travel(last.deed.place);
    if (deed?.kind === 'grip' || deed?.kind === 'release') {
      const step = this.#gripper.goOn(deed, haltedMs === undefined ? 'as begun' : 'halted');
      if (step) this.#begin({ run: { ...this.#run, deed: step.deed } }, step.action);
    }
  }

  #goOn(effect: Deed, state: Extract<DeedState, { kind: 'motion' }>, haltedMs: number): void {
    const { model } = this;
    if (!model) return;
    const deed = effect.kind === 'goto' ? movingOf(effect) : (effect as MovingDeed);
    const { plan, doneMs } = motionLeft(deed, state, haltedMs, { model, positions: this.#program.positions, now: this.view.posture });
    if (plan.kind !== 'motion') this.#tell({ run: { ...this.#run, deed: withoutMotion(plan) } });
    else this.#begin({ run: { ...this.#run, deed: { ...state, startedMs: this.#nowMs, doneMs } } }, withRamp(plan.action));
  }

  #travel(place: string): void {
    const { navigator, robot } = this.#ports;
    try {
      if (!navigator) throw new Error('nobody sends robots to places of the map here');
      this.#journey = navigator().sendTo(robot, { node: place }, { isOfWork: true });
    } catch (error) {
      this.#fail(this.#run, error instanceof Error ? error.message : String(error));
    }
  }

  /** What was changed by an order is published by who asked for it. */
  rewrite(content: Partial<WorkContent>): WorkContent {
    this.#content = { ...this.#content, ...content };
    this.#run = this.#content.run ?? this.#run;
    return this.#content;
  }

  /** Publishes how it stands now, with nothing done. */
  show(machine: MachineState, change: Partial<RunState> = {}): void {
    this.#tell({ run: { ...this.#run, ...change, machine } });
  }

  /** Ends what only this owner does for it. */
  rest(reason: string): void {
    void this.#journey?.cancel(reason);
    this.#journey = undefined;
  }

  /** Why a motion cannot be begun: then nothing was said. */
  #tell(content: Partial<WorkContent>, action?: Action): string | undefined {
    const next = { ...this.#content, ...content };
    const { world, robot } = this.#ports;
    const work = draftOf(next);
    this.told++;
    const performed = world.perform(robot, { action, work });
    if (performed.kind === 'refused' && (!action || !this.view.isMine)) throw new LostRobotError(performed.reason);
    if (performed.kind === 'refused') return performed.reason;
    this.#content = next;
    this.#run = next.run ?? this.#run;
    return undefined;
  }

  /** Writes to flags of the environment what is not known to be written. */
  #settle(more: readonly CellWrite[] = []): void {
    const { flags, report } = this.#ports;
    for (const write of more) this.#unsettled.set(write.flag, write);
    if (this.#unsettled.size === 0 || !flags.isReady) return;
    for (const [flag, write] of this.#unsettled) {
      flags.write(write).then(({ kind }) => {
        if (kind === 'written' && this.#unsettled.get(flag) === write) this.#unsettled.delete(flag);
      }, report);
    }
  }

  get view(): EntityView {
    const view = this.#ports.world.entity(this.#ports.robot);
    if (!view) throw new LostRobotError(`${this.#ports.robot} is gone`);
    return view;
  }

  get model(): Model | undefined {
    return this.#ports.models(this.view.description.model);
  }
}

export const sensorName = (robot: string, sensor: string): string => `${SENSORS}/${robot}/${idFromName(sensor)}`;

/** With nothing to say there are no bytes. */
export const draftOf = (content: WorkContent) =>
  content.flag === 0 && !content.run ? 'none' : ({ bytes: encodeWork(content), isActive: content.run?.phase === 'running' } as const);

const endingOf = ({ outcome, message }: Extract<Deed, { kind: 'end' }>, line: number): string | undefined =>
  outcome === 'finished' ? undefined : `line ${line}: ${message}`;

const movingOf = ({ place, speedPercent }: Extract<Deed, { kind: 'goto' }>): MovingDeed => ({
  kind: 'move',
  position: place,
  speedPercent,
});

const withoutMotion = (plan: Exclude<MotionPlan, { kind: 'motion' }>): DeedState =>
  plan.kind === 'none' ? { kind: 'done' } : { kind: 'failed', reason: plan.reason };

/** As for any action that says none. */
const withRamp = (action: RobotAction): Action => (action.kind === 'assume' ? { ramp: RAMP, ...action } : action);
