import { clockAnswerSchema, decodeJson, encodeJson, type LeaderRecord } from '../api/messages.ts';
import { randomId } from '../base/random.ts';
import { type Bucket, isSilence, type Revision } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import type { WorldContext } from './context.ts';
import type { Roster } from './roster.ts';

const SYNCED_EVERY_MS = 1000;
const UNSYNCED_EVERY_MS = 100;
const ANSWER_MS = 1000;
/** A leader that has not answered for this long, and whose beat has lapsed, leads no more. */
const SILENT_MS = 1500;
const CLAIM_MS = 5000;
const MOST_LEADER_ERROR_MS = 100;
/** A participant that cannot get the time from anybody for this long, and may lead, does. */
const ALONE_MS = 4000;
/** Who leads because nobody else is there has no bound; this is as good as none. */
const MOST_ERROR_MS = 1e9;
export const LEADER_KEY = 'lead';

/** Keeps the shared clock: follows the leader's, and leads when it is this participant's turn. One record says whose clock leads. */
export class ClockSync {
  readonly #context: WorldContext;
  readonly #roster: Roster;
  readonly #bucket: Bucket;
  readonly #mayLead: boolean;
  readonly #onLost: () => void;
  readonly #onLeaderChange: () => void;
  /** Somebody may come back under the same id, with another clock. */
  readonly #life: string;
  #record: { value: LeaderRecord; revision: Revision } | undefined;
  #serving: Disposable | undefined;
  #askedMs = Number.NEGATIVE_INFINITY;
  #answers = 0;
  #unansweredSinceMs: number;
  #isClaiming = false;
  #claimedMs: number | undefined;
  #abdicatedMs: number | undefined;

  constructor(
    context: WorldContext,
    roster: Roster,
    options: { bucket: Bucket; mayLead: boolean; onLost: () => void; onLeaderChange: () => void },
  ) {
    this.#context = context;
    this.#life = randomId(context.random, 6);
    this.#roster = roster;
    this.#bucket = options.bucket;
    this.#mayLead = options.mayLead;
    this.#onLost = options.onLost;
    this.#onLeaderChange = options.onLeaderChange;
    this.#unansweredSinceMs = context.clock.now();
  }

  get isLeading(): boolean {
    return this.#serving !== undefined;
  }

  get leader(): LeaderRecord | undefined {
    return this.#record?.value;
  }

  /** The watch told who leads. */
  setRecord(record: { value: LeaderRecord; revision: Revision } | undefined): void {
    const { shared, bus } = this.#context;
    const before = this.#record?.value;
    this.#record = record;
    this.#claimedMs = undefined;
    if (before?.term !== record?.value.term) this.#onLeaderChange();
    shared.term = record?.value.term ?? 0;
    // A namesake that was here before us led by another clock.
    const leads = record?.value.leader === bus.self && record.value.life === this.#life;
    if (leads) this.#lead();
    else {
      this.#serving?.[Symbol.dispose]();
      this.#serving = undefined;
      this.#abdicatedMs = undefined;
      if (record && before?.term !== record.value.term) {
        // The error tells how far two leaders in succession may be apart; with one between them it tells nothing.
        const isSuccessor = before !== undefined && record.value.term === before.term + 1;
        shared.follow(isSuccessor ? record.value.errorMs : Number.POSITIVE_INFINITY);
        this.#answers = 0;
        this.#unansweredSinceMs = this.#context.clock.now();
        this.#askedMs = Number.NEGATIVE_INFINITY;
      }
    }
  }

  /** Time that was slept through, or that a clock was set by, is no silence of the leader's. A leader whose clock leapt must not drag everybody along, if there was anybody else to lead at `beforeMs` of shared time, before the leap: by the clock as it is now everybody may seem to be gone. */
  clockLeapt(beforeMs: number): void {
    this.#unansweredSinceMs = this.#context.clock.now();
    if (!this.#serving || !this.#roster.hasOtherLeader(beforeMs)) return;
    this.#serving[Symbol.dispose]();
    this.#serving = undefined;
    this.#abdicatedMs = this.#context.clock.now();
    this.#context.shared.abdicate();
  }

  #lead(): void {
    const { shared, bus, world } = this.#context;
    if (this.#serving || this.#abdicatedMs !== undefined) return;
    shared.lead();
    this.#serving = bus.subscribe(subjects.clock(world), (message) => {
      message.reply(encodeJson({ term: this.#record?.value.term ?? 0, sharedMs: shared.now(), errorMs: shared.errorMs() }));
    });
  }

  tick(): void {
    if (this.isLeading) return;
    const { clock, shared } = this.#context;
    const now = clock.now();
    if (this.#abdicatedMs !== undefined && now - this.#abdicatedMs > ALONE_MS) this.#leadAgain();
    // The first answers come in quick succession: the smallest of several round trips is a better judge than one.
    const everyMs = shared.isSynced && this.#answers >= 4 ? SYNCED_EVERY_MS : UNSYNCED_EVERY_MS;
    if (this.#record && now - this.#askedMs >= everyMs) void this.#ask(now);
    if (this.#mayLead && this.#isLeaderless(now)) void this.#claim();
  }

  [Symbol.dispose](): void {
    this.#serving?.[Symbol.dispose]();
  }

  /** The claim states how good our clock is: until it is decided, nothing that is measured may change that. */
  #isClaimPending(): boolean {
    return this.#claimedMs !== undefined && this.#context.clock.now() - this.#claimedMs < CLAIM_MS;
  }

  /** Nobody took the lead that was given up: it is ours still. */
  #leadAgain(): void {
    this.#abdicatedMs = undefined;
    if (this.#record?.value.leader === this.#context.bus.self && this.#record.value.life === this.#life) this.#lead();
  }

  async #ask(sentMs: number): Promise<void> {
    const { bus, clock, world, shared, report } = this.#context;
    this.#askedMs = sentMs;
    try {
      const answer = decodeJson(clockAnswerSchema, await bus.request(subjects.clock(world), new Uint8Array(), { timeoutMs: ANSWER_MS }));
      if (answer.term !== this.#record?.value.term || this.#isClaimPending()) return;
      const receivedMs = clock.now();
      this.#unansweredSinceMs = receivedMs;
      this.#answers++;
      const verdict = shared.add({ sentMs, receivedMs, leaderMs: answer.sharedMs, leaderErrorMs: answer.errorMs });
      if (verdict === 'lost') this.#onLost();
    } catch (error) {
      // Silence is an answer here: it counts towards leading ourselves.
      if (!isSilence(error)) report(error);
    }
  }

  #isLeaderless(now: number): boolean {
    if (!this.#record) return true;
    if (this.#roster.isLive(this.#record.value.leader)) return false;
    // A clock that nobody should follow waits for a better one to lead.
    if (this.#context.shared.isSynced && this.#context.shared.errorMs() > MOST_LEADER_ERROR_MS)
      return now - this.#unansweredSinceMs > ALONE_MS;
    // A newcomer may have the leader's answer before it has heard its beat.
    return now - this.#unansweredSinceMs > (this.#context.shared.isSynced ? SILENT_MS : ALONE_MS);
  }

  async #claim(): Promise<void> {
    if (this.#isClaiming) return;
    this.#isClaiming = true;
    this.#claimedMs = this.#context.clock.now();
    const record = {
      leader: this.#context.bus.self,
      life: this.#life,
      term: (this.#record?.value.term ?? 0) + 1,
      errorMs: Math.min(this.#context.shared.errorMs(), MOST_ERROR_MS),
    };
    try {
      // The watch tells who won; a lost answer needs no further care.
      await this.#bucket.swap(LEADER_KEY, this.#record?.revision, encodeJson(record));
    } catch (error) {
      this.#context.report(error);
    }
    this.#isClaiming = false;
  }
}
