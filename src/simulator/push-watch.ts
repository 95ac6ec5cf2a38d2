import { distance } from '../core/base/pose.ts';
import type { VirtualTime } from '../core/base/virtual-time.ts';
import { collisionBodyOf, distanceBetween, postured } from '../core/physics/physics.ts';
import type { EntityState } from '../core/world/state.ts';
import { type EntityView, endOf, type Outcome, type Participant } from '../core/world/world.ts';
import type { Cast, JoinedActor } from './cast.ts';
import { checkResting } from './resting.ts';
import type { Witness } from './witness.ts';
import type { Piece } from './workshop.ts';
import { boxes, carts } from './yard.ts';

/** What is nobody's fault, with the rounding of what is said. */
const APART_M = 0.002;
const DEEPEST_M = 0.01;
/** What was set in motion by less was not pushed. */
const PUSHED_M = 0.01;
/** A command that was lost takes effect no later than this; what was put down in the air has fallen. */
const LATE_MS = 5000;
/** So long ago all has come to rest. */
const RESTED_MS = 1000;
/** Who woke has looked at everything by then. */
const AWAKE_MS = 1500;
/** Two bodies are no nearer than these reach, metres. */
const NEAR_M = 0.8;

const boxIds: ReadonlySet<string> = new Set(boxes.map(({ id }) => id));

/** Knows what must never become of what is pushed, whoever owns it or pushes it. */
export class PushWatch {
  readonly #time: VirtualTime;
  readonly #cast: Cast;
  readonly #witness: Witness;
  readonly #said = new Map<string, EntityState>();
  /** Until when somebody may be putting a box down. */
  readonly #placedUntilMs = new Map<string, number>();
  /** Of a box and a cart in the eyes of one owner: under which epochs they were last seen apart. */
  readonly #apart = new Map<string, string>();
  /** Times that a box that stood was pushed. */
  pushes = 0;

  constructor(time: VirtualTime, cast: Cast, witness: Witness) {
    this.#time = time;
    this.#cast = cast;
    this.#witness = witness;
    witness.spoken.on(({ author, entity, state }) => boxIds.has(entity) && this.#boxSaid(author, entity, state));
  }

  /** Somebody puts a box down: for once it may be anywhere. */
  async whilePlaced(box: string, ask: () => Promise<Outcome>): Promise<Outcome> {
    this.#placedUntilMs.set(box, Number.POSITIVE_INFINITY);
    const outcome = await ask();
    this.#placedUntilMs.set(box, this.#time.now + LATE_MS);
    return outcome;
  }

  /** In peace also against carts of others, whose words come in time then. */
  checkDepth(mode: 'under faults' | 'in peace'): void {
    // A clock that leapt takes world time along, past what was foreseen.
    if (mode === 'under faults' && !this.#cast.areClocksCalm()) {
      this.#apart.clear();
      return;
    }
    for (const actor of this.#cast.awake) {
      for (const box of boxes) {
        for (const cart of carts) this.#checkPair(actor, box, cart, mode);
      }
    }
  }

  #checkPair({ participant, pausedUntilMs }: JoinedActor, box: Piece, cart: Piece, mode: 'under faults' | 'in peace'): void {
    const key = `${participant.id} ${box.id} ${cart.id}`;
    const [boxView, cartView] = [participant.entity(box.id), participant.entity(cart.id)];
    // Who is cut off may not speak for what it owns; its carts go on in the eyes of all.
    if (!boxView?.isMine || !cartView || !(cartView.isMine || mode === 'in peace')) {
      this.#apart.delete(key);
      return;
    }
    const under = `${boxView.epoch} ${cartView.epoch} ${participant.time.generation}`;
    // While a process sleeps its robots go on, and nobody foresees what they meet.
    const hasSlept = this.#time.now < pausedUntilMs + AWAKE_MS;
    // A step of paused world time takes robots along, and not what they would have pushed.
    const isPaused = participant.time.rate === 0;
    const isExcused =
      hasSlept || isPaused || this.#isPlaced(box.id) || (mode === 'under faults' && isPushedByOthers(participant, boxView, box));
    const deepM = isExcused ? Number.NaN : depth(boxView, box, cartView, cart);
    if (deepM <= APART_M) this.#apart.set(key, under);
    else if (Number.isNaN(deepM)) this.#apart.delete(key);
    else if (deepM > DEEPEST_M && this.#apart.get(key) === under) {
      this.#apart.delete(key);
      this.#witness.violate('P23', `${participant.id} has ${cart.id} ${(1000 * deepM).toFixed(1)} mm deep in its ${box.id}`);
    }
  }

  /** All have stopped long ago: so has every box, at one place for all. */
  checkRest(): void {
    for (const box of boxes) {
      const { id } = box;
      checkResting(id, this.#cast, this.#witness);
      if (this.#isStoodIn(box)) continue;
      if (this.#witness.publishedMs(id) > this.#time.now - RESTED_MS)
        this.#witness.violate('P19', `${id} rests, but something is said of it`);
      for (const { participant } of this.#cast.joined) {
        const view = participant.entity(id);
        if (view?.isLive && participant.time.rate > 0 && view.endsAtMs > participant.time.worldMs)
          this.#witness.violate('P19', `${id} has not come to rest, says ${participant.id}`);
      }
    }
  }

  /** Under faults a cart may have come to stand in a box, which finds no rest then. */
  #isStoodIn(box: Piece): boolean {
    return this.#cast.joined.some(({ participant }) => {
      const boxView = participant.entity(box.id);
      return carts.some((cart) => {
        const cartView = participant.entity(cart.id);
        return boxView && cartView && depth(boxView, box, cartView, cart) > DEEPEST_M;
      });
    });
  }

  #isPlaced(box: string): boolean {
    return (this.#placedUntilMs.get(box) ?? 0) >= this.#time.now;
  }

  #boxSaid(author: string, box: string, state: EntityState): void {
    const before = this.#said.get(box);
    if (before && before.epoch > state.epoch) return;
    this.#said.set(box, state);
    const worldMs = this.#cast.joined.find(({ id }) => id === author)?.participant.time.worldMs;
    const stood =
      before?.generation === state.generation && worldMs !== undefined && before.base.kind !== 'ride' && endOf(before.base) <= worldMs;
    if (!stood || state.base.kind !== 'path' || this.#isPlaced(box)) return;
    const [first, last] = [state.base.knots[0], state.base.knots.at(-1)];
    if (first && last && distance(first.pose, last.pose) > PUSHED_M) this.pushes++;
  }
}

/** Who does not hear of a box under faults drives into it, whatever is behind it. */
const isPushedByOthers = (participant: Participant, boxView: EntityView, box: Piece): boolean =>
  carts.some((cart) => {
    const view = participant.entity(cart.id);
    return view !== undefined && !view.isMine && depth(boxView, box, view, cart) > 0;
  });

function depth(boxView: EntityView, box: Piece, cartView: EntityView, cart: Piece): number {
  const [boxNow, cartNow] = [boxView.posture, cartView.posture];
  if (distance(boxNow.pose, cartNow.pose) > NEAR_M) return 0;
  const [one, other] = [
    postured(collisionBodyOf(box.model), boxNow.pose, boxNow.values),
    postured(collisionBodyOf(cart.model), cartNow.pose, cartNow.values),
  ];
  return Math.max(0, -(distanceBetween(one, other, 0) ?? 0));
}
