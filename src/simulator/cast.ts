import { decodeJson, ownershipSchema } from '../core/api/messages.ts';
import { distance, type Pose } from '../core/base/pose.ts';
import { chance, integerBelow, type Random, seededRandom } from '../core/base/random.ts';
import type { VirtualTime } from '../core/base/virtual-time.ts';
import type { Bus } from '../core/bus/bus.ts';
import type { SimulatedNetwork } from '../core/bus/simulated.ts';
import type { SimulatedNode } from '../core/bus/simulated-node.ts';
import { buckets } from '../core/bus/subjects.ts';
import { type EntityView, JoinError, Participant } from '../core/world/world.ts';
import type { Witness } from './witness.ts';

/** One simulated participant: its process, and the real core that runs in it. */
export interface Actor {
  readonly id: string;
  readonly node: SimulatedNode;
  /** Like a hub. The others are like pages or robots' processes: they never lead the clock, and rest while they own nothing. */
  readonly isKeeper: boolean;
  /** A viewer watches, and stops robots, and does nothing else. */
  readonly mayAct: boolean;
  readonly enteredMs: number;
  /** Undefined until it has joined. */
  participant: Participant | undefined;
  /** Its last sleep, which it may be in. */
  pausedFromMs: number;
  pausedUntilMs: number;
  /** What runs beside the participant in its process. */
  equipment: Disposable | undefined;
}

export interface Newcomer {
  readonly id: string;
  readonly kind: 'keeper' | 'visitor' | 'viewer';
}

/** Who comes to a scenario, and how they reach the bus. */
export interface Entrance {
  /** Creates the world's records. */
  readonly founder: string;
  /** Keepers adopt orphans that have work to do. */
  readonly areKeepersResident: boolean;
  /** In the place of one who has gone, or besides. It may have the id of somebody who has gone: that is another life of the same. */
  next(born: () => number, gone: Actor | undefined): Newcomer;
  /** Called again when joining took too long. */
  connect(actor: Actor): Bus;
  joined(actor: JoinedActor): void;
  gone(actor: Actor): void;
}

/** Everybody is on the bus itself. */
const onTheBus: Entrance = {
  founder: 'p0',
  areKeepersResident: false,
  next: (born) => {
    const number = born();
    return { id: `p${number}`, kind: number % KEEPERS_OF === KEEPERS_OF - 1 ? 'visitor' : 'keeper' };
  },
  connect: ({ node }) => node.connect(),
  joined: () => undefined,
  gone: () => undefined,
};

export type JoinedActor = Actor & { participant: Participant };

const hasJoined = (actor: Actor): actor is JoinedActor => actor.participant !== undefined;

export const WORLD = 'sim';
const SPECTATOR = 'spectator';
/** One in so many is no keeper. */
const KEEPERS_OF = 3;
const FEWEST_KEEPERS = 2;
/** The last promise of the gone has run out by then, and late copies of it have arrived. */
const STANDSTILL_MS = 4000;
/** Samples are taken five times a second. */
const MOST_LOOKS_LIVE = 12;
/** Who sleeps for longer may find that others have taken over what it owned. */
const LOSING_SLEEP_MS = 1300;
/** A small leap hides among older answers of the leader's clock until the last of them is dropped, and longer from who is cut off. */
const LEAP_NOTICED_MS = 20_000;

/** Everybody in the scenario: joins them, watches them, ends them. */
export class Cast implements Disposable {
  readonly actors: Actor[] = [];
  readonly #network: SimulatedNetwork;
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #witness: Witness;
  readonly #equip: ((actor: JoinedActor) => Disposable) | undefined;
  entrance: Entrance = onTheBus;
  readonly #ended = new Map<string, number>();
  readonly #resting = new Map<string, { pose: Pose; moves: number; stateHash: number; generation: number }>();
  /** In how many samples in a row somebody took an entity for live whose owner has gone. */
  readonly #looksLive = new Map<string, number>();
  #born = 0;
  #leaptMs = Number.NEGATIVE_INFINITY;
  #term = 0;
  lateJoins = 0;

  constructor(
    network: SimulatedNetwork,
    time: VirtualTime,
    random: Random,
    witness: Witness,
    equip: ((actor: JoinedActor) => Disposable) | undefined,
  ) {
    this.#equip = equip;
    this.#network = network;
    this.#time = time;
    this.#random = random;
    this.#witness = witness;
  }

  /** Nobody's equipment is left open. */
  [Symbol.dispose](): void {
    for (const { equipment } of this.actors) equipment?.[Symbol.dispose]();
  }

  /** Somebody who is never cut off, and only looks at the records. */
  seatSpectator(): void {
    const bus = this.#network.node(SPECTATOR).connect();
    bus.bucket(buckets.ownership(WORLD)).watch((event) => {
      if (event.kind === 'value') this.#witness.recordSeen(event.entry.key, decodeJson(ownershipSchema, event.entry.value));
    });
  }

  get joined(): JoinedActor[] {
    return this.actors.filter(hasJoined);
  }

  /** Those who can do something now: nobody acts in a process that is paused. */
  get awake(): JoinedActor[] {
    return this.joined.filter((actor) => actor.pausedUntilMs < this.#time.now);
  }

  /** As soon as it has joined, unless it goes before. */
  whenJoined(actor: Actor, action: (actor: JoinedActor) => void): void {
    if (!this.isHere(actor)) return;
    if (hasJoined(actor)) action(actor);
    else this.#time.at(this.#time.now + 100, () => this.whenJoined(actor, action));
  }

  /** It has neither crashed nor left. */
  isHere(actor: Actor): boolean {
    return this.actors.includes(actor);
  }

  /** World time at the owner of an entity, if it runs, knows that the entity is its own and that no reset has been. */
  worldMsOf(owner: string, entity: string, generation: number): number | undefined {
    const actor = this.actors.find((candidate) => candidate.id === owner);
    if (!actor?.participant || this.#time.now <= actor.pausedUntilMs + 100) return undefined;
    const { time } = actor.participant;
    return time.generation === generation && actor.participant.entity(entity)?.isMine ? time.worldMs : undefined;
  }

  /** Whether no clock leapt so lately that its owner need not have noticed. Who takes the lead with a leap unnoticed hands it on to everybody. */
  areClocksCalm(): boolean {
    const isCalm = this.#time.now - this.#leaptMs > LEAP_NOTICED_MS;
    const term = Math.max(0, ...this.joined.map(({ participant }) => participant.time.leaderTerm));
    if (term > this.#term && !isCalm) this.#leaptMs = this.#time.now;
    this.#term = Math.max(term, this.#term);
    return isCalm;
  }

  /** Somebody joins, in the place of one who has `gone` or besides. */
  enter(gone?: Actor): Actor {
    return this.enterAs(this.entrance.next(() => this.#born++, gone));
  }

  enterAs({ id, kind }: Newcomer): Actor {
    const clockError = { offsetMs: this.#random.next() * 1e6, driftPpm: (this.#random.next() - 0.5) * 200 };
    const node = this.#network.node(id, clockError);
    const actor: Actor = {
      id,
      node,
      isKeeper: kind === 'keeper',
      mayAct: kind !== 'viewer',
      enteredMs: this.#time.now,
      participant: undefined,
      pausedFromMs: 0,
      pausedUntilMs: 0,
      equipment: undefined,
    };
    this.actors.push(actor);
    this.#ended.delete(id);
    if (this.#time.now > 1000) this.lateJoins++;
    void this.#join(actor, integerBelow(this.#random, 2 ** 31));
    return actor;
  }

  async #join(actor: Actor, seed: number): Promise<void> {
    const { id, node } = actor;
    for (;;) {
      try {
        const participant = await Participant.join({
          bus: this.#witness.tap(this.entrance.connect(actor)),
          clock: node.clock,
          random: seededRandom(seed),
          report: (error) =>
            this.#witness.violate('error', `${id} reported ${error instanceof Error ? (error.stack ?? error.message) : error}`),
          world: WORLD,
          name: `Participant ${id}`,
          isKeeper: actor.isKeeper,
          isResident: actor.isKeeper && this.entrance.areKeepersResident,
          ...(id === this.entrance.founder && { founder: { incarnation: 1, cellM: 4 } }),
        });
        actor.participant = participant;
        this.#witness.attend(participant);
        if (!hasJoined(actor)) return;
        actor.equipment = this.#equip?.(actor);
        this.entrance.joined(actor);
        return;
      } catch (error) {
        if (!(error instanceof JoinError)) {
          this.#witness.violate('error', `${id} could not join: ${error}`);
          return;
        }
      }
    }
  }

  /** What belongs to nobody stands still, in everybody's eyes, however it was moving when its owner went. */
  checkStandstill(entity: string, witness: Witness): void {
    for (const { participant } of this.joined) {
      const view = participant.entity(entity);
      const key = `${participant.id} ${entity}`;
      // Who cannot reach the records may know of an owner by what it says alone.
      const author = view && (witness.authorOf(entity, view.epoch) ?? view.owner);
      const endedMs = this.#ended.get(author ?? '');
      const before = this.#resting.get(key);
      if (view) this.#checkGone(key, view, witness);
      // What is carried goes where its carrier goes, whoever owns that.
      if (
        !view ||
        view.motion.base.kind === 'ride' ||
        endedMs === undefined ||
        this.#time.now - endedMs < STANDSTILL_MS ||
        participant.time.clockErrorMs > 100
      ) {
        this.#resting.delete(key);
        continue;
      }
      const { pose } = view.posture;
      const isSame = before?.stateHash === view.stateHash && before.generation === participant.time.generation;
      const hasMoved = before !== undefined && isSame && distance(before.pose, pose) > 0.001;
      // Once or twice is late news of when it froze.
      const moves = hasMoved ? before.moves + 1 : 0;
      if (moves > 2) witness.violate('I7', `${key} goes on moving although its owner has gone`);
      this.#resting.set(key, { pose, moves, stateHash: view.stateHash, generation: participant.time.generation });
    }
  }

  /** W5: nobody goes on promising for an owner that has gone. A clock that is set may take it for live once more, for a moment. */
  #checkGone(key: string, view: EntityView, witness: Witness): void {
    const endedMs = this.#ended.get(view.owner ?? '');
    const isLive = endedMs !== undefined && this.#time.now - endedMs > STANDSTILL_MS && view.isLive;
    const looks = isLive ? (this.#looksLive.get(key) ?? 0) + 1 : 0;
    this.#looksLive.set(key, looks);
    if (looks === MOST_LOOKS_LIVE) witness.violate('W5', `${key} belongs to ${view.owner}, who has gone, and is live all the same`);
  }

  /** A world whose only keeper has just slept has no clock that is known to be right, and waits: some of them are spared. */
  canSpare(actor: Actor): boolean {
    return this.joined.filter((other) => other.id !== actor.id && other.isKeeper).length >= FEWEST_KEEPERS;
  }

  crash(actor: Actor): void {
    actor.node.crash();
    this.#remove(actor);
  }

  /** The hubs have closed their doors to it: its process has nothing to do any more. */
  dismissed(actor: Actor): void {
    this.#remove(actor);
    void actor.participant?.leave();
    actor.node.crash();
  }

  async leave(actor: JoinedActor): Promise<void> {
    this.#remove(actor);
    await actor.participant.leave();
  }

  /** Who sleeps already is not woken by a shorter pause: it sleeps until the last of them is over, and only then must find out what it lost. */
  pause(actor: Actor, durationMs: number): void {
    const nowMs = this.#time.now;
    const untilMs = Math.max(actor.pausedUntilMs, nowMs + durationMs);
    if (actor.pausedUntilMs <= nowMs) actor.pausedFromMs = nowMs;
    actor.pausedUntilMs = untilMs;
    actor.node.pause(untilMs - nowMs);
    this.#time.at(untilMs, () => actor.pausedUntilMs === untilMs && this.#wokeUp(actor));
  }

  /** Faults have ended: whoever sleeps goes on. */
  wakeAll(): void {
    for (const actor of this.actors) {
      if (actor.pausedUntilMs <= this.#time.now) continue;
      actor.pausedUntilMs = this.#time.now;
      actor.node.resume();
      this.#wokeUp(actor);
    }
  }

  #wokeUp(actor: Actor): void {
    if (this.isHere(actor) && this.#time.now - actor.pausedFromMs > LOSING_SLEEP_MS) this.#witness.resumed(actor.id);
  }

  stepClock(actor: Actor): void {
    const far = chance(this.#random, 0.5);
    actor.node.stepClock(far ? 1000 + this.#random.next() * 9000 : this.#random.next() * 800);
    this.#leaptMs = this.#time.now;
    // Only the leader's clock has no error.
    this.#witness.leapt(actor.id, actor.participant?.time.clockErrorMs === 0 ? 'leads' : 'follows');
  }

  #remove(actor: Actor): void {
    this.actors.splice(this.actors.indexOf(actor), 1);
    actor.equipment?.[Symbol.dispose]();
    this.#witness.ended(actor.id);
    this.entrance.gone(actor);
    this.#ended.set(actor.id, this.#time.now);
  }
}
