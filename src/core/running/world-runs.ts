import { explain, MisuseError } from '../base/errors.ts';
import { type Random, randomId } from '../base/random.ts';
import { Signal } from '../base/signal.ts';
import { DisconnectedError } from '../bus/bus.ts';
import { type CompiledProgram, compileProgram, Machine, variablesOf } from '../programs/programs.ts';
import type { Outcome, Participant } from '../world/world.ts';
import { MOST_BREAKPOINTS, type Order, orderText } from './orders.ts';
import type { ProgramShelf } from './program-shelf.ts';
import { isOver, type PastRun, type PrintedEffect, type RunState } from './run-state.ts';
import type { ProgramRuns, RunOrder, RunView } from './runs.ts';
import { decodeWork } from './work-codec.ts';

export interface WorldRunsPorts {
  readonly random: Random;
  readonly shelf: () => ProgramShelf;
  readonly report: (error: unknown) => void;
  /** Asks the robot's owner; by default as the participant does. */
  readonly command?: Participant['command'];
}

const MOST_PRINTED = 50;
const MOST_COMPILED = 64;

/** What is heard of the program of a robot. */
interface Heard {
  /** As it came. */
  readonly bytes: Uint8Array;
  readonly run: RunState;
  readonly past: PastRun | undefined;
  readonly printed: readonly PrintedEffect[];
  view?: RunView;
}

/** The programs of the world that a participant is in, as their owners tell of them. */
export class WorldRuns implements ProgramRuns, Disposable {
  readonly changes: Signal<{ robot: string }> = new Signal();
  readonly #world: Participant;
  readonly #ports: WorldRunsPorts;
  readonly #open: Disposable[];
  readonly #heard = new Map<string, Heard>();
  /** Undefined: a text that is no program, which takes as long to find out. */
  readonly #compiled = new Map<string, CompiledProgram | undefined>();

  constructor(world: Participant, ports: WorldRunsPorts) {
    this.#world = world;
    this.#ports = ports;
    this.#open = [
      world.changes.on(({ entity }) => this.#changed(entity)),
      world.timeChanges.on(() => this.#forgetViews()),
      ports.shelf().arrivals.on(({ key }) => this.#arrived(key)),
    ];
    for (const { id } of world.entities) this.#changed(id);
  }

  [Symbol.dispose](): void {
    for (const part of this.#open) part[Symbol.dispose]();
  }

  get all(): RunView[] {
    return [...this.#heard.keys()].flatMap((robot) => this.of(robot) ?? []);
  }

  of(robot: string): RunView | undefined {
    const heard = this.#heard.get(robot);
    if (!heard) return undefined;
    heard.view ??= this.#viewOf(robot, heard);
    return heard.view;
  }

  async start(order: RunOrder): Promise<Outcome> {
    const { robot, name, text, positions, breakpoints = [], startPaused = false, task } = order;
    if (!this.#world.entity(robot)) return refused(`there is no robot ${robot}`);
    const [wrong] = compileProgram(text).diagnostics.filter(({ severity }) => severity === 'error');
    if (wrong) return refused(`line ${wrong.line}: ${wrong.message}`);
    if (breakpoints.length > MOST_BREAKPOINTS) return refused(`there can be ${MOST_BREAKPOINTS} breakpoints, not ${breakpoints.length}`);
    try {
      const program = await this.#ports.shelf().put({ name, text, positions });
      const run = randomId(this.#ports.random, 10);
      return await this.#ask(robot, { kind: 'start', run, program, breakpoints: [...breakpoints], isPaused: startPaused, task });
    } catch (error) {
      if (error instanceof DisconnectedError) return { kind: 'lost', reason: explain(error) };
      if (error instanceof MisuseError) return refused(explain(error));
      throw error;
    }
  }

  pause(robot: string): Promise<Outcome> {
    return this.#ask(robot, { kind: 'pause' });
  }

  resume(robot: string): Promise<Outcome> {
    return this.#ask(robot, { kind: 'resume' });
  }

  step(robot: string): Promise<Outcome> {
    return this.#ask(robot, { kind: 'step' });
  }

  end(robot: string): Promise<Outcome> {
    return this.#ask(robot, { kind: 'end' });
  }

  async setBreakpoints(robot: string, lines: readonly number[]): Promise<Outcome> {
    if (lines.length > MOST_BREAKPOINTS) return refused(`there can be ${MOST_BREAKPOINTS} breakpoints, not ${lines.length}`);
    return this.#ask(robot, { kind: 'breakpoints', lines: [...lines] });
  }

  #ask(robot: string, order: Order): Promise<Outcome> {
    const command = this.#ports.command ?? ((...asked: Parameters<Participant['command']>) => this.#world.command(...asked));
    return command(robot, { kind: 'work', order: orderText(order) });
  }

  #changed(robot: string): void {
    const work = this.#world.entity(robot)?.work;
    const before = this.#heard.get(robot);
    if (before ? work?.bytes === before.bytes : !work) return;
    const heard = work && this.#hear(work.bytes, before);
    if (heard) this.#heard.set(robot, heard);
    else this.#heard.delete(robot);
    if (heard || before) this.changes.emit({ robot });
  }

  /** Lines that a state has no room for any more were heard with an earlier one. */
  #hear(bytes: Uint8Array, before: Heard | undefined): Heard | undefined {
    try {
      const { run, past } = decodeWork(bytes);
      if (!run) return undefined;
      const known = before?.run.id === run.id ? before.printed : [];
      const first = run.printed[0]?.number ?? Number.POSITIVE_INFINITY;
      const printed = [...known.filter(({ number }) => number < first), ...run.printed].slice(-MOST_PRINTED);
      return { bytes, run, past, printed };
    } catch (error) {
      this.#ports.report(error);
      return undefined;
    }
  }

  #arrived(key: string): void {
    for (const [robot, heard] of this.#heard) {
      if (heard.run.program.key !== key || heard.view?.text) continue;
      delete heard.view;
      this.changes.emit({ robot });
    }
  }

  /** A reset ends all that ran before it. */
  #forgetViews(): void {
    for (const [robot, heard] of this.#heard) {
      delete heard.view;
      this.changes.emit({ robot });
    }
  }

  #viewOf(robot: string, { run, past, printed }: Heard): RunView {
    const program = this.#ports.shelf().get(run.program);
    const isReset = !isOver(run) && run.generation !== this.#world.time.generation;
    const { last, awaited } = run.machine;
    const machine = program && this.#machineOf(run, program.text);
    const isAtLast = awaited !== null || run.machine.isOver;
    return {
      ...{ robot, run: run.id, name: program?.name ?? '', text: program?.text ?? '', task: run.task, breakpoints: run.breakpoints },
      phase: isReset ? 'ended' : run.phase,
      message: isReset ? 'the world was reset' : run.message,
      line: (isAtLast ? last?.line : machine?.line) ?? last?.line ?? 1,
      isWaiting: run.phase === 'running' && awaited !== null,
      ...{ startedMs: run.startedMs, endedMs: run.endedMs, effects: last?.number ?? 0 },
      variables: machine ? variablesOf(machine) : [],
      printed: printed.map(({ line, text }) => ({ line, text })),
      past,
    };
  }

  /** What came over the wire may be no state of its program: then nothing is shown of it. */
  #machineOf({ program: { key }, machine }: RunState, text: string): Machine | undefined {
    try {
      const code = this.#codeOf(key, text);
      return code && Machine.resume(code, machine);
    } catch (error) {
      this.#ports.report(error);
      return undefined;
    }
  }

  #codeOf(key: string, text: string): CompiledProgram | undefined {
    if (this.#compiled.has(key)) return this.#compiled.get(key);
    const { program } = compileProgram(text);
    this.#compiled.set(key, program);
    const [first] = this.#compiled.keys();
    if (this.#compiled.size > MOST_COMPILED && first !== undefined) this.#compiled.delete(first);
    return program;
  }
}

const refused = (reason: string): Outcome => ({ kind: 'refused', reason });
