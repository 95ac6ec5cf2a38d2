import type { Clock } from '../../core/base/clock.ts';
import { MalformedError, MisuseError } from '../../core/base/errors.ts';
import { between, integerBelow, type Random } from '../../core/base/random.ts';
import { type Bucket, type Bus, type BusStatus, DisconnectedError, type Message } from '../../core/bus/bus.ts';
import { ConnectionStatus } from '../../core/bus/connection-status.ts';
import { encodeFrame, type FrameRecord, type RecordOf } from '../../core/bus/frames.ts';
import { requireBucketName, requirePayload, requireSubject, requireTimeout } from '../../core/bus/limits.ts';
import type { Report } from '../../core/bus/listeners.ts';
import { type Lane, laneOf } from '../../core/bus/subjects.ts';
import { type Answer, ClientCalls } from './client-calls.ts';
import { ClientNumbering } from './client-numbering.ts';
import { ClientRecords } from './client-records.ts';
import { ClientSubscriptions } from './client-subscriptions.ts';
import { type CloseReason, RefusedError, SENT, sentTo } from './close-reason.ts';
import { Link, type LinkEnd } from './link.ts';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 3000;
/** After a link that lasted so long the pauses begin anew: one that is closed again and again must not be tried ever faster. */
const LASTING_MS = 5000;

export interface SocketBusOptions {
  /** Of the hub's door: `ws://host:port/path`. */
  readonly url: string;
  readonly world: string;
  /** What people call this participant; the hub makes an id of it. */
  readonly name: string;
  /** Of a session with the hub; shown again at each attempt. A hub on loopback needs none. */
  readonly token?: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Told of what handlers throw, and (as RefusedError) of publishes and subscriptions the hub did not allow. */
  readonly report: Report;
  /** To be the participant that an earlier connection was. */
  readonly resume?: ResumeToken;
  /** 1000 unless told. After three of them without a word from the hub the link counts as dead. */
  readonly pingPeriodMs?: number;
  readonly webSocket?: typeof WebSocket;
}

/** Proves to the hub that this is the participant it knew. */
export interface ResumeToken {
  readonly id: string;
  readonly secret: string;
}

/** What the hub said when it let this participant in; a later link may bring a newer one. */
export interface Welcome {
  readonly id: string;
  readonly hub: string;
  readonly info: Readonly<Record<string, unknown>>;
}

/** A Bus over a WebSocket to a hub's door. It connects again by itself, under the same id. */
export interface SocketBus extends Bus {
  readonly welcome: Welcome;
  readonly resume: ResumeToken;
  /** The last measured time to the hub and back; undefined while there is none. */
  readonly rttMs: number | undefined;
  /** Of the door that it is at, or last was: when a hub is lost it may be another's. */
  readonly url: string;
}

/** Rejects with RefusedError if the hub does not admit this participant, with DisconnectedError if no hub answers. */
export function connectSocketBus(options: SocketBusOptions): Promise<SocketBus> {
  return new Promise((resolve, reject) => {
    const { webSocket = globalThis.WebSocket } = options;
    if (webSocket === undefined) throw new MisuseError('this platform has no WebSocket: use Node 22 or later, or give one as `webSocket`');
    new ReconnectingBus({ ...options, webSocket }, { resolve, reject });
  });
}

/** Told how the first attempt went; later ones are told as status. */
interface FirstAttempt {
  resolve(bus: SocketBus): void;
  reject(error: Error): void;
}

interface Identity {
  readonly welcome: Welcome;
  readonly resume: ResumeToken;
}

class ReconnectingBus implements SocketBus {
  readonly #options: SocketBusOptions & { readonly webSocket: typeof WebSocket };
  readonly #first: FirstAttempt;
  readonly #status: ConnectionStatus;
  readonly #calls: ClientCalls;
  readonly #subscriptions: ClientSubscriptions;
  readonly #records: ClientRecords;
  #identity: Identity | undefined;
  #link: Link;
  #numbering = new ClientNumbering();
  #attempt = 0;
  /** Since it was last welcome. */
  #refusals = 0;
  #url: string;
  /** Of other hubs on the same bus. */
  #otherDoors: readonly string[] = [];
  #welcomedMs = Number.POSITIVE_INFINITY;
  #retry: Disposable | undefined;
  #draining: Promise<void> | undefined;
  #drained: (() => void) | undefined;

  constructor(options: SocketBusOptions & { readonly webSocket: typeof WebSocket }, first: FirstAttempt) {
    const { clock, report } = options;
    this.#options = options;
    this.#url = options.url;
    this.#first = first;
    this.#status = new ConnectionStatus({ kind: 'reconnecting', attempt: 0, reason: 'not yet connected' }, report);
    this.#calls = new ClientCalls(clock);
    this.#subscriptions = new ClientSubscriptions(report, (record) => this.#send(record));
    this.#records = new ClientRecords({
      report,
      requireOpen: () => this.#status.requireOpen(),
      ask: (about, timeoutMs, record) => this.#ask('control', about, timeoutMs, record),
      send: (record) => this.#send(record),
    });
    this.#link = this.#connect();
  }

  get self(): string {
    return this.welcome.id;
  }

  get welcome(): Welcome {
    return this.#known.welcome;
  }

  get resume(): ResumeToken {
    return this.#known.resume;
  }

  get url(): string {
    return this.#url;
  }

  get rttMs(): number | undefined {
    return this.status.kind === 'connected' ? this.#link.rttMs : undefined;
  }

  get status(): BusStatus {
    return this.#status.current;
  }

  onStatus(handler: (status: BusStatus) => void): Disposable {
    return this.#status.onChange(handler);
  }

  publish(subject: string, payload: Uint8Array): void {
    this.#status.requireOpen();
    requirePayload(payload);
    const lane = this.#numbering.has(subject) ? 'state' : laneOf(requireSubject(subject));
    if (this.status.kind !== 'connected') return;
    const frame = lane === 'state' ? this.#numbering.frame(subject, payload) : encodeFrame({ type: 'publish', subject, from: '', payload });
    if (this.#link.send(lane, frame) === 'full')
      this.#options.report(new RefusedError('full', `too many commands wait to be sent: dropped one on ${subject}`));
  }

  subscribe(pattern: string, handler: (message: Message) => void): Disposable {
    this.#status.requireOpen();
    return this.#subscriptions.add(pattern, handler);
  }

  async request(subject: string, payload: Uint8Array, { timeoutMs }: { timeoutMs: number }): Promise<Uint8Array> {
    this.#status.requireOpen();
    requireSubject(subject);
    requirePayload(payload);
    requireTimeout(timeoutMs);
    const answer = await this.#ask(laneOf(subject) === 'command' ? 'command' : 'control', subject, timeoutMs, (request) => ({
      type: 'request',
      request,
      subject,
      timeoutMs: Math.ceil(timeoutMs),
      payload,
    }));
    if (answer.type !== 'answered') throw new MisuseError(`the hub answered ${answer.type} to a request on ${subject}`);
    return answer.payload;
  }

  bucket(name: string): Bucket {
    this.#status.requireOpen();
    return this.#records.bucket(requireBucketName(name));
  }

  drain(): Promise<void> {
    this.#draining ??= new Promise((resolve) => {
      if (this.status.kind === 'closed') resolve();
      this.#drained = resolve;
      if (this.status.kind === 'connected') this.#link.leave();
      else this.#close('drained');
    });
    return this.#draining;
  }

  get #known(): Identity {
    if (this.#identity === undefined) throw new MisuseError('the hub has not answered yet: await connectSocketBus');
    return this.#identity;
  }

  #connect(): Link {
    const { world, name, token, clock, pingPeriodMs = 1000, webSocket } = this.#options;
    const hello = { world, name, resume: this.#identity?.resume ?? this.#options.resume };
    return new Link(
      { url: this.#url, hello, token, clock, pingPeriodMs, webSocket },
      {
        welcome: (welcome) => this.#welcomed(welcome),
        record: (record) => this.#handle(record),
        ended: (end) => this.#ended(end),
      },
    );
  }

  #welcomed({ id, secret, hub, info }: RecordOf<'welcome'>): void {
    const before = this.#identity?.welcome.id ?? id;
    if (before === id) {
      this.#identity = { welcome: { id, hub, info: parseInfo(info) }, resume: { id, secret } };
      this.#welcomedMs = this.#options.clock.now();
      this.#refusals = 0;
      this.#restore();
      this.#first.resolve(this);
    } else {
      this.#close(`the hub knows ${before} no more and calls it ${id}: connect anew`);
    }
  }

  /** Before anybody is told: a handler of the status may subscribe, and must not do so twice. */
  #restore(): void {
    const send = (record: FrameRecord) => void this.#link.send('control', encodeFrame(record));
    this.#numbering = new ClientNumbering();
    this.#subscriptions.restore(send);
    this.#records.restore(send);
    this.#status.change({ kind: 'connected' });
  }

  #handle(record: FrameRecord): void {
    switch (record.type) {
      case 'aliased':
        this.#subscriptions.aliased(record, this.self);
        break;
      case 'alias':
        this.#subscriptions.alias(record);
        break;
      case 'publish':
        this.#subscriptions.shared(record.subject, record.from, record.payload, this.self);
        break;
      case 'message':
        this.#subscriptions.message(record);
        break;
      case 'question':
        this.#subscriptions.question(record);
        break;
      case 'answered':
      case 'got':
      case 'swapped':
        this.#calls.answered(record);
        break;
      case 'failed':
        this.#calls.failed(record);
        break;
      case 'value':
      case 'deleted':
      case 'synced':
        this.#records.changed(record);
        break;
      case 'doors':
        this.#otherDoors = this.#doorsOf(record.hubs.split('\n'));
        break;
      case 'notice':
        this.#options.report(new RefusedError('refused', `the hub did not allow to ${record.about}: ${record.reason}`));
        break;
      default:
        throw new MalformedError(`a hub does not send ${record.type}`);
    }
  }

  #ended({ closeReason, text, again }: LinkEnd): void {
    this.#calls.rejectAll(new DisconnectedError(`the link ended before the answer came: ${text}`));
    if (this.#draining !== undefined) this.#close('drained');
    else if (this.#identity === undefined && this.#isSentElsewhere(closeReason, text)) this.#link = this.#connect();
    else if (this.#identity === undefined) {
      this.#close(text);
      const refused = closeReason !== undefined && again === 'no';
      this.#first.reject(refused ? new RefusedError(closeReason, text) : new DisconnectedError(`no hub at ${this.#options.url}: ${text}`));
    } else if (again === 'no' && !(closeReason !== undefined && this.#mayAskAnother(closeReason))) this.#close(text);
    else this.#connectAgain(text);
  }

  /** It is sent to another hub once; if that does not answer, it stays with the first. */
  #isSentElsewhere(closeReason: CloseReason | undefined, text: string): boolean {
    const isSent = this.#url.endsWith(SENT);
    const there = closeReason === 'elsewhere' && !isSent ? this.#doorsOf([sentTo(text) ?? ''])[0] : undefined;
    const { url } = this.#options;
    const back = closeReason === undefined && isSent && this.#url !== `${url}${SENT}` ? url : undefined;
    const next = there ?? back;
    if (next === undefined) return false;
    this.#url = `${next}${SENT}`;
    return true;
  }

  /** A hub that is full is not the only one: each is asked once. */
  #mayAskAnother(reason: CloseReason): boolean {
    return reason === 'door-full' && this.#refusals++ < this.#otherDoors.length;
  }

  #connectAgain(reason: string): void {
    const { clock, random } = this.#options;
    if (clock.now() - this.#welcomedMs > LASTING_MS) this.#attempt = 0;
    this.#welcomedMs = Number.POSITIVE_INFINITY;
    const pauseMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#attempt) * between(random, 0.5, 1);
    this.#attempt++;
    this.#retry = clock.after(pauseMs, () => {
      this.#url = this.#nextDoor();
      this.#link = this.#connect();
    });
    this.#status.change({ kind: 'reconnecting', attempt: this.#attempt, reason });
  }

  /** In an order of its own: those of a hub that is lost must not all go to the same one. */
  #doorsOf(hubs: readonly string[]): string[] {
    const doors = hubs.flatMap((hub) => doorAt(hub, this.#options.url) ?? []);
    const first = integerBelow(this.#options.random, Math.max(1, doors.length));
    return [...doors.slice(first), ...doors.slice(0, first)];
  }

  /** By turns: the one that was lost may be back. */
  #nextDoor(): string {
    const [next] = this.#otherDoors;
    if (next === undefined) return this.#url;
    this.#otherDoors = [...this.#otherDoors.slice(1), this.#url];
    return next;
  }

  #close(reason: string): void {
    if (this.status.kind === 'closed') return;
    this.#subscriptions.clear();
    this.#records.clear();
    this.#status.change({ kind: 'closed', reason });
    this.#retry?.[Symbol.dispose]();
    this.#link.abandon(reason);
    this.#drained?.();
  }

  #send(record: FrameRecord): void {
    if (this.status.kind === 'connected') this.#link.send('control', encodeFrame(record));
  }

  async #ask(lane: Lane, about: string, timeoutMs: number, record: (request: number) => FrameRecord): Promise<Answer> {
    this.#status.requireConnected();
    return this.#calls.ask(about, timeoutMs, (request) => {
      if (this.#link.send(lane, encodeFrame(record(request))) === 'full') this.#calls.refuse(request, `too many commands wait: ${about}`);
    });
  }
}

/** Where another hub has the same door. Undefined for what is no address, and for one that would show the token to everybody on the way. */
function doorAt(hub: string, door: string): string | undefined {
  if (!URL.canParse(hub)) return undefined;
  const [there, here] = [new URL(hub), new URL(door)];
  const isSafe = there.protocol === 'https:' || (there.protocol === 'http:' && here.protocol === 'ws:');
  return isSafe ? `${there.protocol === 'https:' ? 'wss' : 'ws'}://${there.host}${here.pathname}` : undefined;
}

function parseInfo(text: string): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(text) };
  } catch (cause) {
    throw new MalformedError('what the hub tells of itself is not JSON', { cause });
  }
}
