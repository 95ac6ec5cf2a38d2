import { TokenBucket } from '../../core/base/token-bucket.ts';
import type { Bus, Message } from '../../core/bus/bus.ts';
import { encodeFrame, type FrameRecord } from '../../core/bus/frames.ts';
import type { Lane } from '../../core/bus/subjects.ts';
import type { CloseReason } from './close-reason.ts';
import type { Refusal } from './gatekeeper.ts';
import { BreachError, readMessage } from './incoming.ts';
import type { Frame } from './newest-lane.ts';
import { Outbox, type Pipe } from './outbox.ts';
import { ParticipantAsking } from './participant-asking.ts';
import { ParticipantListening } from './participant-listening.ts';
import { ParticipantPublishing } from './participant-publishing.ts';
import type { Doorway, Party } from './party.ts';
import { Vigil } from './vigil.ts';

/** Of refusals without an answer one is told in so long: a participant that does not listen must not get a flood for a flood. */
const NOTICE_PERIOD_MS = 100;

/** What a connection has its door do. */
export interface ConnectionEvents {
  /** Flush it at the end of this turn. */
  touched(connection: Connection): void;
  /** End its link: it has closed. */
  closed(connection: Connection, reason: CloseReason | 'goodbye' | 'lost', detail: string): void;
}

/** One admitted participant, with a connection of its own to the backbone. */
export class Connection implements Party {
  readonly id: string;
  readonly bus: Bus;
  readonly outbox: Outbox;
  readonly doorway: Doorway;
  readonly #events: ConnectionEvents;
  readonly #publishing = new ParticipantPublishing(this);
  readonly #listening = new ParticipantListening(this);
  readonly #asking = new ParticipantAsking(this);
  readonly #rates: { readonly [L in Lane]: TokenBucket };
  readonly #chat: { readonly lines: TokenBucket; readonly flood: TokenBucket };
  readonly #vigil: Vigil;
  #state: 'open' | 'leaving' | 'closed' = 'open';
  #nowMs: number;
  #noticedMs = Number.NEGATIVE_INFINITY;

  constructor(id: string, bus: Bus, pipe: Pipe, doorway: Doorway, events: ConnectionEvents) {
    this.id = id;
    this.bus = bus;
    this.doorway = doorway;
    this.outbox = new Outbox(pipe, doorway.limits.outbox);
    this.#events = events;
    this.#nowMs = doorway.clock.now();
    const { control, command, state, video } = doorway.limits.rates;
    this.#rates = {
      control: new TokenBucket(control, this.#nowMs),
      command: new TokenBucket(command, this.#nowMs),
      state: new TokenBucket(state, this.#nowMs),
      video: new TokenBucket(video, this.#nowMs),
    };
    const { lines, flood } = doorway.limits.chat;
    this.#chat = { lines: new TokenBucket(lines, this.#nowMs), flood: new TokenBucket(flood, this.#nowMs) };
    this.#vigil = new Vigil(this.outbox, doorway.limits, this.#nowMs);
  }

  /** When it was last heard, by the door's clock. */
  get heardMs(): number {
    return this.#vigil.heardMs;
  }

  /** Tells it that a request of its own found no room at whoever should have got it. */
  overflowed(request: Message): void {
    this.#asking.overflowed(request);
  }

  /** The records of a message as it came from the network. Throws BreachError or MalformedError for what closes the link. */
  read(message: Uint8Array): readonly FrameRecord[] {
    if (this.#state !== 'open') return [];
    this.doorway.traffic.messagesIn++;
    return readMessage(message, this.doorway.limits);
  }

  /** Throws BreachError or MisuseError for what closes the link. */
  accept(records: readonly FrameRecord[]): void {
    this.#nowMs = this.doorway.clock.now();
    this.#vigil.heard(this.#nowMs);
    for (const record of records) {
      if (this.#state !== 'open') return;
      this.#handle(record);
    }
  }

  tell(record: FrameRecord): void {
    if (this.#state === 'closed') return;
    const frame = encodeFrame(record);
    this.doorway.traffic.sent('control', 1, frame.length);
    this.outbox.push('control', frame);
    this.touch();
  }

  deliverStates(frame: Frame): void {
    this.outbox.push('state', frame);
    this.touch();
  }

  deliverVideo(frame: Frame): void {
    this.outbox.push('video', frame);
    this.touch();
  }

  touch(): void {
    this.#events.touched(this);
  }

  /** Sends what can be sent; closes a reader that left too much waiting. */
  flush(): void {
    if (this.#state === 'closed') return;
    this.outbox.flush();
    if (this.outbox.isOverfull) this.close('stalled', `${this.outbox.heldBytes} bytes wait for it`);
  }

  /** Closes it if it did not speak or read for too long. */
  check(): void {
    const found = this.#vigil.check(this.doorway.clock.now());
    if (found !== undefined) this.close(found.reason, found.detail);
  }

  spend(lane: Lane, bytes: number, messages = 1): void {
    if (this.#rates[lane].take(messages, bytes, this.#nowMs) === 'kept') return;
    const { messagesPerS, bytesPerS } = this.doorway.limits.rates[lane];
    throw new BreachError('flooding', `over ${messagesPerS}/s or ${bytesPerS / 1e6} MB/s of ${lane}`);
  }

  chat(bytes: number): 'kept' | 'exceeded' {
    if (this.#chat.flood.take(1, bytes, this.#nowMs) === 'kept') return this.#chat.lines.takeIfKept(1, bytes, this.#nowMs);
    throw new BreachError('flooding', `over ${this.doorway.limits.chat.flood.messagesPerS} lines of chat a second`);
  }

  refuse(verdict: Refusal, about: string): void {
    this.doorway.traffic.refusals++;
    if (verdict.kind === 'close') throw new BreachError('forged', verdict.reason);
    if (this.#nowMs - this.#noticedMs < NOTICE_PERIOD_MS) return;
    this.#noticedMs = this.#nowMs;
    this.tell({ type: 'notice', about, reason: verdict.reason });
  }

  /** From here on it does nothing more, whatever still arrives. */
  close(reason: CloseReason | 'goodbye' | 'lost', detail: string): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#listening[Symbol.dispose]();
    this.#asking[Symbol.dispose]();
    this.bus.drain().catch(this.doorway.report);
    this.#events.closed(this, reason, detail);
  }

  #handle(record: FrameRecord): void {
    switch (record.type) {
      case 'aliased':
        this.#publishing.aliased(record);
        break;
      case 'publish':
        this.#publishing.publish(record);
        break;
      case 'request':
        this.#asking.request(record);
        break;
      default:
        this.doorway.traffic.got('control', 0);
        this.spend('control', 0);
        this.#handleControl(record);
    }
  }

  #handleControl(record: FrameRecord): void {
    switch (record.type) {
      case 'alias':
        this.#publishing.alias(record);
        break;
      case 'subscribe':
        this.#listening.subscribe(record);
        break;
      case 'unsubscribe':
        this.#listening.unsubscribe(record.subscription);
        break;
      case 'reply':
        this.#listening.reply(record);
        break;
      case 'get':
        this.#asking.get(record);
        break;
      case 'swap':
        this.#asking.swap(record);
        break;
      case 'watch':
        this.#asking.watch(record);
        break;
      case 'unwatch':
        this.#asking.unwatch(record.watch);
        break;
      case 'ping':
        this.tell({ type: 'pong', stamp: record.stamp, mark: this.#vigil.pinged(record.seen, this.#nowMs) });
        break;
      case 'goodbye':
        this.#leave(record.text);
        break;
      default:
        throw new BreachError('out-of-turn', `a participant does not send ${record.type} here`);
    }
  }
  /** Delivers what is under way to it, then closes. */
  #leave(text: string): void {
    this.#state = 'leaving';
    this.#asking
      .recordsAnswered()
      .then(() => this.bus.drain())
      .then(() => {
        this.doorway.fanout.flush();
        this.outbox.flush();
        this.close('goodbye', text);
      })
      .catch(this.doorway.report);
  }
}
