import { explain } from '../../core/base/errors.ts';
import { Settable } from '../link/observable.ts';
import type { LinkStatus, Observable, Stick, TimeInfo, WorldLink } from '../link/world-link.ts';
import { type Axes, CENTRED, isCentred, rise, sum } from './axes.ts';
import { type DriveProfile, positionOf } from './drive-profile.ts';
import { tooSlow } from './latency.ts';

/** Something one drives with: a keyboard, a pad, a stick on the screen. */
export interface DriveSource {
  readonly axes: Axes;
  /** A third of the speed, while it lasts. */
  readonly isSlow?: boolean;
  /** What is held is not believed any more, until it is pressed anew. */
  forget(): void;
}

/** How it stands with one robot. */
export type PilotState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'driving' }
  /** It was not given, or was let go of. Let the stick go back to the middle, then try again. */
  | { readonly kind: 'refused'; readonly reason: string };

/** Of the link, what driving needs. */
export interface PilotLink {
  readonly status: Observable<LinkStatus>;
  readonly time: Observable<TimeInfo | undefined>;
  drive: WorldLink['drive'];
}

export interface RobotInHand {
  readonly profile: DriveProfile;
  /** Which sources drive it. */
  readonly sources: readonly DriveSource[];
  /** Share of the model's speed, above 0 up to 1. */
  readonly speedLimit: number;
}

const SLOW = 1 / 3;
const LINGER_MS = 600;
const IDLE: PilotState = { kind: 'idle' };

/** Turns what hands hold into what robots do: call `frame` some sixty times a second, however often the view is drawn. */
export class Pilot implements Disposable {
  readonly #link: PilotLink;
  readonly #robots = new Map<string, HandOn>();
  readonly #states = new Settable<ReadonlyMap<string, PilotState>>(new Map());
  readonly #obstacle = new Settable<string | undefined>(undefined);
  readonly #watching: () => void;
  #frameMs: number | undefined;

  constructor(link: PilotLink) {
    this.#link = link;
    this.#watching = link.status.subscribe(() => {
      if (link.status.get().kind !== 'open') this.letGo();
    });
  }

  /** Of the robots in hand. */
  get states(): Observable<ReadonlyMap<string, PilotState>> {
    return this.#states;
  }

  /** Why nothing can be driven now: for the place where the stick is. */
  get obstacle(): Observable<string | undefined> {
    return this.#obstacle;
  }

  /** Takes a robot in hand, or changes how: nothing moves before something is held. */
  assign(entity: string, robot: RobotInHand): void {
    const known = this.#robots.get(entity);
    if (known) known.robot = robot;
    else this.#robots.set(entity, new HandOn(entity, robot, this.#link));
    this.#tell();
  }

  unassign(entity: string): void {
    this.#robots.get(entity)?.letGo();
    this.#robots.delete(entity);
    this.#tell();
  }

  /** A jog button under a finger: -1 or 1 while it is held, 0 when it is not. */
  jog(entity: string, dof: number, direction: number): void {
    const jogs = this.#robots.get(entity)?.jogs;
    if (direction === 0) jogs?.delete(dof);
    else jogs?.set(dof, direction);
  }

  frame(nowMs: number): void {
    const passedMs = nowMs - (this.#frameMs ?? nowMs);
    this.#frameMs = nowMs;
    const obstacle = this.#link.status.get().kind === 'open' ? tooSlow(this.#link.time.get()?.roundTripMs) : 'No connection.';
    this.#obstacle.set(obstacle);
    if (obstacle !== undefined) this.letGo();
    for (const robot of this.#robots.values()) robot.frame(nowMs, passedMs);
    this.#tell();
  }

  /** Blur, a hidden page, a lost link: centre and release everything at once, and believe no key that was down. */
  letGo(): void {
    for (const robot of this.#robots.values()) {
      robot.jogs.clear();
      for (const source of robot.robot.sources) source.forget();
      robot.bar();
    }
    this.#tell();
  }

  [Symbol.dispose](): void {
    this.letGo();
    this.#watching();
  }

  #tell(): void {
    const told = this.#states.get();
    const isSame = told.size === this.#robots.size && [...this.#robots].every(([entity, { state }]) => told.get(entity) === state);
    if (!isSame) this.#states.set(new Map([...this.#robots].map(([entity, { state }]) => [entity, state])));
  }
}

/** One robot and the hand on it. */
class HandOn {
  robot: RobotInHand;
  readonly jogs: Map<number, number> = new Map();
  readonly #entity: string;
  readonly #link: PilotLink;
  #state: PilotState = IDLE;
  #stick: Stick | undefined;
  #axes: Axes = CENTRED;
  #heldMs = Number.NEGATIVE_INFINITY;
  /** Nothing that is held counts until it has been in the middle once: a stick cannot be forgotten as a key can. */
  #isBarred = false;
  /** Counts the times it was let go of: an answer that comes later is for nobody. */
  #life = 0;

  constructor(entity: string, robot: RobotInHand, link: PilotLink) {
    this.#entity = entity;
    this.robot = robot;
    this.#link = link;
  }

  get state(): PilotState {
    return this.#state;
  }

  frame(nowMs: number, passedMs: number): void {
    const { sources, profile, speedLimit } = this.robot;
    const asked = sum(sources.map(({ axes }) => axes));
    const isHeld = !isCentred(asked) || this.jogs.size > 0;
    this.#isBarred &&= isHeld;
    const isAsked = isHeld && !this.#isBarred;
    this.#axes = { forward: rise(this.#axes.forward, asked.forward, passedMs), left: rise(this.#axes.left, asked.left, passedMs) };
    if (isAsked) this.#heldMs = nowMs;
    this.#notice(isHeld, isAsked);
    if (this.#state.kind !== 'driving') return;
    if (nowMs - this.#heldMs > LINGER_MS) {
      this.letGo();
      return;
    }
    const isSlow = sources.some((source) => source.isSlow);
    this.#stick?.hold(positionOf(profile, this.#axes, this.jogs, Math.min(1, speedLimit) * (isSlow ? SLOW : 1)));
  }

  bar(): void {
    this.#isBarred = true;
    this.letGo();
  }

  letGo(): void {
    this.#life++;
    this.#axes = CENTRED;
    const stick = this.#stick;
    this.#stick = undefined;
    if (this.#state.kind !== 'refused') this.#state = IDLE;
    if (!stick?.isHeld) return;
    stick.hold({});
    release(stick);
  }

  #notice(isHeld: boolean, isAsked: boolean): void {
    if (this.#state.kind === 'driving' && !this.#stick?.isHeld) this.#wasLetGo(this.#stick?.letGoBecause);
    if (this.#state.kind === 'refused' && !isHeld) this.#state = IDLE;
    if (this.#state.kind === 'idle' && isAsked && !this.#isBarred) void this.#ask();
  }

  /** The hub was silent, or this page was: it must not start again by itself once they are back, and whoever holds it must know why it stands. */
  #wasLetGo(reason: string | undefined): void {
    this.bar();
    if (reason !== undefined) this.#state = { kind: 'refused', reason: `Let go: ${reason}. Press again to drive on.` };
  }

  async #ask(): Promise<void> {
    const life = this.#life;
    this.#state = { kind: 'asking' };
    this.#axes = CENTRED;
    const answer = await this.#link.drive(this.#entity).catch((error) => ({ kind: 'lost', reason: explain(error) }) as const);
    if (life !== this.#life) {
      if (answer.kind === 'driving') release(answer.stick);
      return;
    }
    if (answer.kind === 'driving') {
      this.#stick = answer.stick;
      this.#state = { kind: 'driving' };
    } else this.#state = { kind: 'refused', reason: answer.reason };
  }
}

/** If the far side does not hear of it, it hears nothing more of this stick either and lets go by itself. */
function release(stick: Stick): void {
  stick.release().catch(() => {});
}
