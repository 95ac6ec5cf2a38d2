import { type ActionDraft, encodeJson } from '../core/api/messages.ts';
import { bytesToText } from '../core/base/bytes.ts';
import { planarPose, planarTwist } from '../core/base/pose.ts';
import { between, chance, integerBelow, pick, type Random } from '../core/base/random.ts';
import type { VirtualTime } from '../core/base/virtual-time.ts';
import type { SimulatedNetwork } from '../core/bus/simulated.ts';
import { subjects } from '../core/bus/subjects.ts';
import type { Outcome } from '../core/world/world.ts';
import { type Actor, type Cast, type JoinedActor, WORLD } from './cast.ts';
import type { ControlWatch } from './control-watch.ts';
import type { HandOvers } from './hand-overs.ts';
import { Leasing } from './leasing.ts';
import { Patience, SILENCE_MS } from './patience.ts';
import { SCHEDULED_TWIST, type Witness } from './witness.ts';

/** While somebody has the lease of a robot it is mostly the holder who moves it. */
const MOVED_BY_HOLDER = 0.6;

/** What people do, at random: insert, move, drive, stop, re-arm, lease, hand over, pause the world, leave. */
export class Workload {
  readonly entities: string[] = [];
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #cast: Cast;
  readonly #witness: Witness;
  readonly #chaosMs: number;
  readonly #patience: Patience;
  readonly #leasing: Leasing;
  readonly #handOvers: HandOvers;
  readonly #unconfirmed = new Map<number, { readonly actor: Actor; readonly entity: string }>();
  #targets = 0;
  commands = 0;
  done = 0;
  refused = 0;
  lost = 0;

  /** After `chaosMs` nobody changes world time any more: a leap of it is no error of a proxy. */
  constructor(
    time: VirtualTime,
    random: Random,
    cast: Cast,
    witness: Witness,
    parts: { readonly chaosMs: number; readonly controlWatch: ControlWatch; readonly handOvers: HandOvers },
  ) {
    this.#chaosMs = parts.chaosMs;
    this.#handOvers = parts.handOvers;
    this.#time = time;
    this.#random = random;
    this.#cast = cast;
    this.#witness = witness;
    this.#patience = new Patience(time, cast, witness);
    this.#leasing = new Leasing(random, cast, parts.controlWatch, (actor, entity, action, answered) =>
      this.#command(actor, entity, action, answered),
    );
  }

  /** `working`: when its owner goes, a resident adopts it at once. */
  insertBy(actor: Actor, task: 'working' | 'idle' = 'idle'): void {
    const id = `e${this.entities.length}`;
    this.entities.push(id);
    this.#cast.whenJoined(actor, ({ participant }) => {
      const dof = { name: 'joint', kind: 'rotation', low: -1000, high: 1000, speedPerS: 2 } as const;
      const initial = { pose: planarPose(this.entities.length, 0, 0), values: [0, 0] };
      const inserted = participant.insert({ name: id, model: 'robot', kind: 'dynamic', dofs: [dof, dof], initial }, id);
      this.#patience.watch(
        actor,
        'insert',
        inserted.then(() => task === 'working' && participant.setWorking(id, true)),
      );
    });
  }

  /** Somebody does something every `everyMs` on average. */
  begin(fromMs: number, untilMs: number, everyMs: number): void {
    for (let t = fromMs; t < untilMs; t += everyMs * 2 * this.#random.next()) this.#time.at(t, () => this.#act());
  }

  /** Hears every nonce and sends it back as its own: it must never move anything. */
  admitMischief(network: SimulatedNetwork): void {
    const bus = network.node('mischief').connect();
    let seq = 1e6;
    bus.subscribe(`v1.${WORLD}.ctl.*`, (message) => {
      const { entity, nonce } = JSON.parse(bytesToText(message.payload));
      if (chance(this.#random, 0.5)) return;
      bus.publish(subjects.urgent(WORLD, entity), encodeJson({ kind: 'hold', nonce, seq: seq++, twist: planarTwist(0.7, 0), rates: [] }));
    });
  }

  #act(): void {
    const { awake } = this.#cast;
    if (awake.length === 0) return;
    const actor = pick(this.#random, awake);
    const entity = pick(this.#random, this.entities);
    if (!actor.participant.entity(entity)) return;
    if (!actor.mayAct) {
      this.#stop(actor, entity);
      return;
    }
    const dice = this.#random.next();
    if (dice < 0.48) this.#command(this.#moverOf(entity, actor), entity, this.#glide());
    else if (dice < 0.53) this.#command(this.#moverOf(entity, actor), entity, { kind: 'drift', twist: SCHEDULED_TWIST, durationMs: 2000 });
    else if (dice < 0.56) this.#command(actor, entity, { kind: 'halt' });
    else if (dice < 0.63) this.#stop(actor, entity);
    else if (dice < 0.73) this.#rearm(actor, entity);
    else if (dice < 0.81) this.#leasing.act(actor, entity);
    else if (dice < 0.89) this.#drive(this.#moverOf(entity, actor), entity);
    else if (dice < 0.92) this.#askFor(this.#moverOf(entity, actor), entity);
    else if (dice < 0.96) this.#handOvers.byOwner(entity, this.#patience);
    else if (dice < 0.98 && this.#time.now < this.#chaosMs) this.#changeTime(actor);
    else if (this.#cast.actors.length > 3 && this.#cast.canSpare(actor)) {
      void this.#cast.leave(actor).catch((error) => this.#witness.violate('error', `${actor.id} could not leave: ${error}`));
      this.#time.at(this.#time.now + 2000, () => this.#cast.enter(actor));
    }
  }

  /** W43: in peace an owner that is there answers. Somebody else asks it for something that is always granted. */
  callOwners(): void {
    for (const entity of this.entities) {
      const askers = this.#cast.awake.filter(
        ({ mayAct, participant }) => mayAct && participant.entity(entity)?.isLive && !participant.entity(entity)?.isMine,
      );
      const [asker] = askers;
      const owner = asker?.participant.entity(entity)?.owner;
      if (!asker) continue;
      this.#command(asker, entity, { kind: 'lease', request: { kind: 'cancel' } }, (outcome) => {
        const isThere =
          this.#cast.isHere(asker) && this.#cast.awake.some(({ id, participant }) => id === owner && participant.entity(entity)?.isMine);
        if (outcome.kind === 'lost' && isThere)
          this.#witness.violate('W43', `${owner} has ${entity}, but ${asker.id} lost what it asked: ${outcome.reason}`);
      });
    }
  }

  /** I5: whoever pressed Stop and is still there has been heard, now that nothing is in the way. */
  checkStops(): void {
    for (const [askedMs, { actor, entity }] of this.#unconfirmed) {
      // A viewer cannot take over what nobody owns: its stop waits for somebody who does.
      const mayWait = !actor.mayAct && actor.participant?.entity(entity)?.isLive === false;
      if (this.#cast.isHere(actor) && this.#time.now - askedMs > SILENCE_MS && !mayWait)
        this.#witness.violate('I5', `${actor.id} pressed Stop at ${askedMs.toFixed(0)} ms, and it is not latched yet`);
    }
  }

  #glide(): ActionDraft {
    // A target that no other command has tells each command's effect from every other's.
    const to = ++this.#targets / 1000;
    return {
      kind: 'glide',
      dof: integerBelow(this.#random, 2),
      to,
      durationMs: between(this.#random, 200, 3000),
      ramp: pick(this.#random, [0, 0.25]),
    };
  }

  #stop(actor: JoinedActor, entity: string): void {
    this.commands++;
    const askedMs = this.#time.now;
    this.#unconfirmed.set(askedMs, { actor, entity });
    const confirmed = (id: string) => {
      this.#unconfirmed.delete(askedMs);
      if (this.#cast.isHere(actor)) this.#witness.stopConfirmed(entity, id);
    };
    actor.participant.stop(entity, 'simulated').then(confirmed, () => void this.#unconfirmed.delete(askedMs));
  }

  #rearm(actor: JoinedActor, entity: string): void {
    const stop = actor.participant.entity(entity)?.control.stop;
    if (!stop) return;
    this.#witness.rearmAsked(entity, stop.id);
    this.commands++;
    // Somebody else presses Stop at the very moment: that stop must not be taken back by this re-arm.
    if (chance(this.#random, 0.3)) this.#stop(pick(this.#random, this.#cast.joined), entity);
    this.#patience.watch(actor, 'rearm', actor.participant.rearm(entity, stop.id));
  }

  /** Somebody else would mostly be refused. */
  #moverOf(entity: string, actor: JoinedActor): JoinedActor {
    const holder = this.#leasing.holderOf(entity, actor);
    return holder && chance(this.#random, MOVED_BY_HOLDER) ? holder : actor;
  }

  #askFor(actor: JoinedActor, entity: string): void {
    this.#command(actor, entity, { kind: 'handover' }, (outcome) => this.#handOvers.count(entity, actor.id, outcome));
  }

  #drive(actor: JoinedActor, entity: string): void {
    this.commands++;
    const heldMs = between(this.#random, 300, 3000);
    const slips = chance(this.#random, 0.4);
    const driving = actor.participant.drive(entity).then((answer) => {
      if (answer.kind !== 'driving' || !this.#cast.isHere(actor)) return answer;
      const { drive } = answer;
      drive.hold({ twist: planarTwist(0.6, 0.1) });
      // A joint is moved while the base is driven, or with the very last of it; now and then the whole process hangs with the stick pushed forward.
      if (chance(this.#random, 0.5)) {
        const glideMs = pick(this.#random, [heldMs / 3, heldMs - 10]);
        this.#time.at(this.#time.now + glideMs, () => this.#cast.isHere(actor) && this.#command(actor, entity, this.#glide()));
      }
      if (chance(this.#random, 0.3) && this.#time.now < this.#chaosMs)
        this.#time.at(this.#time.now + heldMs * 0.6, () => this.#hang(actor));
      const twitch = this.#time.at(
        this.#time.now + heldMs / 2,
        () => this.#cast.isHere(actor) && actor.pausedUntilMs < this.#time.now && drive.hold({ twist: planarTwist(0.4, -0.2) }),
      );
      this.#time.at(this.#time.now + heldMs, () => {
        twitch[Symbol.dispose]();
        if (!this.#cast.isHere(actor) || actor.pausedUntilMs > this.#time.now) return;
        // A hand that slips off the stick: nothing more is sent, and the robot must notice.
        if (slips) drive.hold({});
        else void drive.release();
      });
      return undefined;
    });
    this.#patience.watch(actor, 'drive', driving);
  }

  #hang(actor: Actor): void {
    if (this.#cast.isHere(actor)) this.#cast.pause(actor, between(this.#random, 600, 2500));
  }

  #changeTime(actor: JoinedActor): void {
    const change = pick(this.#random, [
      { kind: 'pause' },
      { kind: 'run', rate: 1 },
      { kind: 'run', rate: 2 },
      { kind: 'step', stepMs: 500 },
      { kind: 'reset' },
    ] as const);
    // Whether it comes through under faults is not the point; that all agree is.
    void actor.participant.changeTime(change).catch(() => undefined);
    this.#time.at(
      this.#time.now + 1500,
      () => this.#cast.isHere(actor) && void actor.participant.changeTime({ kind: 'run', rate: 1 }).catch(() => undefined),
    );
  }

  #command(actor: JoinedActor, entity: string, action: ActionDraft, answered?: (outcome: Outcome) => void): void {
    this.commands++;
    const settled = actor.participant.command(entity, action).then((outcome) => {
      this[outcome.kind]++;
      if (outcome.kind === 'done') this.#checkSeen(actor, entity, outcome);
      answered?.(outcome);
    });
    this.#patience.watch(actor, action.kind, settled);
  }

  /** I4: done means that the asker has seen the effect. */
  #checkSeen(actor: JoinedActor, entity: string, done: Extract<Outcome, { kind: 'done' }>): void {
    const view = actor.participant.entity(entity);
    if (!view || view.epoch > done.epoch || (view.epoch === done.epoch && view.seq >= done.seq)) return;
    this.#witness.violate(
      'I4',
      `${actor.id} was told that ${entity} did it in epoch ${done.epoch} seq ${done.seq}, but has only seen epoch ${view.epoch} seq ${view.seq}`,
    );
  }
}
