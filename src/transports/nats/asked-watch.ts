import type { Msg } from '@nats-io/transport-node';
import type { Clock } from '../../core/base/clock.ts';
import { type BusStatus, type Entry, isSilence } from '../../core/bus/bus.ts';
import type { Report } from '../../core/bus/listeners.ts';
import { RefusedError } from '../socket/close-reason.ts';
import type { AnswerTo, DeskAnswer, DeskQuestion } from './desk-words.ts';
import type { WatchEvents } from './mirrored-bucket.ts';
import type { NatsWire } from './nats-wire.ts';
import { digestOf } from './record-digest.ts';
import { isDeletion, revisionOf, sequenceIn } from './record-store.ts';
import { numberIn } from './record-watch.ts';
import { newsPrefixOf } from './server.ts';

/** So often it is asked whether anything was missed, and again so soon when it seems so: what differs may be under way. */
const COMPARE_MS = 1000;
const LOOK_AGAIN_MS = 250;
const TRY_AGAIN_MS = 200;
const ANSWER_MS = 1500;

interface AskedWatchPorts {
  readonly wire: NatsWire;
  readonly space: string;
  readonly clock: Clock;
  readonly report: Report;
  readonly ask: (question: DeskQuestion, timeoutMs: number) => Promise<DeskAnswer>;
}

/** Follows one bucket: lists it at the hubs' desk, hears what changes from whoever writes it down, and asks now and then whether that was all. */
export class AskedWatch implements Disposable {
  readonly #bucket: string;
  readonly #ports: AskedWatchPorts;
  readonly #events: WatchEvents;
  readonly #open: Disposable[];
  /** Of each record the newest change that was told, in this list; and the revision of those that are there. */
  readonly #told = new Map<string, number>();
  readonly #held = new Map<string, string>();
  #life: string | undefined;
  /** What was heard before the first page told which life of the records this is. */
  #early: Msg[] = [];
  /** Counts the lists that were begun: what belongs to an earlier one is dropped. */
  #round = 0;
  #timer: Disposable | undefined;
  #differs = false;

  constructor(bucket: string, ports: AskedWatchPorts, events: WatchEvents) {
    this.#bucket = bucket;
    this.#ports = ports;
    this.#events = events;
    this.#open = [
      ports.wire.onStatus(({ kind }) => this.#statusIs(kind)),
      ports.wire.listen(`${newsPrefixOf(ports.space)}.${bucket}.*`, (message) => this.#news(message)),
    ];
    this.#begin();
  }

  [Symbol.dispose](): void {
    this.#round++;
    this.#timer?.[Symbol.dispose]();
    for (const part of this.#open) part[Symbol.dispose]();
  }

  #statusIs(kind: BusStatus['kind']): void {
    this.#round++;
    this.#timer?.[Symbol.dispose]();
    if (kind === 'connected') this.#begin();
    else this.#forget();
  }

  #forget(): void {
    this.#life = undefined;
    this.#early = [];
    this.#told.clear();
    this.#held.clear();
    this.#events.listing('connected');
  }

  #begin(): void {
    this.#forget();
    void this.#work(this.#round, () => this.#list('all'));
  }

  /** Tries until it is done; then it is compared now and then, for as long as this round lasts. */
  async #work(round: number, deed: () => Promise<number>): Promise<void> {
    let againMs = TRY_AGAIN_MS;
    try {
      againMs = await deed();
      deed = () => this.#compare();
    } catch (error) {
      if (error instanceof RefusedError) {
        this.#ports.report(error);
        return;
      }
      // The hub that was asked is lost, or just listing itself: the next one answers, or the same one later.
      if (!isSilence(error)) this.#ports.report(error);
    }
    if (this.#round === round) this.#timer = this.#ports.clock.after(againMs, () => void this.#work(round, deed));
  }

  /** `again`: what is not listed any more is told as deleted. */
  async #list(which: 'all' | 'again'): Promise<number> {
    const round = this.#round;
    const listed = new Set<string>();
    const before = new Map(this.#held);
    for (let after = '', isOver = false; !isOver; ) {
      const page = await this.#page(after);
      if (this.#round !== round) return TRY_AGAIN_MS;
      this.#life = page.life;
      for (const message of this.#early.splice(0)) this.#news(message);
      for (const { key, value, revision } of page.entries) {
        listed.add(key);
        this.#tell({ key, value, revision: revision as Entry['revision'] });
      }
      after = page.next;
      isOver = after === '';
    }
    if (which === 'all') this.#events.changed({ kind: 'synced' });
    else for (const [key, revision] of before) if (!listed.has(key) && this.#held.get(key) === revision) this.#missing(key, revision);
    return COMPARE_MS;
  }

  async #page(after: string): Promise<AnswerTo<'page'>> {
    const answer = await this.#ports.ask({ type: 'list', bucket: this.#bucket, after }, ANSWER_MS);
    if (answer.type !== 'page') throw new RefusedError('refused', `the hub answered a question for a list with "${answer.type}"`);
    return answer;
  }

  async #compare(): Promise<number> {
    const digest = digestOf(this.#held);
    const answer = await this.#ports.ask({ type: 'compare', bucket: this.#bucket, digest }, ANSWER_MS);
    const differs = answer.type === 'compared' && answer.outcome === 'different';
    const hasDiffered = this.#differs && differs;
    this.#differs = differs;
    if (!hasDiffered) return differs ? LOOK_AGAIN_MS : COMPARE_MS;
    this.#differs = false;
    return this.#list('again');
  }

  /** As soon as it is written down, and perhaps never. */
  #news(message: Msg): void {
    const { subject, data, headers } = message;
    if (this.#life === undefined) this.#early.push(message);
    if (this.#life === undefined || !headers) return;
    const key = subject.slice(subject.lastIndexOf('.') + 1);
    const sequence = numberIn(headers, 'Nats-Sequence');
    const revision = revisionOf({ life: this.#life }, sequence);
    if (!isDeletion(headers)) this.#tell({ key, value: data, revision });
    else if (sequence > (this.#told.get(key) ?? 0)) {
      this.#told.set(key, sequence);
      this.#held.delete(key);
      this.#events.changed({ kind: 'deleted', key, revision });
    }
  }

  #tell(entry: Entry): void {
    const sequence = sequenceIn(entry.revision);
    if (sequence <= (this.#told.get(entry.key) ?? 0)) return;
    this.#told.set(entry.key, sequence);
    this.#held.set(entry.key, entry.revision);
    this.#events.changed({ kind: 'value', entry });
  }

  #missing(key: string, revision: string): void {
    this.#held.delete(key);
    this.#events.changed({ kind: 'deleted', key, revision: revision as Entry['revision'] });
  }
}
