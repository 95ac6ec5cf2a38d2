import { type Channel, ChannelError } from '../../channels/channel.ts';
import { delay } from '../../core/base/clock.ts';
import { explain } from '../../core/base/errors.ts';
import { TokenBucket } from '../../core/base/token-bucket.ts';
import { type Cut, type ErrorCode, LineCutter, parseRequest, type Request, writtenAnswer } from '../../protocols/line/line.ts';
import type { GatewayPorts, Seat } from '../gateway.ts';
import type { LineLimits } from './limits.ts';
import { Nonces } from './nonces.ts';
import { Outbox } from './outbox.ts';
import { Residence, type Wakefulness } from './residence.ts';
import { Visit } from './visit.ts';

export interface SessionPorts extends GatewayPorts {
  readonly channel: Channel;
  readonly limits: LineLimits;
  readonly linkDelayMs: number;
  readonly wakefulness: Wakefulness;
  /** `connection`: it is over with its guest. `wire`: it is there for the next one. */
  readonly kind: 'connection' | 'wire';
  /** Whether somebody there may come in without a token. */
  readonly isTrusted: boolean;
  /** Why nobody else may come in now; undefined when somebody may. */
  readonly objectionToGuest: () => string | undefined;
}

/** How a browser, or another program of the web, begins. */
const WEB_REQUEST = / HTTP\/\d/;
const PACE_MS = 20;
const FAREWELL_MS = 500;
/** Of what is wrong with a line so much is told: the answer must not be forty times as long as the line. */
const MOST_DIAGNOSTICS = 3;

/** One line, from its first byte to its last: cuts it into requests, lets guests in and out, and keeps to the limits. */
export class LineSession {
  readonly place: string;
  readonly #ports: SessionPorts;
  readonly #outbox: Outbox;
  readonly #cutter: LineCutter;
  readonly #pace: TokenBucket;
  readonly #residence: Residence;
  readonly #answering = new Set<Promise<void>>();
  readonly #ended = new AbortController();
  readonly #over = new Promise<void>((resolve) => this.#ended.signal.addEventListener('abort', () => resolve()));
  #stranger: Disposable | undefined;
  #visit: Visit | undefined;
  #line = 0;
  /** Since when the line that is being read may have lain here. */
  #lineSinceMs = 0;
  #refusedHellos = 0;
  #isEntering = false;
  /** What came before the first hello. */
  #prelude: 'nothing' | 'something else' = 'nothing';
  #reason = 'the other side ended it';

  constructor(ports: SessionPorts) {
    const { channel, clock, limits } = ports;
    this.place = channel.title;
    this.#ports = ports;
    this.#outbox = new Outbox({ channel, clock, limits, onStalled: (reason) => this.end(reason) });
    this.#cutter = new LineCutter(limits.lineBytes);
    this.#pace = new TokenBucket(limits.lines, clock.now());
    this.#residence = new Residence(clock, ports.wakefulness, ports.linkDelayMs);
  }

  /** The seat of who is in the world by it. */
  get guest(): Seat | undefined {
    return this.#visit?.seat;
  }

  /** Somebody is in the world by it, or is about to be. */
  get hasGuest(): boolean {
    return this.#visit !== undefined || this.#isEntering;
  }

  /** A connection from which nobody has come in yet, and which is not about to end. */
  get isStranger(): boolean {
    return this.#ports.kind === 'connection' && !this.hasGuest && !this.#ended.signal.aborted;
  }

  /** Until it is over: whoever came in by it has left then, and its channel is closed. */
  async run(): Promise<void> {
    const { channel, limits, kind, clock } = this.#ports;
    if (kind === 'connection')
      this.#stranger = clock.after(limits.helloMs, () => this.end(`nobody said hello within ${limits.helloMs} ms`));
    try {
      await this.#readAll();
      await this.#answered();
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error;
    } finally {
      this.#stranger?.[Symbol.dispose]();
      await this.#dismiss(this.#reason);
      await this.#outbox.close();
      await channel.close();
    }
  }

  /** Ends it: the other side is told why, if it still reads. */
  end(reason: string): void {
    if (this.#ended.signal.aborted) return;
    this.#reason = reason;
    this.#ended.abort();
    this.#outbox.push(writtenAnswer({ kind: 'farewell', message: reason }));
    void this.#hangUp();
  }

  /** Who reads nothing is not waited for long. */
  async #hangUp(): Promise<void> {
    const { channel, clock } = this.#ports;
    await Promise.race([this.#outbox.close(), delay(clock, FAREWELL_MS)]);
    await channel.close();
  }

  async #readAll(): Promise<void> {
    const { channel, clock } = this.#ports;
    while (!this.#ended.signal.aborted) {
      const askedMs = clock.now();
      const bytes = await channel.read();
      if (bytes === undefined) return;
      const sinceMs = this.#residence.arrived(askedMs, bytes.length);
      await this.#keepPace(0, bytes.length);
      // A line is as old as its beginning, though the rest of it has only just come.
      if (!this.#cutter.isWithinLine) this.#lineSinceMs = sinceMs;
      for (const cut of this.#cutter.cut(bytes)) {
        await this.#keepPace(1, 0);
        await this.#outbox.room();
        if (this.#ended.signal.aborted) return;
        await this.#take(cut, this.#lineSinceMs);
        this.#lineSinceMs = sinceMs;
      }
    }
  }

  /** What is too fast waits, and so does whoever sends it. */
  async #keepPace(lines: number, bytes: number): Promise<void> {
    const { clock } = this.#ports;
    while (!this.#ended.signal.aborted && this.#pace.takeIfKept(lines, bytes, clock.now()) === 'exceeded') await delay(clock, PACE_MS);
  }

  async #take(cut: Cut, sinceMs: number): Promise<void> {
    this.#line++;
    const { lineBytes } = this.#ports.limits;
    if (cut.kind === 'too long') {
      this.#prelude = 'something else';
      return this.#fail('long', `a line has at most ${lineBytes} bytes`);
    }
    const parsed = parseRequest(cut.text, this.#line);
    switch (parsed.kind) {
      case 'nothing':
        return;
      case 'wrong':
        if (WEB_REQUEST.test(cut.text)) return this.end('this is no web server');
        this.#prelude = 'something else';
        return this.#fail('syntax', told(parsed.diagnostics));
      case 'request':
        return this.#obey(parsed.request, sinceMs);
    }
  }

  async #obey(request: Request, sinceMs: number): Promise<void> {
    if (request.kind === 'hello') return this.#hello(request);
    if (request.kind === 'bye') return this.#bye();
    if (!this.#visit) {
      this.#prelude = 'something else';
      return this.#fail('hello', 'say hello first: hello TOKEN NAME');
    }
    const answering = this.#visit.answer(request, { line: this.#line, sinceMs }).finally(() => this.#answering.delete(answering));
    this.#answering.add(answering);
    // What follows may use what was declared.
    if (request.kind === 'declare') await Promise.race([answering, this.#over]);
  }

  /** Lines after it wait until it is answered. Said again, it is from one who has begun anew. */
  async #hello({ token, name }: Extract<Request, { kind: 'hello' }>): Promise<void> {
    const { objectionToGuest, kind, limits, tell } = this.#ports;
    await this.#dismiss('it said hello again');
    this.#line = 1;
    if (token === undefined && !this.#isTrusted)
      return this.#refuseHello(
        'a token is needed: what stands behind the # of a join link; hello - is for the first line of who is on this machine',
      );
    const busy = objectionToGuest();
    if (busy !== undefined) return this.#fail('busy', busy);
    this.#isEntering = true;
    try {
      await this.#enter(token, name);
      this.#refusedHellos = 0;
    } catch (error) {
      const reason = explain(error);
      tell({ event: 'turned-away', place: this.place, reason });
      if (this.#ports.isRefusal(error)) this.#refuseHello(reason);
      else this.#fail('lost', reason);
    } finally {
      this.#isEntering = false;
    }
    if (kind === 'connection' && this.#refusedHellos >= limits.refusedHellos) this.end(`${limits.refusedHellos} hellos were refused`);
  }

  /**
   * A page in a browser of this machine can make it send a request here, whose body holds any lines: it must not come in as who is trusted. What a browser sends
   * begins with words of its own.
   */
  get #isTrusted(): boolean {
    const { isTrusted, kind } = this.#ports;
    return isTrusted && (kind === 'wire' || this.#prelude === 'nothing');
  }

  #refuseHello(reason: string): void {
    this.#refusedHellos++;
    this.#fail('refused', reason);
  }

  async #enter(token: string | undefined, name: string): Promise<void> {
    const { enter, isRefusal, clock, random, limits, linkDelayMs, tell } = this.#ports;
    const late = new AbortController();
    using _late = clock.after(limits.joinMs, () => late.abort(new Error(`the world did not answer within ${limits.joinMs} ms`)));
    const signal = AbortSignal.any([late.signal, this.#ended.signal]);
    const seat = await enter({ token, name, signal, onError: (error) => this.#note(explain(error)) });
    if (this.#ended.signal.aborted) return void (await seat.leave());
    const onFailure = (error: unknown) => tell({ event: 'failed', place: this.place, reason: explain(error) });
    const nonces = new Nonces(clock, random);
    const charge = (lines: number) => void this.#pace.take(lines, 0, clock.now());
    this.#visit = new Visit({ seat, outbox: this.#outbox, nonces, clock, limits, linkDelayMs, charge, isRefusal, onFailure });
    seat.onStatus((status) => {
      if (status.kind === 'closed' && this.#visit?.seat === seat) this.#sentAway(status.reason);
    });
    this.#stranger?.[Symbol.dispose]();
    tell({ event: 'came', id: seat.id, world: seat.world, place: this.place });
    this.#outbox.push(writtenAnswer({ kind: 'done', line: this.#line, words: ['hello', seat.id, seat.world] }));
  }

  /** The hub ended it for good. */
  #sentAway(reason: string): void {
    if (this.#ports.kind === 'connection') {
      this.end(reason);
      return;
    }
    this.#outbox.push(writtenAnswer({ kind: 'farewell', message: reason }));
    void this.#dismiss(reason);
  }

  async #bye(): Promise<void> {
    await this.#answered();
    await this.#dismiss('it said bye');
    this.#outbox.push(writtenAnswer({ kind: 'done', line: this.#line, words: ['bye'] }));
    if (this.#ports.kind === 'wire') return;
    this.#reason = 'it said bye';
    this.#ended.abort();
    void this.#hangUp();
  }

  async #dismiss(reason: string): Promise<void> {
    const visit = this.#visit;
    if (!visit) return;
    this.#visit = undefined;
    visit[Symbol.dispose]();
    this.#outbox.forget(() => true);
    try {
      if (visit.seat.status.kind !== 'closed') await visit.seat.leave();
    } catch (error) {
      this.#ports.tell({ event: 'failed', place: this.place, reason: explain(error) });
    }
    this.#ports.tell({ event: 'went', id: visit.seat.id, place: this.place, reason });
  }

  /** All that was asked for, unless it is over before. */
  async #answered(): Promise<void> {
    await Promise.race([Promise.all(this.#answering), this.#over]);
  }

  /** Dropped by who does not read: answers are waited for, notes are not. */
  #note(message: string): void {
    if (this.#outbox.hasRoom) this.#outbox.push(writtenAnswer({ kind: 'note', message }));
  }

  #fail(code: ErrorCode, message: string): void {
    this.#outbox.push(writtenAnswer({ kind: 'failed', line: this.#line, code, message }));
  }
}

function told(diagnostics: readonly { readonly column: number; readonly message: string }[]): string {
  const first = diagnostics.slice(0, MOST_DIAGNOSTICS).map(({ column, message }) => `column ${column}: ${message}`);
  const left = diagnostics.length - first.length;
  return [...first, ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
}
