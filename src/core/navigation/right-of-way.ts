import type { Place } from '../maps/maps.ts';
import type { Base } from './base.ts';
import type { Errand } from './errand.ts';
import { conflictMs, standing, type TimedWay } from './timed-way.ts';
import { claimMover, crossesWish, isInWish, moverOf } from './traffic.ts';
import { type Claim, GOOD_MS, RENEW_MS } from './ways.ts';

/** Others may be early or late by so much: words take time, and so do owners. */
export const SLACK_MS = 1000;
/** Who has wished for so long is let by: nobody less urgent begins to cross its wish any more. */
const LET_BY_MS = 6000;
/** Of who waits for something else than the way: it makes way for all. */
export const NO_HURRY = 1e9;
/** Who makes way for another passes its urgency on, a little less each time. */
const PASSED_ON = 1e-3;

/** What a robot says on the floor's record of where it is, goes and wishes to go; and what it may. */
export class RightOfWay {
  readonly #errand: Errand;
  #own: Claim | undefined;
  #floor: string | undefined;
  #writtenMs = 0;
  /** Where it will stay, if that is on this floor: others do not let themselves be shut in behind it. */
  stay: Place | undefined;

  constructor(errand: Errand) {
    this.#errand = errand;
  }

  get own(): Claim | undefined {
    return this.#own;
  }

  /** All others who are sent about on the floor. */
  get others(): readonly Claim[] {
    const { ports, robot, floor } = this.#errand;
    return ports.ways.claims(floor).filter((claim) => claim.robot !== robot);
  }

  /** Those who are more urgent and wish to go where this robot stands. */
  pushers(): Claim[] {
    const { here, base } = this.#errand;
    const urgency = this.#own?.rank ?? Number.POSITIVE_INFINITY;
    const least = this.#own?.urgency === NO_HURRY ? NO_HURRY : urgency;
    return this.others.filter((claim) => claim.urgency < least && isInWish(here, base.radiusM, claim));
  }

  /** It stands where it is, and wishes for nothing. */
  stand(urgency?: number): Promise<boolean> {
    return this.#write((own) => ({ ...own, ...this.#standing(), wish: [], urgency: urgency ?? own.rank }));
  }

  /** It stands, and would go there. `for`: for whom it would make way. */
  wish(points: readonly Place[], { pusher }: { readonly pusher?: Claim | undefined } = {}): Promise<boolean> {
    const wish = points.map(([x, y]) => [Math.round(x * 100) / 100, Math.round(y * 100) / 100] as const).slice(0, 200);
    const own = this.#own;
    const urgency = pusher ? pusher.urgency + PASSED_ON : own?.rank;
    if (own && own.urgency === urgency && JSON.stringify(own.wish) === JSON.stringify(wish)) return Promise.resolve(true);
    const nowMs = Math.round(this.#errand.nowMs);
    return this.#write((claim) => ({
      ...claim,
      ...this.#standing(),
      wish,
      wishedSinceMs: claim.wish.length > 0 ? claim.wishedSinceMs : nowMs,
      urgency: urgency ?? claim.rank,
    }));
  }

  /**
   * Claims a way, from now to its end, if it is clear of all that others have claimed, and of where those wish to go who have waited long. `aside`: it makes way, and may
   * cross those.
   */
  take(
    way: TimedWay,
    { isLast, aside, base }: { readonly isLast: boolean; readonly aside: boolean; readonly base: Base },
  ): Promise<boolean> {
    const { here, nowMs } = this.#errand;
    const mover = moverOf(base, way);
    return this.#write((own, others) => {
      if (others.some((other) => conflictMs(mover, claimMover(other), way[0]?.[0] ?? nowMs, { slackMs: this.slackMs }) !== undefined))
        return undefined;
      const letsBy = (other: Claim) =>
        other.urgency < own.urgency && nowMs - other.wishedSinceMs > LET_BY_MS && !isInWish(here, base.radiusM, other);
      if (!aside && others.some((other) => letsBy(other) && crossesWish(mover, other))) return undefined;
      return { ...own, way, isLast, wish: [], urgency: own.rank, speedMPerS: base.fastestMPerS };
    });
  }

  /** In world time: the faster that goes, the more of it a word takes. */
  get slackMs(): number {
    return SLACK_MS * Math.max(1, this.#errand.ports.world.time.rate);
  }

  /** So that others go on believing it. */
  async renew(): Promise<void> {
    const { clock } = this.#errand.ports;
    if (this.#own && clock.now() - this.#writtenMs > RENEW_MS) await this.#write((own) => own);
  }

  /** It is sent about no more, or not on this floor. */
  async leave(): Promise<void> {
    if (!this.#own) return;
    this.#own = undefined;
    await this.#errand.ports.ways.withdraw(this.#floor, this.#errand.robot);
  }

  #standing(): Pick<Claim, 'way' | 'isLast' | 'speedMPerS'> {
    const { here, nowMs, base } = this.#errand;
    return { way: standing(here, Math.round(nowMs)), isLast: false, speedMPerS: base.fastestMPerS };
  }

  async #write(change: (own: Claim, others: readonly Claim[]) => Claim | undefined): Promise<boolean> {
    const { ports, robot, floor } = this.#errand;
    if (this.#own && this.#floor !== floor) await this.leave();
    this.#floor = floor;
    let written: Claim | undefined;
    const isWritten = await ports.ways.claim(floor, robot, (others, present) => {
      const own = present?.holder === ports.world.id ? present : this.#first(others);
      const next = change(own, others);
      written = next && { ...next, stay: this.stay, goodUntilMs: Math.round(ports.world.time.sharedMs + GOOD_MS) };
      return written;
    });
    if (!isWritten) return false;
    this.#own = written;
    this.#writtenMs = ports.clock.now();
    return true;
  }

  /** Who comes later goes later. */
  #first(others: readonly Claim[]): Claim {
    const { ports, robot, base } = this.#errand;
    const rank = this.#own?.rank ?? 1 + others.reduce((most, claim) => Math.max(most, claim.rank), 0);
    return {
      ...{ robot, holder: ports.world.id, rank, urgency: rank, radiusM: base.radiusM, wish: [], wishedSinceMs: 0, goodUntilMs: 0 },
      ...this.#standing(),
    };
  }
}
