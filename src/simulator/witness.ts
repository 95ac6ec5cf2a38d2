import type { OwnershipRecord } from '../core/api/messages.ts';
import { bytesToText } from '../core/base/bytes.ts';
import { distance, isMoving, planarTwist, type Twist } from '../core/base/pose.ts';
import { Signal } from '../core/base/signal.ts';
import type { VirtualTime } from '../core/base/virtual-time.ts';
import type { Bus } from '../core/bus/bus.ts';
import type { EntityState, SealedState } from '../core/world/state.ts';
import { openState } from '../core/world/state-codec.ts';
import type { Participant } from '../core/world/world.ts';
import type { RecordWatch } from './record-watch.ts';

export interface Violation {
  readonly invariant: string;
  readonly atMs: number;
  readonly what: string;
}

interface Published {
  readonly author: string;
  readonly life: number;
  readonly sealed: SealedState;
  /** True time from which the author held this state, and until when. */
  readonly fromMs: number;
  untilMs: number;
}

/** How the workload's scheduled drifts go, so that they are told from what a hand holds. */
export const SCHEDULED_TWIST: Twist = planarTwist(0.5, 0.2);
/** Held control may lag by a tick, and by the drift of a clock. */
const HOLD_SLACK_MS = 400 + 60;
/** By then every participant has noticed that its clock leapt, and what it said before has arrived or been lost. */
const LEAP_NOTICED_MS = 8000;
/** The codec rounds to a tenth of a millimetre. */
const AT_INITIAL_M = 0.002;
/** Nobody's id. */
const EVERYBODY = '';

/** Sees every message that leaves a participant and every state that is accepted, with the true time, and knows what must never be. */
export class Witness {
  readonly violations: Violation[] = [];
  /** Every state, as it leaves its author. */
  readonly spoken: Signal<{ readonly author: string; readonly entity: string; readonly state: EntityState }> = new Signal();
  /** Every change of an ownership record. */
  readonly recorded: Signal<{ readonly entity: string; readonly record: OwnershipRecord }> = new Signal();
  /** Entities whose degrees of freedom are sent to the same places again and again. */
  readonly repeating: Set<string> = new Set();
  readonly #time: VirtualTime;
  readonly #recordWatch: RecordWatch;
  readonly #published = new Map<string, Published>();
  readonly #newest = new Map<string, Published>();
  readonly #authors = new Map<string, string>();
  /** In which life an author spoke under an epoch. */
  readonly #spokeIn = new Map<string, number>();
  readonly #lifeOf = new Map<string, number>();
  #lives = 0;
  readonly #starts = new Map<string, number>();
  /** By the target of a glide: who asked, and the owners it was addressed to. */
  readonly #addressed = new Map<number, { asker: string; epochs: Set<number> }>();
  readonly #holds = new Map<string, number>();
  readonly #latched = new Map<string, Set<string>>();
  readonly #rearmed = new Set<string>();
  readonly #heirs = new Map<string, string[]>();
  readonly #records = new Map<string, { epoch: number; knownMs: number }>();
  readonly #resumed = new Map<string, number>();
  readonly #leaps = new Map<string, number[]>();
  epochs = 0;
  takeOvers = 0;
  states = 0;

  constructor(time: VirtualTime, records: RecordWatch) {
    this.#time = time;
    this.#recordWatch = records;
  }

  violate(invariant: string, what: string): void {
    this.violations.push({ invariant, atMs: this.#time.now, what });
  }

  /** The same bus, with us listening to one life of whoever has it. */
  tap(bus: Bus): Bus {
    const life = ++this.#lives;
    this.#lifeOf.set(bus.self, life);
    return {
      self: bus.self,
      get status() {
        return bus.status;
      },
      onStatus: (handler) => bus.onStatus(handler),
      publish: (subject, payload) => {
        this.#sent(bus.self, life, subject, payload);
        bus.publish(subject, payload);
      },
      subscribe: (pattern, handler) => bus.subscribe(pattern, handler),
      request: (subject, payload, options) => {
        const [, , kind, entity] = subject.split('.');
        if (kind === 'cmd' && entity !== undefined && !this.repeating.has(entity)) this.#asked(bus.self, payload);
        return bus.request(subject, payload, options);
      },
      bucket: (name) => this.#recordWatch.tap(bus, name, bus.bucket(name)),
      drain: () => bus.drain(),
    };
  }

  #sent(author: string, life: number, subject: string, payload: Uint8Array): void {
    const [, , second, kind, entity] = subject.split('.');
    if (kind === 'st' && entity !== undefined) {
      const sealed = openState(entity, payload);
      this.#checkLife(entity, sealed.state.epoch, author, life);
      this.#statePublished(author, life, sealed, entity);
    }
    if (second === 'now' && kind !== undefined) this.#urgentSent(author, kind, payload);
  }

  /** Who comes back under the same id is another: it knows nothing of what it said before. */
  #checkLife(entity: string, epoch: number, author: string, life: number): void {
    const key = `${entity} ${epoch} ${author}`;
    const before = this.#spokeIn.get(key) ?? life;
    this.#spokeIn.set(key, life);
    if (before !== life) this.violate('I1', `${entity} epoch ${epoch} published by two lives of ${author}`);
  }

  #statePublished(author: string, life: number, sealed: SealedState, entity: string): void {
    this.states++;
    const { state } = sealed;
    const key = `${entity} ${state.epoch} ${state.seq}`;
    const before = this.#authors.get(`${entity} ${state.epoch}`);
    if (before !== undefined && before !== author)
      this.violate('I1', `${entity} epoch ${state.epoch} published by ${before} and ${author}`);
    if (before === undefined) {
      this.epochs++;
      if (state.epoch % 2 ** 20 > 1) this.takeOvers++;
    }
    this.#authors.set(`${entity} ${state.epoch}`, author);
    const published = { author, life, sealed, fromMs: this.#time.now, untilMs: Number.POSITIVE_INFINITY };
    const previous = this.#published.get(`${entity} ${state.epoch} ${state.seq - 1}`);
    if (previous) previous.untilMs = this.#time.now;
    this.#published.set(key, published);
    const newest = this.#newest.get(entity);
    if (!newest || newest.sealed.state.epoch <= state.epoch) {
      this.#newest.set(entity, published);
      this.#checkLatch(entity, state);
    }
    this.#checkRevalidated(author, entity, state.epoch);
    if (!this.repeating.has(entity)) for (const dof of state.dofs) if (dof.kind === 'glide') this.#checkStart(entity, dof, published);
    this.spoken.emit({ author, entity, state });
  }

  /** Who spoke under that epoch. */
  authorOf(entity: string, epoch: number): string | undefined {
    return this.#authors.get(`${entity} ${epoch}`);
  }

  /** What was said under that epoch and number. */
  stateOf(entity: string, epoch: number, seq: number): EntityState | undefined {
    return this.#published.get(`${entity} ${epoch} ${seq}`)?.sealed.state;
  }

  /** The record itself says so, as seen by somebody who is never cut off. */
  recordSeen(entity: string, record: OwnershipRecord): void {
    const { epoch } = record;
    this.recorded.emit({ entity, record });
    if (this.#records.get(entity)?.epoch !== epoch) this.#records.set(entity, { epoch, knownMs: this.#time.now });
  }

  /** A process goes on after a pause that was long enough for others to take over what it owned. */
  resumed(participant: string): void {
    this.#resumed.set(participant, this.#time.now);
  }

  /** A clock leapt. What its owner says before it notices is wrong by as much; if it leads, so is what all others say who have asked it since, or have not. */
  leapt(participant: string, role: 'leads' | 'follows'): void {
    for (const misled of role === 'leads' ? [participant, EVERYBODY] : [participant])
      this.#leaps.set(misled, [...(this.#leaps.get(misled) ?? []), this.#time.now]);
  }

  /** Who slept must find out whether an entity is still its own before it speaks for it: reading an old copy is not finding out. */
  #checkRevalidated(author: string, entity: string, epoch: number): void {
    const record = this.#records.get(entity);
    const resumedMs = this.#resumed.get(author);
    if (!record || resumedMs === undefined || this.#time.now - resumedMs > 1500) return;
    if (record.epoch > epoch && record.knownMs < this.#time.now - 500 && record.knownMs < resumedMs) {
      this.violate('I5', `${author} slept, lost ${entity} to epoch ${record.epoch}, and published it under epoch ${epoch} all the same`);
    }
  }

  #asked(asker: string, payload: Uint8Array): void {
    const { epoch, action } = JSON.parse(bytesToText(payload));
    if (action?.kind !== 'glide') return;
    const addressed = this.#addressed.get(action.to) ?? { asker, epochs: new Set() };
    this.#addressed.set(action.to, addressed);
    addressed.epochs.add(epoch);
  }

  /** Every glide that the workload asks for has a target of its own, so one that is applied twice starts twice. */
  #checkStart(entity: string, { to, t0 }: { to: number; t0: number }, { author, sealed }: Published): void {
    const { epoch, generation } = sealed.state;
    const key = `${entity} ${to} ${generation}`;
    const known = this.#starts.get(key);
    if (known === undefined) this.#starts.set(key, t0);
    else if (known !== t0) this.violate('I4', `${entity}: the command to ${to} took effect at ${known} and again at ${t0}`);
    const addressed = this.#addressed.get(to);
    if (known === undefined && addressed && author !== addressed.asker && !addressed.epochs.has(epoch))
      this.violate('I4', `${entity}: the command to ${to} was for ${[...addressed.epochs].join(', ')}, but epoch ${epoch} obeyed it`);
  }

  #urgentSent(author: string, entity: string, payload: Uint8Array): void {
    const message = JSON.parse(bytesToText(payload));
    if (message.kind === 'hold' && isMoving(message.twist)) {
      this.#holds.set(`${author} ${entity}`, this.#time.now);
    }
  }

  /** A stop was confirmed to the one who pressed it: from now on it must hold. */
  stopConfirmed(entity: string, id: string): void {
    const latched = this.#latched.get(entity) ?? new Set();
    this.#latched.set(entity, latched);
    if (!this.#rearmed.has(id)) latched.add(id);
  }

  /** Somebody asked for the stop it saw to be re-armed: from now on that one may end at any time. */
  rearmAsked(entity: string, id: string): void {
    this.#rearmed.add(id);
    this.#latched.delete(entity);
  }

  /** Somebody asked for it to be re-armed, or for a later stop that took its place. */
  mayBeRearmed(id: string): boolean {
    return this.#rearmed.has(id) || (this.#heirs.get(id) ?? []).some((heir) => this.#rearmed.has(heir));
  }

  #checkLatch(entity: string, state: EntityState): void {
    const { stop } = state.control;
    if (stop) {
      // A later stop takes the place of the ones before it: its re-arm ends them all.
      for (const earlier of state.recent) if (earlier !== stop.id) this.#heirs.set(earlier, [...(this.#heirs.get(earlier) ?? []), stop.id]);
      return;
    }
    const latched = [...(this.#latched.get(entity) ?? [])].filter((id) => !this.mayBeRearmed(id));
    if (latched.length > 0) {
      this.violate(
        'I5',
        `${entity} was stopped (${latched.join(', ')}) and nobody re-armed it, but epoch ${state.epoch} seq ${state.seq} is not stopped`,
      );
    }
  }

  /** A participant of the scenario: everything it accepts is checked. */
  attend(participant: Participant): void {
    const accepted = new Map<string, { epoch: number; seq: number }>();
    participant.changes.on(({ entity }) => {
      const view = participant.entity(entity);
      if (!view || view.seq === 0) return;
      const key = `${participant.id} ${entity}`;
      const before = accepted.get(entity);
      const { epoch, seq } = view;
      if (before && before.epoch === epoch && before.seq === seq) return;
      if (before && (epoch < before.epoch || (epoch === before.epoch && seq < before.seq))) {
        this.violate('I2', `${key} went from epoch ${before.epoch} seq ${before.seq} back to epoch ${epoch} seq ${seq}`);
      }
      accepted.set(entity, { epoch, seq });
      const published = this.#published.get(`${entity} ${epoch} ${seq}`);
      if (!published || published.sealed.hash !== view.stateHash)
        this.violate('I8', `${key} holds a state of epoch ${epoch} seq ${seq} that nobody published`);
    });
  }

  /** An author is no more: what it held last was true until now. */
  ended(author: string): void {
    for (const published of this.#published.values()) {
      if (published.author === author && published.untilMs === Number.POSITIVE_INFINITY) published.untilMs = this.#time.now;
    }
  }

  /** I6: never younger than it is. */
  checkAge(participant: Participant, entity: string): void {
    const view = participant.entity(entity);
    if (!view || view.seq === 0 || view.isMine) return;
    const published = this.#published.get(`${entity} ${view.epoch} ${view.seq}`);
    // A new owner that has not spoken yet vouches for what the old one said last: nothing has moved since.
    if (!published || published.author !== view.owner || published.life !== this.#lifeOf.get(published.author)) return;
    const isMisled = (atMs: number) =>
      [published.author, EVERYBODY].some((misled) =>
        (this.#leaps.get(misled) ?? []).some((leapMs) => atMs > leapMs - 3000 && atMs < leapMs + LEAP_NOTICED_MS),
      );
    if (isMisled(this.#time.now) || isMisled(published.untilMs)) return;
    const trueAgeMs = Math.max(0, this.#time.now - published.untilMs);
    if (view.ageMs < trueAgeMs - 1)
      this.violate('I6', `${participant.id} says ${entity} is ${view.ageMs.toFixed(1)} ms old, but it is ${trueAgeMs.toFixed(1)} ms`);
  }

  /** W58: after a reset it stands where its description puts it until its owner has spoken of it. */
  checkReset(participant: Participant, entity: string): void {
    const view = participant.entity(entity);
    const state = view && this.stateOf(entity, view.epoch, view.seq);
    if (!view || !state || state.generation >= participant.time.generation) return;
    const awayM = distance(view.posture.pose, view.description.initial.pose);
    if (awayM > AT_INITIAL_M) this.violate('W58', `${participant.id} has ${entity} ${awayM.toFixed(3)} m away from where the reset put it`);
  }

  /** When it was last recorded that somebody else owns an entity: who that is may not know yet. */
  recordedMs(entity: string): number {
    return this.#records.get(entity)?.knownMs ?? Number.NEGATIVE_INFINITY;
  }

  /** When the newest state of an entity was published: it may be under way still. */
  publishedMs(entity: string): number {
    return this.#newest.get(entity)?.fromMs ?? Number.NEGATIVE_INFINITY;
  }

  /** I5: what held control moves, somebody's hand moves now. `worldMsOf` is undefined unless the author runs, knows that the entity is its own, and no reset has ended the motion. */
  checkHold(entity: string, worldMsOf: (author: string, generation: number) => number | undefined): void {
    const newest = this.#newest.get(entity);
    const worldMs = newest && worldMsOf(newest.author, newest.sealed.state.generation);
    if (!newest || worldMs === undefined) return;
    const { base, control } = newest.sealed.state;
    if (base.kind !== 'drift' || worldMs >= base.t1 || Math.abs(base.twist.vx - SCHEDULED_TWIST.vx) < 1e-3) return;
    const driver = control.driver;
    if (driver === newest.author) return;
    const heldMs = driver === undefined ? Number.NEGATIVE_INFINITY : (this.#holds.get(`${driver} ${entity}`) ?? Number.NEGATIVE_INFINITY);
    if (this.#time.now - heldMs > HOLD_SLACK_MS) {
      this.violate(
        'I5',
        `${entity} drifts under ${driver ?? 'nobody'}, whose last held command is ${(this.#time.now - heldMs).toFixed(0)} ms old`,
      );
    }
  }
}
