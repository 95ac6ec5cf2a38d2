import { pick, type Random } from '../core/base/random.ts';
import type { VirtualTime } from '../core/base/virtual-time.ts';
import { draftOf } from '../core/robots/robots.ts';
import type { Actor, Cast, JoinedActor } from './cast.ts';
import type { Patience } from './patience.ts';
import type { Piece } from './workshop.ts';

/** When people work, and who does it: somebody who can. */
export class Shifts {
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #cast: Cast;
  readonly #spans: { readonly fromMs: number; readonly untilMs: number }[] = [];

  constructor(time: VirtualTime, random: Random, cast: Cast) {
    this.#time = time;
    this.#random = random;
    this.#cast = cast;
  }

  /** People work from then until then, too. */
  open(fromMs: number, untilMs: number): void {
    this.#spans.push({ fromMs, untilMs });
  }

  /** They do something every `everyMs` on average. */
  fill(fromMs: number, untilMs: number, everyMs: number, act: () => void): void {
    this.open(fromMs, untilMs);
    for (let t = fromMs; t < untilMs; t += everyMs * 2 * this.#random.next()) this.#time.at(t, act);
  }

  /** Each piece comes from another participant. */
  bringIn(pieces: readonly Piece[], actors: readonly Actor[], patience: Patience): void {
    for (const [index, { id, model, pose }] of pieces.entries()) {
      const actor = actors[index % actors.length];
      if (!actor) continue;
      this.#cast.whenJoined(actor, ({ participant }) =>
        patience.watch(actor, 'insert', participant.insert(draftOf(model, { pose, name: id }), id)),
      );
    }
  }

  /** Somebody does it now, if anybody can, and if it is still time to work. */
  by(act: (actor: JoinedActor) => void): void {
    const { awake } = this.#cast;
    const isTime = this.#spans.some(({ fromMs, untilMs }) => this.#time.now >= fromMs && this.#time.now < untilMs);
    if (awake.length > 0 && isTime) act(pick(this.#random, awake));
  }

  later(delayMs: number, act: (actor: JoinedActor) => void): void {
    this.#time.at(this.#time.now + delayMs, () => this.by(act));
  }
}
