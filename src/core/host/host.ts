import { type Clock, every } from '../base/clock.ts';
import { Elevators } from '../elevators/elevators.ts';
import type { Conflict, Engine, Span } from '../physics/physics.ts';
import type { ModelKind } from '../robots/robots.ts';
import type { Contact, Participant, WholeMotion } from '../world/world.ts';
import { BodiesAhead } from './bodies-ahead.ts';
import { ClearMotions } from './clear-motions.ts';
import { FASTEST_M_PER_S, Lookout, NEAR_M } from './lookout.ts';
import { isLight } from './members.ts';
import { type Looked, type Models, type Neighbour, Neighbourhood } from './neighbourhood.ts';
import { endMsOf } from './pace.ts';
import { Parts } from './parts.ts';
import { LOOKED_FOR_S } from './places.ts';
import { Turns } from './turns.ts';

export interface HostPorts {
  readonly clock: Clock;
  readonly models: Models;
  /** How long a word takes to the farthest other owner. */
  latencyMs(): number;
  readonly report: (error: unknown) => void;
  /** Loaded when this participant first owns a part. Without it parts stay where they are, and in nobody's way. */
  readonly engine?: () => Promise<Engine>;
}

const TICK_MS = 50;
/** What is decided within this time is looked at together. */
const SOON_MS = 5;
/** Each tick looks so far ahead, in shared time. */
const AHEAD_MS = 500;
/** So often it does, for each that moves, as long as nothing changes near to it. */
const LOOKS_EVERY_TICKS = 2;
/** A part of somebody else is asked for when it is seen to be in the way, and is in the way from here on: until then it may be ours. */
const ASKED_AHEAD_MS = 250;
/** Who was refused a part asks again after this. */
const ASK_AGAIN_MS = 1000;
/** Against what never moves a whole motion is looked at, but no more of it than this: later ticks see the rest. */
const LONGEST_LOOK_MS = 20_000;
/** What is told of a motion ends in whole milliseconds: by so much later than it was judged, at most. */
const ROUNDED_MS = 1;

/** What pushes because somebody wants it to: not a belt, which carries whatever comes. */
const ROBOTS: ReadonlySet<ModelKind> = new Set(['arm', 'gantry', 'wheeled', 'legged']);

/** What an owner does so that its bodies touch rightly: motions are judged when they are made, and while they last; parts fall and are pushed. */
export class Host implements Disposable {
  readonly #world: Participant;
  readonly #ports: HostPorts;
  readonly #open: Disposable[];
  readonly #lookout: Lookout;
  readonly #bodiesAhead: BodiesAhead;
  readonly #elevators: Elevators;
  readonly #mine = new Set<string>();
  readonly #moving = new Set<string>();
  readonly #turns = new Turns(LOOKS_EVERY_TICKS);
  /** What moves, and near to which something has changed: it is looked after in the next tick. */
  readonly #roused = new Set<string>();
  /** Until when the motion of something was looked at when it was made, in world time: whether it meets itself is known so far. */
  readonly #judgedUntilMs = new Map<string, number>();
  readonly #clearMotions = new ClearMotions();
  /** Parts that do not give way, as far as is known: those of others, and what somebody sends somewhere. */
  readonly #unyielding = new Set<string>();
  /** Parts of others that were asked for, and when to ask again. */
  readonly #asked = new Map<string, number>();
  /** What never moves and has come, or become known, while something of ours moves. */
  readonly #newcomers = new Set<string>();
  #parts: Parts | undefined;
  #isOpening = false;
  #isDisposed = false;
  /** Where everything was when all was last looked at. */
  #looked: (Looked & { readonly atMs: number }) | undefined;
  /** Of whom something was decided since the last look at parts. */
  readonly #decided = new Set<string>();
  #ticking: Disposable | undefined;
  #soon: Disposable | undefined;

  constructor(world: Participant, ports: HostPorts) {
    this.#world = world;
    this.#ports = ports;
    this.#lookout = new Lookout(() => ({ latencyMs: ports.latencyMs(), tickMs: TICK_MS }));
    this.#bodiesAhead = new BodiesAhead(ports);
    this.#elevators = new Elevators(world, ports, () => this.#mine);
    this.#open = [
      this.#bodiesAhead,
      this.#elevators,
      world.guardMotions((entity, motion) => this.#unlessBroken(() => this.#judge(entity, motion))),
      world.guardHandOvers((entity) => this.#unlessBroken(() => this.#whyKept(entity))),
      world.changes.on(({ entity }) => this.#unlessBroken(() => this.#changed(entity))),
      world.timeChanges.on(() => {
        this.#looked = undefined;
        for (const entity of this.#moving) this.#roused.add(entity);
        if (this.#parts?.areAny) this.#startTicking();
      }),
    ];
    this.#lookAtAll();
  }

  /** What had no body because its model was not known may have one now. */
  modelsChanged(): void {
    this.#looked = undefined;
    this.#bodiesAhead.modelsChanged();
    this.#lookAtAll();
  }

  #lookAtAll(): void {
    for (const { id } of this.#world.entities) this.#unlessBroken(() => this.#changed(id));
  }

  [Symbol.dispose](): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    for (const part of this.#open) part[Symbol.dispose]();
    this.#ticking?.[Symbol.dispose]();
    this.#soon?.[Symbol.dispose]();
    this.#parts?.[Symbol.dispose]();
  }

  /** Nothing moves here: no work is done until something does. */
  get isAsleep(): boolean {
    return this.#ticking === undefined;
  }

  /** All that a host does, twenty times a second while something moves. */
  #tick(): void {
    const near = this.#near();
    if (this.#newcomers.size > 0) this.#unlessBroken(() => this.#meetNewcomers(near));
    for (const entity of this.#due(near)) this.#unlessBroken(() => this.#lookAfter(near, entity));
    this.#unlessBroken(() => this.#parts?.tick(near));
    this.#unlessBroken(() => this.#joinIslands(near));
    if (this.#moving.size > 0 || this.#parts?.isAsleep === false) return;
    this.#ticking?.[Symbol.dispose]();
    this.#ticking = undefined;
  }

  /** Those of what moves that are looked after in this tick. Parts that do not give way may come to be in the way without a word: who is near to one does not wait. */
  #due(near: Neighbourhood): string[] {
    this.#turns.next();
    const stubborn = [...this.#unyielding, ...(this.#parts?.stoodIn ?? [])];
    const mayWait = stubborn.length < this.#moving.size;
    for (const part of mayWait ? stubborn : []) this.#rouse(near, part);
    const due = [...this.#moving].filter((entity) => !mayWait || this.#roused.has(entity) || this.#turns.isDue(entity));
    this.#turns.asked(due);
    this.#roused.clear();
    return due;
  }

  /** Everything is looked at once in a tick, and between ticks what has changed. */
  #near(): Neighbourhood {
    const nowMs = this.#ports.clock.now();
    const { rate } = this.#world.time;
    const isFresh = this.#looked !== undefined && nowMs - this.#looked.atMs < Math.min(TICK_MS, (1000 * LOOKED_FOR_S) / rate);
    const near = new Neighbourhood(this.#world, this.#ports.models, this.#looked && { ...this.#looked, isFresh });
    this.#looked = { ...near.looked, atMs: isFresh && this.#looked ? this.#looked.atMs : nowMs };
    return near;
  }

  #startTicking(): void {
    this.#ticking ??= every(this.#ports.clock, TICK_MS, () => this.#tick());
  }

  /** Somebody decided something: what follows for parts is said with the same breath, or others would see one go through the other. */
  #tickSoon(entity: string): void {
    this.#startTicking();
    this.#decided.add(entity);
    this.#soon ??= this.#ports.clock.after(SOON_MS, () => {
      this.#soon = undefined;
      this.#unlessBroken(() => this.#parts?.tickFor(this.#near(), this.#decided));
      this.#decided.clear();
    });
  }

  #changed(entity: string): void {
    const wasIdle = this.#isIdle;
    const view = this.#world.entity(entity);
    if (view?.isMine) this.#mine.add(entity);
    else this.#mine.delete(entity);
    if (!this.#isIdle) this.#elevators.changed(entity, view);
    if (this.#isIdle) {
      if (view) this.#bodiesAhead.see(view.description.model);
      this.#looked = undefined;
      this.#judgedUntilMs.clear();
    } else if (wasIdle) this.#lookAtAll();
    else this.#look(entity);
  }

  /** Who owns nothing has nobody to look out for: what others own is theirs to judge, and a hub hears of thousands a second. */
  get #isIdle(): boolean {
    return this.#mine.size === 0 && this.#parts === undefined;
  }

  #look(entity: string): void {
    const near = this.#near();
    near.look(entity);
    const neighbour = near.get(entity);
    const { worldMs } = near;
    const isPart = neighbour?.body.model.kind === 'part';
    if (!neighbour?.view.isMine) this.#judgedUntilMs.delete(entity);
    if (isPart && neighbour.view.isMine) this.#openParts();
    // What others move matters to who has parts that it may push.
    if (neighbour && !isPart && isUnderWay(neighbour.motion, worldMs) && (neighbour.view.isMine || this.#parts?.areAny)) {
      this.#moving.add(entity);
      this.#startTicking();
    }
    if (this.#moving.size > 0 && neighbour && isStatic(neighbour)) this.#newcomers.add(entity);
    this.#rouse(near, entity);
    if (this.#parts?.changed(near, entity)) this.#tickSoon(entity);
    else if (this.#parts?.isAsleep === false) this.#startTicking();
    if (isPart && !this.#parts?.givesWay(near, neighbour)) this.#unyielding.add(entity);
    else this.#unyielding.delete(entity);
  }

  /** Whatever moves near to what has changed, and comes along with it, must look out for it at once. */
  #rouse(near: Neighbourhood, entity: string): void {
    const seconds = (Math.max(near.rate, 0.1) * (AHEAD_MS + LOOKS_EVERY_TICKS * TICK_MS + this.#ports.latencyMs())) / 1000;
    for (const member of this.#moving.size === 0 ? [] : near.family(entity)) {
      const body = { reachM: member.body.reachM, speedMPerS: Math.min(near.speedOf(member), FASTEST_M_PER_S) };
      for (const { id } of [member, ...near.around(member.pose, body, seconds, NEAR_M)]) if (this.#moving.has(id)) this.#roused.add(id);
    }
  }

  /** The first part of ours: from now on parts fall. */
  #openParts(): void {
    if (this.#parts || this.#isOpening || !this.#ports.engine) return;
    this.#isOpening = true;
    this.#ports.engine().then(
      (engine) => {
        if (this.#isDisposed) return;
        this.#parts = new Parts(this.#world, engine, this.#ports.clock);
        this.#lookAtAll();
      },
      (error) => this.#ports.report(error),
    );
  }

  /** What somebody built or said that no rule foresaw must not end the process of whoever owns something beside it. */
  #unlessBroken<T>(look: () => T): T | undefined {
    try {
      return look();
    } catch (error) {
      this.#ports.report(error);
      return undefined;
    }
  }

  /** A wall that comes while something drives is looked at to the end of its motion, as if it had been there when that was made: a tick may come too late for it. */
  #meetNewcomers(near: Neighbourhood): void {
    const counts = ({ id }: Neighbour) => this.#newcomers.has(id);
    for (const entity of this.#moving) {
      const mover = near.get(entity);
      if (!mover?.view.isMine || !isUnderWay(mover.motion, near.worldMs)) continue;
      const span = { fromMs: near.worldMs, untilMs: Math.min(endMsOf(mover.motion), near.worldMs + LONGEST_LOOK_MS) };
      const conflict = this.#lookout.conflict(near, { mover, motion: mover.motion, span, counts, meetsItself: false });
      if (!conflict) continue;
      this.#world.cut(mover.id, contactOf(mover.id, conflict));
      near.refresh(mover.id);
    }
    this.#newcomers.clear();
  }

  /** What moves is looked after until it has come to rest. */
  #lookAfter(near: Neighbourhood, entity: string): void {
    const mover = near.get(entity);
    const isWatched = mover && (mover.view.isMine || this.#parts?.areAny);
    if (!isWatched || !isUnderWay(mover.motion, near.worldMs)) {
      this.#moving.delete(entity);
      this.#judgedUntilMs.delete(entity);
      this.#lookout.forget(entity);
      return;
    }
    if (!mover.view.isMine || near.rate === 0) return;
    const span = { fromMs: near.worldMs, untilMs: near.worldMs + AHEAD_MS * near.rate };
    const knownUntilMs = this.#judgedUntilMs.get(entity) ?? Number.NEGATIVE_INFINITY;
    const meetsItself = knownUntilMs < Math.min(span.untilMs, endMsOf(mover.motion));
    const way = { mover, motion: mover.motion, span, counts: (other: Neighbour) => this.#isInTheWay(other), meetsItself };
    const beyond = this.#lookout.conflictAhead(near, way);
    const conflict = this.#partInTheWay(near, mover, mover.motion, { ...span, untilMs: beyond?.atMs ?? span.untilMs }) ?? beyond;
    if (!conflict) return;
    this.#world.cut(mover.id, contactOf(mover.id, conflict));
    near.refresh(mover.id);
  }

  /** Against what never moves to the end, against all else as far as it can be known. */
  #judge(entity: string, motion: WholeMotion): Contact | undefined {
    const cabin = motion.base.kind === 'ride' ? undefined : this.#elevators.carrierOf(entity);
    if (cabin) {
      const { x, y, z } = cabin.posture.pose;
      return { with: cabin.id, x, y, z, atMs: Math.floor(this.#world.time.worldMs) };
    }
    const near = this.#near();
    const mover = near.get(entity);
    if (!mover || mover.body.model.kind === 'part' || !isUnderWay(motion, near.worldMs)) return undefined;
    const fromMs = near.worldMs;
    const endMs = Math.max(fromMs, endMsOf(motion));
    const whole = { fromMs, untilMs: Math.min(endMs, fromMs + LONGEST_LOOK_MS) };
    const meetsItself = !this.#clearMotions.has(mover.body, motion, fromMs);
    const atRest = this.#lookout.conflict(near, { mover, motion, span: whole, counts: isStatic, meetsItself });
    if (meetsItself && !atRest && whole.untilMs === endMs) this.#clearMotions.add(mover.body, motion, fromMs);
    const soon = { fromMs, untilMs: Math.min(atRest?.atMs ?? endMs, fromMs + AHEAD_MS * Math.max(near.rate, 0.1)) };
    const counts = (other: Neighbour) => !isStatic(other) && this.#isInTheWay(other);
    const beyond = this.#lookout.conflict(near, { mover, motion, span: soon, counts, meetsItself: false }) ?? atRest;
    const conflict = this.#partInTheWay(near, mover, motion, { fromMs, untilMs: Math.min(beyond?.atMs ?? endMs, soon.untilMs) }) ?? beyond;
    const first = this.#behindWhatIsPushed(near, mover, motion, { fromMs, untilMs: conflict?.atMs ?? soon.untilMs }) ?? conflict;
    // What cannot begin is refused, and what was under way goes on.
    if (!first || first.atMs > fromMs) this.#judgedUntilMs.set(entity, whole.untilMs + ROUNDED_MS);
    return first && contactOf(entity, first);
  }

  /** What a robot pushes goes along with it, as far as there is room. */
  #behindWhatIsPushed(near: Neighbourhood, mover: Neighbour, motion: WholeMotion, span: Span): Conflict | undefined {
    const planned = near.planned(mover, mover, motion);
    const pressed = this.#parts?.pressedBy(near, mover.id, planned);
    if (pressed) return pressed;
    const pushed = this.#parts?.pushedBy(near, planned) ?? [];
    const along = new Set(pushed.map(({ id }) => id));
    const counts = (other: Neighbour) => !along.has(other.id) && !this.#parts?.givesWay(near, other);
    return this.#lookout.conflictOf(near, mover, pushed, { span, counts });
  }

  /** Parts are looked at by themselves: what can be pushed is in nobody's way. */
  #isInTheWay(other: Neighbour): boolean {
    return (
      other.body.model.kind !== 'part' || (this.#ports.engine !== undefined && (!isLight(other.body.model) || other.parent !== undefined))
    );
  }

  /** A part that gives way is not in the way. One of somebody else is asked for; until it is ours, and when it is refused, it is an obstacle. */
  #partInTheWay(near: Neighbourhood, mover: Neighbour, motion: WholeMotion, span: Span): Conflict | undefined {
    if (!this.#ports.engine || (this.#unyielding.size === 0 && !this.#parts?.stoodIn.size)) return undefined;
    const counts = (other: Neighbour) => !this.#isInTheWay(other) && !this.#parts?.givesWay(near, other);
    const conflict = this.#lookout.conflict(near, { mover, motion, span, counts, meetsItself: false });
    const part = conflict && near.get(conflict.with);
    if (!part) return undefined;
    this.#askFor(part);
    return conflict.atMs > near.worldMs + ASKED_AHEAD_MS * near.rate ? undefined : conflict;
  }

  #askFor({ id, view }: Neighbour): void {
    const nowMs = this.#ports.clock.now();
    if (view.isMine || nowMs < (this.#asked.get(id) ?? Number.NEGATIVE_INFINITY)) return;
    this.#asked.set(id, nowMs + ASK_AGAIN_MS);
    this.#world.command(id, { kind: 'handover' }).catch(this.#ports.report);
  }

  /** What touches has one owner: who has the part that moves asks for what it touches; where both move, who comes first by name. */
  #joinIslands(near: Neighbourhood): void {
    // Those of others are among these.
    if (this.#unyielding.size === 0) return;
    for (const part of this.#parts?.foreignTouched(near) ?? []) {
      const moves = isUnderWay(part.motion, near.worldMs);
      if (!moves || !part.view.isLive || this.#world.id < (part.view.owner ?? '')) this.#askFor(part);
    }
  }

  /** What a robot of ours is pushing stays ours as long as it does. */
  #whyKept(entity: string): string | undefined {
    const { worldMs } = this.#world.time;
    const isRobotAtWork = (id: string): boolean => {
      const view = this.#world.entity(id);
      const kind = view && this.#ports.models(view.description.model)?.kind;
      return view?.isMine === true && kind !== undefined && ROBOTS.has(kind) && isUnderWay(view.motion, worldMs);
    };
    const pusher = this.#parts?.pusherOf(entity, isRobotAtWork);
    return pusher === undefined ? undefined : `${pusher} is pushing it`;
  }
}

const isStatic = ({ view }: Neighbour): boolean => view.description.kind === 'static';

const isUnderWay = (motion: WholeMotion, worldMs: number): boolean => endMsOf(motion) > worldMs;

const contactOf = (entity: string, { atMs, with: other, where: [x, y, z] }: Conflict): Contact => ({
  with: other === '' ? entity : other,
  x,
  y,
  z,
  // Whole milliseconds survive the codec; the next one might be one too late.
  atMs: Math.floor(atMs),
});
