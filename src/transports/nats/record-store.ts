import { JetStreamApiError, jetstream, jetstreamManager, type StoredMsg } from '@nats-io/jetstream';
import { errors, type MsgHdrs, headers as makeHeaders } from '@nats-io/transport-node';
import { type Clock, delay } from '../../core/base/clock.ts';
import { explain } from '../../core/base/errors.ts';
import { DisconnectedError, type Entry, type Revision, type SwapResult } from '../../core/bus/bus.ts';
import type { NatsWire } from './nats-wire.ts';
import type { RecordStream } from './server.ts';

/** A write is repeated under the same id until this time is over: servers that choose a new leader write nothing for 5 to 6 s. */
const SWAP_MS = 10_000;
const ATTEMPT_MS = 1500;
const PAUSE_MS = 100;
const GET_MS = 5000;

const WRONG_LAST_SEQUENCE: readonly number[] = [10071, 10164];
const NO_MESSAGE_FOUND: readonly number[] = [10037];
const OPERATION = 'KV-Operation';
/** Whose write it was: several may have the same message id. */
const WRITE = 'Manyhands-Write';

/** The number in it counts the changes of all records; `life` tells records apart that were lost and begun anew. */
export const revisionOf = ({ life }: Pick<RecordStream, 'life'>, sequence: number): Revision => `${life}.${sequence}` as Revision;
export const sequenceIn = (revision: Revision): number => Number(revision.slice(revision.indexOf('.') + 1));

/** A record that was deleted leaves a mark. */
export function isDeletion(headers: MsgHdrs | undefined): boolean {
  const operation = headers?.get(OPERATION);
  return operation === 'DEL' || operation === 'PURGE';
}

/** Reads and changes single records where they are kept. */
export class RecordStore {
  readonly #wire: NatsWire;
  readonly #stream: RecordStream;
  readonly #clock: Clock;
  readonly #swapMs: number;

  constructor(wire: NatsWire, stream: RecordStream, { clock, swapMs = SWAP_MS }: { clock: Clock; swapMs?: number | undefined }) {
    this.#wire = wire;
    this.#stream = stream;
    this.#clock = clock;
    this.#swapMs = swapMs;
  }

  async get(bucket: string, key: string): Promise<Entry | undefined> {
    const last = await this.#wire.whileConnected(() => this.#read({ last_by_subj: this.#subject(bucket, key) }));
    return last && !isDeletion(last.header) ? { key, value: last.data, revision: revisionOf(this.#stream, last.seq) } : undefined;
  }

  /** Repeats itself until it has an answer: the servers know a repeated write by its id. */
  async swap(bucket: string, key: string, expected: Revision | undefined, value: Uint8Array | undefined): Promise<SwapResult> {
    if (this.#wire.status.kind !== 'connected') return { kind: 'unknown', reason: 'the connection to NATS is lost' };
    const after = expected === undefined ? 0 : this.#sequenceOf(expected);
    if (after === undefined) return { kind: 'conflict' };
    const write = new Write(this.#subject(bucket, key), value, this.#wire.nextId(), after);
    const deadlineMs = this.#clock.now() + this.#swapMs;
    for (;;) {
      const outcome = await this.#attempt(write, deadlineMs);
      if (outcome.kind === 'applied') return { kind: 'applied', revision: revisionOf(this.#stream, outcome.sequence) };
      if (outcome.kind === 'conflict') return outcome;
      if (outcome.kind === 'deleted') {
        write.after = outcome.sequence;
        continue;
      }
      write.mayBeDone ||= outcome.kind === 'silent';
      if (this.#clock.now() + PAUSE_MS > deadlineMs) return { kind: 'unknown', reason: outcome.reason };
      await delay(this.#clock, PAUSE_MS);
    }
  }

  async #attempt(write: Write, deadlineMs: number): Promise<Attempt> {
    const { status, connection } = this.#wire;
    if (status.kind !== 'connected') return { kind: 'unheard', reason: status.reason };
    const marks = makeHeaders();
    marks.set(WRITE, write.id);
    if (write.value === undefined) marks.set(OPERATION, 'DEL');
    try {
      const { seq, duplicate } = await jetstream(connection).publish(write.subject, write.value ?? new Uint8Array(), {
        msgID: write.messageId,
        expect: { lastSubjectSequence: write.after },
        headers: marks,
        timeout: Math.max(1, Math.min(ATTEMPT_MS, deadlineMs - this.#clock.now())),
      });
      return duplicate ? await this.#firstOf(write, seq) : { kind: 'applied', sequence: seq };
    } catch (error) {
      if (isOneOf(error, WRONG_LAST_SEQUENCE)) return await this.#firstOf(write, undefined);
      return { kind: isUnheard(error) ? 'unheard' : 'silent', reason: explain(error) };
    }
  }

  /** Somebody was first: another, who had the same in mind; or we, and the answer was lost; or whoever deleted it. */
  async #firstOf(write: Write, duplicate: number | undefined): Promise<Attempt> {
    const newest = { last_by_subj: write.subject };
    try {
      if (write.mayBeDone) {
        const first = await this.#read(duplicate === undefined ? newest : { seq: duplicate });
        if (first?.header.get(WRITE) === write.id) return { kind: 'applied', sequence: first.seq };
        // Ours may have been written, and replaced since; but not when another was first under the same id.
        if (first === undefined || duplicate === undefined)
          return { kind: 'silent', reason: 'it changed while the servers did not answer' };
      }
      if (write.after !== 0) return { kind: 'conflict' };
      const last = await this.#read(newest);
      return last && isDeletion(last.header) ? { kind: 'deleted', sequence: last.seq } : { kind: 'conflict' };
    } catch (error) {
      return { kind: 'silent', reason: explain(error) };
    }
  }

  /** By the leader, who knows the newest. */
  async #read(where: { seq: number } | { last_by_subj: string }): Promise<StoredMsg | undefined> {
    try {
      const api = await jetstreamManager(this.#wire.connection, { checkAPI: false, timeout: GET_MS });
      return (await api.streams.getMessage(this.#stream.name, where)) ?? undefined;
    } catch (error) {
      if (isOneOf(error, NO_MESSAGE_FOUND)) return undefined;
      throw new DisconnectedError(`a record of ${this.#stream.name} could not be read`, { cause: error });
    }
  }

  #subject(bucket: string, key: string): string {
    return `${this.#stream.prefix}.${bucket}.${key}`;
  }

  /** Undefined for one of another life of the records. */
  #sequenceOf(revision: Revision): number | undefined {
    const [life, sequence] = revision.split('.');
    return life === this.#stream.life ? Number(sequence) : undefined;
  }
}

class Write {
  readonly subject: string;
  readonly value: Uint8Array | undefined;
  readonly id: string;
  /** What it is to follow: 0 for nothing, not even the mark of a deletion. */
  after: number;
  /** An attempt was not answered. */
  mayBeDone = false;

  constructor(subject: string, value: Uint8Array | undefined, id: string, after: number) {
    this.subject = subject;
    this.value = value;
    this.id = id;
    this.after = after;
  }

  /**
   * The servers write one message of an id. All who would replace the same record have the same one: a cluster looks at the expected
   * sequence before it agrees on what comes next, so that of several at once it would write all. (What is to follow nothing it looks at afterwards.)
   */
  get messageId(): string {
    return this.after === 0 ? this.id : `${this.subject}@${this.after}`;
  }
}

type Attempt =
  | { readonly kind: 'applied'; readonly sequence: number }
  | { readonly kind: 'conflict' }
  /** The record was deleted before: what replaces nothing follows that mark. */
  | { readonly kind: 'deleted'; readonly sequence: number }
  /** `unheard`: there was nobody to write it, so it certainly was not. */
  | { readonly kind: 'silent' | 'unheard'; readonly reason: string };

const isOneOf = (error: unknown, codes: readonly number[]): boolean => error instanceof JetStreamApiError && codes.includes(error.code);

/** While a stream is being made, or chooses a leader, nobody listens to what is written to it. */
const isUnheard = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof errors.RequestError && error.cause.isNoResponders();
