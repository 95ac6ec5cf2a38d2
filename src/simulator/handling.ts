import { distance } from '../core/base/pose.ts';
import { chance, integerBelow, pick, type Random } from '../core/base/random.ts';
import type { VirtualTime } from '../core/base/virtual-time.ts';
import { type GraspOutcome, grasp, release } from '../core/host/grasping.ts';
import type { ActionDraft, Outcome, Participant } from '../core/world/world.ts';
import type { Actor, Cast, JoinedActor } from './cast.ts';
import type { GripWatch } from './grip-watch.ts';
import type { HandOvers } from './hand-overs.ts';
import { Patience, SILENCE_MS } from './patience.ts';
import { Shifts } from './shifts.ts';
import type { Witness } from './witness.ts';
import { type Arm, arms, models, parts, pieces, sharedPart } from './workshop.ts';

/** To close a gripper takes a hand-over, a ride and a glide. */
const GRASP_SILENCE_MS = 3 * SILENCE_MS;
const SWING_MS = 900;
/** From when an arm is sent somewhere until it is there, word and way together. */
const THERE_MS = 1600;
const WAIST = 0;
const FINALE_MS = 8500;
/** For so long an arm is stopped, or leased, while it is given to others. */
const BRIEFLY_MS = 1500;
const AT_HOME_RAD = 0.01;

/** What people do with parts and arms, at random: pick and place, race for a part, give parts and arms away, grasp and let go at any time. */
export class Handling {
  readonly entities: readonly string[] = pieces.map(({ id }) => id);
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #cast: Cast;
  readonly #witness: Witness;
  readonly #watch: GripWatch;
  readonly #patience: Patience;
  readonly #shifts: Shifts;
  readonly #handOvers: HandOvers;
  /** Times that two grippers closed on one part in peace. */
  races = 0;
  releases = 0;

  constructor(
    time: VirtualTime,
    random: Random,
    cast: Cast,
    witness: Witness,
    parts: { readonly watch: GripWatch; readonly handOvers: HandOvers },
  ) {
    this.#handOvers = parts.handOvers;
    this.#time = time;
    this.#random = random;
    this.#cast = cast;
    this.#witness = witness;
    this.#watch = parts.watch;
    this.#patience = new Patience(time, cast, witness);
    this.#shifts = new Shifts(time, random, cast);
    for (const entity of this.entities) witness.repeating.add(entity);
  }

  insertBy(actors: readonly Actor[]): void {
    this.#shifts.bringIn(pieces, actors, this.#patience);
  }

  /** Somebody does something every `everyMs` on average. */
  begin(fromMs: number, untilMs: number, everyMs: number): void {
    this.#shifts.fill(fromMs, untilMs, everyMs, () => this.#act());
  }

  #act(): void {
    const dice = this.#random.next();
    const arm = pick(this.#random, arms);
    if (dice < 0.35) this.#pickAndPlace(arm);
    else if (dice < 0.6) this.#race();
    else if (dice < 0.7) this.#shifts.by((actor) => this.#give(actor, pick(this.#random, parts).id));
    else if (dice < 0.78) this.#shifts.by((actor) => this.#give(actor, arm.id));
    else if (dice < 0.86) this.#shifts.by((actor) => this.#grasp(actor, arm.id));
    else if (dice < 0.91) this.#shifts.by((actor) => this.#release(actor, arm.id));
    else if (dice < 0.97) this.#giveHeld(arm.id);
    else this.#shifts.by((actor) => this.#turn(actor, arm, integerBelow(this.#random, arm.spots.length)));
  }

  /** Two arms close on one bar in peace: exactly one has it then. Before, both let go of what they had; after, both change hands. */
  finale(fromMs: number): void {
    this.#shifts.open(fromMs, fromMs + FINALE_MS);
    this.#time.at(fromMs, () => {
      for (const arm of arms) {
        this.#shifts.by((actor) => this.#free(actor, arm.id));
        this.#shifts.by((actor) => this.#release(actor, arm.id));
      }
    });
    this.#time.at(fromMs + THERE_MS, () => this.#shifts.by((actor) => this.#prepareRace(actor)));
    this.#time.at(fromMs + 3 * THERE_MS, () => {
      const { awake } = this.#cast;
      const [one, other] = [pick(this.#random, awake), pick(this.#random, awake)];
      const isFair = this.#watch.isQuiet && awake.every(({ participant }) => isBarFree(participant));
      const outcomes = [this.#grasp(one, arms[0].id), this.#grasp(other, arms[1].id)];
      // Who went away meanwhile is told nothing any more.
      const areBothHere = () => [one, other].every((actor) => this.#cast.isHere(actor));
      const owners = this.#ownersOfRace(one);
      if (isFair) void Promise.all(outcomes).then((ended) => areBothHere() && this.#judge(ended, owners));
    });
    // What is in the gripper of the one that has won must go with it.
    this.#time.at(fromMs + 5 * THERE_MS, () => {
      for (const arm of arms) this.#shifts.by((actor) => this.#give(actor, arm.id));
    });
  }

  /** In peace and at rest. */
  checkRest(): void {
    this.#watch.checkRest();
  }

  /** Who decides in a race: those who own the bar and the arms. */
  #ownersOfRace({ participant }: JoinedActor): readonly Actor[] {
    const owners = new Set([sharedPart, ...arms].map(({ id }) => participant.entity(id)?.owner));
    return this.#cast.actors.filter(({ id }) => owners.has(id));
  }

  /** Two winners there are never. None there may be when an owner left with the question in its hands: then it is told as lost, and nobody grasps again. */
  #judge(ended: readonly GraspOutcome[], owners: readonly Actor[]): void {
    this.races++;
    const winners = ended.filter(({ kind }) => kind === 'done').length;
    const isLost = ended.some(({ kind }) => kind === 'lost') && owners.some((owner) => !this.#cast.isHere(owner));
    if (winners !== 1 && !(winners === 0 && isLost))
      this.#witness.violate('P13', `of two grippers that closed on the bar ${winners} have it: ${JSON.stringify(ended)}`);
  }

  /** A person lays a part under the arm; the arm comes, takes it, brings it somewhere and lets go. */
  #pickAndPlace(arm: Arm): void {
    const from = integerBelow(this.#random, 2);
    const to = integerBelow(this.#random, arm.spots.length);
    const part = pick(this.#random, parts).id;
    this.#shifts.by((actor) => {
      this.#lay(actor, part, arm, from);
      this.#turn(actor, arm, from);
    });
    this.#shifts.later(THERE_MS, (actor) => this.#grasp(actor, arm.id));
    this.#shifts.later(2 * THERE_MS, (actor) => this.#turn(actor, arm, to));
    if (chance(this.#random, 0.7)) this.#shifts.later(3 * THERE_MS, (actor) => this.#release(actor, arm.id));
  }

  /** Two arms close on the two ends of one bar, at the same moment. */
  #race(): void {
    this.#shifts.by((actor) => this.#prepareRace(actor));
    const startMs = THERE_MS + this.#random.next() * 200;
    for (const arm of arms) {
      this.#shifts.later(startMs, (actor) => this.#grasp(actor, arm.id));
      if (chance(this.#random, 0.5)) this.#shifts.later(startMs + 2 * THERE_MS, (actor) => this.#release(actor, arm.id));
    }
  }

  #prepareRace(actor: JoinedActor): void {
    for (const { id, pose } of parts) this.#command(actor, id, { kind: 'place', pose });
    for (const arm of arms) this.#turn(actor, arm, 0);
  }

  #lay(actor: JoinedActor, part: string, arm: Arm, spot: number): void {
    const pose = arm.spots[spot]?.pose;
    if (pose) this.#command(actor, part, { kind: 'place', pose });
  }

  #turn(actor: JoinedActor, arm: Arm, spot: number): void {
    this.#command(actor, arm.id, { kind: 'glide', dof: WAIST, to: arm.spots[spot]?.waistRad ?? 0, durationMs: SWING_MS });
  }

  #command(actor: JoinedActor, entity: string, action: ActionDraft): void {
    if (!actor.participant.entity(entity)) return;
    const asked = this.#watch.during({ kind: 'move', of: entity, by: actor }, () => actor.participant.command(entity, action));
    this.#patience.watch(actor, `${action.kind} of ${entity}`, asked);
  }

  #give(actor: JoinedActor, entity: string): void {
    if (!actor.participant.entity(entity)) return;
    const check = (outcome: Outcome) => {
      if (outcome.kind === 'done') this.#watch.checkGiven(entity, actor.id, outcome);
      this.#handOvers.count(entity, actor.id, outcome);
    };
    this.#patience.watch(actor, `handover of ${entity}`, actor.participant.command(entity, { kind: 'handover' }).then(check));
  }

  /** Stopped or leased, with what is in its gripper, it goes from one owner to another; then it is free again. */
  #giveHeld(arm: string): void {
    const isStopped = chance(this.#random, 0.5);
    this.#shifts.by((actor) => {
      if (!actor.participant.entity(arm)) return;
      if (isStopped) this.#stop(actor, arm);
      else this.#command(actor, arm, { kind: 'lease', request: { kind: 'ask' } });
    });
    this.#shifts.later(BRIEFLY_MS, () => this.#handOvers.byOwner(arm, this.#patience));
    this.#shifts.later(2 * BRIEFLY_MS, (actor) => this.#free(actor, arm));
  }

  #stop(actor: JoinedActor, arm: string): void {
    const confirmed = (id: string) => {
      if (this.#cast.isHere(actor)) this.#witness.stopConfirmed(arm, id);
    };
    // Who leaves before is not told.
    const stopping = actor.participant.stop(arm, 'simulated').then(confirmed, (error) => {
      if (this.#cast.isHere(actor)) throw error;
    });
    this.#patience.watch(actor, `a stop of ${arm}`, stopping, GRASP_SILENCE_MS);
  }

  /** Ends its stop and its lease, whoever has it. */
  #free(actor: JoinedActor, arm: string): void {
    const { stop, lease } = actor.participant.entity(arm)?.control ?? {};
    if (stop) {
      this.#witness.rearmAsked(arm, stop.id);
      this.#patience.watch(actor, `a re-arm of ${arm}`, actor.participant.rearm(arm, stop.id));
    }
    const holder = lease && this.#cast.awake.find(({ id }) => id === lease.holder);
    if (lease && !holder) this.#command(actor, arm, { kind: 'lease', request: { kind: 'force', reason: 'simulated' } });
    if (holder) this.#command(holder, arm, { kind: 'lease', request: { kind: 'release' } });
  }

  #grasp(actor: JoinedActor, arm: string): Promise<GraspOutcome> {
    const askedMs = this.#time.now;
    // Who was cut off hears of it when it is not so any more.
    const held = this.#watch.heldBy(arm);
    const check = (outcome: GraspOutcome) => {
      if (outcome.kind !== 'done' || held.has(outcome.part) || this.#watch.wasHeld(outcome.part, arm, askedMs)) return;
      // It may have been there all the time, and nobody there to answer.
      if (actor.participant.entity(outcome.part)?.heldBy !== arm)
        this.#witness.violate('P12', `${actor.id} was told that ${arm} has ${outcome.part}, but no owner ever said so`);
    };
    const grasped = this.#watch.during({ kind: 'grasp', of: arm, by: actor }, () => grasp(actor.participant, models, arm));
    this.#patience.watch(actor, `a grasp of ${arm}`, grasped.then(check), GRASP_SILENCE_MS);
    return grasped;
  }

  #release(actor: JoinedActor, arm: string): void {
    const { participant } = actor;
    if (!participant.entity(arm)) return;
    // Who has not heard of everything may see two things in one gripper.
    const held = parts.filter(({ id }) => participant.entity(id)?.heldBy === arm).map(({ id }) => id);
    const check = (outcome: GraspOutcome) => {
      if (outcome.kind !== 'done') return;
      this.releases++;
      if (!held.includes(outcome.part))
        this.#witness.violate('P14', `${actor.id} let go of ${outcome.part} with ${arm}, which held ${held.join() || 'nothing'}`);
    };
    const released = this.#watch.during({ kind: 'release', of: arm, by: actor }, () => release(participant, models, arm));
    this.#patience.watch(actor, `a release of ${arm}`, released.then(check), GRASP_SILENCE_MS);
  }
}

/** Between the tips of two arms that stand ready, both with an owner and nothing in their grippers. */
function isBarFree(participant: Participant): boolean {
  const isReady = arms.every(({ id }) => {
    const view = participant.entity(id);
    const isFree = view?.control.stop === undefined && view?.control.lease === undefined;
    return isFree && view?.isLive && Math.abs(view.posture.values[WAIST] ?? 1) < AT_HOME_RAD && view.endsAtMs <= participant.time.worldMs;
  });
  const bar = participant.entity(sharedPart.id);
  const isThere = bar?.isLive && distance(bar.posture.pose, sharedPart.pose) < 0.002;
  return isReady && isThere === true && parts.every(({ id }) => participant.entity(id)?.heldBy === undefined);
}
