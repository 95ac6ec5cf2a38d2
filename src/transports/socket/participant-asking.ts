import { explain } from '../../core/base/errors.ts';
import {
  DisconnectedError,
  type Entry,
  type Message,
  NoRespondersError,
  type Revision,
  type SwapResult,
  TimeoutError,
  type WatchEvent,
} from '../../core/bus/bus.ts';
import type { FrameRecord, RecordOf } from '../../core/bus/frames.ts';
import { requireBucketName, requireKey, requireSubject } from '../../core/bus/limits.ts';
import { laneOf } from '../../core/bus/subjects.ts';
import type { Verdict } from './gatekeeper.ts';
import { BreachError } from './incoming.ts';
import type { Party } from './party.ts';

/** A watch lists a whole bucket: whoever repeats it is flooding long before the door is. */
const WATCH_COST = 250;

/** Of what a participant wrote so many records are remembered, of so many bytes at most: ownership records are shorter. */
const MOST_REMEMBERED = 64;
const LONGEST_REMEMBERED = 1000;

/** What one participant asks: requests to others, and the records of buckets. */
export class ParticipantAsking implements Disposable {
  readonly #party: Party;
  readonly #watches = new Map<number, Disposable>();
  readonly #requests = new Map<number, { readonly subject: string; readonly payload: Uint8Array }>();
  /** What it wrote last: it may write on before that can be read here. */
  readonly #written = new Map<string, Entry>();
  #pending = 0;
  /** The look that comes before the last swap: a get that was sent after it waits for that, and so is asked after it. */
  #looking: Promise<unknown> | undefined;
  /** Gets and swaps that are not answered yet. */
  readonly #recordWork = new Set<Promise<void>>();

  constructor(party: Party) {
    this.#party = party;
  }

  request({ request, subject, timeoutMs, payload }: RecordOf<'request'>): void {
    requireSubject(subject);
    const { id, bus, doorway } = this.#party;
    const lane = laneOf(subject);
    doorway.traffic.got(lane, payload.length);
    this.#party.spend(lane, payload.length);
    const limitMs = Math.min(Math.max(1, timeoutMs), doorway.limits.longestRequestMs);
    void this.#ask(request, doorway.gatekeeper.mayRequest(id, subject, payload), async () => {
      this.#requests.set(request, { subject, payload });
      try {
        return { type: 'answered', request, payload: await bus.request(subject, payload, { timeoutMs: limitMs }) };
      } finally {
        this.#requests.delete(request);
      }
    });
  }

  /** A Bus has no way to refuse a request, so the door looks for it among those that wait: two that are alike are both refused. */
  overflowed({ subject, payload }: Message): void {
    for (const [request, waiting] of this.#requests) {
      if (waiting.subject !== subject || !isSame(waiting.payload, payload)) continue;
      this.#requests.delete(request);
      this.#fail(request, 'refused', `too many commands wait on ${subject}: whoever answers there does not keep up`);
    }
  }

  get({ request, bucket, key }: RecordOf<'get'>): void {
    requireBucketName(bucket);
    requireKey(key);
    const verdict = this.#party.doorway.gatekeeper.mayRead(this.#party.id, bucket);
    this.#track(
      this.#ask(request, verdict, async () => {
        await this.#looking;
        return { type: 'got', request, entry: await this.#party.bus.bucket(bucket).get(key) };
      }),
    );
  }

  /** The value is copied: kept for long, a view would keep the whole frame alive. */
  swap({ request, bucket, key, expected, value }: RecordOf<'swap'>): void {
    requireBucketName(bucket);
    requireKey(key);
    // As a message it is counted already.
    this.#party.spend('control', value?.length ?? 0, 0);
    const { id, bus, doorway } = this.#party;
    const verdict = doorway.gatekeeper.maySwap(id, bucket, key, value);
    const work = this.#ask(request, verdict, async () => {
      const records = bus.bucket(bucket);
      const written = this.#written.get(`${bucket} ${key}`);
      const look = written && written.revision === expected ? Promise.resolve(written) : records.get(key);
      this.#looking = look;
      const present = await look;
      // What it would replace is not known here, or no longer there. Nothing goes on unjudged: what is read here may be older than what is there.
      if (present?.revision !== expected) return { type: 'swapped', request, result: 'conflict', detail: '' };
      const succession = doorway.gatekeeper.mayReplace(id, { bucket, key }, present?.value, value);
      if (succession.kind !== 'allow') return this.#refused(request, succession.reason);
      const copy = value?.slice();
      const result = await records.swap(key, expected as Revision | undefined, copy);
      if (result.kind === 'applied' && copy) this.#remember(`${bucket} ${key}`, { key, value: copy, revision: result.revision });
      return { type: 'swapped', request, result: result.kind, detail: detailOf(result) };
    });
    this.#track(work);
  }

  #remember(place: string, entry: Entry): void {
    this.#written.delete(place);
    if (entry.value.length > LONGEST_REMEMBERED) return;
    this.#written.set(place, entry);
    const [oldest] = this.#written.keys();
    if (this.#written.size > MOST_REMEMBERED && oldest !== undefined) this.#written.delete(oldest);
  }

  /** Resolves when all gets and swaps so far are answered. */
  async recordsAnswered(): Promise<void> {
    await Promise.all(this.#recordWork);
  }

  watch({ watch, bucket }: RecordOf<'watch'>): void {
    requireBucketName(bucket);
    const { id, doorway } = this.#party;
    const { watches } = doorway.limits;
    this.#party.spend('control', 0, WATCH_COST);
    this.unwatch(watch);
    if (this.#watches.size >= watches) throw new BreachError('too-many-watches', `at most ${watches} are kept`);
    const verdict = doorway.gatekeeper.mayRead(id, bucket);
    if (verdict.kind === 'allow') this.#watches.set(watch, this.#open(watch, bucket));
    else this.#party.refuse(verdict, `watch ${bucket}`);
  }

  unwatch(watch: number): void {
    this.#watches.get(watch)?.[Symbol.dispose]();
    this.#watches.delete(watch);
  }

  [Symbol.dispose](): void {
    for (const watch of this.#watches.keys()) this.unwatch(watch);
  }

  #open(watch: number, bucket: string): Disposable {
    return this.#party.bus.bucket(bucket).watch((event) => this.#party.tell(recordOf(watch, event)));
  }

  #track(work: Promise<void>): void {
    this.#recordWork.add(work);
    void work.then(() => this.#recordWork.delete(work));
  }

  /** Resolves when it is answered, and never rejects. */
  #ask(request: number, verdict: Verdict, answer: () => Promise<FrameRecord>): Promise<void> {
    const { pendingRequests } = this.#party.doorway.limits;
    if (this.#pending >= pendingRequests) throw new BreachError('too-many-requests', `${pendingRequests} wait for answers`);
    switch (verdict.kind) {
      case 'close':
        this.#party.refuse(verdict, `request ${request}`);
        return Promise.resolve();
      case 'drop':
        this.#fail(request, 'refused', verdict.reason);
        return Promise.resolve();
      case 'allow':
        this.#pending++;
        return answer()
          .then(
            (record) => this.#party.tell(record),
            (error: unknown) => this.#fail(request, failureOf(error), explain(error)),
          )
          .finally(() => this.#pending--)
          .catch(this.#party.doorway.report);
    }
  }

  #refused(request: number, reason: string): FrameRecord {
    this.#party.doorway.traffic.refusals++;
    return { type: 'failed', request, failure: 'refused', reason };
  }

  #fail(request: number, failure: RecordOf<'failed'>['failure'], reason: string): void {
    if (failure === 'refused') this.#party.tell(this.#refused(request, reason));
    else this.#party.tell({ type: 'failed', request, failure, reason });
  }
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a === b || (a.length === b.length && a.every((byte, i) => byte === b[i]));

function failureOf(error: unknown): RecordOf<'failed'>['failure'] {
  if (error instanceof NoRespondersError) return 'noResponders';
  if (error instanceof TimeoutError) return 'timeout';
  if (error instanceof DisconnectedError) return 'disconnected';
  return 'refused';
}

function detailOf(result: SwapResult): string {
  switch (result.kind) {
    case 'applied':
      return result.revision;
    case 'conflict':
      return '';
    case 'unknown':
      return result.reason;
  }
}

function recordOf(watch: number, event: WatchEvent): FrameRecord {
  switch (event.kind) {
    case 'value':
      return { type: 'value', watch, ...event.entry };
    case 'deleted':
      return { type: 'deleted', watch, key: event.key, revision: event.revision };
    case 'synced':
      return { type: 'synced', watch };
  }
}
