import type { VirtualTime } from '../core/base/virtual-time.ts';
import type { EntityState } from '../core/world/state.ts';
import type { EntityView } from '../core/world/world.ts';
import type { Actor, Cast } from './cast.ts';
import { checkResting } from './resting.ts';
import type { Witness } from './witness.ts';
import { arms, parts } from './workshop.ts';

/** Something that somebody asked for and that may put a part into a gripper, or take it out. */
export interface Deed {
  readonly kind: 'grasp' | 'release' | 'move';
  /** The arm that grasps or lets go, or what is moved. */
  readonly of: string;
  readonly by: Actor;
}

interface Said {
  readonly epoch: number;
  readonly generation: number;
  readonly holder: string | undefined;
}

/** A command that was answered, or lost, takes effect no later than this. */
const LATE_MS = 10_000;
/** Who asks for a grasp may know the owner of the arm by an old record. */
const OLD_NEWS_MS = 15_000;

const armIds: ReadonlySet<string> = new Set(arms.map(({ id }) => id));
const partIds: ReadonlySet<string> = new Set(parts.map(({ id }) => id));

const holderIn = ({ base }: EntityState): string | undefined => (base.kind === 'ride' && base.through ? base.parent : undefined);

/** Knows what must never become of a part, whoever owns it, holds it or asks for it. */
export class GripWatch {
  readonly #time: VirtualTime;
  readonly #cast: Cast;
  readonly #witness: Witness;
  readonly #said = new Map<string, Said>();
  /** When each part was last said to be in each gripper. */
  readonly #heldMs = new Map<string, number>();
  readonly #deeds = new Map<Deed, number>();
  /** Until when each was recorded as an arm's owner. */
  readonly #owners = new Map<string, Map<string, number>>();
  readonly #owner = new Map<string, string>();
  readonly #partOwner = new Map<string, string>();
  /** Times that a part was said to be in a gripper in which it was not before. */
  grasps = 0;

  constructor(time: VirtualTime, cast: Cast, witness: Witness) {
    this.#time = time;
    this.#cast = cast;
    this.#witness = witness;
    witness.spoken.on(({ author, entity, state }) => partIds.has(entity) && this.#partSaid(author, entity, state));
    witness.recorded.on(({ entity, record }) => {
      if (armIds.has(entity)) this.#armRecorded(entity, record.owner);
      if (partIds.has(entity)) this.#partOwner.set(entity, record.owner);
    });
  }

  /** Somebody asks for it now; what is answered tells when it is over. */
  async during<T>(deed: Deed, ask: () => Promise<T>): Promise<T> {
    this.#deeds.set(deed, Number.POSITIVE_INFINITY);
    const answer = await ask();
    this.#deeds.set(deed, this.#time.now + LATE_MS);
    return answer;
  }

  /** Everything that somebody who is still here asked for has been answered. */
  get isQuiet(): boolean {
    return [...this.#deeds].every(([{ by }, untilMs]) => untilMs < Number.POSITIVE_INFINITY || !this.#cast.isHere(by));
  }

  /** What is in a gripper now, in the words of its owners. */
  heldBy(arm: string): ReadonlySet<string> {
    return new Set([...this.#said].flatMap(([part, { holder }]) => (holder === arm ? [part] : [])));
  }

  /** Whether a part has been in a gripper since then, in the words of an owner. */
  wasHeld(part: string, arm: string, sinceMs: number): boolean {
    return (this.#heldMs.get(`${part} ${arm}`) ?? Number.NEGATIVE_INFINITY) >= sinceMs;
  }

  /** What is in a gripper is not given away: `done` names the state it was given with, unless it went on meanwhile, in the same hands or others. */
  checkGiven(part: string, to: string, done: { readonly epoch: number; readonly seq: number }): void {
    const isReceived = this.#witness.authorOf(part, done.epoch) === to;
    const [first, last] = [isReceived ? 1 : done.seq, done.seq].map((seq) => this.#witness.stateOf(part, done.epoch, seq));
    const holder = last && holderIn(last);
    const isGiven = holder !== undefined && first !== undefined && holderIn(first) === holder;
    if (isGiven && this.#partOwner.get(part) === to && !this.#ownedLately(holder, to))
      this.#witness.violate('P13', `${part} was given to ${to} out of the gripper of ${holder}`);
  }

  /** In peace and at rest: all see a part at one place, in one gripper or none, and whoever owns the arm owns what is in its gripper. */
  checkRest(): void {
    const { joined } = this.#cast;
    for (const { id } of parts) {
      const holders = new Set(checkResting(id, this.#cast, this.#witness).map(({ heldBy }) => heldBy));
      if (holders.size > 1) this.#witness.violate('P13', `${id} is held by ${[...holders].join(' and ')}`);
      for (const { participant } of joined) this.#checkHolder(id, participant.id, participant.entity(id), (arm) => participant.entity(arm));
    }
  }

  #checkHolder(part: string, observer: string, view: EntityView | undefined, armOf: (arm: string) => EntityView | undefined): void {
    const arm = view?.heldBy === undefined ? undefined : armOf(view.heldBy);
    if (!view || !arm || view.owner === arm.owner || !view.isLive || !arm.isLive) return;
    this.#witness.violate(
      'P12',
      `${part} is in the gripper of ${arm.id}, but belongs to ${view.owner} and not to ${arm.owner}, says ${observer}`,
    );
  }

  #partSaid(author: string, part: string, state: EntityState): void {
    const { epoch, generation } = state;
    const holder = holderIn(state);
    const before = this.#said.get(part);
    // Who was overtaken, and does not know it yet, says what it must take back.
    if (holder !== undefined) this.#heldMs.set(`${part} ${holder}`, this.#time.now);
    if (before && before.epoch > epoch) return;
    this.#said.set(part, { epoch, generation, holder });
    // Who takes it over, and what a reset does to it, is not the rules' of grasping.
    if (before?.epoch !== epoch || before.generation !== generation || before.holder === holder) return;
    const was = before.holder;
    if (was !== undefined && holder !== undefined)
      this.#witness.violate('P13', `${part} went from the gripper of ${was} into that of ${holder}`);
    if (was !== undefined && !this.#isAsked('release', was) && !this.#isAsked('move', part) && holder === undefined)
      this.#witness.violate('P14', `${part} fell out of the gripper of ${was}, and nobody asked for that`);
    if (holder === undefined) return;
    this.grasps++;
    if (!this.#isAsked('grasp', holder)) this.#witness.violate('P12', `${part} is in the gripper of ${holder}, and nobody asked for that`);
    const eyes = this.#cast.joined.find(({ id }) => id === author)?.participant;
    const other = parts.find(({ id }) => id !== part && eyes?.entity(id)?.heldBy === holder);
    if (other) this.#witness.violate('P12', `${author} put ${part} into the gripper of ${holder}, which it knows to have ${other.id}`);
    const arm = eyes?.entity(holder);
    if (arm?.isLive && arm.owner !== author)
      this.#witness.violate('P12', `${author} put ${part} into the gripper of ${holder}, which it knows to belong to ${arm.owner}`);
  }

  #isAsked(kind: Deed['kind'], of: string): boolean {
    for (const [deed, untilMs] of this.#deeds) if (deed.kind === kind && deed.of === of && untilMs >= this.#time.now) return true;
    return false;
  }

  #armRecorded(arm: string, owner: string): void {
    const before = this.#owner.get(arm);
    const until = this.#owners.get(arm) ?? new Map<string, number>();
    this.#owners.set(arm, until);
    if (before !== undefined) until.set(before, this.#time.now);
    this.#owner.set(arm, owner);
  }

  #ownedLately(arm: string, participant: string): boolean {
    if (this.#owner.get(arm) === participant) return true;
    return this.#time.now - (this.#owners.get(arm)?.get(participant) ?? Number.NEGATIVE_INFINITY) < OLD_NEWS_MS;
  }
}
