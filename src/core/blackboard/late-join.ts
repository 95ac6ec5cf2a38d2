import { type Clock, every } from '../base/clock.ts';
import { type Bus, isSilence, type Message } from '../bus/bus.ts';
import { MAX_PAYLOAD_BYTES } from '../bus/limits.ts';
import { subjects } from '../bus/subjects.ts';
import { ageAt, certainMs, type Stamp, type TimeSource } from './age.ts';
import { subjectOf } from './names.ts';
import { type CarriedValue, decodeBoardPage, decodeBoardRequest, encodeBoardPage, encodeBoardRequest } from './snapshot.ts';
import type { Arrival, Values } from './values.ts';
import type { HeldValue } from './variable.ts';

export interface LateJoinPorts {
  readonly world: string;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly time: TimeSource;
  readonly report: (error: unknown) => void;
}

const ANSWER_MS = 1000;
/** What the bus lost is missed for no longer than about this. */
const COMPARE_EVERY_MS = 5000;
/** What was written less than this before may be under way still. */
const SETTLED_MS = 2000;
/** Room in a page for its header and the names. */
const PAGE_BYTES = MAX_PAYLOAD_BYTES - 2000;
const MOST_PAGES = 1000;

/** Gets what was written before this node came, or was lost on the way to it, from any keeper; a keeper answers. No record is written for a value. */
export class LateJoin implements Disposable {
  readonly #ports: LateJoinPorts;
  readonly #values: Values;
  readonly #take: (name: string, arrival: Arrival) => void;
  readonly #open: Disposable[] = [];
  #state: 'idle' | 'asking' = 'idle';

  constructor(ports: LateJoinPorts, values: Values, options: { isKeeper: boolean; take: (name: string, arrival: Arrival) => void }) {
    this.#ports = ports;
    this.#values = values;
    this.#take = options.take;
    const { bus, clock, world, report } = ports;
    if (options.isKeeper) this.#open.push(bus.subscribe(subjects.board(world), (message) => this.#answer(message)));
    this.#open.push(every(clock, COMPARE_EVERY_MS, () => void this.compare().catch(report)));
  }

  /** Compares what is held here with what a keeper holds, and takes what is newer there. What we wrote ourselves and it has not is published again. */
  async compare(): Promise<void> {
    if (this.#state === 'asking') return;
    this.#state = 'asking';
    try {
      this.#values.letGoOfRest();
      const upToMs = this.#now().atMs - SETTLED_MS;
      const told = await this.#fetch(upToMs, this.#values.digest(upToMs));
      if (told) this.#publishMissed(upToMs, told);
    } catch (error) {
      // Nobody mirrors it but us, or the way there is cut: it is asked again.
      if (!isSilence(error)) throw error;
    } finally {
      this.#state = 'idle';
    }
  }

  [Symbol.dispose](): void {
    for (const part of this.#open) part[Symbol.dispose]();
  }

  /** What the keeper holds, page by page; undefined when it holds the same as we. */
  async #fetch(upToMs: number, digest: number): Promise<Map<string, Uint8Array> | undefined> {
    const { bus, world, clock } = this.#ports;
    const told = new Map<string, Uint8Array>();
    let after = '';
    for (let i = 0; i < MOST_PAGES; i++) {
      const request = encodeBoardRequest({ after, upToMs, digest: i === 0 ? digest : 0 });
      const page = decodeBoardPage(await bus.request(subjects.board(world), request, { timeoutMs: ANSWER_MS }));
      if (page.verdict === 'same') return undefined;
      const sinceToldMs = certainMs(page.stamp, this.#now());
      for (const { name, writer, bytes, ageMs } of page.values) {
        told.set(name, bytes);
        const byNowMs = ageMs === undefined || sinceToldMs === undefined ? undefined : ageMs + sinceToldMs;
        this.#take(name, { writer, bytes, ageMs: byNowMs, atMs: clock.now() });
      }
      if (page.next === '') return told;
      after = page.next;
    }
    return undefined;
  }

  #publishMissed(upToMs: number, told: ReadonlyMap<string, Uint8Array>): void {
    const { bus, world } = this.#ports;
    for (const [name, { writer, frame, bytes }] of this.#values.held()) {
      if (writer !== bus.self || frame.orderMs > upToMs || areEqual(told.get(name), bytes)) continue;
      bus.publish(subjectOf(world, name), bytes);
    }
  }

  #answer(message: Message): void {
    try {
      const { after, upToMs, digest } = decodeBoardRequest(message.payload);
      const isSame = digest !== 0 && after === '' && digest === this.#values.digest(upToMs);
      const all = isSame ? [] : [...this.#values.held()].filter(([name]) => name > after).sort(([a], [b]) => (a < b ? -1 : 1));
      const values: CarriedValue[] = [];
      let room = PAGE_BYTES;
      for (const [name, held] of all) {
        room -= held.bytes.length + name.length + held.writer.length + 16;
        if (room < 0 && values.length > 0) break;
        values.push(this.#carried(name, held));
      }
      const next = values.length < all.length ? (values.at(-1)?.name ?? '') : '';
      message.reply(encodeBoardPage({ stamp: this.#now(), verdict: isSame ? 'same' : 'differs', values, next }));
    } catch (error) {
      this.#ports.report(error);
    }
  }

  #carried(name: string, { writer, frame, earlierMs, anchor, bytes }: HeldValue): CarriedValue {
    const { clock, time } = this.#ports;
    const localMs = clock.now();
    const age = ageAt(localMs, time.at(localMs), frame.stamp, earlierMs, anchor);
    return { name, writer, bytes, ageMs: age.kind === 'known' ? age.ageMs : undefined };
  }

  #now(): Stamp {
    const { clock, time } = this.#ports;
    return time.at(clock.now());
  }
}

const areEqual = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && one.length === other.length && one.every((byte, i) => byte === other[i]);
