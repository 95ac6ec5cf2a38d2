/** What an owner does so that the programs of its robots run. The tick is at the end. */
import { type Action, decodeJson } from '../api/messages.ts';
import { textToBytes } from '../base/bytes.ts';
import { type Clock, delay, every } from '../base/clock.ts';
import { explain, MalformedError } from '../base/errors.ts';
import type { Blackboard } from '../blackboard/blackboard.ts';
import type { Models } from '../host/neighbourhood.ts';
import type { Navigator } from '../navigation/navigator.ts';
import { type CompiledProgram, compileProgram, Machine } from '../programs/programs.ts';
import type { EntityView, Participant, WorkRuling, Workshop } from '../world/world.ts';
import type { CellFlags } from './cell-flags.ts';
import { type Order, orderSchema } from './orders.ts';
import type { ProgramContent, ProgramShelf } from './program-shelf.ts';
import { draftOf, LostRobotError } from './robot-cell.ts';
import { RobotRun } from './robot-run.ts';
import { isOver, NO_WORK, type ProgramReference, pastOf, type RunState, type WorkContent } from './run-state.ts';
import { decodeWork } from './work-codec.ts';

export interface RunnerPorts {
  readonly clock: Clock;
  readonly models: Models;
  readonly report: (error: unknown) => void;
  readonly shelf: () => ProgramShelf;
  readonly flags: CellFlags;
  readonly board: () => Blackboard;
  /** Sends robots to places of the map. */
  readonly navigator?: (() => Navigator) | undefined;
}

const TICK_MS = 50;
/** What one program may take of a tick, and all of them together. */
const STEPS_A_TICK = 10_000;
const STEPS_OF_ALL = 1_000_000;
/** So many programs do something in one tick: each motion is judged, and each effect told. Where more would at once, the others do in the next ticks, but each within so many. */
const ACTING_AT_ONCE = 16;
const ALL_WITHIN_TICKS = 10;
/** The text of a program that somebody starts is waited for so long; that of one that was taken over for longer. */
const TEXT_MS = 2000;
const TEXT_OF_TAKEN_MS = 15_000;
const LOOK_AGAIN_MS = 100;
const MOST_COMPILED = 64;

/** Moves by hand: those that a running program would have to fight with. */
const BY_HAND: ReadonlySet<Action['kind']> = new Set(['glide', 'assume', 'follow', 'drift', 'place', 'halt', 'drive']);

type Orders = Exclude<Order, { kind: 'start' | 'flag' }>;

export class Runner implements Workshop, Disposable {
  readonly #world: Participant;
  readonly #ports: RunnerPorts;
  readonly #open: Disposable[];
  readonly #runs = new Map<string, RobotRun>();
  /** Robots of ours whose program should run here, and since when it does not, for want of its text. */
  readonly #awaited = new Map<string, number>();
  /** Starts that wait for a text, and since when. */
  readonly #starting = new Map<string, number>();
  readonly #compiled = new Map<string, CompiledProgram>();
  #ticks = 0;
  #ticking: Disposable | undefined;

  constructor(world: Participant, ports: RunnerPorts) {
    this.#world = world;
    this.#ports = ports;
    this.#open = [world.attendToWork(this), world.changes.on(({ entity }) => this.#changed(entity))];
    for (const { id } of world.entities) this.#changed(id);
  }

  [Symbol.dispose](): void {
    for (const part of this.#open) part[Symbol.dispose]();
    for (const run of this.#runs.values()) run.cell.rest('its owner runs programs no more');
    this.#rest();
  }

  /** Nothing runs here. */
  get isAsleep(): boolean {
    return this.#ticking === undefined;
  }

  objection(entity: string, _from: string, action: Action): string | undefined {
    if (!BY_HAND.has(action.kind)) return undefined;
    const state = this.#runs.get(entity)?.state ?? this.#announced(entity);
    if (state?.phase !== 'running') return undefined;
    return `${this.#nameOf(state)} runs on it: pause or end the program first`;
  }

  /** One that everybody knows to run, and that will with the next tick, or when its text has come. */
  #announced(entity: string): RunState | undefined {
    const view = this.#world.entity(entity);
    const run = view?.work?.isActive ? readable(view).run : undefined;
    return run?.generation === this.#world.time.generation ? run : undefined;
  }

  rule(entity: string, from: string, text: string): WorkRuling {
    const view = this.#world.entity(entity);
    if (!view) return refused(`there is no ${entity}`);
    try {
      const order = decodeJson(orderSchema, textToBytes(text));
      const content = contentOf(view);
      if (order.kind === 'start') return this.#start(view, from, order, content);
      if (order.kind === 'flag') return this.#granted(view, { ...content, flag: order.value }, 'goes on');
      return this.#govern(view, from, order, content);
    } catch (error) {
      if (error instanceof MalformedError) return refused(explain(error));
      throw error;
    }
  }

  #start(view: EntityView, from: string, order: Extract<Order, { kind: 'start' }>, content: WorkContent): WorkRuling {
    const { time } = this.#world;
    const { stop } = view.control;
    if (stop) return refused(`stopped by ${stop.by} (${stop.reason}); re-arm it first`);
    // Who performs a task and does not see yet that it was started asks again, as does who goes on with the task.
    // Somebody may have started another program since.
    const isStarted = [content.run, content.past].some((run) => run?.task === order.task && run?.generation === time.generation);
    if (order.task !== undefined && isStarted) return this.#granted(view, content, 'goes on');
    if (content.run && !isOver(content.run) && content.run.generation === time.generation)
      return refused(`${this.#nameOf(content.run)} runs on it: end the program first`);
    const program = this.#ports.shelf().get(order.program);
    if (!program) return this.#await(order);
    this.#starting.delete(order.run);
    const model = this.#ports.models(view.description.model);
    const { program: code, diagnostics } = compileProgram(program.text, { model, positions: program.positions.map(({ name }) => name) });
    const [wrong] = diagnostics.filter(({ severity }) => severity === 'error');
    if (!code) return refused(wrong ? `line ${wrong.line}: ${wrong.message}` : 'it is no program');
    const run: RunState = {
      ...{ id: order.run, program: order.program, task: order.task, generation: time.generation, breakpoints: order.breakpoints },
      ...{ phase: order.isPaused ? 'paused' : 'running', message: order.isPaused ? `started paused by ${from}` : undefined },
      ...{ startedMs: Math.round(time.worldMs), endedMs: undefined, isStepping: false, pausedAtStep: order.isPaused ? 0 : -1 },
      ...{ machine: new Machine(code).state, deed: undefined, writes: [], printed: [] },
    };
    this.#runs.delete(view.id);
    return this.#granted(view, { ...content, run, past: pastOf(content) }, 'goes on');
  }

  /** The record may be slower than the order. */
  #await({ run }: { readonly run: string }): WorkRuling {
    const nowMs = this.#ports.clock.now();
    const sinceMs = this.#starting.get(run) ?? nowMs;
    this.#starting.set(run, sinceMs);
    if (nowMs - sinceMs < TEXT_MS) return { kind: 'later', ready: delay(this.#ports.clock, LOOK_AGAIN_MS) };
    this.#starting.delete(run);
    return refused('its text has not come to who owns the robot: start it again');
  }

  #govern(view: EntityView, from: string, order: Orders, content: WorkContent): WorkRuling {
    const run = this.#runs.get(view.id)?.current ?? content.run;
    if (!run || isOver(run) || run.generation !== this.#world.time.generation) return refused('no program runs on it');
    const { stop } = view.control;
    const goesOn = order.kind === 'resume' || order.kind === 'step';
    if (goesOn && stop) return refused(`stopped by ${stop.by} (${stop.reason}); re-arm it first`);
    if (goesOn && run.phase !== 'paused') return refused(`${this.#nameOf(run)} is not paused`);
    if (order.kind === 'pause' && run.phase === 'paused') return refused(`${this.#nameOf(run)} is paused already`);
    const by = from === this.#world.id ? this.#world.name : (this.#world.participants.find(({ id }) => id === from)?.name ?? from);
    const next = { ...content, run: { ...run, ...changeBy(order, by, Math.round(this.#world.time.worldMs)) } };
    if (next.run.phase !== 'running') this.#runs.get(view.id)?.cell.rest('its program was paused');
    const halts = run.phase === 'running' && next.run.phase !== 'running' && view.endsAtMs > this.#world.time.worldMs;
    return this.#granted(view, next, halts ? 'halts' : 'goes on');
  }

  /** What we have in mind of it is what is published, at any time. */
  #granted({ id }: EntityView, content: WorkContent, motion: 'goes on' | 'halts'): WorkRuling {
    const run = this.#runs.get(id);
    if (run && content.run?.id === run.state.id) run.cell.rewrite(content);
    return { kind: 'granted', work: draftOf(content), motion };
  }

  #nameOf({ program }: RunState): string {
    return this.#ports.shelf().get(program)?.name ?? 'a program';
  }

  /** Something became ours, or is no more; or a stop was pressed. */
  #changed(entity: string): void {
    const view = this.#world.entity(entity);
    const run = this.#runs.get(entity);
    if (run && (!view?.isMine || view.epoch !== run.epoch)) this.#letGo(entity, run);
    if (!view?.isMine || !view.work?.isActive) {
      this.#awaited.delete(entity);
      return;
    }
    if (view.control.stop && run) this.#attend(entity, run, 0);
    if (!this.#runs.has(entity) && !this.#awaited.has(entity)) this.#awaited.set(entity, this.#ports.clock.now());
    this.#ticking ??= every(this.#ports.clock, TICK_MS, () => this.#tick());
  }

  #letGo(entity: string, run: RobotRun): void {
    run.cell.rest('its robot is not ours any more');
    this.#runs.delete(entity);
  }

  #rest(): void {
    this.#ticking?.[Symbol.dispose]();
    this.#ticking = undefined;
  }

  /** Twenty times a second while something of ours runs, if the world does. */
  #tick(): void {
    for (const [entity, sinceMs] of [...this.#awaited]) this.#takeUp(entity, sinceMs);
    for (const [entity, { state }] of [...this.#runs]) if (isOver(state)) this.#runs.delete(entity);
    const running = [...this.#runs].filter(([, { state }]) => state.phase === 'running');
    if (running.length === 0 && this.#awaited.size === 0) this.#rest();
    if (this.#world.time.rate === 0) return;
    const steps = Math.min(STEPS_A_TICK, Math.ceil(STEPS_OF_ALL / running.length));
    let left = Math.max(ACTING_AT_ONCE, Math.ceil(running.length / ALL_WITHIN_TICKS));
    this.#ticks++;
    // Whose turn did not come lately comes first.
    for (const [entity, run] of running.sort(([, a], [, b]) => a.attendedTick - b.attendedTick)) {
      if (left === 0) return;
      const { told } = run.cell;
      run.attendedTick = this.#ticks;
      this.#attend(entity, run, steps);
      if (run.cell.told > told) left--;
    }
  }

  #attend(entity: string, run: RobotRun, steps: number): void {
    try {
      const { control, isMine, epoch } = run.cell.view;
      if (!isMine || epoch !== run.epoch || run.state.phase !== 'running') return;
      if (run.state.generation !== this.#world.time.generation) run.end('the world was reset');
      else if (control.stop) run.pause(`stopped by ${control.stop.by}: ${control.stop.reason}`);
      else if (steps > 0) run.tick(steps);
    } catch (error) {
      // What no rule foresaw ends one program, and neither the others nor the process.
      this.#letGo(entity, run);
      if (error instanceof LostRobotError) return;
      this.#ports.report(error);
      this.#fail(entity, `it cannot go on: ${explain(error)}`);
    }
  }

  /** Goes on with what was published last. */
  #takeUp(entity: string, sinceMs: number): void {
    const view = this.#world.entity(entity);
    if (!view?.isMine || !view.work?.isActive) {
      this.#awaited.delete(entity);
      return;
    }
    try {
      const content = contentOf(view);
      const program = content.run && this.#ports.shelf().get(content.run.program);
      if (program && content.run) {
        const run = content.run;
        const code = this.#codeOf(run.program, program);
        const ports = { ...this.#ports, world: this.#world, robot: entity };
        this.#awaited.delete(entity);
        this.#runs.set(entity, new RobotRun(ports, { program, code }, { ...content, run }));
      } else if (this.#ports.clock.now() - sinceMs > TEXT_OF_TAKEN_MS) this.#fail(entity, 'its text is not to be had any more');
    } catch (error) {
      this.#ports.report(error);
      this.#fail(entity, `it cannot go on: ${explain(error)}`);
    }
  }

  /** Ends a program that cannot go on, as far as it can be understood. */
  #fail(entity: string, message: string): void {
    this.#awaited.delete(entity);
    const view = this.#world.entity(entity);
    if (!view?.isMine) return;
    const content = readable(view);
    const endedMs = Math.round(this.#world.time.worldMs);
    const run: RunState | undefined = content.run && { ...content.run, phase: 'failed', message, endedMs, isStepping: false };
    this.#world.perform(entity, { work: draftOf({ ...content, run }) });
  }

  #codeOf({ key }: ProgramReference, { text }: ProgramContent): CompiledProgram {
    const known = this.#compiled.get(key);
    if (known) return known;
    const { program } = compileProgram(text);
    if (!program) throw new MalformedError('its text is no program');
    this.#compiled.set(key, program);
    const [first] = this.#compiled.keys();
    if (this.#compiled.size > MOST_COMPILED && first !== undefined) this.#compiled.delete(first);
    return program;
  }
}

const refused = (reason: string): WorkRuling => ({ kind: 'refused', reason });

/** Throws MalformedError. */
export const contentOf = ({ work }: EntityView): WorkContent => (work ? decodeWork(work.bytes) : NO_WORK);

function readable(view: EntityView): WorkContent {
  try {
    return contentOf(view);
  } catch {
    // Reported by who tried to go on with it; there is nothing in it to keep.
    return NO_WORK;
  }
}

/** What an order makes of a run. */
function changeBy(order: Orders, by: string, nowMs: number): Partial<RunState> {
  switch (order.kind) {
    case 'pause':
      return { phase: 'paused', message: `paused by ${by}`, isStepping: false };
    case 'resume':
      return { phase: 'running', message: undefined, isStepping: false };
    case 'step':
      return { phase: 'running', message: undefined, isStepping: true };
    case 'end':
      return { phase: 'ended', message: `ended by ${by}`, endedMs: nowMs, isStepping: false };
    case 'breakpoints':
      return { breakpoints: [...order.lines] };
  }
}
