/**
 * The owner of a robot is killed while a program of the robot runs, and the hub's resident goes on with it: once, with real processes, told what was measured and what was
 * wrong. A second robot counts how often a flag of the environment was set, so that an effect that is done twice shows.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { draftOf, joinWorld, planarPose, type RunView, type World } from '../../src/library/manyhands.ts';
import { HubProcess } from '../processes/hub-process.ts';
import { JoinProcess } from '../processes/join-process.ts';
import { MachineWatch } from '../processes/machine-watch.ts';
import { monotonicMs } from '../processes/started-process.ts';

const ROUNDS = 4;
const TEXT = `int i;
for (i = 1; i <= ${ROUNDS}; i = i + 1) {
  drive(150, 45);
  wcellflag(1, 1);
  while (cellflag(1) == 1) wait(30);
  flag(i);
  print("round ", i);
}
goto(1000, 500, 0);`;
const COUNTER = 'int n; while (1) { while (cellflag(1) == 0) wait(20); n = n + 1; wcellflag(1, 0); flag(n); }';

export interface ProgramTakenOver {
  readonly round: number;
  /** How many things it had done when its owner was killed. */
  readonly cutAt: number;
  /** From the kill until it is seen to go on, by who looks on. */
  readonly resumedMs: number;
  readonly machineAwayMs: number;
  /** It still had the robot when it was killed: on a machine that stands still for a second it is taken for dead before. */
  readonly wasOwner: boolean;
  readonly problems: readonly string[];
}

const LONGEST_RUN_MS = 40_000;
const LOOK_EVERY_MS = 10;
const MODEL = 'pioneer-3-dx';

export class ProgramStage implements AsyncDisposable {
  readonly #hub: HubProcess;
  readonly #world: World;
  readonly #problems: string[] = [];

  private constructor(hub: HubProcess, world: World) {
    this.#hub = hub;
    this.#world = world;
  }

  static async open(): Promise<ProgramStage> {
    await using opening = new AsyncDisposableStack();
    const hub = opening.use(await HubProcess.start());
    const problems: unknown[] = [];
    const world = opening.use(await joinWorld(hub.url, { name: 'onlooker', onError: (error) => void problems.push(error) }));
    const stage = new ProgramStage(hub, world);
    const model = await world.model(MODEL);
    if (!model) throw new Error(`the hub has no model ${MODEL}`);
    await world.insert(draftOf(model, { name: 'counter', pose: planarPose(0, 30, 0) }), 'counter');
    await stage.#start('counter', COUNTER);
    opening.move();
    return stage;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#world.leave();
    await this.#hub[Symbol.asyncDispose]();
  }

  async play(round: number): Promise<ProgramTakenOver> {
    using machine = new MachineWatch();
    const robot = `rover-${round}`;
    const counted = this.#world.flags.of('counter');
    await using owner = await JoinProcess.join(this.#hub.url, `owner-${round}`);
    await owner.must(`insert ${robot} --id ${robot} --model ${MODEL}`);
    await this.#until(() => this.#world.entity(robot)?.owner === owner.id, `${robot} is not ${owner.id}'s`);
    const seen: RunView[] = [];
    using _watching = this.#world.programs.changes.on(({ robot: of }) => {
      const view = of === robot && this.#world.programs.of(robot);
      if (view) seen.push(view);
    });
    await this.#start(robot, TEXT);
    await this.#until(() => (this.#view(robot)?.effects ?? 0) >= 1, 'it does not begin');
    await pause(Math.random() * 4000);
    const before = { epoch: this.#world.entity(robot)?.epoch ?? 0, effects: this.#view(robot)?.effects ?? 0 };
    const wasOwner = this.#world.entity(robot)?.owner === owner.id;
    await owner.kill();
    const killedMs = monotonicMs();
    if (wasOwner) await this.#until(() => this.#goesOn(robot, before), 'it does not go on', robot);
    const resumedMs = monotonicMs() - killedMs;
    await this.#until(() => this.#view(robot)?.phase === 'finished', 'it does not end', robot);
    await pause(300);
    this.#check(robot, seen, this.#world.flags.of('counter') - counted);
    await this.#world.remove(robot);
    return { round, cutAt: before.effects, resumedMs, machineAwayMs: machine.longestMs, wasOwner, problems: this.#problems.splice(0) };
  }

  #view(robot: string): RunView | undefined {
    return this.#world.programs.of(robot);
  }

  /** Under another owner it does something, or moves. */
  #goesOn(robot: string, before: { readonly epoch: number; readonly effects: number }): boolean {
    const entity = this.#world.entity(robot);
    if (!entity || entity.epoch <= before.epoch) return false;
    const view = this.#view(robot);
    return view?.phase === 'finished' || (view?.effects ?? 0) > before.effects || entity.endsAtMs > this.#world.time.worldMs;
  }

  #check(robot: string, seen: readonly RunView[], counted: number): void {
    const printed = this.#view(robot)
      ?.printed.map(({ text }) => text)
      .join(', ');
    const expected = Array.from({ length: ROUNDS }, (_, at) => `round ${at + 1}`).join(', ');
    if (printed !== expected) this.#problems.push(`it printed "${printed}", not "${expected}"`);
    if (counted !== ROUNDS) this.#problems.push(`the flag was set ${counted} times, not ${ROUNDS}`);
    if (this.#world.flags.of(robot) !== ROUNDS) this.#problems.push(`its flag is ${this.#world.flags.of(robot)}, not ${ROUNDS}`);
    const back = seen.findIndex(({ effects }, at) => effects < (seen[at - 1]?.effects ?? 0));
    if (back >= 0) this.#problems.push(`after effect ${seen[back - 1]?.effects} came ${seen[back]?.effects}`);
    const { x = 0, y = 0 } = this.#world.entity(robot)?.posture.pose ?? {};
    if (Math.hypot(x - 1, y - 0.5) > 0.02) this.#problems.push(`it ended at ${x.toFixed(3)}, ${y.toFixed(3)}`);
  }

  /** How it stands, for who has to find out why. */
  #told(robot: string): string {
    const { owner, epoch, isLive, isWorking, work } = this.#world.entity(robot) ?? {};
    return JSON.stringify({ owner, epoch, isLive, isWorking, haltedMs: work?.haltedMs, view: { ...this.#view(robot), text: undefined } });
  }

  async #start(robot: string, text: string): Promise<void> {
    const outcome = await this.#world.programs.start({ robot, name: robot, text, positions: [] });
    if (outcome.kind !== 'done') throw new Error(`the program of ${robot} was not started: ${outcome.reason}`);
  }

  async #until(is: () => boolean, otherwise: string, robot = ''): Promise<void> {
    const untilMs = monotonicMs() + LONGEST_RUN_MS;
    while (!is()) {
      if (monotonicMs() > untilMs) throw new Error(`after ${LONGEST_RUN_MS} ms: ${otherwise}; ${this.#told(robot)}`);
      await pause(LOOK_EVERY_MS);
    }
  }
}
