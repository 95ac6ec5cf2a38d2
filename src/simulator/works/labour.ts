import { planarPose } from '../../core/base/pose.ts';
import { pick, type Random } from '../../core/base/random.ts';
import type { VirtualTime } from '../../core/base/virtual-time.ts';
import { draftOf } from '../../core/robots/robots.ts';
import type { EntityDraft } from '../../core/world/world.ts';
import type { Actor, Cast } from '../cast.ts';
import { Patience } from '../patience.ts';
import type { Witness } from '../witness.ts';
import { type BoardWatch, COPIED, COPY, METERS } from './board-watch.ts';
import type { Desk } from './desk.ts';
import { PROGRAM_NAMES, PROGRAMS, ROVERS, roverAt, roverModel, TASK_NAMES, TASKS } from './programs.ts';

/** To start a program takes its text, which is put where its robot finds it, and a command. */
const START_SILENCE_MS = 45_000;
const SIGN: EntityDraft = { name: 'Sign', model: 'robot', kind: 'dynamic', dofs: [], initial: { pose: planarPose(0, 30, 0), values: [] } };

/** What people do with programs, tasks and values, at random. */
export class Labour {
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #cast: Cast;
  readonly #patience: Patience;
  readonly #board: BoardWatch;
  readonly #deskOf: (actor: Actor) => Desk | undefined;
  #written = 0;
  #signs = 0;

  constructor(
    time: VirtualTime,
    random: Random,
    cast: Cast,
    witness: Witness,
    board: BoardWatch,
    deskOf: (actor: Actor) => Desk | undefined,
  ) {
    this.#time = time;
    this.#random = random;
    this.#cast = cast;
    this.#board = board;
    this.#deskOf = deskOf;
    this.#patience = new Patience(time, cast, witness);
  }

  insertBy(actors: readonly Actor[]): void {
    for (const [index, rover] of ROVERS.entries()) {
      const actor = actors[(index + 3) % actors.length];
      if (!actor) continue;
      this.#cast.whenJoined(actor, ({ participant }) =>
        this.#patience.watch(actor, 'insert', participant.insert(draftOf(roverModel, { pose: roverAt(index), name: rover }), rover)),
      );
    }
  }

  /** Somebody does something every `everyMs` on average. */
  begin(fromMs: number, untilMs: number, everyMs: number): void {
    for (let t = fromMs; t < untilMs; t += everyMs * 2 * this.#random.next()) this.#time.at(t, () => this.#act());
  }

  #act(): void {
    const desks = this.#cast.awake.flatMap((actor) => this.#deskOf(actor) ?? []);
    if (desks.length === 0) return;
    const desk = pick(this.#random, desks);
    const rover = pick(this.#random, ROVERS);
    const dice = this.#random.next();
    if (dice < 0.22) this.#start(desk, rover);
    else if (dice < 0.36) this.#startTask(desk);
    else if (dice < 0.44) this.#govern(desk, rover);
    else if (dice < 0.5) this.#governTask(desk);
    else if (dice < 0.66) this.#write(desk);
    else if (dice < 0.76) this.#copy(desk);
    else if (dice < 0.84) this.#take(desk, rover);
    else if (dice < 0.87) this.#stop(desk, rover);
    else if (dice < 0.93) this.#rearm(desk, rover);
    else this.#sign(desk);
  }

  #start({ actor, programs }: Desk, robot: string): void {
    const name = pick(this.#random, PROGRAM_NAMES);
    if (!actor.participant.entity(robot)) return;
    const started = programs.runs.start({ robot, name, text: PROGRAMS[name] ?? '', positions: [] });
    this.#patience.watch(actor, `a start of ${name}`, started, START_SILENCE_MS);
  }

  #startTask({ actor, tasks }: Desk): void {
    const name = pick(this.#random, TASK_NAMES);
    this.#patience.watch(actor, `task ${name}`, tasks.start({ name, rows: TASKS[name] ?? [] }), START_SILENCE_MS);
  }

  #govern({ actor, programs }: Desk, robot: string): void {
    const order = pick(this.#random, ['pause', 'resume', 'resume', 'end'] as const);
    if (programs.runs.of(robot)) this.#patience.watch(actor, `${order} of ${robot}`, programs.runs[order](robot));
  }

  #governTask({ actor, tasks }: Desk): void {
    const order = pick(this.#random, ['pause', 'resume', 'resume', 'stop'] as const);
    this.#patience.watch(actor, `${order} of the task`, tasks[order](), START_SILENCE_MS);
  }

  #write({ actor, board }: Desk): void {
    const name = pick(this.#random, METERS);
    if (!board.declaration(name)) return;
    const writing = this.#board.write(board, name, ++this.#written);
    this.#patience.watch(actor, `a write of ${name}`, writing);
  }

  /** Says again what it read, as who knows a value from elsewhere does. */
  #copy({ actor, board }: Desk): void {
    const reading = board.read(COPIED);
    if (reading.kind === 'value' && board.declaration(COPY))
      this.#patience.watch(actor, `a write of ${COPY}`, this.#board.copy(board, reading));
  }

  #take({ actor }: Desk, rover: string): void {
    if (actor.participant.entity(rover)) this.#patience.watch(actor, 'handover', actor.participant.command(rover, { kind: 'handover' }));
  }

  #stop({ actor }: Desk, rover: string): void {
    const ignore = () => undefined;
    if (actor.participant.entity(rover)) actor.participant.stop(rover, 'simulated').then(ignore, ignore);
  }

  #rearm({ actor }: Desk, rover: string): void {
    const stop = actor.participant.entity(rover)?.control.stop;
    if (stop) this.#patience.watch(actor, 'rearm', actor.participant.rearm(rover, stop.id));
  }

  /** Something comes or goes that never moves: it is saved at once, or never. */
  #sign({ actor: { participant } }: Desk): void {
    const ignore = () => undefined;
    const signs = participant.entities.filter(({ id }) => id.startsWith('sign-'));
    if (signs.length < 2 || this.#random.next() < 0.6) {
      const id = `sign-${this.#signs++}`;
      participant.insert(SIGN, id).then(ignore, ignore);
    } else participant.remove(pick(this.#random, signs).id).then(ignore, ignore);
  }
}
