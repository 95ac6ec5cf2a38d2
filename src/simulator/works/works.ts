import type { Random } from '../../core/base/random.ts';
import { integerBelow, seededRandom } from '../../core/base/random.ts';
import type { VirtualTime } from '../../core/base/virtual-time.ts';
import { type Bus, DisconnectedError } from '../../core/bus/bus.ts';
import type { SimulatedNetwork } from '../../core/bus/simulated.ts';
import { worldBoard } from '../../core/host/world-board.ts';
import { ProgramsHere } from '../../core/running/running.ts';
import { SimulatedStore } from '../../core/store/simulated-store.ts';
import { TaskKeeper, WorldTasks } from '../../core/tasks/tasks.ts';
import { InsertError } from '../../core/world/world.ts';
import { type Actor, type Cast, type Entrance, type JoinedActor, type Newcomer, WORLD } from '../cast.ts';
import type { RecordWatch } from '../record-watch.ts';
import type { Witness } from '../witness.ts';
import type { WorksCounts } from '../works-counts.ts';
import { Annex } from './annex.ts';
import { BoardWatch } from './board-watch.ts';
import { declare } from './declare.ts';
import type { Desk } from './desk.ts';
import { type Hosted, isHub, isTrouble, saveOnDuty } from './hosting.ts';
import { Labour } from './labour.ts';
import { isRover, ProgramWatch } from './program-watch.ts';
import { ROVERS, roverModels } from './programs.ts';
import { recorded } from './recorded.ts';
import { Restart } from './restart.ts';
import { inWorld } from './separation.ts';
import { StoreWatch } from './store-watch.ts';
import { TaskWatch } from './task-watch.ts';
import { WorksTrouble } from './trouble.ts';

export interface WorksPorts {
  readonly network: SimulatedNetwork;
  readonly time: VirtualTime;
  readonly random: Random;
  readonly cast: Cast;
  readonly witness: Witness;
  readonly recordWatch: RecordWatch;
}

const HUBS = ['hub-a', 'hub-b', 'hub-c'];
const VISITORS = 3;
/** Of those who are no hubs one in so many keeps what others said all the same. */
const KEEPERS_OF = 2;
const SAMPLE_MS = 250;
/** From the end of the scenario until what rests then is saved: savers write twice in it. */
const SAVED_MS = 12_000;

/** A place where programs and tasks run, values are written, hubs save what there is, and each of them runs a second world. */
export class Works implements Entrance {
  readonly founder = 'hub-a';
  readonly areKeepersResident = true;
  readonly trouble: WorksTrouble;
  readonly #ports: WorksPorts;
  readonly #store: SimulatedStore;
  readonly #storeWatch: StoreWatch;
  readonly #programs: ProgramWatch;
  readonly #tasks: TaskWatch;
  readonly #boardWatch: BoardWatch;
  readonly #annex: Annex;
  readonly #labour: Labour;
  readonly #buses = new Map<Actor, Bus>();
  readonly #desks = new Map<Actor, Desk>();
  readonly #open = new Map<Actor, Disposable>();
  readonly #hosted = new Map<Actor, Hosted>();
  #programsInFlight = 0;
  #tasksInFlight = 0;
  #isOver = false;
  #restored: 'wholly' | 'partly' = 'wholly';

  constructor(ports: WorksPorts) {
    const { network, time, random, cast, witness } = ports;
    this.#ports = ports;
    this.#store = new SimulatedStore(time, seededRandom(integerBelow(random, 2 ** 31)));
    this.#storeWatch = new StoreWatch(time, witness);
    this.#programs = new ProgramWatch(time, witness, (...asked) => cast.worldMsOf(...asked));
    this.#tasks = new TaskWatch(time, witness, this.#programs);
    const isCalm = () => cast.areClocksCalm();
    this.#boardWatch = new BoardWatch(time, WORLD, witness, isCalm);
    this.#annex = new Annex({ ...ports, store: this.#store, storeWatch: this.#storeWatch, isCalm });
    this.#labour = new Labour(time, random, cast, witness, this.#boardWatch, (actor) => this.#desks.get(actor));
    this.trouble = new WorksTrouble(network, time, random, cast, this.#store);
    cast.entrance = this;
    for (const rover of ROVERS) witness.repeating.add(rover);
  }

  get entities(): readonly string[] {
    return ROVERS;
  }

  /** Everybody comes. */
  open(fromMs: number, untilMs: number): void {
    const { network, time, cast, witness } = this.#ports;
    this.#found();
    this.#tasks.follow(inWorld(WORLD, network.node('clerk').connect(), witness), WORLD);
    for (const [index, id] of HUBS.entries()) time.at(index * 50, () => void cast.enterAs({ id, kind: 'keeper' }));
    for (let i = 0; i < VISITORS; i++) time.at(150 + i * 50, () => void cast.enter());
    for (let t = fromMs; t < untilMs; t += SAMPLE_MS) time.at(t, () => this.#sample());
    this.#annex.begin(fromMs, untilMs - 8000);
  }

  insertBy(actors: readonly Actor[]): void {
    this.#labour.insertBy(actors);
  }

  begin(fromMs: number, untilMs: number, everyMs: number): void {
    this.#labour.begin(fromMs, untilMs, everyMs);
  }

  finale(fromMs: number): void {
    this.#labour.begin(fromMs, fromMs + 6000, 900);
  }

  // How people come here.

  next(born: () => number, gone: Actor | undefined): Newcomer {
    if (gone && isHub(gone.id)) return { id: gone.id, kind: 'keeper' };
    const number = born();
    return { id: `p${number}`, kind: number % KEEPERS_OF === 0 ? 'keeper' : 'visitor' };
  }

  connect(actor: Actor): Bus {
    const known = this.#buses.get(actor);
    if (known) return known;
    const bus = inWorld(WORLD, actor.node.connect(), this.#ports.witness);
    this.#buses.set(actor, bus);
    return bus;
  }

  joined(actor: JoinedActor): void {
    using parts = new DisposableStack();
    const desk = this.#equip(actor, parts);
    this.#desks.set(actor, desk);
    if (isHub(actor.id)) {
      void this.#save(actor).catch(this.#report);
      this.#annex.open(actor);
      const { programs } = desk;
      const isOurs = () => this.#hosted.get(actor)?.duty.isOurs ?? false;
      parts.use(
        new TaskKeeper({
          ...this.#portsOf(actor),
          ...{ isOurs, world: WORLD, time: () => actor.participant.time },
          ...{ programs: () => programs.runs, flags: () => programs.flags, hasRobot: (id) => actor.participant.entity(id) !== undefined },
        }),
      );
    }
    this.#open.set(actor, parts.move());
  }

  gone(actor: Actor): void {
    if (!this.#isOver) this.#countInFlight(actor);
    this.#open.get(actor)?.[Symbol.dispose]();
    this.#open.delete(actor);
    this.#desks.delete(actor);
    this.#hosted.delete(actor);
    if (!isHub(actor.id)) return;
    this.#annex.gone(actor);
    // The process of a hub ends with all its worlds at once.
    actor.node.crash();
  }

  // What must be.

  /** When the scenario is over: everybody agrees. */
  checkRest(): void {
    const { cast } = this.#ports;
    this.#boardWatch.checkAgreement(this.#mirrors);
    this.#programs.checkProgress(cast.joined.map(({ participant }) => participant));
    this.#tasks.check();
    this.#annex.checkRest();
  }

  /** What rests is saved; then all machines go off at once, and the worlds begin anew from what the Store has. */
  async finish(): Promise<void> {
    const { time, random, cast, witness } = this.#ports;
    await time.run(time.now + SAVED_MS);
    const restart = new Restart({ time, random, witness, store: this.#store, storeWatch: this.#storeWatch });
    const participants = cast.joined.map(({ participant }) => participant);
    await restart.checkSaved({ world: WORLD, participants, mayMove: isRover, restored: this.#restored });
    const { world, residents, restored } = this.#annex;
    await restart.checkSaved({ world, participants: residents, mayMove: () => false, restored });
    this.#isOver = true;
    for (const actor of [...cast.actors]) cast.crash(actor);
    this.#store.crash(100);
    await time.run(time.now + 200);
    for (const each of [WORLD, world]) await restart.begin(each);
    witness.violations.push(...this.#annex.violations);
  }

  get counts(): Omit<WorksCounts, 'swapsChecked'> {
    const { crashes, undone, answersLost } = this.#store.counts;
    return {
      ...{ storeCrashes: crashes, savesUndone: undone, answersLost, savesKept: this.#storeWatch.acknowledged },
      ...{ effects: this.#programs.effects, programsTakenOver: this.#programs.takenOver, programsInFlight: this.#programsInFlight },
      ...{ taskStarts: this.#tasks.starts, tasksEnded: this.#tasks.ended, tasksInFlight: this.#tasksInFlight },
      valuesChecked: this.#boardWatch.checked + this.#annex.valuesChecked,
      annexFoundings: this.#annex.foundings,
    };
  }

  /** What stood before anybody came. */
  #found(): void {
    const draft = { summary: '', createdBy: 'ann', createdAtMs: 1 };
    const store = this.#store.connect({ id: 'founder', run: (action) => action() });
    this.#storeWatch.began(WORLD, []);
    for (const [world, entities] of [
      [WORLD, []],
      [this.#annex.world, this.#annex.first],
    ] as const)
      store.worlds.create({ ...draft, id: world, name: world }, entities).catch(this.#report);
    this.#storeWatch.began(this.#annex.world, this.#annex.first);
  }

  #portsOf(actor: Actor) {
    const { random, recordWatch } = this.#ports;
    const bus = this.connect(actor);
    return {
      bus: recorded(bus, recordWatch),
      clock: actor.node.clock,
      random: seededRandom(integerBelow(random, 2 ** 31)),
      report: this.#reportOf(actor),
    };
  }

  #equip(actor: JoinedActor, parts: DisposableStack): Desk {
    const { time } = this.#ports;
    const { participant } = actor;
    const ports = this.#portsOf(actor);
    const board = parts.use(worldBoard(participant, { ...ports, isKeeper: actor.isKeeper }));
    const programs = parts.use(new ProgramsHere(participant, { ...ports, models: roverModels, board: () => board }));
    const tasks = parts.use(new WorldTasks({ ...ports, world: WORLD, time: () => participant.time }));
    this.#programs.forget(actor.id);
    this.#programs.attend(participant);
    if (isHub(actor.id)) declare(board).catch(this.#report);
    return { actor, board, programs, tasks, sinceMs: time.now };
  }

  async #save(actor: JoinedActor): Promise<void> {
    const { random, time } = this.#ports;
    const hosted = await saveOnDuty(actor.participant, this.#portsOf(actor).bus, {
      ...{ hub: actor.id, world: WORLD, clock: actor.node.clock, random: seededRandom(integerBelow(random, 2 ** 31)) },
      ...{ store: this.#storeWatch.tap(this.#store.connect(actor.node)), wallClockMs: () => Math.round(time.now), report: this.#report },
      founded: () => undefined,
    });
    this.#hosted.set(actor, hosted);
  }

  get #mirrors() {
    return [...this.#desks.values()].map(({ actor, board, sinceMs }) => ({ id: actor.id, board, isKeeper: actor.isKeeper, sinceMs }));
  }

  #sample(): void {
    const { cast } = this.#ports;
    const awake = new Set(cast.awake.map(({ id }) => id));
    for (const mirror of this.#mirrors) if (awake.has(mirror.id)) this.#boardWatch.checkAges(mirror);
    this.#annex.sample(cast.joined.map(({ participant }) => participant));
  }

  #countInFlight({ id, participant }: Actor): void {
    const owned = ROVERS.filter((rover) => participant?.entity(rover)?.isMine && participant.entity(rover)?.work?.isActive);
    this.#programsInFlight += owned.length;
    const performs = isHub(id) && [...this.#hosted].some(([actor, { duty }]) => actor.id === id && duty.isOurs);
    if (this.#tasks.isAtWork && (performs || owned.some((rover) => this.#tasks.robots.includes(rover)))) this.#tasksInFlight++;
  }

  /** Who has left lost its connection in the middle of something. */
  #reportOf(actor: Actor): (error: unknown) => void {
    return (error) => {
      if (this.#ports.cast.isHere(actor) || !(error instanceof DisconnectedError)) this.#report(error);
    };
  }

  readonly #report = (error: unknown): void => {
    if (error instanceof InsertError) this.#restored = 'partly';
    if (isTrouble(error)) return;
    this.#ports.witness.violate('error', `somebody reported ${error instanceof Error ? (error.stack ?? error.message) : error}`);
  };
}
