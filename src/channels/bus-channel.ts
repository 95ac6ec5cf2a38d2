import { ByteReader, ByteWriter } from '../core/base/bytes.ts';
import { type Clock, delay, every } from '../core/base/clock.ts';
import { explain, MalformedError } from '../core/base/errors.ts';
import { type Random, randomId } from '../core/base/random.ts';
import { type Bus, isSilence, type Message } from '../core/bus/bus.ts';
import type { Channel, ChannelEnd } from './channel.ts';
import { ChannelLife } from './channel-life.ts';

export interface BusChannelPorts {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly random: Random;
  /** The subject this side listens on, and the one the other side does. */
  readonly here: string;
  readonly there: string;
}

/** What one side says. A piece that is said again, because its answer was lost, has the same number. */
const WORDS = ['open', 'piece', 'close'] as const;
type Word = (typeof WORDS)[number];
/** `full`: ask again. `stranger`: whoever answers has not opened this channel, or has closed it. */
const ANSWERS = ['taken', 'full', 'stranger'] as const;
type Answer = (typeof ANSWERS)[number];

const PIECE_BYTES = 16 * 1024;
const LIFE_LETTERS = 10;
const ANSWER_MS = 500;
const AGAIN_MS = 20;
const LOOK_MS = 1000;
/** Who has not answered for so long is taken for gone. The first time, too. */
const SILENT_MS = 5000;

/**
 * Bytes over a Bus, which loses messages: each piece is a request, said again until it is answered and taken once by its number. A side that does not read answers that it is full.
 * Each opening has a life of its own, so that a side that was started again is not taken for the one before.
 */
export class BusChannel implements Channel {
  readonly #ports: BusChannelPorts;
  readonly #channel: ChannelLife;
  /** Which of all openings on this subject this is. */
  readonly #life: string;
  #otherLife: string | undefined;
  #open: Disposable[] = [];
  #said = 0;
  #taken = 0;
  #heardMs = 0;
  #queue: Promise<void> = Promise.resolve();

  constructor(ports: BusChannelPorts) {
    this.#ports = ports;
    this.#channel = new ChannelLife(`bus ${ports.there}`, { pause: () => {}, resume: () => {} });
    this.#life = randomId(ports.random, LIFE_LETTERS);
  }

  get title(): string {
    return this.#channel.title;
  }

  get ended(): Promise<ChannelEnd> {
    return this.#channel.ended;
  }

  open(): Promise<void> {
    return this.#channel.open(() => this.#openOnce());
  }

  read(): Promise<Uint8Array | undefined> {
    return this.#channel.read();
  }

  subscribe(handler: (bytes: Uint8Array) => void): Disposable {
    return this.#channel.subscribe(handler);
  }

  write(bytes: Uint8Array): Promise<void> {
    const writing = this.#queue.then(async () => {
      this.#channel.requireOpened();
      for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
        this.#said++;
        await this.#insist('piece', bytes.subarray(start, start + PIECE_BYTES));
      }
    });
    this.#queue = writing.catch(() => {});
    return writing;
  }

  async close(): Promise<void> {
    const wasOpen = this.#channel.isOpen && !this.#channel.end;
    this.#finish({ kind: 'closed' });
    if (wasOpen) await this.#sayGoodbye();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #openOnce(): Promise<void> {
    const { bus, clock, here } = this.#ports;
    if (this.#channel.end) throw this.#channel.endedError();
    this.#heardMs = clock.now();
    this.#open.push(bus.subscribe(here, (message) => this.#hear(message)));
    await this.#insist('open');
    // What it finds out ends the channel, which is how others hear of it.
    this.#open.push(every(clock, LOOK_MS, () => void this.#insist('open').catch(() => {})));
  }

  /** Until it is taken. Rejects with ChannelError when the channel is over, nobody answers any more, or the bus refuses it: a channel that has lost a piece is none any more. */
  async #insist(word: Word, bytes?: Uint8Array): Promise<void> {
    const { clock, there } = this.#ports;
    for (;;) {
      if (this.#channel.end) throw this.#channel.endedError();
      const answer = await this.#ask(word, bytes).catch((error: unknown) => {
        if (isSilence(error)) return undefined;
        this.#finish({ kind: 'broken', reason: explain(error) });
        void this.#sayGoodbye();
        throw this.#channel.endedError({ cause: error });
      });
      if (this.#channel.end) throw this.#channel.endedError();
      if (answer !== undefined && answer !== 'stranger') this.#heardMs = clock.now();
      if (answer === 'taken') return;
      if (answer === 'stranger' && this.#channel.isOpen) this.#finish({ kind: 'gone' });
      else if (clock.now() - this.#heardMs > SILENT_MS)
        this.#finish({ kind: 'broken', reason: `nobody has answered on ${there} for ${SILENT_MS} ms` });
      else await delay(clock, AGAIN_MS);
    }
  }

  /** Should it be lost, the other side finds out by itself. */
  async #sayGoodbye(): Promise<void> {
    await this.#ask('close').catch(() => undefined);
  }

  async #ask(word: Word, bytes: Uint8Array = new Uint8Array()): Promise<Answer> {
    const { bus, there } = this.#ports;
    const frame = new ByteWriter()
      .byte(WORDS.indexOf(word))
      .text(this.#life)
      .text(this.#otherLife ?? '')
      .count(this.#said)
      .raw(bytes)
      .finish();
    const reader = new ByteReader(await bus.request(there, frame, { timeoutMs: ANSWER_MS }));
    const answer = ANSWERS[reader.byte()] ?? 'stranger';
    const life = reader.text();
    if (answer !== 'stranger') this.#otherLife ??= life;
    return answer;
  }

  #hear(message: Message): void {
    let answer: Answer = 'stranger';
    try {
      answer = this.#answer(message.payload);
    } catch (error) {
      if (!(error instanceof MalformedError)) throw error;
    }
    message.reply(new ByteWriter().byte(ANSWERS.indexOf(answer)).text(this.#life).finish());
  }

  #answer(payload: Uint8Array): Answer {
    const reader = new ByteReader(payload);
    const word = WORDS[reader.byte()];
    const [life, addressed] = [reader.text(), reader.text()];
    const number = reader.count();
    const bytes = reader.rest();
    if (this.#channel.end || (addressed !== '' && addressed !== this.#life)) return 'stranger';
    if (word === 'open') this.#otherLife ??= life;
    if (life !== this.#otherLife) return 'stranger';
    if (word === 'close') {
      this.#finish({ kind: 'gone' });
      return 'taken';
    }
    if (word !== 'piece' || number <= this.#taken) return 'taken';
    if (!this.#channel.inbox.hasRoom) return 'full';
    this.#taken = number;
    this.#channel.inbox.push(bytes.slice());
    return 'taken';
  }

  #finish(end: ChannelEnd): void {
    for (const part of this.#open) part[Symbol.dispose]();
    this.#open = [];
    this.#channel.finish(end);
  }
}
