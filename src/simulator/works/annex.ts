import { planarPose } from '../../core/base/pose.ts';
import { integerBelow, pick, type Random, seededRandom } from '../../core/base/random.ts';
import type { VirtualTime } from '../../core/base/virtual-time.ts';
import type { Blackboard } from '../../core/blackboard/blackboard.ts';
import { worldBoard } from '../../core/host/world-board.ts';
import type { SimulatedStore } from '../../core/store/simulated-store.ts';
import type { SavedEntity } from '../../core/store/store.ts';
import { InsertError, type Participant } from '../../core/world/world.ts';
import type { Actor } from '../cast.ts';
import type { RecordWatch } from '../record-watch.ts';
import { type Violation, Witness } from '../witness.ts';
import { BoardWatch, COPIED, COPY, METERS } from './board-watch.ts';
import { declare } from './declare.ts';
import { type Hosted, host, isTrouble } from './hosting.ts';
import { recorded } from './recorded.ts';
import { inWorld } from './separation.ts';
import type { StoreWatch } from './store-watch.ts';

export interface AnnexPorts {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly witness: Witness;
  readonly recordWatch: RecordWatch;
  readonly store: SimulatedStore;
  readonly storeWatch: StoreWatch;
  readonly isCalm: () => boolean;
}

/** The second world as one hub has it. */
interface Wing extends Hosted {
  readonly actor: Actor;
  readonly board: Blackboard;
  readonly sinceMs: number;
}

const ANNEX = 'annex';
/** Two of the hubs have it open: when both are down it begins anew from the Store. */
const HOSTS: ReadonlySet<string> = new Set(['hub-a', 'hub-b']);
/** As in the first world: what is seen of the wrong one cannot go unnoticed. */
const ENTITIES = ['e0', 'e1'] as const;
const EVERY_MS = 1200;
const OPENED_MS = 4000;
/** A hub that comes after both have gone waits until the duty of the last one has run out, and begins the world anew then. */
const LONGEST_OPENING_MS = 15_000;
const DOF = { name: 'joint', kind: 'rotation', low: -1000, high: 1000, speedPerS: 2 } as const;

const nameOf = (id: string): string => `${id} of the annex`;
const saved = (id: string, index: number): SavedEntity => {
  const initial = { pose: planarPose(-5 - index, 0, 0), values: [0] };
  return { id, description: { name: nameOf(id), model: 'robot', kind: 'dynamic', dofs: [DOF], initial }, posture: initial };
};

/** A second world on the same hubs and the same bus: nothing of one is ever seen in the other. */
export class Annex {
  readonly world = ANNEX;
  readonly first: readonly SavedEntity[] = ENTITIES.map(saved);
  readonly #ports: AnnexPorts;
  readonly #witness: Witness;
  readonly #boardWatch: BoardWatch;
  readonly #wings = new Map<Actor, Wing>();
  readonly #here = new Set<Actor>();
  #written = 0;
  #signs = 0;
  #targets = 0;
  foundings = 0;
  restored: 'wholly' | 'partly' = 'wholly';
  #foundedMs = 0;

  constructor(ports: AnnexPorts) {
    const { time, recordWatch, isCalm } = ports;
    this.#ports = ports;
    this.#witness = new Witness(time, recordWatch);
    this.#boardWatch = new BoardWatch(time, ANNEX, this.#witness, isCalm);
  }

  get violations(): readonly Violation[] {
    return this.#witness.violations;
  }

  get valuesChecked(): number {
    return this.#boardWatch.checked;
  }

  get residents(): Participant[] {
    return [...this.#wings.values()].map(({ resident }) => resident);
  }

  begin(fromMs: number, untilMs: number): void {
    const { time, random } = this.#ports;
    for (let t = fromMs; t < untilMs; t += EVERY_MS * 2 * random.next()) time.at(t, () => this.#act());
  }

  /** A hub is there. */
  open(actor: Actor): void {
    if (!HOSTS.has(actor.id)) return;
    this.#here.add(actor);
    void this.#open(actor).catch(this.#report);
  }

  gone(actor: Actor): void {
    this.#here.delete(actor);
    const wing = this.#wings.get(actor);
    this.#wings.delete(actor);
    wing?.board[Symbol.dispose]();
    if (wing) this.#witness.ended(wing.resident.id);
  }

  /** What each world's participants see is of their own world. */
  sample(others: readonly Participant[]): void {
    for (const participant of others)
      for (const { id, name } of participant.entities) if (name === nameOf(id)) this.#leak(participant, `has ${id} of the annex`);
    for (const wing of this.#wings.values()) {
      const { resident, board, actor } = wing;
      for (const { id, name } of resident.entities) if (name !== nameOf(id)) this.#leak(resident, `has ${name} as ${id}`);
      for (const member of resident.participants) if (!member.id.endsWith(`-${ANNEX}`)) this.#leak(resident, `sees ${member.id}`);
      if (actor.pausedUntilMs < this.#ports.time.now)
        this.#boardWatch.checkAges({ id: resident.id, board, isKeeper: true, sinceMs: wing.sinceMs });
      if (!this.#ports.isCalm()) continue;
      for (const entity of ENTITIES) this.#witness.checkAge(resident, entity);
    }
  }

  /** In peace it is open at both, and both have the same. */
  checkRest(): void {
    const wings = [...this.#wings.values()].filter(({ sinceMs }) => this.#ports.time.now - sinceMs > OPENED_MS);
    const residents = wings.map(({ resident }) => resident);
    const isDue = [...this.#here].some(({ enteredMs }) => this.#ports.time.now - enteredMs > LONGEST_OPENING_MS);
    // In peace hubs leave, too, even both of them one after the other.
    if (residents.length === 0 && isDue) this.#witness.violate('W', `${ANNEX} is open nowhere`);
    this.#boardWatch.checkAgreement(wings.map(({ resident, board, sinceMs }) => ({ id: resident.id, board, isKeeper: true, sinceMs })));
    const ids = new Set(residents.flatMap(({ entities }) => entities.map(({ id }) => id)));
    for (const id of ids) {
      const states = residents.map((resident) => resident.entity(id)?.stateHash);
      if (new Set(states).size > 1) this.#witness.violate('I3', `${id} of ${ANNEX} differs: ${states.join(', ')}`);
      const owners = residents.filter((resident) => resident.entity(id)?.isMine);
      if (owners.length > 1) this.#witness.violate('I3', `${id} of ${ANNEX} has the owners ${owners.map((owner) => owner.id).join(', ')}`);
    }
    for (const entity of ENTITIES)
      if (residents.length > 0 && !ids.has(entity)) this.#witness.violate('D1', `${entity} of ${ANNEX} is lost`);
  }

  async #open(actor: Actor): Promise<void> {
    const { time, random, store, storeWatch, recordWatch } = this.#ports;
    const { clock } = actor.node;
    const bare = inWorld(ANNEX, actor.node.connect(`${actor.id}-${ANNEX}`), this.#witness);
    const bus = recorded(bare, recordWatch);
    const seed = integerBelow(random, 2 ** 31);
    const ports = { clock, report: this.#report, random: seededRandom(seed) };
    const hosted = await host({ joining: this.#witness.tap(bare), beside: bus }, 'among others', {
      ...{ ...ports, hub: actor.id, world: ANNEX, wallClockMs: () => Math.round(time.now) },
      store: storeWatch.tap(store.connect(actor.node)),
      founded: () => this.#founded(),
    });
    if (!this.#here.has(actor)) return;
    this.#witness.attend(hosted.resident);
    const board = worldBoard(hosted.resident, { ...ports, bus, isKeeper: true });
    this.#wings.set(actor, { ...hosted, actor, board, sinceMs: time.now });
    declare(board).catch(this.#report);
  }

  /** Values of an earlier start of the world were nowhere but on the bus. */
  #founded(): void {
    this.foundings++;
    this.#foundedMs = this.#ports.time.now;
    this.#boardWatch.forget();
    this.restored = 'wholly';
  }

  #act(): void {
    const { time, random } = this.#ports;
    // Who was cut off while the world began anew is still in the one before.
    const awake = [...this.#wings.values()].filter(({ actor, sinceMs }) => actor.pausedUntilMs < time.now && sinceMs >= this.#foundedMs);
    if (awake.length === 0) return;
    const { resident, board } = pick(random, awake);
    const entity = pick(random, ENTITIES);
    const ignore = () => undefined;
    const dice = random.next();
    if (dice < 0.3) {
      const to = ++this.#targets / 1000;
      resident.command(entity, { kind: 'glide', dof: 0, to, durationMs: 500 + 1500 * random.next() }).catch(this.#report);
    } else if (dice < 0.4) resident.stop(entity, 'simulated').then(ignore, ignore);
    else if (dice < 0.5) {
      if (resident.entity(entity)?.control.stop) resident.rearm(entity).catch(this.#report);
    } else if (dice < 0.6) resident.command(entity, { kind: 'handover' }).catch(this.#report);
    else if (dice < 0.7) {
      const id = `sign-${this.#signs++}`;
      const { description } = saved(id, this.#signs);
      resident.insert(description, id).then(ignore, ignore);
    } else if (dice < 0.75) {
      const signs = resident.entities.filter(({ id }) => id.startsWith('sign-'));
      if (signs.length > 0) resident.remove(pick(random, signs).id).then(ignore, ignore);
    } else if (dice < 0.9) this.#write(board);
    else this.#copy(board);
  }

  /** Below 0: in the first world values are above. */
  #write(board: Blackboard): void {
    const name = pick(this.#ports.random, METERS);
    const value = --this.#written;
    if (board.declaration(name)) this.#boardWatch.write(board, name, value).catch(this.#report);
  }

  #copy(board: Blackboard): void {
    const reading = board.read(COPIED);
    if (reading.kind === 'value' && board.declaration(COPY)) this.#boardWatch.copy(board, reading).catch(this.#report);
  }

  #leak({ id }: Participant, what: string): void {
    this.#witness.violate('I9', `${id} ${what}`);
  }

  readonly #report = (error: unknown): void => {
    if (error instanceof InsertError) this.restored = 'partly';
    if (!isTrouble(error))
      this.#witness.violate('error', `the annex reported ${error instanceof Error ? (error.stack ?? error.message) : error}`);
  };
}
