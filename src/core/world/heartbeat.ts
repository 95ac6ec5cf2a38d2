import { subjects } from '../bus/subjects.ts';
import {
  BEAT_MS,
  type Beat,
  type Digest,
  decodeBeat,
  type Estate,
  EVERYWHERE,
  encodeBeat,
  GOOD_MS,
  type Presence,
  splitBeat,
} from './beat.ts';
import type { WorldContext } from './context.ts';
import type { Entities } from './entities.ts';
import type { Repair } from './repair.ts';
import type { Roster } from './roster.ts';

/** Who says goodbye while its clock is not synchronised has no bound; this is as good as none. */
const MOST_ERROR_MS = 1e9;
const WHOLE_EVERY = 4;
/** With less than this left of what others were promised, a new promise goes out at once; but no two beats closer than the other. */
const HURRY_BELOW_MS = 500;
const SHORTEST_MS = 50;

/** Signs of life, ours and everybody's: sent every 250 ms, good for a second. */
export class Heartbeat {
  readonly #context: WorldContext;
  readonly #name: string;
  readonly #isKeeper: boolean;
  readonly #entities: Entities;
  readonly #roster: Roster;
  readonly #repair: Repair;
  readonly #vouched = new Map<string, Presence>();
  /** What was last promised to others for those we vouch for. */
  readonly #said = new Map<string, number>();
  readonly #listening: Disposable;
  #beatMs = Number.NEGATIVE_INFINITY;
  #promisedMs = Number.POSITIVE_INFINITY;
  #lapses = 0;
  #beats = 0;

  constructor(context: WorldContext, parts: { name: string; isKeeper: boolean; entities: Entities; roster: Roster; repair: Repair }) {
    this.#context = context;
    this.#name = parts.name;
    this.#isKeeper = parts.isKeeper;
    this.#entities = parts.entities;
    this.#roster = parts.roster;
    this.#repair = parts.repair;
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
    if (now - this.#beatMs >= BEAT_MS - 1 || now < this.#beatMs) this.beat();
  }

  beat(): void {
    if (this.hasLapsed) this.#lapses++;
    this.#beatMs = this.#context.clock.now();
    this.#promisedMs = this.#context.shared.now() + GOOD_MS;
    const extent = this.#beats++ % WHOLE_EVERY === 0 ? 'whole' : 'brief';
    const self = this.#presence(this.#promisedMs, 'staying', extent);
    this.#hearPresence(self);
    this.#send({ extent, members: [self, ...this.#members(extent)], estates: this.#isKeeper ? this.#estates(extent) : [] });
  }

  leave(): void {
    this.#send({ extent: 'whole', members: [this.#presence(this.#context.shared.now(), 'leaving', 'whole')], estates: [] });
  }

  /** This participant's beat speaks for another one too, as long as that one's own promise holds. */
  vouch(presence: Presence, extent: Beat['extent']): void {
    const most = this.#context.shared.now() + GOOD_MS;
    const bounded = { ...presence, mayLead: false, goodUntilMs: Math.min(presence.goodUntilMs, most) };
    const name = presence.name || (this.#vouched.get(presence.id)?.name ?? '');
    this.#vouched.set(presence.id, { ...bounded, name });
    this.#hear(this.#context.bus.self, { extent, members: [bounded], estates: [] });
    this.#hurry(presence.id);
  }

  /** A promise that came late through a slow link must not wait for the next beat too: it may run out meanwhile. */
  #hurry(id: string): void {
    const { clock, shared } = this.#context;
    const leftMs = (this.#said.get(id) ?? Number.NEGATIVE_INFINITY) - shared.now();
    if (leftMs < HURRY_BELOW_MS && clock.now() - this.#beatMs >= SHORTEST_MS) this.beat();
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
  }

  #presence(goodUntilMs: number, intent: 'staying' | 'leaving', extent: Beat['extent']): Presence {
    return {
      id: this.#context.bus.self,
      name: extent === 'whole' ? this.#name : '',
      goodUntilMs,
      clockErrorMs: Math.min(this.#context.shared.errorMs(), MOST_ERROR_MS),
      leaving: intent === 'leaving',
      mayLead: this.#isKeeper,
      confirmedMs: this.#context.shared.now(),
      digests: this.#digests(this.#context.bus.self, extent),
    };
  }

  #members(extent: Beat['extent']): Presence[] {
    const now = this.#context.shared.now();
    for (const [id, presence] of this.#vouched) {
      this.#said.set(id, presence.goodUntilMs);
      if (presence.goodUntilMs >= now) continue;
      this.#vouched.delete(id);
      this.#said.delete(id);
    }
    return [...this.#vouched.values()].map((presence) => this.#asHeld(presence, extent));
  }

  /**
   * What it said of its entities is up to a beat old by now; what we hold of them is what everybody behind us should hold. It is confirmed
   * as far as the two agreed.
   */
  #asHeld(presence: Presence, extent: Beat['extent']): Presence {
    const confirmed = this.#entities.digests(presence.id).map(({ region }) => this.#repair.confirmedMs(presence.id, region));
    return {
      ...presence,
      name: extent === 'whole' ? presence.name : '',
      digests: this.#digests(presence.id, extent),
      confirmedMs: Math.min(presence.confirmedMs, ...confirmed),
    };
  }

  #digests(owner: string, extent: Beat['extent']): Digest[] {
    const total = { region: EVERYWHERE, hash: this.#entities.total(owner) };
    return extent === 'whole' ? [total, ...this.#entities.digests(owner)] : [total];
  }

  /** What the gone have left, so that everybody holds the same of it and knows when it froze. */
  #estates(extent: Beat['extent']): Estate[] {
    return [...this.#entities.owners()]
      .filter(
        (owner) => owner !== this.#context.bus.self && !this.#roster.isLive(owner) && Number.isFinite(this.#roster.goodUntilMs(owner)),
      )
      .map((owner) => ({ owner, goodUntilMs: this.#roster.goodUntilMs(owner), digests: this.#digests(owner, extent) }));
  }

  #hear(beater: string, beat: Beat): void {
    for (const member of beat.members) if (member.id !== this.#context.bus.self) this.#hearPresence(member);
    this.#repair.compare(beater, beat);
  }

  #hearPresence(presence: Presence): void {
    if (this.#roster.isLive(presence.id)) this.#roster.hear(presence);
    else this.#entities.resume(presence.id, () => this.#roster.hear(presence));
  }

  #send(beat: Beat): void {
    const { bus, world } = this.#context;
    for (const part of splitBeat(beat)) bus.publish(subjects.beat(world, bus.self), encodeBeat(part));
  }
}
