import { type Clock, every } from '../../core/base/clock.ts';
import { explain, MalformedError } from '../../core/base/errors.ts';
import { decodeFrame, encodeFrame, type FrameRecord, PROTOCOL_VERSION, type RecordOf } from '../../core/bus/frames.ts';
import type { Lane } from '../../core/bus/subjects.ts';
import { CLOSE_REASONS, type CloseReason, closeReasonOf } from './close-reason.ts';
import type { Frame } from './newest-lane.ts';
import { Outbox, type OutboxLimits, outboxLimits } from './outbox.ts';
import { protocolsWith } from './token-protocol.ts';

/** So many pings without a word from the door, and the link is dead. */
const SILENT_PINGS = 3;
const CHECKS_PER_PING = 4;
const WELCOME_MS = 5000;
/** A WebSocket does not tell when it has taken what waited: it is asked this often. */
const RETRY_FLUSH_MS = 20;
/** For the door to take what was sent before goodbye, and to close. */
const GOODBYE_MS = 2000;

/** The door takes no larger messages, and none with more than 2048 records; a frame has two at most. */
const limits: OutboxLimits = { ...outboxLimits, messageBytes: 64 * 1024, messageFrames: 1000 };

export interface LinkOptions {
  readonly url: string;
  readonly hello: Omit<RecordOf<'hello'>, 'type' | 'protocol'>;
  readonly token: string | undefined;
  readonly clock: Clock;
  readonly pingPeriodMs: number;
  readonly webSocket: typeof WebSocket;
}

export interface LinkEvents {
  welcome(welcome: RecordOf<'welcome'>): void;
  record(record: FrameRecord): void;
  /** Called once, and nothing after it. */
  ended(end: LinkEnd): void;
}

export interface LinkEnd {
  /** Undefined if the network, not the door, ended it. */
  readonly closeReason: CloseReason | undefined;
  readonly text: string;
  readonly again: 'yes' | 'no';
}

/** One WebSocket to a door, from hello to its end. What is sent in one turn goes out as one message. */
export class Link {
  readonly #clock: Clock;
  readonly #pingPeriodMs: number;
  readonly #events: LinkEvents;
  readonly #socket: WebSocket;
  readonly #outbox: Outbox;
  readonly #timers: Disposable[];
  #retry: Disposable | undefined;
  #state: 'greeting' | 'open' | 'ended' = 'greeting';
  #flush: 'idle' | 'scheduled' = 'idle';
  #silentMs = 0;
  #checkedMs: number;
  #seenMark = 0;
  #rttMs: number | undefined;

  constructor({ url, hello, token, clock, pingPeriodMs, webSocket }: LinkOptions, events: LinkEvents) {
    this.#clock = clock;
    this.#pingPeriodMs = pingPeriodMs;
    this.#events = events;
    this.#checkedMs = clock.now();
    const socket = new webSocket(url, protocolsWith(token));
    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    this.#outbox = new Outbox(
      {
        get backlogBytes() {
          return socket.bufferedAmount;
        },
        send: (frame) => socket.send(frame),
      },
      limits,
    );
    this.#timers = [clock.after(WELCOME_MS, () => this.#expectWelcome())];
    socket.onopen = () => socket.send(encodeFrame({ type: 'hello', protocol: PROTOCOL_VERSION, ...hello }));
    socket.onmessage = ({ data }) => this.#receive(data);
    socket.onclose = ({ code, reason }) => this.#end(endOf(code, reason, url));
  }

  /** The time a word takes to the door and back. */
  get rttMs(): number | undefined {
    return this.#rttMs;
  }

  send(lane: Lane, frame: Frame): 'queued' | 'full' {
    if (this.#state === 'ended') return 'queued';
    this.#scheduleFlush();
    return this.#outbox.push(lane, frame);
  }

  /** Sends what waits, then leaves; `ended` follows soon. */
  leave(): void {
    const giveUpMs = this.#clock.now() + GOODBYE_MS;
    const proceed = () => {
      if (this.#state === 'ended') return;
      this.#outbox.flush();
      if (this.#outbox.isEmpty) this.#socket.send(encodeFrame({ type: 'goodbye', code: 1000, text: 'goodbye' }));
      else if (this.#clock.now() < giveUpMs) {
        this.#retry = this.#clock.after(RETRY_FLUSH_MS, proceed);
        return;
      }
      this.#timers.push(this.#clock.after(GOODBYE_MS, () => this.abandon('the door did not answer the goodbye')));
    };
    if (this.#state === 'open') proceed();
    else this.abandon('left before it was welcome');
  }

  /** Ends it at once, without a word. */
  abandon(text: string): void {
    this.#end({ closeReason: undefined, text, again: 'yes' });
  }

  #receive(data: unknown): void {
    if (this.#state === 'ended') return;
    this.#silentMs = 0;
    try {
      if (!(data instanceof ArrayBuffer)) throw new MalformedError('a text message');
      for (const record of decodeFrame(new Uint8Array(data))) this.#handle(record);
    } catch (error) {
      if (!(error instanceof MalformedError)) throw error;
      this.#end({ closeReason: 'malformed', text: `the hub sent what is not a frame: ${explain(error)}`, again: 'no' });
    }
  }

  #handle(record: FrameRecord): void {
    if (this.#state === 'ended') return;
    if (record.type === 'pong') {
      this.#seenMark = record.mark;
      this.#rttMs = this.#clock.now() - record.stamp / 1000;
    } else if (record.type === 'welcome') {
      this.#state = 'open';
      this.#timers.push(every(this.#clock, this.#pingPeriodMs, () => this.#ping()));
      this.#timers.push(every(this.#clock, this.#pingPeriodMs / CHECKS_PER_PING, () => this.#check()));
      this.#events.welcome(record);
      this.#ping();
    } else {
      this.#events.record(record);
    }
  }

  #ping(): void {
    // Microseconds, as a whole number.
    const stamp = Math.round(this.#clock.now() * 1000);
    this.send('control', encodeFrame({ type: 'ping', stamp, seen: this.#seenMark }));
  }

  /** Time in which this process itself stood still is not the hub's silence: what came meanwhile is not read yet. */
  #check(): void {
    const nowMs = this.#clock.now();
    this.#silentMs += Math.min(nowMs - this.#checkedMs, (2 * this.#pingPeriodMs) / CHECKS_PER_PING);
    this.#checkedMs = nowMs;
    if (this.#silentMs > SILENT_PINGS * this.#pingPeriodMs) this.abandon(`the hub was silent for ${Math.round(this.#silentMs)} ms`);
  }

  #expectWelcome(): void {
    if (this.#state === 'greeting') this.abandon(`no welcome within ${WELCOME_MS} ms`);
  }

  #scheduleFlush(): void {
    if (this.#flush === 'scheduled') return;
    this.#flush = 'scheduled';
    queueMicrotask(this.#flushNow);
  }

  readonly #flushNow = (): void => {
    this.#flush = 'idle';
    if (this.#state !== 'open') return;
    this.#outbox.flush();
    if (this.#outbox.isEmpty) return;
    this.#flush = 'scheduled';
    this.#retry = this.#clock.after(RETRY_FLUSH_MS, this.#flushNow);
  };

  #end(end: LinkEnd): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    for (const timer of this.#timers) timer[Symbol.dispose]();
    this.#retry?.[Symbol.dispose]();
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#events.ended(end);
  }
}

function endOf(code: number, reason: string, url: string): LinkEnd {
  const closeReason = closeReasonOf(code);
  if (closeReason !== undefined) return { closeReason, text: reason, again: CLOSE_REASONS[closeReason].again };
  return { closeReason, text: `the link to ${url} ended with code ${code}`, again: 'yes' };
}
