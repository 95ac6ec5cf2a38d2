import { isSilence, type Message } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import type { Beat, Estate, Presence } from './beat.ts';
import type { WorldContext } from './context.ts';
import type { Entities } from './entities.ts';
import type { Interest } from './interest.ts';
import type { Stocks } from './inventory.ts';
import type { ProxyEntity } from './proxy-entity.ts';
import {
  type CarriedState,
  decodeRepairReply,
  decodeRepairRequest,
  decodeSnapshotPage,
  decodeSnapshotRequest,
  encodeRepairReply,
  encodeRepairRequest,
  encodeSnapshotPage,
  encodeSnapshotRequest,
  fitting,
  type RepairRequest,
} from './repair-codec.ts';
import type { Roster } from './roster.ts';
import { isNewer } from './state.ts';

/** In the place of a region: all of them together. */
export const EVERYWHERE = '';

const ANSWER_MS = 1000;
/** One difference may be a state that is still under way; the second time it was lost. */
const PATIENCE = 2;
/** How much a difference counts when what it is compared with has changed meanwhile. */
const CHANGING_COUNTS = 0.25;
const MOST_PAGES = 1000;
/** Of so many entities one message says what is held of them. */
const MOST_HOLDINGS = 400;

/**
 * Finds and mends what a lossy bus lost. Beats carry digests, and keepers tell those of each region to who looks there; who differs twice asks
 * the one who sent it for what is newer, and offers what it holds itself. At rest this costs no messages beyond those.
 */
export class Repair {
  readonly #context: WorldContext;
  readonly #entities: Entities;
  readonly #roster: Roster;
  readonly #interest: Interest;
  readonly #differences = new Map<string, { digest: number; times: number }>();
  /** What an owner said, in shared time, and when that was found to agree, on the local clock. */
  readonly #confirmed = new Map<string, { saidMs: number; agreedMs: number }>();
  /** What a keeper said of the gone, who promised more in our hearing. */
  readonly #knownBetter = new Map<string, Estate>();
  readonly #asking = new Set<string>();
  readonly #serving: Disposable[] = [];

  constructor(context: WorldContext, parts: { entities: Entities; roster: Roster; interest: Interest; isKeeper: boolean }) {
    this.#context = context;
    this.#entities = parts.entities;
    this.#roster = parts.roster;
    this.#interest = parts.interest;
    const { bus, world } = context;
    this.#serving.push(bus.subscribe(subjects.repair(world, bus.self), (message) => this.#answer(message)));
    if (parts.isKeeper) this.#serving.push(bus.subscribe(subjects.snapshot(world), (message) => this.#answerSnapshot(message)));
  }

  [Symbol.dispose](): void {
    for (const subscription of this.#serving) subscription[Symbol.dispose]();
  }

  /** Shared time at which this owner last confirmed what is held here of an entity. */
  confirmedMs({ id, owner, region }: ProxyEntity): number {
    if (owner === undefined || region === undefined) return Number.NEGATIVE_INFINITY;
    const sinceMs = this.#entities.countedSinceMs(id);
    return Math.max(this.#confirmedIn(owner, region, sinceMs), this.#confirmedIn(owner, EVERYWHERE, sinceMs));
  }

  /** Shared time at which this owner last confirmed all that is held here of it. */
  allConfirmedMs(owner: string): number {
    return this.#confirmedIn(owner, EVERYWHERE, this.#entities.joinedMs(owner));
  }

  /** What agreed before an entity came into the owner's hands, or into the region, did not speak of it. */
  #confirmedIn(owner: string, region: string, sinceMs: number): number {
    const found = this.#confirmed.get(placeOf(owner, region));
    return found && found.agreedMs > sinceMs && this.#isPast(found.saidMs) ? found.saidMs : Number.NEGATIVE_INFINITY;
  }

  /** Words from the future come from a clock that leapt: they confirm nothing. It may be noticed only when our own clock is known better. */
  #isPast(saidMs: number): boolean {
    const { shared } = this.#context;
    return saidMs <= shared.now() + shared.errorMs();
  }

  /** Our clock was set: times by the old one mean nothing. */
  clockWasSet(): void {
    this.#confirmed.clear();
  }

  /** Compares what a beat says with what is held here. Who beats holds what it says; of what we vouch for ourselves, its owner does. */
  compare(beater: string, beat: Beat): void {
    const { self } = this.#context.bus;
    for (const estate of beat.estates) this.#inheritFrom(estate);
    // Who looks at a few regions holds but a part of what a beat is about.
    if (!this.#interest.looksAtAll) return;
    for (const member of beat.members) {
      if (member.id === self) continue;
      const scope = { whom: beater === self ? member.id : beater, owner: member.id, region: EVERYWHERE };
      const agrees = this.#compareScope(scope, member.digest, this.#entities.total(member.id));
      if (agrees && member.term === this.#context.shared.term) this.#confirm(scope, confirmedBy(member));
    }
    for (const { owner, digest } of beat.estates) {
      this.#compareScope({ whom: beater, owner, region: EVERYWHERE }, digest, this.#entities.total(owner));
    }
  }

  /** Compares what a keeper holds of a region with what is held of it here. */
  compareRegion(keeper: string, region: string, { term, stocks }: Stocks): void {
    const mine = this.#entities.digestsIn(region);
    for (const { owner, digest, confirmedMs } of stocks) {
      const scope = { whom: keeper, owner, region };
      const agrees = owner !== this.#context.bus.self && this.#compareScope(scope, digest, mine.get(owner) ?? 0);
      if (agrees && term === this.#context.shared.term) this.#confirm(scope, confirmedMs);
      mine.delete(owner);
    }
    for (const [owner, digest] of mine) {
      if (owner !== this.#context.bus.self) this.#compareScope({ whom: keeper, owner, region }, 0, digest);
    }
  }

  /** Whether the digests are equal; asks for repair when they have not been for long enough. */
  #compareScope(scope: Scope, theirs: number, mine: number): boolean {
    const key = `${scope.whom} ${scope.owner} ${scope.region}`;
    if (theirs === mine) {
      this.#differences.delete(key);
      return true;
    }
    // While they still change, what differs may be under way; when they rest and we differ, it was lost.
    const before = this.#differences.get(key);
    const times = (before?.times ?? 0) + (before === undefined || before.digest === theirs ? 1 : CHANGING_COUNTS);
    this.#differences.set(key, { digest: theirs, times });
    if (times >= PATIENCE && !this.#asking.has(key)) void this.#ask(scope, key);
    return false;
  }

  #confirm({ owner, region }: Scope, saidMs: number): void {
    // What was said last counts, though it be earlier: the clock it was said by may have been put right.
    if (this.#isPast(saidMs)) this.#confirmed.set(placeOf(owner, region), { saidMs, agreedMs: this.#context.clock.now() });
  }

  async #ask({ whom, owner, region }: Scope, key: string): Promise<void> {
    this.#asking.add(key);
    try {
      // What is out of view is to be told again.
      const inView = this.#heldOf(owner).filter((proxy) => !proxy.isElsewhere && (region === EVERYWHERE || proxy.region === region));
      const holdings = inView.map((proxy) => ({ entity: proxy.id, epoch: proxy.epoch, seq: proxy.seq }));
      let after = '';
      for (let i = 0; i < Math.max(1, holdings.length); i += MOST_HOLDINGS) {
        const part = holdings.slice(i, i + MOST_HOLDINGS);
        const upTo = i + MOST_HOLDINGS < holdings.length ? (part.at(-1)?.entity ?? '') : '';
        await this.#exchange(whom, { kind: 'compare', owner, region, after, upTo, holdings: part });
        after = upTo;
      }
    } catch (error) {
      // The next beat finds the difference again.
      if (!isSilence(error)) this.#context.report(error);
    }
    this.#asking.delete(key);
  }

  /** Takes what is newer there, and gives what is newer here. */
  async #exchange(whom: string, request: RepairRequest): Promise<void> {
    const { bus, world } = this.#context;
    const subject = subjects.repair(world, whom);
    const reply = decodeRepairReply(await bus.request(subject, encodeRepairRequest(request), { timeoutMs: ANSWER_MS }));
    this.#take(reply.states);
    const gifts = fitting(reply.wanted.flatMap((entity) => carried(this.#entities.get(entity))));
    if (gifts.length > 0) await bus.request(subject, encodeRepairRequest({ kind: 'give', states: gifts }), { timeoutMs: ANSWER_MS });
  }

  #answer(message: Message): void {
    try {
      const request = decodeRepairRequest(message.payload);
      if (request.kind === 'give') {
        this.#take(request.states);
        message.reply(encodeRepairReply({ states: [], wanted: [] }));
        return;
      }
      const theirs = new Map(request.holdings.map((holding) => [holding.entity, holding]));
      const newer = this.#heldOf(request.owner).filter((proxy) => {
        if (proxy.id <= request.after || (request.upTo !== '' && proxy.id > request.upTo)) return false;
        const holding = theirs.get(proxy.id);
        if (!holding) return request.region === EVERYWHERE || proxy.region === request.region;
        return isNewer(proxy, holding);
      });
      const wanted = request.holdings.filter((holding) => {
        const proxy = this.#entities.get(holding.entity);
        return proxy !== undefined && isNewer(holding, proxy);
      });
      message.reply(encodeRepairReply({ states: fitting(newer.flatMap(carried)), wanted: wanted.map(({ entity }) => entity) }));
    } catch (error) {
      this.#context.report(error);
    }
  }

  /** In the order of their ids. */
  #heldOf(owner: string): ProxyEntity[] {
    return [...this.#entities.all()].filter((proxy) => proxy.owner === owner && proxy.sealed !== undefined).sort(byId);
  }

  #take(states: readonly CarriedState[]): void {
    for (const { entity, bytes, ...origin } of states) {
      const isLookedAt = this.#interest.looksAt(origin.region);
      // It went out of view, and its tombstone was lost.
      const isLeaving = !isLookedAt && this.#entities.get(entity)?.isElsewhere === false;
      if (isLookedAt || isLeaving) this.#entities.receive(entity, bytes, origin);
      if (isLeaving) this.#entities.hideAllBut((region) => this.#interest.looksAt(region));
    }
  }

  /** Those of the gone whose last promise others have not heard: to be said in our next beat, so that what they left stands at one place for all. */
  takeKnownBetter(): Estate[] {
    const known = [...this.#knownBetter.values()].flatMap((estate) => {
      const goodUntilMs = this.#roster.goodUntilMs(estate.owner);
      return this.#roster.isLive(estate.owner) || goodUntilMs <= estate.goodUntilMs ? [] : [{ ...estate, goodUntilMs }];
    });
    this.#knownBetter.clear();
    return known;
  }

  #inheritFrom(estate: Estate): void {
    const goodUntilMs = this.#roster.goodUntilMs(estate.owner);
    if (Number.isFinite(goodUntilMs) && goodUntilMs > estate.goodUntilMs) this.#knownBetter.set(estate.owner, estate);
    else this.#inherit(estate.owner, estate.goodUntilMs);
  }

  /** Somebody heard a later promise of one who has gone: its entities froze later than was shown here. */
  #inherit(owner: string, goodUntilMs: number): void {
    if (this.#roster.goodUntilMs(owner) < goodUntilMs) this.#entities.resume(owner, () => this.#roster.inherit(owner, goodUntilMs));
  }

  /** Late join: what a keeper holds of these regions (of all, when none are named), page by page. Nobody to ask means an empty world. */
  async fetchSnapshot(regions: readonly string[] = []): Promise<void> {
    const { bus, world, report } = this.#context;
    let after = '';
    for (let i = 0; i < MOST_PAGES; i++) {
      try {
        const page = decodeSnapshotPage(
          await bus.request(subjects.snapshot(world), encodeSnapshotRequest({ after, regions }), { timeoutMs: ANSWER_MS }),
        );
        for (const { owner, goodUntilMs } of page.frozen) this.#inherit(owner, goodUntilMs);
        this.#take(page.states);
        if (page.next === '') return;
        after = page.next;
      } catch (error) {
        // Beats will show what is missing, and repair will fetch it.
        if (!isSilence(error)) report(error);
        return;
      }
    }
  }

  #answerSnapshot(message: Message): void {
    try {
      const { after, regions } = decodeSnapshotRequest(message.payload);
      const asked = new Set(regions);
      const isAsked = (proxy: ProxyEntity) =>
        proxy.id > after && (asked.size === 0 || (proxy.region !== undefined && asked.has(proxy.region)));
      const all = [...this.#entities.all()].filter(isAsked).sort(byId).flatMap(carried);
      const states = fitting(all);
      const last = states.at(-1);
      const isAll = !last || last === all.at(-1);
      const frozen = [...this.#entities.spokesmen()].map((owner) => ({ owner, goodUntilMs: this.#roster.goodUntilMs(owner) }));
      const known = frozen.filter(({ owner, goodUntilMs }) => !this.#roster.isLive(owner) && Number.isFinite(goodUntilMs));
      message.reply(encodeSnapshotPage({ states, frozen: known, next: isAll ? '' : last.entity }));
    } catch (error) {
      this.#context.report(error);
    }
  }
}

/** What two replicas compare: what `whom` holds of one owner, in a region or everywhere. */
interface Scope {
  readonly whom: string;
  readonly owner: string;
  readonly region: string;
}

const placeOf = (owner: string, region: string): string => `${owner} ${region}`;

const confirmedBy = ({ confirmedMs, clockErrorMs }: Presence): number => confirmedMs - clockErrorMs;

const carried = (proxy: ProxyEntity | undefined): CarriedState[] =>
  proxy?.sealed && proxy.region !== undefined && proxy.author !== undefined
    ? [{ entity: proxy.id, region: proxy.region, author: proxy.author, bytes: proxy.sealed.bytes }]
    : [];

const byId = (a: ProxyEntity, b: ProxyEntity): number => (a.id < b.id ? -1 : 1);
