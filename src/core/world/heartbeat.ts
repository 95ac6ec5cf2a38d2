import { subjects } from '../bus/subjects.ts';
import {
  BEAT_MS,
  type Beat,
  decodeBeat,
  type Estate,
  encodeBeat,
  goodMs,
  type Pace,
  type Presence,
  RESTING_BEAT_MS,
  splitBeat,
} from './beat.ts';
import type { WorldContext } from './context.ts';
import type { Entities } from './entities.ts';
import { Inventory } from './inventory.ts';
import type { Repair } from './repair.ts';
import type { Roster } from './roster.ts';

/** Who says goodbye while its clock is not synchronised has no bound; this is as good as none. */
const MOST_ERROR_MS = 1e9;
/** So seldom those who rest are spoken of, and everybody's name is said. */
const EVERYBODY_EVERY = 8;
/** With less than this left of what others were promised, a new promise goes out at once; but no two beats closer than the other. */
const HURRY_BELOW_MS = 500;
const SHORTEST_MS = 50;
/** Who has just given away its last entity, or is about to take its first, still promises: its last motion may be shown yet. */
const AWAKE_MS = 5000;

/** Signs of life, ours and everybody's: sent every 250 ms by who works, good for a second. */
export class Heartbeat {
  readonly #context: WorldContext;
  readonly #name: string;
  readonly #isAtWork: () => boolean;
  readonly #onLapse: () => void;
  readonly #looksAtAll: () => boolean;
  readonly #inventory: Inventory | undefined;
  readonly #entities: Entities;
  readonly #roster: Roster;
  readonly #repair: Repair;
  readonly #vouched = new Map<string, Presence>();
  /** What was last promised to others for those we vouch for. */
  readonly #said = new Map<string, number>();
  readonly #listening: Disposable;
  #beatMs = Number.NEGATIVE_INFINITY;
  #promisedMs = Number.POSITIVE_INFINITY;
  #awakeUntilMs = Number.NEGATIVE_INFINITY;
  #lastPace: Pace = 'resting';
  #hasComeOrGoneToRest = false;
  #isHurried = false;
  #lapses = 0;
  #beats = 0;

  constructor(
    context: WorldContext,
    parts: {
      name: string;
      isKeeper: boolean;
      isAtWork: () => boolean;
      /** What is ours may be somebody else's by now. */
      onLapse: () => void;
      looksAtAll: () => boolean;
      entities: Entities;
      roster: Roster;
      repair: Repair;
    },
  ) {
    this.#context = context;
    this.#name = parts.name;
    this.#isAtWork = parts.isAtWork;
    this.#onLapse = parts.onLapse;
    this.#looksAtAll = parts.looksAtAll;
    this.#entities = parts.entities;
    this.#roster = parts.roster;
    this.#repair = parts.repair;
    if (parts.isKeeper) this.#inventory = new Inventory(context, parts, (owner) => this.#confirmedMs(owner));
    this.#listening = context.bus.subscribe(subjects.allBeats(context.world), (message) => {
      if (context.shared.isSynced) this.#hear(message.from, decodeBeat(message.payload));
    });
  }

  /** Our last promise ran out before we renewed it: others have frozen what we own, or taken it. */
  get hasLapsed(): boolean {
    return this.#context.shared.now() > this.#promisedMs;
  }

  /** How often that has happened. Who waits for an answer compares: it may have slept over it. */
  get lapses(): number {
    return this.#lapses;
  }

  tick(): void {
    const now = this.#context.clock.now();
    if (this.#isAtWork()) this.#awakeUntilMs = now + AWAKE_MS;
    const pace = this.#pace();
    const intervalMs = pace === 'working' ? BEAT_MS : RESTING_BEAT_MS;
    const isDue = this.#isHurried && now - this.#beatMs >= SHORTEST_MS;
    if (pace !== this.#lastPace || isDue || now - this.#beatMs >= intervalMs - 1 || now < this.#beatMs) this.beat();
  }

  /** We are about to own something: everybody must be able to believe us before the record names us. */
  wake(): void {
    this.#awakeUntilMs = this.#context.clock.now() + AWAKE_MS;
    if (this.#lastPace === 'resting') this.beat();
  }

  beat(): void {
    if (this.hasLapsed) {
      this.#lapses++;
      // Nobody could tell any more once there is a new promise.
      this.#onLapse();
    }
    this.#beatMs = this.#context.clock.now();
    const pace = this.#pace();
    this.#lastPace = pace;
    this.#promisedMs = this.#context.shared.now() + goodMs(pace);
    const isForEverybody = this.#beats++ % EVERYBODY_EVERY === 0 || this.#hasComeOrGoneToRest || pace === 'resting';
    this.#hasComeOrGoneToRest = false;
    this.#isHurried = false;
    const name = isForEverybody ? this.#name : '';
    const self: Presence = { ...this.#presence(this.#promisedMs, pace), name };
    this.#hearPresence(self, self.id);
    const members = isForEverybody ? this.#members() : this.#members().flatMap(withoutName);
    this.#send({ members: [self, ...members], estates: this.#inventory ? this.#estates() : this.#repair.takeKnownBetter() });
    this.#inventory?.tell();
  }

  /** From now on nothing is promised: what is still under way, such as a record that is being written, must not be spoken of when it is done. */
  leave(): void {
    this.#promisedMs = Number.NEGATIVE_INFINITY;
    this.#send({ members: [{ ...this.#presence(this.#context.shared.now(), 'working'), leaving: true }], estates: [] });
  }

  /** This participant's beat speaks for another one too, as long as that one's own promise holds. */
  vouch(presence: Presence): void {
    const known = this.#vouched.get(presence.id);
    const most = this.#context.shared.now() + goodMs(presence.pace);
    const bounded = { ...presence, mayLead: false, holdsAll: false, goodUntilMs: Math.min(presence.goodUntilMs, most) };
    this.#vouched.set(presence.id, { ...bounded, name: presence.name || (known?.name ?? '') });
    this.#hear(this.#context.bus.self, { members: [bounded], estates: [] });
    // Who goes to rest is left out of most beats: what was last promised of it would run out before the next that is for everybody.
    if (!known || (known.pace === 'working' && presence.pace === 'resting')) this.#hasComeOrGoneToRest = true;
    // Until now nothing was promised of its motions, whatever was said of its being here.
    if (known?.pace === 'resting' && presence.pace === 'working') this.#said.delete(presence.id);
    if (!known || presence.pace === 'working') this.#hurry(presence.id);
  }

  /** A promise that came late through a slow link must not wait for the next beat too: it may run out meanwhile. */
  #hurry(id: string): void {
    const { clock, shared } = this.#context;
    const leftMs = (this.#said.get(id) ?? Number.NEGATIVE_INFINITY) - shared.now();
    if (leftMs >= HURRY_BELOW_MS) return;
    this.#isHurried = true;
    if (clock.now() - this.#beatMs >= SHORTEST_MS) this.beat();
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
  }

  #pace(): Pace {
    const isAwake = this.#inventory !== undefined || this.#context.clock.now() < this.#awakeUntilMs;
    return isAwake ? 'working' : 'resting';
  }

  #presence(goodUntilMs: number, pace: Pace): Presence {
    return {
      id: this.#context.bus.self,
      name: this.#name,
      pace,
      goodUntilMs,
      clockErrorMs: Math.min(this.#context.shared.errorMs(), MOST_ERROR_MS),
      leaving: false,
      mayLead: this.#inventory !== undefined,
      holdsAll: this.#inventory !== undefined && this.#looksAtAll(),
      confirmedMs: this.#context.shared.now(),
      term: this.#context.shared.term,
      digest: this.#entities.total(this.#context.bus.self),
    };
  }

  #members(): Presence[] {
    const now = this.#context.shared.now();
    for (const [id, presence] of this.#vouched) {
      this.#said.set(id, presence.goodUntilMs);
      if (presence.goodUntilMs >= now) continue;
      this.#vouched.delete(id);
      this.#said.delete(id);
    }
    return [...this.#vouched.values()].map((presence) => this.#asHeld(presence));
  }

  /**
   * What it said of its entities is up to a beat old by now; what we hold of them is what everybody behind us should hold. It is confirmed
   * as far as the two agreed.
   */
  #asHeld(presence: Presence): Presence {
    // Confirmed by another leader's clock, it must be said by that one.
    const isComparable = presence.term === this.#context.shared.term;
    const confirmedMs = isComparable ? Math.min(presence.confirmedMs, this.#repair.allConfirmedMs(presence.id)) : Number.NEGATIVE_INFINITY;
    return { ...presence, digest: this.#entities.total(presence.id), confirmedMs };
  }

  #confirmedMs(owner: string): number {
    const { bus, shared } = this.#context;
    return owner === bus.self ? shared.now() - shared.errorMs() : this.#repair.allConfirmedMs(owner);
  }

  /** What the gone have left, so that everybody holds the same of it and knows when it froze. Also of those who never promised anything in our hearing: somebody else may know better. */
  #estates(): Estate[] {
    return [...this.#entities.spokesmen()]
      .filter((owner) => owner !== this.#context.bus.self && !this.#roster.isLive(owner))
      .map((owner) => ({ owner, goodUntilMs: this.#roster.goodUntilMs(owner), digest: this.#entities.total(owner) }));
  }

  #hear(beater: string, beat: Beat): void {
    for (const member of beat.members) if (member.id !== this.#context.bus.self) this.#hearPresence(member, beater);
    this.#repair.compare(beater, beat);
  }

  #hearPresence(presence: Presence, spokesman: string): void {
    if (presence.pace === 'resting' || this.#roster.isLive(presence.id)) this.#roster.hear(presence, spokesman);
    else this.#entities.resume(presence.id, () => this.#roster.hear(presence, spokesman));
  }

  #send(beat: Beat): void {
    const { bus, world } = this.#context;
    for (const part of splitBeat(beat)) bus.publish(subjects.beat(world, bus.self), encodeBeat(part));
  }
}

/** Most beats are about motions: who rests is left out of them, and names are. */
const withoutName = (presence: Presence): Presence[] => (presence.pace === 'resting' ? [] : [{ ...presence, name: '' }]);
