import type { ActionDraft } from '../core/api/messages.ts';
import { pick, type Random } from '../core/base/random.ts';
import type { Outcome } from '../core/world/world.ts';
import type { Cast, JoinedActor } from './cast.ts';
import type { ControlWatch } from './control-watch.ts';

/** `answered` is called unless asking itself fails. */
type Ask = (actor: JoinedActor, entity: string, action: ActionDraft, answered?: (outcome: Outcome) => void) => void;

/** What people do with the leases of robots, at random: ask, grant, refuse, release, cancel, take by force. */
export class Leasing {
  readonly #random: Random;
  readonly #cast: Cast;
  readonly #watch: ControlWatch;
  readonly #ask: Ask;
  #reasons = 0;

  constructor(random: Random, cast: Cast, watch: ControlWatch, ask: Ask) {
    this.#random = random;
    this.#cast = cast;
    this.#watch = watch;
    this.#ask = ask;
  }

  /** Who holds the lease of a robot, in the eyes of somebody, and can do something now. */
  holderOf(entity: string, observer: JoinedActor): JoinedActor | undefined {
    const holder = observer.participant.entity(entity)?.control.lease?.holder;
    return holder === undefined ? undefined : this.#cast.awake.find(({ id, mayAct }) => id === holder && mayAct);
  }

  act(actor: JoinedActor, entity: string): void {
    const holder = this.holderOf(entity, actor);
    const dice = this.#random.next();
    if (!holder) this.#request(actor, entity, dice < 0.8 ? 'ask' : 'force');
    else if (dice < 0.35) this.#answer(holder, entity);
    else if (dice < 0.6) this.#request(holder, entity, 'release');
    else if (dice < 0.8) this.#request(actor, entity, 'ask');
    else if (dice < 0.96) this.#request(actor, entity, 'force');
    // A release by somebody who does not hold it is refused.
    else this.#request(actor, entity, dice < 0.98 ? 'release' : 'cancel');
  }

  /** The holder gives its lease to one of those who ask for it, or tells one that it will not. */
  #answer(holder: JoinedActor, entity: string): void {
    const asking = holder.participant.entity(entity)?.control.asking ?? [];
    if (asking.length === 0) {
      this.#request(holder, entity, 'release');
      return;
    }
    const kind = this.#random.next() < 0.8 ? 'grant' : 'refuse';
    this.#ask(holder, entity, { kind: 'lease', request: { kind, to: pick(this.#random, asking) } });
  }

  #request(actor: JoinedActor, entity: string, kind: 'ask' | 'release' | 'cancel' | 'force'): void {
    if (kind !== 'force') {
      this.#ask(actor, entity, { kind: 'lease', request: { kind } });
      return;
    }
    // A reason that nobody gave before tells this lease from all others.
    const reason = `simulated ${++this.#reasons}`;
    this.#ask(actor, entity, { kind: 'lease', request: { kind, reason } }, (outcome) => {
      if (outcome.kind === 'done') this.#watch.checkForced(entity, actor.id, reason);
    });
  }
}
