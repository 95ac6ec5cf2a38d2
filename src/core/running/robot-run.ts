/** The program of one robot, at who owns the robot. */
import { advanceTo, type CompiledProgram, Machine } from '../programs/programs.ts';
import type { ProgramContent } from './program-shelf.ts';
import { RobotCell, type RobotCellPorts, sensorName } from './robot-cell.ts';
import type { RunState, WorkContent } from './run-state.ts';

/** What its sensors say first is waited for, but not for ever. */
const SENSORS_MS = 2000;
/** What it reckons without doing anything is shown so often. */
const SHOW_MS = 1000;

export class RobotRun {
  readonly cell: RobotCell;
  readonly program: ProgramContent;
  /** Under which the robot is ours: by another one it is another's, or ours anew. */
  readonly epoch: number;
  /** When its turn last came, in ticks of who runs it. */
  attendedTick = 0;
  readonly #machine: Machine;
  readonly #ports: RobotCellPorts;
  /** Of the sensors that it reads. */
  readonly #sensors: readonly string[];
  readonly #usesCellFlags: boolean;
  readonly #sinceMs: number;
  #shownMs: number;
  #shownSteps: number;
  #isReady = false;

  /** Throws MalformedError when what was published is no state of this program. */
  constructor(
    ports: RobotCellPorts,
    { program, code }: { readonly program: ProgramContent; readonly code: CompiledProgram },
    content: WorkContent & { readonly run: RunState },
  ) {
    this.cell = new RobotCell(ports, program, content);
    this.program = program;
    this.epoch = this.cell.view.epoch;
    this.#ports = ports;
    this.#machine = Machine.resume(code, content.run.machine);
    this.#sensors = code.reads.flatMap((read) => (read.kind === 'sensor' ? [sensorName(read.robot ?? ports.robot, read.sensor)] : []));
    this.#usesCellFlags = [...code.reads, ...code.deeds].some(({ kind }) => kind === 'cell-flag');
    this.#sinceMs = ports.clock.now();
    this.#shownMs = this.#sinceMs;
    this.#shownSteps = this.#machine.steps;
  }

  get state(): RunState {
    return this.cell.run;
  }

  /** With what it has reckoned since it last did something. */
  get current(): RunState {
    return { ...this.cell.run, machine: this.#machine.state };
  }

  /** Takes at most so many steps. */
  tick(steps: number): void {
    if (!this.#hasAllItReads()) return;
    this.cell.prepare();
    const { breakpoints, isStepping } = this.state;
    if (breakpoints.length === 0 && !isStepping) this.#run(steps);
    else this.#walk(steps, isStepping ? undefined : new Set(breakpoints));
    this.#show();
  }

  /** Pauses here, and says why. */
  pause(message: string): void {
    this.cell.rest('its program was paused');
    this.cell.show(this.#machine.state, { phase: 'paused', message, isStepping: false });
    this.#noteShown();
  }

  end(message: string): void {
    this.cell.rest('its program was ended');
    const endedMs = Math.round(this.#ports.world.time.worldMs);
    this.cell.show(this.#machine.state, { phase: 'ended', message, endedMs, isStepping: false });
  }

  #run(steps: number): void {
    const end = this.#machine.steps + steps;
    for (;;) {
      const standing = this.#machine.advance(this.cell, end - this.#machine.steps);
      if (standing.kind !== 'effect') return;
      this.cell.issue(standing.effect, this.#machine.state);
      this.#noteShown();
    }
  }

  /** Pauses before the first statement that is at one of these lines; before the next of all, where none are given. */
  #walk(steps: number, lines: ReadonlySet<number> | undefined): void {
    const machine = this.#machine;
    const end = machine.steps + steps;
    while (machine.steps < end) {
      // Takes no step, but tells whether what was done last is over.
      const settled = machine.advance(this.cell, 0);
      if (settled.kind === 'resting' && this.#isToPause(lines)) {
        this.#pauseBefore(machine.line);
        return;
      }
      const standing = settled.kind === 'resting' ? advanceTo(machine, this.cell, end - machine.steps, lines) : settled;
      if (standing.kind === 'effect') this.cell.issue(standing.effect, machine.state);
      else if (standing.kind !== 'stopped') return;
    }
  }

  #isToPause(lines: ReadonlySet<number> | undefined): boolean {
    const { program, at, steps, line } = this.#machine;
    return program.starts[at] === 1 && steps !== this.state.pausedAtStep && (lines === undefined || lines.has(line));
  }

  #pauseBefore(line: number): void {
    const { state } = this.#machine;
    const message = this.state.isStepping ? `before line ${line}` : `at the breakpoint of line ${line}`;
    this.cell.show(state, { phase: 'paused', message, isStepping: false, pausedAtStep: state.steps });
    this.#noteShown();
  }

  /** What it has reckoned since, for who looks on: whoever takes it over goes on from there. */
  #show(): void {
    if (this.state.phase !== 'running' || this.#machine.steps === this.#shownSteps) return;
    if (this.#ports.clock.now() - this.#shownMs < SHOW_MS) return;
    this.cell.show(this.#machine.state);
    this.#noteShown();
  }

  #noteShown(): void {
    this.#shownMs = this.#ports.clock.now();
    this.#shownSteps = this.#machine.steps;
  }

  /** Reading says that somebody listens: sensors are measured for who does. */
  #hasAllItReads(): boolean {
    const areHeard = this.#sensors.map((name) => this.#ports.board().read(name).kind === 'value');
    if (this.#isReady) return true;
    if (this.#usesCellFlags && !this.#ports.flags.isReady) return false;
    this.#isReady = areHeard.every(Boolean) || this.#ports.clock.now() - this.#sinceMs > SENSORS_MS;
    return this.#isReady;
  }
}
