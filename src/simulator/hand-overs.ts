import { pick, type Random } from '../core/base/random.ts';
import type { Outcome } from '../core/world/world.ts';
import type { Cast } from './cast.ts';
import type { Patience } from './patience.ts';
import type { Witness } from './witness.ts';

/** The record is written again and again, each time as long as a record may take. */
const HAND_OVER_SILENCE_MS = 45_000;

/** Owners who give what they own to others, whatever state it is in; and how many hand-overs there were of which kind. */
export class HandOvers {
  readonly #random: Random;
  readonly #cast: Cast;
  readonly #witness: Witness;
  readonly #hasGripped: (robot: string) => boolean;
  /** Of robots that were stopped, leased, and had something in their gripper. */
  stopped = 0;
  leased = 0;
  gripping = 0;

  constructor(random: Random, cast: Cast, witness: Witness, hasGripped: (robot: string) => boolean) {
    this.#random = random;
    this.#cast = cast;
    this.#witness = witness;
    this.#hasGripped = hasGripped;
  }

  /** Its owner gives it to somebody else. Stopped robots change hands only like this: a stop refuses whoever asks for them. */
  byOwner(entity: string, patience: Patience): void {
    const { awake } = this.#cast;
    const owner = awake.find(({ participant }) => participant.entity(entity)?.owner === participant.id);
    const others = awake.filter((actor) => actor !== owner && actor.mayAct);
    if (!owner || others.length === 0) return;
    const to = pick(this.#random, others).id;
    patience.watch(
      owner,
      `a hand-over of ${entity} to ${to}`,
      owner.participant.handOver(entity, to).then((outcome) => this.count(entity, to, outcome)),
      HAND_OVER_SILENCE_MS,
    );
  }

  /** `done` names the last state of the owner that gave it away. */
  count(entity: string, to: string, outcome: Outcome): void {
    if (outcome.kind !== 'done' || this.#witness.authorOf(entity, outcome.epoch) === to) return;
    const control = this.#witness.stateOf(entity, outcome.epoch, outcome.seq)?.control;
    if (control?.stop) this.stopped++;
    if (control?.lease) this.leased++;
    if (this.#hasGripped(entity)) this.gripping++;
  }
}
