import { GOOD_MS, goodMs, type Presence } from './beat.ts';
import type { WorldContext } from './context.ts';

export interface Member {
  readonly id: string;
  readonly name: string;
  /** Shared time up to which its motions may be believed: its last promise while it worked. */
  readonly goodUntilMs: number;
  /** Shared time up to which it is taken for being here. */
  readonly hereUntilMs: number;
  /** By its last beat it owns nothing and holds nothing. */
  readonly rests: boolean;
  readonly clockErrorMs: number;
  readonly left: boolean;
  readonly mayLead: boolean;
  readonly holdsAll: boolean;
  /** Whose beat last spoke for it: its own, or that of the hub whose door it is at. Undefined for who was never heard. */
  readonly spokesman: string | undefined;
}

/** A beat may promise no more than this beyond our own clock: a clock that leapt ahead must not keep a dead owner alive. */
const MOST_AHEAD_MS = 300;
/** Members that have been silent for this long are forgotten, unless they still own something. */
const FORGET_MS = 60_000;

/** Who is in the world, and up to when each may be believed. */
export class Roster {
  readonly #context: WorldContext;
  readonly #members = new Map<string, Member>();

  constructor(context: WorldContext) {
    this.#context = context;
  }

  get(id: string): Member | undefined {
    return this.#members.get(id);
  }

  /** Everybody who is here now, at work or resting. */
  here(): Member[] {
    const now = this.#context.shared.now();
    return [...this.#members.values()].filter((member) => !member.left && now <= member.hereUntilMs);
  }

  isHere(id: string): boolean {
    const member = this.#members.get(id);
    return member !== undefined && !member.left && this.#context.shared.now() <= member.hereUntilMs;
  }

  /** Its motions may be believed now. */
  isLive(id: string): boolean {
    const member = this.#members.get(id);
    return member !== undefined && !member.left && this.#context.shared.now() <= member.goodUntilMs;
  }

  /** Shared time at which it was last taken for being here. */
  hereUntilMs(id: string): number {
    return this.#members.get(id)?.hereUntilMs ?? Number.NEGATIVE_INFINITY;
  }

  /** Shared time at which this owner's motions freeze, or froze. An owner nobody here ever heard of froze before all time. */
  goodUntilMs(id: string): number {
    return this.#members.get(id)?.goodUntilMs ?? Number.NEGATIVE_INFINITY;
  }

  /** Takes a beat in; a promise only ever grows, so that nothing that was shown is taken back. */
  hear(presence: Presence, spokesman: string): void {
    const known = this.#members.get(presence.id);
    const rests = presence.pace === 'resting';
    const promised = Math.min(presence.goodUntilMs, this.#context.shared.now() + goodMs(presence.pace) + MOST_AHEAD_MS);
    const before = (rests ? known?.hereUntilMs : known?.goodUntilMs) ?? Number.NEGATIVE_INFINITY;
    if (known && !presence.leaving && promised <= before) return;
    const goodUntilMs = rests ? (known?.goodUntilMs ?? Number.NEGATIVE_INFINITY) : Math.max(promised, before);
    this.#members.set(presence.id, {
      id: presence.id,
      name: presence.name || (known?.name ?? presence.id),
      goodUntilMs,
      hereUntilMs: rests ? promised : goodUntilMs,
      rests,
      clockErrorMs: presence.clockErrorMs,
      left: presence.leaving,
      mayLead: presence.mayLead,
      holdsAll: presence.holdsAll,
      spokesman,
    });
  }

  /** Takes in when a gone owner froze, from somebody who heard its last beat. */
  inherit(owner: string, goodUntilMs: number): void {
    const known = this.#members.get(owner);
    if (known && known.goodUntilMs >= goodUntilMs) return;
    const promised = Math.min(goodUntilMs, this.#context.shared.now() + GOOD_MS + MOST_AHEAD_MS);
    this.#members.set(owner, {
      ...(known ?? {
        id: owner,
        name: owner,
        rests: false,
        clockErrorMs: 0,
        left: false,
        mayLead: false,
        holdsAll: false,
        spokesman: undefined,
      }),
      goodUntilMs: promised,
      hereUntilMs: Math.max(promised, known?.hereUntilMs ?? promised),
    });
  }

  /** Our clock was set: what was promised by the old one is taken for no more than a beat that comes now could promise. */
  clockWasSet(): void {
    const now = this.#context.shared.now() + MOST_AHEAD_MS;
    for (const [id, member] of this.#members) {
      this.#members.set(id, {
        ...member,
        goodUntilMs: Math.min(member.goodUntilMs, now + GOOD_MS),
        hereUntilMs: Math.min(member.hereUntilMs, now + goodMs(member.rests ? 'resting' : 'working')),
      });
    }
  }

  /** Those who are here and hold all there is. */
  holdersOfAll(): string[] {
    return this.here().flatMap(({ id, holdsAll }) => (holdsAll ? [id] : []));
  }

  /** Somebody else was here at an instant of shared time whose clock could lead. */
  hasOtherLeader(sharedMs: number): boolean {
    return [...this.#members.values()].some(
      ({ id, mayLead, left, hereUntilMs }) => mayLead && !left && id !== this.#context.bus.self && sharedMs <= hereUntilMs,
    );
  }

  /** Forgets the long gone, so that a world that runs for months does not remember every visitor. */
  forget(needed: ReadonlySet<string>): void {
    const now = this.#context.shared.now();
    for (const [id, member] of this.#members) {
      if (now - Math.max(member.goodUntilMs, member.hereUntilMs) > FORGET_MS && !needed.has(id)) this.#members.delete(id);
    }
  }
}
