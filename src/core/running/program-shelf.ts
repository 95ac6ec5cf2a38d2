import { z } from 'zod';
import { decodeJson, encodeJson } from '../api/messages.ts';
import { type Clock, delay } from '../base/clock.ts';
import { MalformedError, MisuseError } from '../base/errors.ts';
import { hashBytes } from '../base/hash.ts';
import { Signal } from '../base/signal.ts';
import { type Bucket, type Bus, DisconnectedError, type SwapResult } from '../bus/bus.ts';
import { RecordMirror } from '../bus/record-mirror.ts';
import { buckets } from '../bus/subjects.ts';
import type { TaughtPosition } from '../programs/programs.ts';
import type { ProgramReference } from './run-state.ts';

/** What a run needs and that does not change: it goes out once, before the run begins. */
export interface ProgramContent {
  readonly name: string;
  readonly text: string;
  readonly positions: readonly TaughtPosition[];
}

export interface ShelfPorts {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}

/** A record holds 60,000 bytes. */
const BYTES_A_PIECE = 50_000;
const MOST_PIECES = 16;
const TRIES = 8;
const TRY_AGAIN_MS = 250;
const MOST_READ = 64;
/** A key is four hashes of 32 bits, each from a start of its own: not against an adversary, who may run any program anyway. */
const SEEDS = [0x811c9dc5, 0x01234567, 0x89abcdef, 0x5bd1e995];

const contentSchema = z.object({
  name: z.string().max(200),
  text: z.string(),
  positions: z.array(z.object({ name: z.string().max(200), values: z.array(z.number().nullable()).max(64) })).max(1000),
});

/** The programs of a world that run, for whoever has to go on with one: records by what is in them, so that none is ever another. */
export class ProgramShelf implements Disposable {
  /** A program has arrived, by its key. */
  readonly arrivals: Signal<{ readonly key: string }> = new Signal();
  readonly #bucket: Bucket;
  readonly #clock: Clock;
  readonly #mirror: RecordMirror<Uint8Array>;
  readonly #status: Disposable;
  /** Those that were put together from their pieces, the last used last. */
  readonly #read = new Map<string, ProgramContent>();

  constructor(world: string, { bus, clock, report }: ShelfPorts) {
    this.#bucket = bus.bucket(buckets.programs(world));
    this.#clock = clock;
    this.#mirror = new RecordMirror(this.#bucket, {
      decode: (bytes) => bytes,
      onChange: (key) => this.arrivals.emit({ key: key.slice(0, key.indexOf('-')) }),
      report,
    });
    this.#status = bus.onStatus(({ kind }) => {
      if (kind === 'reconnecting') this.#mirror.expectRelisting();
    });
  }

  /** Undefined while it has not arrived here whole, or where what is kept under this key is something else. */
  get({ key, pieces }: ProgramReference): ProgramContent | undefined {
    const known = this.#read.get(key);
    if (known) return known;
    const parts = Array.from({ length: Math.min(pieces, MOST_PIECES) }, (_, index) => this.#mirror.get(pieceKey(key, index))?.value);
    if (parts.some((part) => part === undefined)) return undefined;
    const bytes = joined(parts as Uint8Array[]);
    if (keyOf(bytes) !== key) return undefined;
    const content = contentIn(bytes);
    return content && this.#keep(key, content);
  }

  /** Resolves when it is kept where everybody finds it. */
  async put(content: ProgramContent): Promise<ProgramReference> {
    const bytes = encodeJson(content satisfies ProgramContent);
    const key = keyOf(bytes);
    const pieces = Math.max(1, Math.ceil(bytes.length / BYTES_A_PIECE));
    if (pieces > MOST_PIECES)
      throw new MisuseError(`a program with its positions has ${MOST_PIECES * BYTES_A_PIECE} bytes at most, not ${bytes.length}`);
    for (let index = 0; index < pieces; index++)
      await this.#write(pieceKey(key, index), bytes.slice(index * BYTES_A_PIECE, (index + 1) * BYTES_A_PIECE));
    this.#keep(key, content);
    return { key, pieces };
  }

  /** All that are kept, by their keys. */
  get keys(): ReadonlySet<string> {
    return new Set(Array.from(this.#mirror.entries(), ([key]) => key.slice(0, key.lastIndexOf('-'))));
  }

  /** Takes one away: nobody runs it any more. */
  async remove(key: string): Promise<void> {
    const pieces = [...this.#mirror.entries()].filter(([each]) => each.slice(0, each.lastIndexOf('-')) === key);
    for (const [piece, { revision }] of pieces) await this.#swap(piece, revision, undefined);
    this.#read.delete(key);
  }

  [Symbol.dispose](): void {
    this.#status[Symbol.dispose]();
    this.#mirror[Symbol.dispose]();
  }

  #keep(key: string, content: ProgramContent): ProgramContent {
    this.#read.set(key, content);
    const [first] = this.#read.keys();
    if (this.#read.size > MOST_READ && first !== undefined) this.#read.delete(first);
    return content;
  }

  /** Where there is one already it is the same. */
  async #write(key: string, piece: Uint8Array): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++) {
      if (this.#mirror.get(key)) return;
      const { kind } = await this.#swap(key, undefined, piece);
      if (kind !== 'unknown') return;
      await delay(this.#clock, TRY_AGAIN_MS);
    }
    throw new DisconnectedError('the program could not be kept where its robot finds it: the link was lost');
  }

  /** A connection that closed under us is one more way not to know. */
  async #swap(...wanted: Parameters<Bucket['swap']>): Promise<SwapResult> {
    try {
      return await this.#bucket.swap(...wanted);
    } catch (error) {
      if (error instanceof DisconnectedError) return { kind: 'unknown', reason: error.message };
      throw error;
    }
  }
}

const pieceKey = (key: string, index: number): string => `${key}-${index}`;

const keyOf = (bytes: Uint8Array): string => SEEDS.map((seed) => hashBytes(bytes, seed).toString(16).padStart(8, '0')).join('');

/** Any operator may put anything under its hash: whoever looks at a robot that names it must not end by it. */
function contentIn(bytes: Uint8Array): ProgramContent | undefined {
  try {
    return decodeJson(contentSchema, bytes);
  } catch (error) {
    if (error instanceof MalformedError) return undefined;
    throw error;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
