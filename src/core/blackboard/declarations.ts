import { type Clock, delay } from '../base/clock.ts';
import type { Bucket } from '../bus/bus.ts';
import { RecordMirror } from '../bus/record-mirror.ts';
import { type Declaration, decodeDeclaration, encodeDeclaration } from './declaration.ts';
import { keyOf } from './names.ts';

/** The declaration did not come to be: the message says why. */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError';
}

const TRIES = 40;
const RETRY_MS = 50;

/** What the variables are, by the records: the same for all, and known to who comes late. */
export class Declarations implements Disposable {
  readonly #bucket: Bucket;
  readonly #clock: Clock;
  readonly #mirror: RecordMirror<Declaration>;

  /** `onChange` is told what a variable is now; undefined: it is no more. */
  constructor(
    bucket: Bucket,
    options: {
      clock: Clock;
      onChange: (name: string, declaration: Declaration | undefined) => void;
      report: (error: unknown) => void;
    },
  ) {
    this.#bucket = bucket;
    this.#clock = options.clock;
    const names = new Map<string, string>();
    this.#mirror = new RecordMirror(bucket, {
      decode: decodeDeclaration,
      onChange: (key, record) => {
        const name = record?.value.name ?? names.get(key);
        if (record) names.set(key, record.value.name);
        else names.delete(key);
        if (name !== undefined) options.onChange(name, record?.value);
      },
      report: options.report,
    });
  }

  /** Resolves when all there were have been seen once. */
  get synced(): Promise<void> {
    return this.#mirror.synced;
  }

  expectRelisting(): void {
    this.#mirror.expectRelisting();
  }

  /** Resolves when the record says so; at once when it did before, whoever declared it. `wanted` undefined: when there is none. */
  async settle(name: string, wanted: Declaration | undefined): Promise<void> {
    await this.synced;
    const key = keyOf(name);
    const bytes = wanted && encodeDeclaration(wanted);
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const present = this.#mirror.get(key);
      if (areSame(present?.value, wanted)) return;
      const result = await this.#bucket.swap(key, present?.revision, bytes);
      // The watch tells all others, and us: what is declared can be written at once.
      for (let look = 0; look < TRIES && result.kind === 'applied' && !areSame(this.#mirror.get(key)?.value, wanted); look++) {
        await delay(this.#clock, RETRY_MS / 10);
      }
      if (result.kind === 'applied' && areSame(this.#mirror.get(key)?.value, wanted)) return;
      await delay(this.#clock, RETRY_MS);
    }
    throw new DeclarationError(
      `${name} could not be declared in ${TRIES} tries: the records are out of reach, or others declare it all the time`,
    );
  }

  [Symbol.dispose](): void {
    this.#mirror[Symbol.dispose]();
  }
}

/** For all who read and write; who declared it does not matter to them. */
function areSame(one: Declaration | undefined, other: Declaration | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const writersOf = ({ writers }: Declaration) => (writers.kind === 'participant' ? writers.id : `/${writers.kind}`);
  return one.type === other.type && one.unit === other.unit && one.goodForMs === other.goodForMs && writersOf(one) === writersOf(other);
}
