import { distance, type Pose, planarPose, planarTwist, yawOf } from '../core/base/pose.ts';
import { between, chance, pick, type Random } from '../core/base/random.ts';
import type { VirtualTime } from '../core/base/virtual-time.ts';
import type { ActionDraft } from '../core/world/world.ts';
import type { Actor, Cast, JoinedActor } from './cast.ts';
import { Patience } from './patience.ts';
import type { PushWatch } from './push-watch.ts';
import { Shifts } from './shifts.ts';
import type { Witness } from './witness.ts';
import type { Piece } from './workshop.ts';
import { boxes, CENTRE, carts, yard } from './yard.ts';

const TURN_RAD_PER_S = 2;
const SLOWEST_M_PER_S = 0.25;
const FASTEST_M_PER_S = 0.7;
/** From its middle a cart drives so much farther than to the middle of the box: that is how far the box is pushed. */
const FARTHER_M = 0.3;
const LONGEST_WAY_MS = 5000;
/** A cart that points farther past the box than this turns again. */
const AIMED_RAD = 0.4;
const TURNED_MS = 250;
/** Farther from the middle a box is brought back before it is pushed again. */
const FAR_M = 2;
/** A box is put down no nearer to anything. */
const CLEAR_M = 0.8;
const FINALE_MS = 6500;

/** What people do with carts and boxes, at random: push, drive at them by hand, halt, put boxes down, give both away. */
export class Pushing {
  readonly entities: readonly string[] = yard.map(({ id }) => id);
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #cast: Cast;
  readonly #watch: PushWatch;
  readonly #patience: Patience;
  readonly #shifts: Shifts;

  constructor(time: VirtualTime, random: Random, cast: Cast, witness: Witness, watch: PushWatch) {
    this.#time = time;
    this.#random = random;
    this.#cast = cast;
    this.#watch = watch;
    this.#patience = new Patience(time, cast, witness);
    this.#shifts = new Shifts(time, random, cast);
    for (const entity of this.entities) witness.repeating.add(entity);
  }

  insertBy(actors: readonly Actor[]): void {
    this.#shifts.bringIn(yard, actors, this.#patience);
  }

  /** Somebody does something every `everyMs` on average. */
  begin(fromMs: number, untilMs: number, everyMs: number): void {
    this.#shifts.fill(fromMs, untilMs, everyMs, () => this.#act());
  }

  /** In peace, while world time runs: both carts push, each another box, then each the other's. */
  finale(fromMs: number): void {
    this.#shifts.open(fromMs, fromMs + FINALE_MS);
    this.#time.at(fromMs, () =>
      this.#shifts.by(({ participant }) => {
        if (participant.time.rate !== 1) void participant.changeTime({ kind: 'run', rate: 1 }).catch(() => undefined);
      }),
    );
    for (const [index, box] of boxes.entries()) {
      this.#time.at(fromMs + 500, () => this.#push(carts[index] ?? carts[0], box));
      this.#time.at(fromMs + 3500, () => this.#push(carts[1 - index] ?? carts[0], box));
    }
  }

  /** In peace and at rest. */
  checkRest(): void {
    this.#watch.checkRest();
  }

  #act(): void {
    const dice = this.#random.next();
    const cart = pick(this.#random, carts);
    const box = pick(this.#random, boxes);
    if (dice < 0.55) this.#push(cart, box);
    else if (dice < 0.7) this.#shifts.by((actor) => this.#drive(actor, cart.id));
    else if (dice < 0.78) this.#shifts.by((actor) => this.#command(actor, box.id, { kind: 'handover' }));
    else if (dice < 0.84) this.#shifts.by((actor) => this.#command(actor, cart.id, { kind: 'handover' }));
    else if (dice < 0.94) this.#shifts.by((actor) => this.#lay(actor, box.id));
    else this.#shifts.by((actor) => this.#command(actor, cart.id, { kind: 'halt' }));
  }

  /** A cart turns to a box and drives against it, and on. */
  #push(cart: Piece, box: Piece): void {
    this.#shifts.by((actor) => {
      const [from, to] = [poseOf(actor, cart.id), poseOf(actor, box.id)];
      if (!from || !to) return;
      if (Math.hypot(to.x - CENTRE.x, to.y - CENTRE.y) > FAR_M) return this.#lay(actor, box.id);
      const turnRad = turnTowards(from, to);
      const durationMs = Math.round((1000 * Math.abs(turnRad)) / TURN_RAD_PER_S);
      if (durationMs > 10)
        this.#command(actor, cart.id, { kind: 'drift', twist: planarTwist(0, Math.sign(turnRad) * TURN_RAD_PER_S), durationMs });
      this.#shifts.later(durationMs + TURNED_MS, (other) => this.#advance(other, cart.id, box.id));
    });
  }

  #advance(actor: JoinedActor, cart: string, box: string): void {
    const [from, to] = [poseOf(actor, cart), poseOf(actor, box)];
    if (!from || !to || Math.abs(turnTowards(from, to)) > AIMED_RAD) return;
    const speed = between(this.#random, SLOWEST_M_PER_S, FASTEST_M_PER_S);
    const durationMs = Math.min(LONGEST_WAY_MS, Math.round((1000 * (distance(from, to) + FARTHER_M)) / speed));
    this.#command(actor, cart, { kind: 'drift', twist: planarTwist(speed, between(this.#random, -0.1, 0.1)), durationMs });
  }

  /** Somebody holds the stick forward, and lets go. */
  #drive(actor: JoinedActor, cart: string): void {
    if (!actor.participant.entity(cart)) return;
    const heldMs = between(this.#random, 500, 2500);
    const twist = planarTwist(between(this.#random, 0.2, FASTEST_M_PER_S), between(this.#random, -0.5, 0.5));
    const driving = actor.participant.drive(cart).then((answer) => {
      if (answer.kind !== 'driving' || !this.#cast.isHere(actor)) return;
      const { drive } = answer;
      drive.hold({ twist });
      this.#time.at(this.#time.now + heldMs, () => {
        if (this.#cast.isHere(actor)) void drive.release();
      });
    });
    this.#patience.watch(actor, `a drive of ${cart}`, driving);
  }

  /** On the floor or a little above it, where nothing is in the eyes of who does it. */
  #lay(actor: JoinedActor, box: string): void {
    const spot = planarPose(
      CENTRE.x + between(this.#random, -1, 1),
      CENTRE.y + between(this.#random, -1, 0.8),
      between(this.#random, -3, 3),
    );
    const pose = { ...spot, z: chance(this.#random, 0.5) ? 0 : between(this.#random, 0.05, 0.4) };
    const isClear = yard.every(({ id }) => id === box || id === 'wall' || distance(poseOf(actor, id) ?? spot, spot) > CLEAR_M);
    if (isClear) this.#command(actor, box, { kind: 'place', pose });
  }

  #command(actor: JoinedActor, entity: string, action: ActionDraft): void {
    if (!actor.participant.entity(entity)) return;
    const ask = () => actor.participant.command(entity, action);
    this.#patience.watch(actor, `${action.kind} of ${entity}`, action.kind === 'place' ? this.#watch.whilePlaced(entity, ask) : ask());
  }
}

const poseOf = ({ participant }: JoinedActor, entity: string): Pose | undefined => participant.entity(entity)?.posture.pose;

/** By how much it must turn to point there. */
function turnTowards(from: Pose, to: Pose): number {
  const turnRad = Math.atan2(to.y - from.y, to.x - from.x) - yawOf(from);
  return Math.atan2(Math.sin(turnRad), Math.cos(turnRad));
}
