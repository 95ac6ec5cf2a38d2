import type { Command, Reply, Urgent, WorldSetup } from '../api/messages.ts';
import { explain } from '../base/errors.ts';
import { isMoving } from '../base/pose.ts';
import type { Revision } from '../bus/bus.ts';
import { atRest, gripperOf, halted, type MotionAction, type Posture, refusalOfGripper } from './actions.ts';
import { type Change, changeBy, objectionOfGripper, workAfter } from './change.ts';
import { type Control, letGo, objection, type Ruling, rearmed, rule, stopped, withoutTheGone } from './control.ts';
import { type Observation, observed, THRESHOLD, type Threshold } from './dead-reckoning.ts';
import { type Epoch, nextEpoch } from './epoch.ts';
import { type Contact, cutAt, guardedHold } from './guarded-motion.ts';
import { HeldControl, NONCE_MS } from './held-control.ts';
import { heldMotion } from './held-motion.ts';
import type { Inherited, LocalSurroundings } from './local-surroundings.ts';
import { type BaseMotion, endOf } from './motion.ts';
import type { Instant } from './proxy-entity.ts';
import { RecentCommands } from './recent-commands.ts';
import { sealState } from './state-codec.ts';
import { Title } from './title.ts';
import type { Performance, Performed, Work } from './work.ts';

const APPLIED_NOWHERE: Reply = { kind: 'elsewhere' };

/** The one copy of an entity that decides: it applies commands in its order and says what became of them in its states. */
export class LocalEntity {
  readonly id: string;
  readonly epoch: Epoch;
  readonly #around: LocalSurroundings;
  readonly #recent: RecentCommands;
  readonly #title: Title;
  #seq = 0;
  #control: Control;
  #working: boolean;
  #work: Work | undefined;
  #region: string;
  #held: HeldControl | undefined;
  /** The motion now under way is one of held control. */
  #underHold = false;
  #isTrusted = true;
  /** How often it was doubted: an answer that was under way meanwhile shows nothing. */
  #doubts = 0;
  /** Where held control was last allowed to move it, to be said when it is trusted again. */
  #rest: Change | undefined;
  /** What its motion was cut short for. */
  #contact: Contact | undefined;
  /** It stands, in this generation of world time and with these floors, and was looked at since. */
  #settled: { readonly generation: number; readonly setup: WorldSetup } | undefined;

  constructor(id: string, around: LocalSurroundings, title: { epoch: Epoch; revision: Revision }, inherited: Inherited) {
    this.id = id;
    this.epoch = title.epoch;
    this.#around = around;
    this.#title = new Title(id, around.ownership, title.revision);
    this.#control = inherited.control;
    this.#working = inherited.working;
    this.#region = inherited.region ?? around.regionOf(around.posture(around.context.shared.now()).pose, undefined);
    this.#recent = new RecentCommands(inherited.recent, this.#nowMs);
    if (this.#control.driver !== undefined) this.#held = new HeldControl(this.#control.driver, around.context.random, this.#nowMs);
    this.#work = inherited.work;
    this.#publish({ base: inherited.base, dofs: inherited.dofs, motion: 'same' });
  }

  /** False while it is being found out whether the entity is still ours: nothing is applied or published meanwhile. */
  get isTrusted(): boolean {
    // After a sleep messages may come in before the tick does.
    if (this.#isTrusted && this.#around.hasLapsed()) this.distrust();
    return this.#isTrusted;
  }

  /** All that an owner does for an entity, twenty times a second. */
  tick(at: Instant): void {
    if (!this.#isTrusted) {
      this.#revalidate();
      return;
    }
    this.#expireTheGone();
    this.#offerNonce();
    this.#recordStop();
    this.#keepPlace(at);
  }

  /** Our own sign of life lapsed, or our clock leapt: somebody may have taken the entity, and a look at an old copy would not tell. */
  distrust(): void {
    // By the clock as it is now: when the entity is trusted again that may have been set.
    if (this.#underHold) this.#rest = this.#halt();
    this.#isTrusted = false;
    this.#doubts++;
    this.#held?.distrust(this.#nowMs);
  }

  apply(from: string, command: Command): Reply | Promise<Reply> {
    if (!this.isTrusted) return APPLIED_NOWHERE;
    if (this.#recent.has(command.id)) return this.#applied();
    const { shared } = this.#around.context;
    if (shared.now() + shared.errorMs() > command.expiresAt) return { kind: 'refused', reason: 'the command came too late; send it again' };
    const { action } = command;
    switch (action.kind) {
      case 'lease':
        return this.#govern(command.id, rule(this.#control, from, action.request));
      case 'rearm':
        return this.#rearm(command.id, action.stop);
      case 'letgo':
        return this.#govern(command.id, { kind: 'granted', control: letGo(this.#control, from) });
      case 'work':
        return this.#order(command.id, from, action.order);
      default: {
        const reason =
          objection(this.#control, from) ??
          objectionOfGripper(from, action, this.#posture().base, this.#around) ??
          this.#around.workshop()?.objection(this.id, from, action);
        if (reason !== undefined) return { kind: 'refused', reason };
        if (action.kind === 'drive' && this.#around.description().kind === 'static')
          return { kind: 'refused', reason: 'it is static: nobody drives it' };
        if (action.kind === 'handover') return this.#give(command.id, from, action.to ?? from);
        if (action.kind === 'drive') return this.#govern(command.id, { kind: 'granted', control: { ...this.#control, driver: from } });
        return this.#move(command.id, action);
      }
    }
  }

  /** Of its work. Who may not move it may not set it going either, nor end it; whether a stop matters is for who gives the work its meaning. Who has no answer asks again: while one copy waits, another may be applied. */
  #order(commandId: string, from: string, order: string): Reply | Promise<Reply> {
    if (!this.isTrusted || this.#recent.has(commandId)) return this.isTrusted ? this.#applied() : APPLIED_NOWHERE;
    const reason = objection({ ...this.#control, stop: undefined }, from);
    const ruling = reason === undefined ? this.#around.workshop()?.rule(this.id, from, order) : ({ kind: 'refused', reason } as const);
    if (!ruling) return { kind: 'refused', reason: 'its owner runs no programs' };
    if (ruling.kind === 'refused') return ruling;
    if (ruling.kind === 'later') return ruling.ready.then(() => this.#order(commandId, from, order));
    this.#recent.add(commandId, this.#nowMs);
    this.#publish({ ...(ruling.motion === 'halts' && this.#halt()), work: ruling.work });
    return this.#applied();
  }

  urgent(from: string, message: Urgent): void {
    if (message.kind === 'stop') this.stop(from, message.id, message.reason);
    else if (this.isTrusted) this.#hold(from, message);
  }

  /** Anyone, at any time. A copy of a stop that was re-armed since stays without effect. */
  stop(by: string, id: string, reason: string): void {
    if (!this.isTrusted || this.#recent.has(id)) return;
    this.#recent.add(id, this.#nowMs);
    const halt = this.#halt();
    this.#setControl(stopped(this.#control, { id, by, reason, recorded: false }));
    this.#publish(halt);
    this.#recordStop();
  }

  /** What a sensor or a simulation says of the entity; published when proxies could not have predicted it. */
  observe(observation: Observation, threshold: Threshold = THRESHOLD): void {
    if (!this.isTrusted) return;
    const change = observed(observation, { posture: this.#posture(), worldMs: this.#worldMs, threshold });
    if (change) this.#publish({ ...change, motion: 'same' });
    else this.#changeRegion(this.#posture());
  }

  /** How a simulation foresees that it will go. */
  foresee(base: BaseMotion): void {
    if (this.isTrusted) this.#publish({ base, motion: 'same' });
  }

  /** Something is in the way: it goes on until the contact's instant, and no further. */
  cut(contact: Contact): void {
    if (!this.isTrusted) return;
    this.#publish({ ...cutAt(this.#posture(), this.#worldMs, contact.atMs), contact, motion: 'same' });
  }

  /** What we do with it of ourselves, and what is left of its work behind that: one state tells both, or none. */
  perform({ action, work }: Performance): Performed {
    if (action && this.#control.stop) return { kind: 'refused', reason: `it is stopped: ${this.#control.stop.reason}` };
    const planned = action && this.#planned(action);
    if (planned && 'kind' in planned) return planned;
    this.#publish({ ...planned, work, motion: 'of work' });
    return { kind: 'done' };
  }

  setWorking(working: boolean): void {
    if (this.#working !== working) this.#publish({ working });
  }

  /** The last word of an owner that leaves: the entity stands still. */
  rest(): void {
    if (this.isTrusted) this.#publish({ ...atRest(this.#posture()), control: { ...this.#control, driver: undefined } });
  }

  get #nowMs(): number {
    return this.#around.context.clock.now();
  }

  get #worldMs(): number {
    return this.#around.instant(this.#around.context.shared.now()).worldMs;
  }

  #posture(): Posture {
    return this.#around.posture(this.#around.context.shared.now());
  }

  #applied(): Reply {
    return { kind: 'applied', epoch: this.epoch, seq: this.#seq, region: this.#region };
  }

  #move(commandId: string, action: MotionAction): Reply {
    const planned = this.#planned(action);
    if ('kind' in planned) return planned;
    this.#recent.add(commandId, this.#nowMs);
    this.#publish(planned);
    return this.#applied();
  }

  /** The motion that an action makes, as far as it can go. */
  #planned(action: MotionAction): ReturnType<typeof changeBy> {
    const planned = changeBy(action, { id: this.id, posture: this.#posture(), worldMs: this.#worldMs }, this.#around);
    // A joint that glides does not free the base from the hand that holds it.
    if ('base' in planned) this.#underHold &&= [planned.base, ...planned.dofs].some((part) => part.kind === 'drift');
    return planned;
  }

  #govern(commandId: string, ruling: Ruling): Reply {
    if (ruling.kind === 'refused') return ruling;
    this.#recent.add(commandId, this.#nowMs);
    this.#setControl(ruling.control);
    this.#publish(this.#underHold && !this.#held ? this.#halt() : {});
    return this.#applied();
  }

  /** A stop is over only when the record says so: until then a taker would find it latched. */
  async #rearm(commandId: string, stopId: string): Promise<Reply> {
    const ruling = rearmed(this.#control, stopId);
    if (ruling.kind === 'refused' || !this.#control.stop) return ruling.kind === 'refused' ? ruling : APPLIED_NOWHERE;
    // If the write fails half way the stop goes into the record again.
    this.#control = { ...this.#control, stop: { ...this.#control.stop, recorded: false } };
    if (!(await this.#write(undefined))) return APPLIED_NOWHERE;
    if (!this.isTrusted) return APPLIED_NOWHERE;
    if (this.#control.stop?.id !== stopId) return { kind: 'refused', reason: 'it was stopped again meanwhile' };
    return this.#govern(commandId, rearmed(this.#control, stopId));
  }

  #give(commandId: string, from: string, to: string): Reply | Promise<Reply> {
    if (to !== from && !this.#around.mayReceive(to)) return { kind: 'refused', reason: `${to} owns nothing here and cannot be given it` };
    const reason = this.#around.keptFrom(to);
    if (reason !== undefined) return { kind: 'refused', reason };
    return refusalOfGripper(this.#posture().base) ?? this.handOver(to, commandId);
  }

  /** By consent: asked for by a command, or because we want to be rid of it. */
  async handOver(to: string, commandId?: string): Promise<Reply> {
    const { hosts } = this.#around.description();
    if (to === this.#around.context.bus.self) return this.#applied();
    if (hosts && !hosts.includes(to)) return { kind: 'refused', reason: `only ${hosts.join(', ')} may own it` };
    if (this.#title.isWriting) return { kind: 'refused', reason: 'its record is being written; ask again' };
    if (commandId !== undefined) this.#recent.add(commandId, this.#nowMs);
    this.#publish({});
    const reply = this.#applied();
    this.#isTrusted = false;
    const { stop } = this.#control;
    const written = await this.#title
      .write({
        owner: to,
        epoch: nextEpoch(this.epoch, this.#around.setup().incarnation),
        ...(stop && { stop: { id: stop.id, by: stop.by, reason: stop.reason } }),
      })
      .catch((error: unknown) => ({ kind: 'refused', reason: explain(error) }) as const);
    if (written.kind === 'refused') return written;
    if (written.kind === 'unsure') return { kind: 'refused', reason: 'it is not known whether the hand-over came through' };
    this.#around.lost();
    return written.kind === 'written' ? reply : APPLIED_NOWHERE;
  }

  #hold(from: string, hold: Extract<Urgent, { kind: 'hold' }>): void {
    if (objection(this.#control, from) !== undefined || !this.#held?.accept(from, hold, this.#nowMs)) return;
    const { shared } = this.#around.context;
    const fromMs = this.#around.instant(shared.now()).worldMs;
    const untilMs = this.#around.instant(shared.now() + this.#held.allowedUntilMs - this.#nowMs).worldMs;
    const pulseMs = this.#around.instant(shared.now() + NONCE_MS).worldMs - fromMs;
    const posture = this.#posture();
    const asked = heldMotion(hold, posture, this.#around.description(), { fromMs, untilMs, pulseMs });
    const change = guardedHold(asked, posture, fromMs, (motion) => this.#around.guard(motion), this.#contact);
    this.#underHold = isMoving(hold.twist) || hold.rates.some(([, rate]) => rate !== 0);
    if (change) this.#publish(change);
  }

  /** Stops what held control moves when no fresh nonce has come back, where it was when the last one grew too old. */
  watchOverHold(): void {
    const held = this.#held;
    if (!held || !this.isTrusted) return;
    const lateMs = this.#nowMs - held.allowedUntilMs;
    if (this.#underHold && lateMs > 0) this.#publish(this.#halt());
    if (held.hasLetGo(this.#nowMs)) {
      this.#setControl({ ...this.#control, driver: undefined });
      this.#publish({});
    }
  }

  /** Still, where held control was last allowed to move it. */
  #halt(): Change {
    const lateMs = this.#held && this.#underHold ? Math.max(0, this.#nowMs - this.#held.allowedUntilMs) : 0;
    this.#underHold = false;
    const posture = this.#around.posture(this.#around.context.shared.now() - lateMs);
    // What is in a gripper stands still in it: it is the robot that moves.
    return gripperOf(posture.base) === undefined ? halted(posture) : atRest(posture);
  }

  #offerNonce(): void {
    const nonce = this.#held?.issue(this.#nowMs);
    if (nonce !== undefined && this.#held)
      this.#around.tell(this.#held.driver, { kind: 'nonce', entity: this.id, epoch: this.epoch, nonce });
  }

  #expireTheGone(): void {
    const control = withoutTheGone(this.#control, (participant) => this.#around.isGone(participant));
    if (control === this.#control) return;
    this.#setControl(control);
    this.#publish(this.#underHold && !this.#held ? this.#halt() : {});
  }

  #setControl(control: Control): void {
    this.#control = control;
    if (control.driver === this.#held?.driver) return;
    this.#held = control.driver === undefined ? undefined : new HeldControl(control.driver, this.#around.context.random, this.#nowMs);
  }

  #recordStop(): void {
    const { stop } = this.#control;
    if (!stop || stop.recorded) return;
    void this.#write({ id: stop.id, by: stop.by, reason: stop.reason }).then((isWritten) => {
      if (!isWritten || !this.isTrusted || this.#control.stop?.id !== stop.id) return;
      this.#control = { ...this.#control, stop: { ...stop, recorded: true } };
      this.#publish({});
    }, this.#around.context.report);
  }

  #revalidate(): void {
    const [stop, doubts] = [this.#control.stop, this.#doubts];
    // Also one that is not in the record yet: it may have taken the place of one that is.
    void this.#write(stop && { id: stop.id, by: stop.by, reason: stop.reason }).then((isWritten) => {
      // If we slept over the answer, the record may have changed hands again.
      if (!isWritten || this.#doubts !== doubts || this.#around.hasLapsed()) return;
      this.#isTrusted = true;
      if (this.#rest) this.#publish(this.#rest);
      this.#rest = undefined;
      this.#around.kept();
    }, this.#around.context.report);
  }

  /** Touches our record. False: it is not ours any more, or that is not known yet. */
  async #write(stop: { id: string; by: string; reason: string } | undefined): Promise<boolean> {
    const written = await this.#title.write({ owner: this.#around.context.bus.self, epoch: this.epoch, ...(stop && { stop }) });
    if (written.kind === 'lost') this.#around.lost();
    return written.kind === 'written';
  }

  /** What stands is not looked at again until something is said of it, or a reset puts it back. */
  #keepPlace({ generation, worldMs }: Instant): void {
    const setup = this.#around.setup();
    if (this.#settled?.generation === generation && this.#settled?.setup === setup) return;
    const posture = this.#posture();
    if (posture.base.kind === 'ride') this.#followCarrier(posture, posture.base);
    this.#changeRegion(posture);
    this.#settled = posture.base.kind !== 'ride' && endOf(posture.base) <= worldMs ? { generation, setup } : undefined;
  }

  /** What it rode on was removed: it stays where that was last. The robot that has it in its gripper changed hands: it goes with it. */
  #followCarrier(posture: Posture, { parent, through }: Extract<BaseMotion, { kind: 'ride' }>): void {
    const owner = through && this.#around.liveOwnerOf(parent);
    if (!this.#around.carrierOf(parent)) this.#publish(halted(posture));
    else if (owner !== undefined && owner !== this.#around.context.bus.self) void this.handOver(owner).catch(this.#around.context.report);
  }

  #changeRegion({ pose }: Posture): void {
    if (this.#around.regionOf(pose, this.#region) !== this.#region) this.#publish({});
  }

  #publish(change: Change): void {
    this.#settled = undefined;
    const now = this.#around.context.shared.now();
    const instant = this.#around.instant(now);
    const posture = this.#around.posture(now);
    const region = this.#around.regionOf(posture.pose, this.#region);
    const previous = this.#region;
    this.#control = change.control ?? this.#control;
    this.#working = change.working ?? this.#working;
    if (change.base || change.dofs) this.#contact = change.contact;
    this.#work = workAfter(this.#work, change, instant.worldMs);
    const state = {
      epoch: this.epoch,
      generation: instant.generation,
      base: change.base ?? posture.base,
      dofs: change.dofs ?? posture.dofs,
      control: this.#control,
      recent: this.#recent.ids(this.#nowMs),
      working: this.#working,
      contact: this.#contact,
      work: this.#work,
    };
    if (previous !== region) {
      this.#around.publish(sealState(this.id, { ...state, seq: ++this.#seq, goneTo: region }), previous);
    }
    this.#region = region;
    this.#around.publish(sealState(this.id, { ...state, seq: ++this.#seq, goneTo: undefined }), region);
  }
}
